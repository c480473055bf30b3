/** Classes that a teacher prepares: their links and files, what is refused, and what their readers can change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { classFromFile, classToFile } from "../../web/components/class/class-file.js";
import { keepClass, KeptChanges, keptClass } from "../../web/components/class/kept.js";
import {
  hasLink,
  isWholeInLink,
  maxScreens,
  readClass,
  withAnswers,
  screensOfLinks,
  writeClass,
} from "../../web/components/class/class-link.js";
import {
  allStages,
  changeOnScreen,
  changesOnScreen,
  freeFields,
  kindsInLinks,
  parts,
  plainScreen,
  screenKinds,
  screenLimits,
  screenOf,
} from "../../web/components/class/screen.js";
import { nameTables } from "../../web/build/site/names.js";
import { termIds } from "../../web/components/terms/terms.js";
import { controlFields } from "../../web/state/fields.js";
import { AttentionError } from "../../web/engine/errors.js";
import { numberFields } from "../../web/state/fields.js";
import { experiments } from "../../web/state/experiments/experiments.js";
import { stagesFor } from "../../web/state/stages.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { maxCharacters } from "../../web/state/url.js";
import { links } from "../support/hostile.js";
import { readText } from "../support/machine.js";
import { states } from "../support/random/random-states.js";
import { refusing, storageOf } from "../support/storage.js";

/** @typedef {import("../../web/components/class/screen.js").Screen} Screen */

const terms = Object.freeze(["query", "key", "dot-product"]);
const onList = Object.freeze({ at: null, prepare: false });

/** @param {Partial<Screen>} [given] */
const screen = (given = {}) => screenOf({ ...plainScreen, ...given });

/** @param {() => unknown} act @returns {AttentionError} what it throws */
function refusal(act) {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof AttentionError, String(error));
    return error;
  }
  return assert.fail("nothing was refused");
}

/** @param {string} fragment @returns {string[]} what is left out of a link */
const problems = (fragment) => readClass(fragment, terms).leftOut.map(({ message }) => message);

const first = screen({
  title: "Ein Titel & <b>mehr</b> = 100 % | Ende",
  prompts: ["Why does “it” look there?\nSay it aloud.", "50 % | <img src=x onerror=alert(1)> & ‮txet‬"],
  hints: ["", "Half of | it"],
  stages: ["raw", "scaled", "weights"],
  parts: ["strip", "panel"],
  controls: ["d_k", "causal"],
  locked: ["heads"],
  experiments: ["scaling", "softmax"],
  terms: ["query", "dot-product"],
  size: 150,
  state: changeState(defaultState, { d_k: 8, stage: "scaled", sentence: "a & b = c" }),
});
const second = screen({ controls: "all", locked: ["seed"], experiments: "all" });

test("a link and a file restore a class exactly, and where the reader is", () => {
  const whole = { title: "Week 3: Q & A", screens: [first, second, first] };
  for (const where of [onList, { at: 2, prepare: false }, { at: null, prepare: true }]) {
    const read = readClass(writeClass(whole, where), terms);
    assert.deepEqual(read, { shown: whole, where, held: false, leftOut: [] });
  }
  assert.deepEqual(classFromFile("my.json", classToFile(whole), terms), whole);
});

test("a link is as short as what the teacher chose", () => {
  const plain = { title: "", screens: [screen({ title: "One" })] };
  assert.equal(writeClass(plain, onList), "place=class&screen=One");
  const some = { title: "T", screens: [screen({ controls: ["d_k"], locked: ["heads"] })] };
  assert.equal(
    writeClass(some, { at: 0, prepare: false }),
    "place=class&title=T&at=1&screen=&controls=d_k&locked=heads",
  );
  assert.equal(writeClass(null, { at: 3, prepare: false }), "place=class&at=4&held=true");
  assert.deepEqual(readClass("place=class&at=4&held=true", terms), {
    shown: null,
    where: { at: 3, prepare: false },
    held: true,
    leftOut: [],
  });
});

test("answers are in the file and in no link; two classes that differ in nothing else are the same in links", () => {
  const answered = screen({ ...first, answers: ["Because of “tired”.", "Half: 50 %"] });
  const whole = { title: "Week 3", screens: [answered, second] };
  assert.deepEqual(classFromFile("class.json", classToFile(whole), terms), whole);
  const link = writeClass(whole, { at: null, prepare: true });
  assert.doesNotMatch(link, /answers|Because|Half%3A|Half:/);
  const linked = readClass(link, terms).shown ?? assert.fail(link);
  assert.deepEqual(linked.screens, [first, second]);
  const other = { ...linked, title: "Week 4" };
  assert.equal(withAnswers(linked, whole), whole);
  assert.equal(withAnswers(other, whole), other);
  assert.equal(withAnswers(null, whole), whole);
  assert.equal(withAnswers(linked, null), linked);
  assert.ok(hasLink(whole));
  assert.deepEqual([isWholeInLink(whole), isWholeInLink(linked)], [false, true]);
  assert.match(problems("place=class&screen=a&prompts=b&answers=c").join(), /^screen 1: answers: unknown field/);
});

test("a question has at most one hint and one answer", () => {
  for (const field of /** @type {const} */ (["hints", "answers"]))
    assert.match(
      refusal(() => screen({ prompts: ["a"], [field]: ["b", "c"] })).message,
      new RegExp(`^${field}: must be at most one for each question, got 2 for 1`),
    );
  assert.match(problems("place=class&screen=a&hints=b").join(), /^screen 1: hints: must be at most one/);
});

test("any state is restored by the link of its screen, apart from the theme", () => {
  fc.assert(
    fc.property(states, (state) => {
      const start = { ...state, theme: /** @type {const} */ ("auto") };
      const one = screen({ state: start, experiments: "all" });
      assert.deepEqual(readClass(writeClass({ title: "", screens: [one] }, onList), terms).shown?.screens, [one]);
    }),
    { numRuns: 150, seed: 5 },
  );
});

test("what cannot be used is left out by name, with the number of its screen, and the rest holds", () => {
  const cases = {
    "place=class&screen=a&stages=Q+nowhere+weights": /^screen 1: stages: must be names.*unknown name "nowhere"/,
    "place=class&screen=a&screen=b&controls=d_kk": /^screen 2: controls: .*unknown name "d_kk"; did you mean d_k\?/,
    "place=class&screen=a&controls=d_k&locked=d_k": /^screen 1: locked: .*in controls too, got d_k/,
    "place=class&screen=a&locked=all": /^screen 1: locked: .*"all"/,
    "place=class&screen=a&stages=Q&stage=weights":
      /^screen 1: stages: must have the stage at the start, weights, got Q/,
    "place=class&screen=a&experiment=scaling&experiments=order":
      /^screen 1: experiments: must have the experiment that is open, scaling/,
    "place=class&screen=a&experiments=scalin": /^screen 1: experiments: .*"scalin"; did you mean scaling\?/,
    "place=class&screen=a&terms=querry": /^screen 1: terms: .*"querry"; did you mean query\?/,
    "place=class&screen=a&parts=panel+panel": /^screen 1: parts: must name each once/,
    "place=class&screen=a&size=9": /^screen 1: size: must be an integer from 100 to 250/,
    "place=class&screen=a&theme=dark": /^screen 1: theme: is chosen by each reader/,
    "place=class&screen=a&d_k=0": /^screen 1: d_k: must be an integer from 1 to 256/,
    "place=class&screen=a&contrls=d_k": /^screen 1: contrls: unknown field; did you mean controls\?/,
    "place=class&screen=a&d_kk=4": /^screen 1: d_kk: unknown field; did you mean d_k\?/,
    "place=class&at=3&screen=a": /^at: must be a whole number from 1 to 1, got 3/,
    "place=class&at=0&screen=a": /^at: must be an integer from 1 to 40/,
    "place=class&lesson=1&screen=a": /^lesson: unknown field/,
    [`place=class&screen=${"a".repeat(81)}`]: /^screen 1: screen: at most 80 characters, got 81/,
    [`place=class&screen=a&prompts=${"a".repeat(501)}`]: /^screen 1: prompts: at most 500 characters, got 501/,
    [`place=class&screen=a&prompts=${"a|".repeat(12)}a`]: /^screen 1: prompts: must be at most 12 texts/,
    "place=class&screen=a&prompts=%ED%A0%80": /^screen 1: prompts: must be UTF-8/,
    [`place=class&screen=a&prompts=${"a".repeat(1e6)}`]: /^link: at most 20000 characters, got 1000029/,
    [`place=class${"&screen=a".repeat(maxScreens + 1)}`]: /^screen: must appear at most 40 times, got 41/,
  };
  for (const [fragment, reason] of Object.entries(cases)) assert.match(problems(fragment).join("\n"), reason, fragment);
  const { shown, leftOut } = readClass("place=class&screen=a&stages=nowhere&controls=d_k&d_k=8&heads=99", terms);
  assert.equal(leftOut.length, 2);
  assert.deepEqual(shown?.screens, [
    screen({ title: "a", controls: ["d_k"], state: changeState(defaultState, { d_k: 8 }) }),
  ]);
});

test("the class's own fields may stand anywhere in a link", () => {
  const screens = [screen({ title: "a", state: changeState(defaultState, { d_k: 8 }) }), screen({ title: "b" })];
  const wanted = { shown: { title: "T", screens }, where: { at: 1, prepare: true }, held: false, leftOut: [] };
  for (const fragment of [
    "place=class&title=T&at=2&prepare=true&screen=a&d_k=8&screen=b",
    "screen=a&d_k=8&screen=b&prepare=true&at=2&title=T&place=class",
    "screen=a&at=2&d_k=8&title=T&screen=b&place=class&prepare=true",
  ])
    assert.deepEqual(readClass(fragment, terms), wanted, fragment);
  assert.match(problems("place=class&screen=a&at=1&screen=b&at=2").join("\n"), /^at: must appear once/);
});

test("a screen whose link names stages but no start begins at one of them", () => {
  const startOf = (/** @type {string} */ link) => {
    const { shown, leftOut } = readClass(`place=class&screen=a&${link}`, terms);
    assert.deepEqual(leftOut, [], link);
    const { state } = shown?.screens[0] ?? assert.fail(link);
    assert.equal(state.cell?.stage, state.stage, link);
    return state.stage;
  };
  assert.equal(startOf("stages=masked+weights"), "weights", "the usual one, where it is shown");
  assert.equal(startOf("stages=raw+scaled"), "raw");
  assert.equal(startOf("stages=scaled+raw"), "scaled", "the first that the link names");
  assert.equal(startOf("stages=masked+raw&causal=false"), "raw", "the first that the walk has");
  assert.equal(startOf("stages=raw+scaled&stage=scaled"), "scaled");
  assert.match(
    problems("place=class&screen=a&stages=P").join("\n"),
    /^screen 1: stages: must have the stage at the start/,
  );
});

test("a class that no link can hold is refused by its link, and kept by its file", () => {
  const screens = Array.from({ length: 30 }, () => screen({ prompts: ["ü".repeat(500)] }));
  const error = refusal(() => writeClass({ title: "", screens }, onList));
  assert.match(error.message, /^link: at most 20000 characters, got \d+/);
  assert.deepEqual(classFromFile("my.json", classToFile({ title: "", screens }), terms), { title: "", screens });
});

test("a file that is not a class, or whose class is wrong, is refused with the name of what is wrong", () => {
  const good = JSON.parse(classToFile({ title: "T", screens: [first, second] }));
  const withScreen = (/** @type {object} */ change) => ({ ...good, screens: [first, { ...second, ...change }] });
  /** @type {[unknown, RegExp][]} */
  const cases = [
    ["no JSON", /^my\.json: must hold a class as JSON/],
    [{ "attention-stepper": 1, state: {} }, /^my\.json: must be a class saved by this page/],
    [null, /^my\.json: must be a class/],
    [{ ...good, Screens: [] }, /^my\.json: Screens: unknown field; did you mean screens\?/],
    [{ ...good, title: 5 }, /^my\.json: title: must be a text, got 5/],
    [{ ...good, screens: [] }, /^my\.json: screens: must be 1 to 40 screens/],
    [{ ...good, screens: "x" }, /^my\.json: screens/],
    [{ ...good, screens: [1] }, /^my\.json: screen 1: screen: must be an object, got 1/],
    [withScreen({ stages: ["Z"] }), /^my\.json: screen 2: stages: .*"Z"/],
    [withScreen({ lock: ["d_k"] }), /^my\.json: screen 2: lock: unknown field; did you mean locked\?/],
    [withScreen({ prompts: [7] }), /^my\.json: screen 2: prompts: must be a text, got 7/],
    [withScreen({ state: { d_k: 0 } }), /^my\.json: screen 2: d_k/],
    [withScreen({ state: { theme: "dark" } }), /^my\.json: screen 2: theme/],
    [withScreen({ size: "large" }), /^my\.json: screen 2: size/],
  ];
  for (const [given, reason] of cases) {
    const text = typeof given === "string" ? given : JSON.stringify(given);
    assert.match(refusal(() => classFromFile("my.json", text, terms)).message, reason);
  }
});

test("a class with an experiment that is gone opens without it, from its link and from its file", () => {
  const { shown, leftOut } = readClass("place=class&screen=One&experiments=speed+cost&experiment=speed&d_k=8", terms);
  assert.deepEqual(
    leftOut.map(({ reason }) => reason?.code),
    ["gone-speed"],
  );
  assert.deepEqual([shown?.screens[0]?.state.d_k, shown?.screens[0]?.state.experiment], [8, null]);
  const screen = { title: "One", experiments: ["speed", "cost"], state: { experiment: "speed" } };
  const text = JSON.stringify({ "attention-stepper-class": 1, title: "", screens: [screen] });
  assert.equal(classFromFile("my.json", text, terms).screens[0]?.state.experiment, null);
});

test("hostile links each give a class or errors, and nothing else", () => {
  const parts = fc.array(fc.oneof(links, fc.constantFrom("screen=", "stages=Q", "prompts=|", "at=1", "locked=")), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(parts, (given) => {
      const { shown, leftOut } = readClass(`place=class&screen=a&${given.join("&")}`, terms);
      assert.ok(shown !== null || leftOut.length > 0);
      for (const error of leftOut) assert.ok(error instanceof AttentionError);
      // What was read is valid: its own link says the same.
      if (shown) assert.deepEqual(readClass(writeClass(shown, onList), terms).shown, shown);
    }),
    { numRuns: 300, seed: 9 },
  );
});

test("links become screens in their order; lines that are no links are named by number", () => {
  const own = writeClass({ title: "x", screens: [first, second] }, onList);
  const { screens, leftOut } = screensOfLinks(`https://example.org/#d_k=8\n\n#${own}\nhello\nd_kk=3\n`, terms);
  assert.deepEqual(screens, [screen({ state: changeState(defaultState, { d_k: 8 }) }), first, second]);
  assert.match(
    leftOut.map(({ message }) => message).join("\n"),
    /^line 4: must be a link.*\nline 5: d_kk: unknown field/,
  );
  const started = process.cpuUsage(); // not the wall clock, which other processes delay
  assert.deepEqual(screensOfLinks(`${" ".repeat(200_000)}d_k=8${" ".repeat(200_000)}`, terms).screens, [screens[0]]);
  const { user } = process.cpuUsage(started);
  assert.ok(user < 1_000_000, `${user / 1000} ms`);
});

/** With post-norm, norms come behind the sums. @param {import("../../web/state/state.js").State} state */
const inOrder = ({ recipe, norm_place }) => {
  if (recipe !== "random" || norm_place !== "post") return allStages;
  const others = allStages.filter((stage) => !stage.startsWith("norm_"));
  return [...others.flatMap((stage) => (stage === "residual_1" ? [stage, "norm_1"] : [stage])), "norm_2"];
};

test("the list of stages has every stage of any walk, in order", () => {
  const seen = new Set();
  const check = (/** @type {import("../../web/state/state.js").State} */ state) => {
    const stages = stagesFor(state);
    for (const stage of stages) seen.add(stage);
    assert.deepEqual(
      stages,
      inOrder(state).filter((stage) => stages.includes(stage)),
    );
  };
  fc.assert(fc.property(states, check), { numRuns: 700, seed: 1 });
  // Dropout after attention and in the MLP is not among what is drawn.
  for (const norm_place of /** @type {const} */ (["pre", "post"])) {
    const block = /** @type {const} */ ({ norm: "layernorm", norm_place, residual: "sequential", mlp: "plain" });
    check(changeState(defaultState, { ...block, residual_dropout: 0.2, mlp_dropout: 0.3 }));
  }
  assert.deepEqual([...seen].sort(), [...allStages].sort());
});

test("only what is free can be changed, wherever the change comes from", () => {
  const free = screen({ controls: ["d_k", "sentence"], locked: ["heads"] });
  const { state } = free;
  assert.equal(changeOnScreen(free, state, { d_k: 8 }).d_k, 8);
  assert.equal(changeOnScreen(free, state, { sentence: "two words", token_order: null }).sentence, "two words");
  assert.equal(changeOnScreen(free, state, { stage: "raw" }).stage, "raw");
  assert.equal(changeOnScreen(free, state, { head: 0, picture: "lines" }).picture, "lines");
  assert.equal(changeOnScreen(free, state, { d_k: 8, heads: state.heads }).d_k, 8, "an unchanged value is no change");
  for (const patch of [
    { heads: 2 },
    { causal: false },
    { d_k: 8, seed: 3 },
    { edits: { X: [0, 0, 1] } },
    { hidden_pairs: [0, 1] },
    { token_order: [1, 0, 2, 3, 4, 5, 6], d_k: 5, causal: false },
    { theme: "dark" },
    { experiment: "scaling" },
    { experiment_state: { d_k: 4 } },
  ]) {
    const error = refusal(() => changeOnScreen(free, state, patch));
    assert.ok(error.field in patch && error.field !== "d_k", error.message);
    assert.match(error.message, /is locked|must be shown/);
  }
  assert.match(
    refusal(() => changeOnScreen(free, state, { d_kk: 8 })).message,
    /^d_kk: is locked|^d_kk: unknown field/,
  );
  assert.match(refusal(() => changeOnScreen(free, state, { d_k: 0 })).message, /^d_k: must be an integer/);
});

test("each field of the walk is locked on a screen that frees no other", () => {
  const closed = screen();
  const other = changeState(defaultState, { recipe: "article", sentence: "x", position: "alibi" });
  for (const field of numberFields) {
    const value = other[field] === closed.state[field] ? { not: "the same" } : other[field];
    assert.equal(refusal(() => changeOnScreen(closed, closed.state, { [field]: value })).field, field);
  }
});

test("with all controls free, locked ones stay locked, also where another change would move them", () => {
  const open = screen({
    controls: "all",
    locked: ["kv_heads"],
    state: changeState(defaultState, { heads: 4, kv_heads: 2 }),
  });
  for (const field of controlFields.filter((name) => name !== "kv_heads"))
    assert.doesNotThrow(() => changeOnScreen(open, open.state, { [field]: open.state[/** @type {"d_k"} */ (field)] }));
  assert.equal(changeOnScreen(open, open.state, { heads: 8 }).kv_heads, 2);
  // With 3 heads, 2 key/value heads are not possible: Explore would reset them.
  assert.equal(refusal(() => changeOnScreen(open, open.state, { heads: 3 })).field, "kv_heads");
});

test("a stage that is not shown cannot be reached, not even where a change removes the one in view", () => {
  const some = screen({
    stages: ["raw", "masked", "context"],
    controls: ["causal", "mask_mode"],
    state: changeState(defaultState, { stage: "masked" }),
  });
  assert.match(refusal(() => changeOnScreen(some, some.state, { stage: "weights" })).message, /^stage: must be shown/);
  const without = changeOnScreen(some, some.state, { causal: false });
  assert.equal(without.stage, "raw");
  assert.equal(without.cell?.stage, "raw");
  const one = screen({ ...some, stages: ["masked"] });
  assert.match(refusal(() => changeOnScreen(one, one.state, { causal: false })).message, /^causal: would leave/);
});

test("an experiment that is shown changes its own walk; the reader's stays locked", () => {
  const open = screen({ experiments: ["scaling", "numbers"] });
  const opened = changeOnScreen(open, open.state, {
    experiment: "scaling",
    experiment_state: { d_k: 64 },
    compare: { scaling: false },
  });
  assert.equal(opened.experiment, "scaling");
  assert.equal(opened.d_k, open.state.d_k);
  assert.equal(refusal(() => changeOnScreen(open, opened, { d_k: 64, experiment_state: null })).field, "d_k");
  assert.match(
    refusal(() => changeOnScreen(open, opened, { experiment: "order" })).message,
    /^experiment: must be shown/,
  );
  assert.deepEqual(changeOnScreen(open, open.state, { edits: { X: [0, 0, 1] } }).edits, { X: [0, 0, 1] });
});

test("any change that a reader can make is kept for the next visit, and what was prepared comes back", () => {
  let count = 0;
  fc.assert(
    fc.property(states, states, (from, to) => {
      const all = screen({ controls: "all", experiments: "all", state: { ...from, theme: "auto" } });
      let changed = all.state;
      for (const field of [...freeFields(all), "stage", "head", "picture", "experiment"])
        try {
          changed = changeOnScreen(all, changed, { [field]: to[/** @type {"d_k"} */ (field)] });
        } catch {
          // readers are refused this one, and go on
        }
      const storage = storageOf();
      const now = new KeptChanges(() => storage);
      now.keep(all, changed);
      assert.deepEqual(now.stateOf(all), changed);
      count += changesOnScreen(all, changed) === null ? 0 : 1;
      const again = screenOf(JSON.parse(JSON.stringify(all)));
      const later = new KeptChanges(() => storage);
      // As text: JSON does not tell −0 from 0, and neither does a walk.
      assert.equal(
        JSON.stringify(later.stateOf(again)),
        JSON.stringify(changed),
        "on the next visit, for an equal screen",
      );
      assert.deepEqual(
        later.stateOf(screen({ ...all, title: "new" })),
        all.state,
        "not for one that was prepared anew",
      );
      later.keep(again, again.state);
      assert.deepEqual(new KeptChanges(() => storage).stateOf(all), all.state);
    }),
    { numRuns: 80, seed: 3 },
  );
  assert.ok(count > 20, `${count} changes`);
});

test("kept changes pass the same check as any other: what is locked stays", () => {
  const storage = storageOf();
  const free = screen({ controls: ["d_k"] });
  new KeptChanges(() => storage).keep(free, changeState(free.state, { d_k: 8 }));
  const stored = storage.getItem("attention-stepper-class-changes") ?? assert.fail("nothing stored");
  assert.deepEqual(Object.values(JSON.parse(stored)), [{ d_k: 8 }]);
  for (const wrong of [stored.replace('"d_k":8', '"heads":2'), stored.replace("8", "0"), "no JSON", "[1]", "7"]) {
    storage.setItem("attention-stepper-class-changes", wrong);
    assert.deepEqual(new KeptChanges(() => storage).stateOf(free), free.state, wrong);
  }
});

test("a browser that refuses keeps changes while the page is open, and says that they do not last", () => {
  const free = screen({ controls: ["d_k"] });
  for (const storage of [refusing, () => storageOf(3)]) {
    const kept = new KeptChanges(storage);
    assert.equal(kept.stateOf(free).d_k, free.state.d_k);
    kept.keep(free, changeState(free.state, { d_k: 8 }));
    assert.deepEqual([kept.stateOf(free).d_k, kept.lasts], [8, false]);
  }
});

test("the changes of the last 200 screens are kept", () => {
  const storage = storageOf();
  const kept = new KeptChanges(() => storage);
  const screens = Array.from({ length: 201 }, (_, at) => screen({ title: String(at), controls: ["d_k"] }));
  for (const one of screens) kept.keep(one, changeState(one.state, { d_k: 8 }));
  const later = new KeptChanges(() => storage);
  assert.deepEqual(
    [0, 1, 200].map((at) => later.stateOf(screens[at] ?? assert.fail()).d_k === 8),
    [false, true, true],
  );
});

test("a class that no link can hold is kept whatever its size, and where that fails the caller knows", () => {
  const storage = storageOf();
  const text = { file: classToFile({ title: "", screens: Array.from({ length: 40 }, () => first) }), isSaved: true };
  assert.ok(text.file.length > maxCharacters);
  assert.equal(
    keepClass(() => storage, text),
    true,
  );
  assert.deepEqual(
    keptClass(() => storage),
    text,
  );
  assert.equal(
    keepClass(() => storage, null),
    true,
  );
  assert.equal(
    keptClass(() => storage),
    null,
  );
  for (const bad of [refusing, () => storageOf(1000)])
    assert.deepEqual([keepClass(bad, text), keptClass(bad)], [false, null]);
});

test("the guide's link is read without a fault, and names every field and limit as they are", () => {
  const guide = readText("web/docs/teachers.md");
  const written = /```\n#(.*?)```/s.exec(guide)?.[1] ?? assert.fail("no link in the guide");
  const { shown, leftOut } = readClass(written.replace(/\n\s*/g, ""), terms);
  assert.deepEqual(leftOut, []);
  assert.deepEqual(shown, {
    title: "Week 3",
    screens: [
      screen({
        title: "Why divide?",
        prompts: ["Which weight is the largest?", "Make d_k larger."],
        controls: ["d_k"],
        locked: ["heads"],
        state: changeState(defaultState, { d_k: 8 }),
      }),
      screen({
        title: "What is hidden?",
        controls: ["causal"],
        stages: ["masked", "weights"],
        experiments: ["masking"],
      }),
    ],
  });
  const rows = [...guide.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  assert.deepEqual(
    rows,
    Object.keys(kindsInLinks(terms)).filter((field) => field !== "screen"),
  );
  assert.match(guide, new RegExp(`At most ${screenLimits.prompts} of ${screenLimits.prompt} characters`));
  assert.match(guide, new RegExp(`at most ${maxCharacters / 1000},000 characters`));
});

test("the guide lists every name of an experiment, a setting, a term and a part that links accept", () => {
  assert.ok(readText("web/docs/teachers.md").includes("<!-- names -->"));
  const tables = nameTables().split("### ").slice(1);
  const listed = tables.map((table) => [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = ""]) => name));
  const kinds = screenKinds(termIds);
  for (const [at, field] of /** @type {const} */ (["experiments", "controls", "terms", "parts"]).entries()) {
    const names = listed[at] ?? assert.fail(field);
    assert.ok(names.length > 3, field);
    kinds[field].check(field, names); // throws at a name that no link accepts, and at one that is listed twice
    assert.throws(() => kinds[field].check(field, [...names, "nowhere"]), /unknown name "nowhere"/);
  }
  assert.deepEqual(
    listed.map(({ length }) => length),
    [experiments.length, controlFields.length, termIds.length, parts.length],
  );
});
