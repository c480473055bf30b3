/** The questions before and after the path, on later visits, and for a class: that what they say is so, when they come, and their files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { lessonOf, path } from "../../web/course/course.js";
import { allAsk, byHand, longRoad, ofScores, places } from "../../web/course/hand-built.js";
import { progressFromFile, progressToFile, together } from "../../web/course/progress-file.js";
import { answersOf, nothingAsked, readAsked, writeAsked } from "../../web/course/questions/asked.js";
import {
  byTitle,
  counts,
  handedInFromFile,
  handedInToFile,
  isAsking,
  meanKnown,
  newIn,
  readAsking,
  readLinks,
  withHandedIn,
  withoutAnswers,
  writeAsking,
} from "../../web/course/questions/handed-in.js";
import { skippable, wayOn } from "../../web/course/questions/placement.js";
import { further, known, questionOf, questions, ten } from "../../web/course/questions/questions.js";
import {
  comesBack,
  dayOf,
  daysAfter,
  due,
  intervals,
  withAsked,
  withDone,
} from "../../web/course/questions/schedule.js";
import { isAnswer } from "../../web/course/step.js";
import { AttentionError } from "../../web/engine/errors.js";
import { createEngine } from "../../web/engine/index.js";
import { words } from "../../web/words/words.js";
import { reading } from "../support/course/course.js";
import { saidIn } from "../support/course/said.js";
import { refusing } from "../support/storage.js";

/** @typedef {import("../../web/course/questions/asked.js").Asked} Asked */

const { t } = words("en");
const engine = await createEngine();
const today = "2026-03-01";

/** Answers to the ten: right ones, except for those named. @param {Readonly<Record<string, string | null>>} [other] */
const answers = (other = {}) =>
  Object.freeze({ ...Object.fromEntries(ten.map(({ id, answer }) => [id, answer])), ...other });

/** @param {() => unknown} act @returns {string} what it is refused with */
function refusal(act) {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof AttentionError, String(error));
    return error.message;
  }
  return assert.fail("nothing was refused");
}

test("ten questions, one idea each, in the path's order, each lesson with one; every one leads to a step that asks or shows it", () => {
  assert.equal(ten.length, 10);
  assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length);
  const places = ten.map(({ lesson }) => path.findIndex(({ id }) => id === lesson));
  assert.deepEqual([...new Set(places)], [0, 1, 2, 3, 4, 5, 6]);
  for (const { id, lesson, step, options, answer } of questions) {
    assert.ok(
      lessonOf(lesson)?.steps.some((each) => each.id === step),
      `${id}: ${lesson}/${step}`,
    );
    assert.ok(options.includes(answer) && new Set(options).size === 3, id);
  }
  const firsts = ten.filter(({ options, answer }) => options[0] === answer).length;
  assert.ok(firsts <= 4, `the first option is right in ${firsts} of ten`);
});

test("each question has its words: a wrong answer is met with one sentence that says why one might think so, and what decides", () => {
  for (const { id, options, answer } of questions) {
    for (const end of ["", "-right", ...options.map((option) => `-${option}`)])
      assert.notEqual(t(`question-${id}${end}`), "", `${id}${end}`);
    assert.equal(t(`question-${id}-${answer}-not`), "", id);
    for (const option of options.filter((each) => each !== answer)) {
      const why = t(`question-${id}-${option}-not`);
      assert.notEqual(why, "", `${id}-${option}`);
      assert.equal(why.match(/[.?!](?=\s|$)/g)?.length, 1, `${id}-${option}: ${why}`);
      assert.ok((why.match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0) <= 30, `${id}-${option}: ${why}`);
    }
    assert.equal(t(`question-${id}-right`).match(/[.?!](?=\s|$)/g)?.length, 1, id);
  }
});

test("no message of a question has two meanings: an option is not called like the end of a message", () => {
  const own = questions.flatMap(({ id, options }) => [
    ...["", "-right"].map((end) => id + end),
    ...options.flatMap((option) => [`${id}-${option}`, `${id}-${option}-not`]),
  ]);
  assert.deepEqual(
    own.filter((id, at) => own.indexOf(id) !== at),
    [],
  );
});

/** What a step must say, or what is said of its answers, so that a question may lead to it. @type {Readonly<Record<string, RegExp>>} */
const terms = {
  purpose: /lets “it” take something from other words, most from those that fit/,
  length: /A key twice as long .* scores twice as high/,
  table: /a row for each word that looks, a column for each that is looked at/,
  softmax: /takes e \(2\.718…\) to the power of each score.* divided by the sum/,
  divide: /a small change of a score leaves the shares as they are.* divided by √d_k .* all spread alike/,
  value: /What a word passes on is a third row, its \[\[value/,
  output: /Wo, mixes them into one row: the output/,
  order: /queries and keys are turned, a step further at each place.* scores depend on distance/,
  future: /scores become −∞/,
  training: /\*Training\* changes the numbers of a model’s matrices/,
  matrices: /a word can offer what it does not look for/,
  kept: /their order is kept/,
  weight: /Each value is multiplied by its word’s share, and all are added up/,
  slice: /Each head’s Wq, Wk and Wv read all columns of X/,
  stream: /So far you saw the mix alone\. In models it is \*added\* to the word’s own row/,
  norm: /the MLP works on each row alone\. So does a \*norm\*/,
  leak: /divided by what is left of its sum\. .*Nothing leaks now/,
  cache: /an earlier query is used only in its own row, which is finished/,
  groups: /d_k columns for each set of keys and values/,
  shaw: /added to the \[\[key\]\]/,
};

test("every question leads to a step that says its answer", () => {
  assert.deepEqual(
    Object.keys(terms),
    questions.map(({ id }) => id),
  );
  for (const { id, lesson, step } of questions) {
    const of = lessonOf(lesson);
    const said = saidIn(t, of, of.steps.find((each) => each.id === step) ?? assert.fail(id));
    const words = said.filter(({ kind, isRight }) => ["", "more", "misconception"].includes(kind) || isRight);
    assert.match(words.map(({ text }) => text).join(" "), terms[id] ?? assert.fail(id), id);
  }
});

// What questions and answers claim, with the engine.

test("length: (3, 3) scores 9, (1, 2) itself 5, (2, 1) 4", () => {
  const rows = { X: [0, 0, 1, 0, 1, 2, 1, 0, 3, 1, 1, 3, 2, 0, 2, 2, 1, 1] };
  const state = { sentence: "a b c", causal: false, projections: false, heads: 1, d_model: 2, edits: rows };
  assert.deepEqual(
    reading(state, (read) => read.row("raw", 0)),
    [5, 9, 4],
  );
  assert.match(t("question-length-right"), /1 · 3 \+ 2 · 3 = 9/);
  assert.match(t("question-length-swapped-not"), /1 · 2 \+ 2 · 1 = 4/);
});

test("table: row “cross”, column “animal” is another score than the other way round; a row of queries times a row of keys", () => {
  reading({ sentence: "animal cross", causal: false, d_k: 4, heads: 1 }, (read) => {
    const [q, k] = [read.row("Q", 1), read.row("K", 0)];
    const product = q.reduce((sum, value, at) => sum + value * Number(k[at]), 0);
    assert.ok(Math.abs(product - read.at("raw", 1, 0)) < 1e-5);
    assert.ok(Math.abs(read.at("raw", 1, 0) - read.at("raw", 0, 1)) > 1e-3);
  });
  assert.ok(reading(allAsk, (read) => read.queries.includes("cross") && read.keys.includes("animal")));
});

test("softmax: a score of 2 gets e times the share of a score of 1; order is kept, a score of 0 gets a share", () => {
  reading({ ...ofScores([1, 2, 0]), context: "a b c" }, (read) => {
    const [one = 0, two = 0, zero = 0] = read.row("weights", 0);
    assert.ok(Math.abs(two / one - Math.E) < 1e-5);
    assert.ok(Math.abs(Math.E - 2.7) < 0.05, "as the answer rounds it");
    assert.ok(two > one && one > zero && zero > 0.05);
  });
});

test("value: another value changes no share; weight: what is taken in is the share times the value", () => {
  const base = { sentence: "a b c", causal: false, heads: 1, d_k: 4, d_v: 4 };
  const shares = (/** @type {object} */ change) => reading({ ...base, ...change }, (read) => read.row("weights", 2));
  assert.deepEqual(shares({}), shares({ edits: { Wv: [0, 0, 0, 10] } }));
  reading(base, (read) => {
    const taken = read.row("weights", 2).reduce((sum, share, at) => sum + share * read.at("V", at, 1), 0);
    assert.ok(Math.abs(taken - read.at("context", 2, 1)) < 1e-5);
  });
});

/** Numbers between −1 and 1, in no simple order. @param {number[]} shape */
const tensor = (...shape) => ({
  shape,
  data: Array.from({ length: shape.reduce((size, axis) => size * axis) }, (_, at) => Math.sin(1 + 7 * at)),
});

test("weight: a word with most of the attention need not be most of what is taken in, as its value may be small", () => {
  const far = longRoad.edits.C.map((value) => (value === 6 ? 300 : value));
  reading({ ...byHand, edits: { ...byHand.edits, C: far } }, (read) => {
    const [animal, road] = [places.animal, places.road].map((key) => ({
      share: read.at("weights", 0, key),
      size: Math.hypot(...read.row("V", key).map((value) => read.at("weights", 0, key) * value)),
    }));
    assert.ok(Number(animal?.share) > 0.8 && Number(road?.size) > Number(animal?.size));
  });
  assert.match(t("question-weight-takes"), /0\.9 times the value/);
});

/** A whole layer of two tokens, with random weights. */
const layer = {
  sentence: "a b",
  d_model: 8,
  d_k: 8,
  heads: 1,
  norm: "layernorm",
  residual: "sequential",
  mlp: "plain",
};

test("norm: a row is evened out by its own numbers alone", () => {
  const row = (/** @type {object} */ change) =>
    reading(/** @type {any} */ ({ ...layer, ...change }), (read) => read.row("norm_1", 0));
  assert.deepEqual(row({}), row({ edits: { X: [1, 0, 50] } }));
  assert.notDeepEqual(row({}), row({ edits: { X: [0, 0, 50] } }));
  assert.ok(Math.abs(row({}).reduce((sum, value) => sum + value, 0)) < 1e-4, "its mean is 0");
});

test("slice: the last of 512 columns reaches the query of the first of 8 heads; groups: 2 sets of keys take 2 · 64 columns of Wk", () => {
  /** @param {number} sets of keys @param {(read: import("../../web/engine/run.js").Run) => void} read @param {ReturnType<typeof tensor>} [X] */
  const trace = (sets, read, X = tensor(2, 512)) => {
    const [Wq, Wk, Wv] = [8, sets, sets].map((each) => tensor(512, 64 * each));
    const run = engine.trace({ heads: 8, kv_heads: sets, d_k: 64 }, /** @type {any} */ ({ X, Wq, Wk, Wv })).finish();
    read(run);
    run.free();
  };
  const other = tensor(2, 512);
  other.data[511] = 9;
  /** @type {number[][]} */
  const queries = [];
  for (const X of [tensor(2, 512), other])
    trace(
      8,
      (run) => {
        queries.push(Array.from(run.tensor("Q").data.slice(0, 64)));
        assert.deepEqual(run.tensor("concat").shape, [2, 512]);
      },
      X,
    );
  assert.equal(
    queries[0]?.filter((value, at) => value === queries[1]?.[at]).length,
    0,
    "each number of the query feels it",
  );
  trace(2, (run) => {
    assert.deepEqual(run.tensor("K").shape, [2, 2, 64]);
    assert.equal(t("question-groups-two"), String(run.tensor("Wk").shape.at(-1)));
  });
});

test("order: exchanged words get each other's outputs; with positions they do not", () => {
  const base = { sentence: "a b c", causal: false, heads: 1, d_k: 4 };
  const rows = (/** @type {object} */ change) =>
    reading({ ...base, ...change }, (read) => [0, 1, 2].map((row) => read.row("output", row)));
  const [a, b, c] = rows({});
  const [first, middle, last] = rows({ token_order: [2, 1, 0] });
  const far = (/** @type {number[]} */ one, /** @type {number[]} */ two) =>
    Math.max(...one.map((value, at) => Math.abs(value - Number(two[at]))));
  assert.ok(far(a ?? [], last ?? []) < 1e-5 && far(c ?? [], first ?? []) < 1e-5);
  assert.ok(far(b ?? [], middle ?? []) < 1e-5, "only those two change places");
  // What tells the order, as the answer says: turning, what is added to rows or scores, and a mask.
  for (const told of [{ position: "rope" }, { position: "sinusoidal" }, { position: "shaw" }, { causal: true }]) {
    const [placed] = rows(told);
    const [, , moved] = rows({ ...told, token_order: [2, 1, 0] });
    assert.ok(far(placed ?? [], moved ?? []) > 1e-3, JSON.stringify(told));
  }
  // A penalty on distances treats both sides alike, so the whole order turned round is no change; a word moved to the middle is.
  const [near] = rows({ position: "alibi" });
  const [, moved] = rows({ position: "alibi", token_order: [1, 0, 2] });
  assert.ok(far(near ?? [], moved ?? []) > 1e-4);
});

test("future: −∞ gives exactly 0 and 0 does not; set to 0 after softmax it leaks, divided again it does not", () => {
  assert.ok(reading({ ...ofScores([0, 1]), context: "a b" }, (read) => read.at("weights", 0, 0)) > 0.2);
  const base = { sentence: "a b c", causal: true, heads: 1, d_k: 4 };
  const first = (/** @type {object} */ change) => reading({ ...base, ...change }, (read) => read.row("output", 0));
  const later = { edits: { X: [2, 0, 5] } };
  assert.equal(
    reading(base, (read) => read.at("weights", 0, 2)),
    0,
  );
  assert.deepEqual(first({}), first(later));
  assert.notDeepEqual(first({ mask_mode: "after_softmax" }), first({ mask_mode: "after_softmax", ...later }));
  const divided = [
    first({ mask_mode: "after_softmax_renormalised" }),
    first({ mask_mode: "after_softmax_renormalised", ...later }),
    first({}),
  ];
  for (const row of divided)
    for (const [at, value] of row.entries()) assert.ok(Math.abs(value - Number(divided[2]?.[at])) < 1e-5);
});

test("stream: attention's output is added to the row, which stays as wide", () => {
  reading(/** @type {any} */ (layer), (read) => {
    const [x, output, sum] = ["X", "output", "residual_1"].map((stage) => read.row(stage, 1));
    assert.equal(sum?.length, x?.length);
    for (const [at, value] of (sum ?? []).entries())
      assert.ok(Math.abs(value - Number(x?.[at]) - Number(output?.[at])) < 1e-5);
  });
});

test("shaw: the score is the query times key plus the row of the distance", () => {
  reading(
    /** @type {any} */ ({ sentence: "a b c", heads: 1, d_k: 4, causal: false, position: "shaw", shaw_clip: 2 }),
    (read) => {
      const [q, k] = [read.row("Q", 1), read.row("K", 0)];
      const alone = q.reduce((sum, value, at) => sum + value * Number(k[at]), 0);
      assert.ok(Math.abs(alone + read.at("raw_relative", 1, 0) - read.at("raw", 1, 0)) < 1e-5);
    },
  );
});

// Where one should start, and what was gained.

test("lessons whose questions were all known, from the beginning on, can be skipped; nothing else", () => {
  assert.equal(skippable(null), 0);
  assert.equal(skippable(answers()), 7);
  assert.equal(skippable(answers({ purpose: "important" })), 0);
  assert.equal(skippable(answers({ softmax: "twice" })), 2);
  assert.equal(skippable(answers({ table: null })), 1, "one of two is not enough, and passed is not known");
  assert.equal(skippable(answers({ training: "shares" })), 6);
  assert.equal(known(answers({ purpose: "closest", order: null })), 8);
});

/** Everything done in some lessons of the path. @param {readonly number[]} places from 0 */
const doneIn = (places) =>
  Object.fromEntries(
    places.map((at) => {
      const { id, steps } = path[at] ?? assert.fail();
      return [id, Object.fromEntries(steps.map((step) => [step.id, null]))];
    }),
  );

test("what can be skipped is never still to do: list, placement and finish have one rule for where the path goes on", () => {
  const two = answers({ softmax: "twice" });
  const begun = { shares: { share: 0.9 } };
  for (const [progress, before, wanted] of /** @type {const} */ ([
    [{}, null, { skipped: 0, done: 0, left: 7, lesson: 1, isBegun: false }],
    [{}, two, { skipped: 2, done: 0, left: 5, lesson: 3, isBegun: false }],
    [begun, two, { skipped: 2, done: 0, left: 5, lesson: 3, isBegun: true }],
    [begun, null, { skipped: 0, done: 0, left: 7, lesson: 1, isBegun: true }],
    [doneIn([0]), two, { skipped: 1, done: 1, left: 5, lesson: 3, isBegun: true }],
    [doneIn([2, 3]), two, { skipped: 2, done: 2, left: 3, lesson: 5, isBegun: true }],
    [doneIn([2, 3, 4, 5, 6]), two, { skipped: 2, done: 5, left: 0, lesson: 0, isBegun: true }],
    [doneIn([2, 3, 4, 5, 6]), null, { skipped: 0, done: 5, left: 2, lesson: 1, isBegun: true }],
    [doneIn([0, 1, 2, 3, 4, 5, 6]), two, { skipped: 0, done: 7, left: 0, lesson: 0, isBegun: true }],
    [{}, answers(), { skipped: 7, done: 0, left: 0, lesson: 0, isBegun: false }],
  ])) {
    const { skip, next, left, ...way } = wayOn(progress, before);
    assert.deepEqual({ ...way, left: left.length }, wanted);
    assert.equal(skip, skippable(before));
    assert.equal(next?.lesson, left[0]?.id, "it goes on in the first lesson that is left");
  }
  assert.deepEqual(wayOn(begun, two).next, { lesson: "shares", step: 1 });
});

// Later visits.

test("days are the reader's own; they follow each other over months, leap days and years", () => {
  assert.equal(dayOf(new Date(2026, 0, 9, 23, 59)), "2026-01-09");
  assert.equal(daysAfter("2026-02-28", 1), "2026-03-01");
  assert.equal(daysAfter("2028-02-28", 1), "2028-02-29");
  assert.equal(daysAfter("2026-12-31", 7), "2027-01-07");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20000 }), fc.integer({ min: 0, max: 400 }), (start, days) => {
      const from = new Date(start * 864e5).toISOString().slice(0, 10);
      assert.equal(Date.parse(daysAfter(from, days)) - Date.parse(from), days * 864e5);
    }),
  );
});

test("a question comes 1 day after the step that says it is done, 7 days after that, 30 days after that, and then no more", () => {
  assert.deepEqual(intervals, [1, 7, 30]);
  const progress = { shares: { add: "same" } };
  let asked = withDone(nothingAsked, progress, "2026-01-30");
  assert.deepEqual(asked.times, { kept: { day: "2026-01-30", count: 0 } });
  assert.equal(withDone(asked, progress, "2026-02-20"), asked, "what is known stays");
  for (const [before, on] of /** @type {const} */ ([
    ["2026-01-30", "2026-01-31"],
    ["2026-02-06", "2026-02-07"],
    ["2026-03-08", "2026-03-09"],
  ])) {
    assert.deepEqual(due(asked, before), []);
    assert.deepEqual(due(asked, on), ["kept"]);
    assert.deepEqual(due({ ...asked, review: false }, on), [], "it can be switched off");
    assert.ok(comesBack(asked, "kept"));
    asked = withAsked(asked, "kept", on);
  }
  assert.equal(comesBack(asked, "kept"), false);
  assert.deepEqual(due(asked, "2036-01-01"), []);
  const late = withAsked(withDone(nothingAsked, progress, "2026-01-01"), "kept", "2026-05-01");
  assert.deepEqual(
    [due(late, "2026-05-07"), due(late, "2026-05-08")],
    [[], ["kept"]],
    "a late visit is not made up for",
  );
});

test("at most five are asked, those that wait longest first; the ten only once they were answered after the path", () => {
  const before = { ...nothingAsked, before: answers() };
  assert.deepEqual(due(withDone(before, {}, "2026-01-01"), "2026-06-01"), []);
  const all = withDone({ ...before, after: answers() }, {}, "2026-01-02");
  assert.equal(Object.keys(all.times).length, 10);
  assert.deepEqual(
    due(all, "2026-01-03"),
    ten.slice(0, 5).map(({ id }) => id),
  );
  const more = withDone(
    withDone(nothingAsked, { learns: { slope: "up", layer: "attention" } }, "2026-01-05"),
    { cache: { "not-queries": "queries", shared: 192 } },
    "2026-01-04",
  );
  assert.deepEqual(due(more, "2026-02-01"), ["cache", "groups", "norm"]);
  const five = due(all, "2026-01-03").reduce((now, id) => withAsked(now, id, "2026-01-03"), all);
  assert.deepEqual(
    due(five, "2026-01-03"),
    ten.slice(5).map(({ id }) => id),
  );
});

// What is stored, and what a file holds.

/** A storage that holds one text. @param {string | null} [text] */
const storageOf = (text = null) => {
  const stored = { text };
  return Object.assign(stored, {
    getItem: () => stored.text,
    setItem: (/** @type {string} */ _, /** @type {string} */ value) => void (stored.text = value),
    removeItem: () => void (stored.text = null),
  });
};

/** @type {Asked} */
const some = {
  before: answers({ purpose: "important", order: null }),
  after: answers(),
  review: false,
  times: { kept: { day: "2026-02-27", count: 2 }, purpose: { day: today, count: 0 } },
};

test("it is stored and read again; a part that cannot be used is as if it had not been asked, and a storage that refuses is none", () => {
  const storage = storageOf();
  writeAsked(() => storage, some);
  assert.deepEqual(
    readAsked(() => storage, today),
    some,
  );
  assert.deepEqual(
    readAsked(() => storageOf(JSON.stringify({ ...some, before: { purpose: "nonsense" }, times: { x: 1 } })), today),
    { ...some, before: null, times: {} },
  );
  for (const text of ["", "{", "null", "[]", "7", '"a"'])
    assert.deepEqual(
      readAsked(() => storageOf(text), today),
      nothingAsked,
      text,
    );
  assert.deepEqual(readAsked(refusing, today), nothingAsked);
  assert.equal(writeAsked(refusing, some), false);
});

const answered = fc.record(Object.fromEntries(ten.map(({ id, options }) => [id, fc.constantFrom(...options, null)])));
const times = fc.subarray(questions.map(({ id }) => id)).chain((ids) =>
  fc.record(
    Object.fromEntries(
      ids.map((id) => [
        id,
        fc.record({
          day: fc.integer({ min: 0, max: 800 }).map((days) => daysAfter("2024-01-01", days)),
          count: fc.integer({ min: 0, max: 3 }),
        }),
      ]),
    ),
  ),
);
const anyAsked = fc.record({
  before: fc.option(answered),
  after: fc.option(answered),
  review: fc.boolean(),
  times: times.filter((all) => Object.values(all).every(({ day }) => day <= "2026-03-02")),
});

test("a file brings back what was done, exactly", () => {
  const progress = { purpose: { tired: "2", "now-you": null }, shares: { share: 0.5, add: "same" } };
  fc.assert(
    fc.property(anyAsked, (asked) => {
      const read = progressFromFile("a.json", progressToFile({ progress, asked: /** @type {any} */ (asked) }), today);
      assert.deepEqual(read, JSON.parse(JSON.stringify({ progress, asked })));
    }),
    { numRuns: 60, seed: 3 },
  );
});

test("a file is joined with what is here: no step and no answer is lost, and the later time counts", () => {
  const here = {
    progress: { purpose: { tired: "2", wide: null }, mix: { alive: 1 } },
    asked: { ...nothingAsked, before: answers(), times: { kept: { day: "2026-02-01", count: 1 } } },
  };
  const file = {
    progress: { purpose: { tired: null, wide: "6" }, shares: { add: "same" } },
    asked: {
      ...nothingAsked,
      review: false,
      times: { kept: { day: "2026-01-01", count: 0 }, norm: { day: today, count: 0 } },
    },
  };
  assert.deepEqual(together(here, file), {
    progress: { purpose: { tired: "2", wide: "6" }, mix: { alive: 1 }, shares: { add: "same" } },
    asked: {
      before: answers(),
      after: null,
      review: false,
      times: { kept: { day: "2026-02-01", count: 1 }, norm: { day: today, count: 0 } },
    },
  });
});

const good = { "attention-stepper-progress": 1, lessons: { purpose: { tired: "2" } }, ...some };

test("a file with anything wrong in it is refused by name, and nothing of it is used", () => {
  /** @type {[unknown, RegExp][]} */
  const cases = [
    [7, /^a\.json: must be a file of what was done.*got undefined/],
    [[], /^a\.json: must be a file of what was done/],
    [{ ...good, "attention-stepper-progress": 2 }, /^a\.json: must be a file of what was done.*got 2/],
    [{ ...good, lessons: undefined }, /^a\.json: lessons: must be an object, got undefined/],
    [{ ...good, lessons: [] }, /^a\.json: lessons: must be an object/],
    [{ ...good, lessons: { purpos: {} } }, /^a\.json: purpos: unknown field; did you mean purpose\?/],
    [
      { ...good, lessons: { purpose: { tierd: "2" } } },
      /^a\.json: purpose\.tierd: unknown field; did you mean purpose\.tired\?/,
    ],
    [
      { ...good, lessons: { purpose: { tired: "two" } } },
      /^a\.json: purpose\.tired: must be an answer to the question of the step, or null, got "two"/,
    ],
    [{ ...good, lessons: { purpose: { tired: { toString: 1 } } } }, /must be an answer to the question/],
    [{ ...good, lessons: { shares: { share: 7 } } }, /must be an answer to the question of the step, or null, got 7/],
    [{ ...good, lessons: JSON.parse('{"__proto__": {"tired": "2"}}') }, /unknown field/],
    [
      { ...good, before: {} },
      /^a\.json: before\.purpose: must be an answer, or null for one that was passed, got undefined/,
    ],
    [{ ...good, before: { ...answers(), purpose: "best" } }, /must be one of mix, important, closest, got "best"/],
    [{ ...good, after: { ...answers(), porpoise: "mix" } }, /unknown field; did you mean purpose\?/],
    [{ ...good, after: 3 }, /must be an object, got 3/],
    [{ ...good, review: "yes" }, /must be true or false, got "yes"/],
    [
      { ...good, times: { kept: { day: "2026-02-30", count: 0 } } },
      /must be a day up to today, such as 2026-01-31, got "2026-02-30"/,
    ],
    [{ ...good, times: { kept: { day: "9999-12-31", count: 0 } } }, /must be a day up to today/],
    [{ ...good, times: { kept: { day: "2026-03-03", count: 0 } } }, /must be a day up to today/],
    [{ ...good, times: { kept: { day: 20260101, count: 0 } } }, /must be a day up to today/],
    [
      { ...good, times: { kept: { day: today, count: 4 } } },
      /^a\.json: times\.kept\.count: must be an integer from 0 to 3, got 4/,
    ],
    [{ ...good, times: { kept: { day: today, count: 0.5 } } }, /must be an integer from 0 to 3, got 0\.5/],
    [{ ...good, times: { kept: { day: today, count: 0, more: 1 } } }, /unknown field; did you mean/],
    [{ ...good, times: { keept: { day: today, count: 0 } } }, /unknown field; did you mean kept\?/],
    [{ ...good, extra: 1 }, /unknown field/],
  ];
  assert.ok(progressFromFile("a.json", JSON.stringify(good), today));
  for (const [value, reason] of cases) {
    const said = refusal(() => progressFromFile("a.json", JSON.stringify(value), today));
    assert.match(said, reason, said);
  }
  for (const [text, reason] of /** @type {[string, RegExp][]} */ ([
    ["", /^a\.json: must hold what was done in the course, as JSON, got nothing/],
    ["{", /got the end of the file/],
    ['{"review": true, "review": false}', /must name "review" once/],
    [`"${"a".repeat(2 ** 20)}"`, /at most 1048576 characters/],
    ["[".repeat(100000), /got the end of the file/],
  ]))
    assert.match(
      refusal(() => progressFromFile("a.json", text, today)),
      reason,
      text.slice(0, 60),
    );
});

test("whatever JSON a file holds, it is read as a whole or refused with an error that names the file", () => {
  const bent = fc.oneof(
    fc.jsonValue(),
    fc.jsonValue().map((value) => ({ ...good, lessons: value })),
    fc.jsonValue().map((value) => ({ ...good, before: value })),
    fc.jsonValue().map((value) => ({ ...good, times: value })),
    fc.jsonValue().map((value) => ({ ...good, times: { kept: value } })),
  );
  fc.assert(
    fc.property(bent, (value) => {
      try {
        const { progress, asked } = progressFromFile("a.json", JSON.stringify(value), today);
        for (const [id, steps] of Object.entries(progress))
          for (const [step, given] of Object.entries(steps))
            assert.ok(given === null || isAnswer(lessonOf(id).steps.find((each) => each.id === step)?.question, given));
        for (const id of Object.keys(asked.times)) assert.ok(questionOf(id));
      } catch (error) {
        assert.ok(error instanceof AttentionError, String(error));
        assert.match(error.message, /^a\.json: /);
      }
    }),
    { numRuns: 400, seed: 11 },
  );
});

// A class.

const anna = { title: "Before", name: "Anna & <b>B</b>", id: "0123abcd", answers: answers({ softmax: "twice" }) };
const none = {
  title: "Before",
  name: "",
  id: "89abcdef",
  answers: answers({ softmax: "twice", value: null, order: "reading" }),
};
const later = { ...anna, title: "After", answers: answers() };

test("answers go into a link and a file, and come back; without a name none is in them", () => {
  for (const handedIn of [anna, none, later]) {
    const link = writeAsking({ questions: "collect", title: handedIn.title, handedIn });
    assert.ok(isAsking(link) && link.length < 200, link);
    assert.deepEqual(readAsking(link), {
      asking: { questions: "collect", title: handedIn.title, handedIn },
      leftOut: [],
    });
  }
  assert.doesNotMatch(writeAsking({ questions: "collect", title: "", handedIn: none }), /name=/);
  const give = writeAsking({ questions: "answer", title: "Week 3", handedIn: null });
  assert.equal(give, "place=class&questions=answer&title=Week+3");
  assert.deepEqual(readAsking(give).asking, { questions: "answer", title: "Week 3", handedIn: null });
  assert.deepEqual(handedInFromFile("b.json", handedInToFile([anna, none])), [anna, none]);
  fc.assert(
    fc.property(answered, (given) => {
      const handedIn = { ...none, answers: /** @type {any} */ (given) };
      const read = readAsking(writeAsking({ questions: "collect", title: "Before", handedIn })).asking.handedIn;
      assert.deepEqual(read, JSON.parse(JSON.stringify(handedIn)));
    }),
    { numRuns: 60, seed: 4 },
  );
  assert.deepEqual(answersOf("answers", answers()), answers());
});

test("several links and files are counted by title: right answers, the wrong ones chosen, the most frequent first", () => {
  const url = "https://example.org/#";
  const lines = [anna, none, anna].map(
    (handedIn) => url + writeAsking({ questions: "collect", title: handedIn.title, handedIn }),
  );
  const { handedIn, leftOut } = readLinks(`${lines.join("\n\n")}\n`);
  assert.deepEqual([handedIn.length, leftOut], [3, []]);
  const all = withHandedIn(withHandedIn([], handedIn), [later]);
  assert.equal(all.length, 3, "the same answers twice count once");
  const [before, after] = byTitle(all);
  assert.deepEqual([before?.title, before?.handedIn.length, after?.title], ["Before", 2, "After"]);
  const of = (/** @type {string} */ id) => counts(before?.handedIn ?? [], questionOf(id));
  assert.deepEqual(of("softmax"), { right: 0, wrong: [{ option: "twice", count: 2 }] });
  assert.deepEqual(of("value"), { right: 1, wrong: [{ option: null, count: 1 }] });
  assert.deepEqual(of("purpose"), { right: 2, wrong: [] });
  assert.equal(meanKnown(before?.handedIn ?? []), (9 + 7) / 2);
  const three = [anna, anna, none].map((each, at) => ({
    ...each,
    answers: { ...each.answers, order: at < 2 ? "matrices" : "reading" },
  }));
  assert.deepEqual(counts(three, questionOf("order")).wrong, [
    { option: "matrices", count: 2 },
    { option: "reading", count: 1 },
  ]);
});

test("what a collection does not have yet is new, what it has otherwise replaces that, and what it has is neither", () => {
  const renamed = { ...anna, name: "Anna" };
  const otherwise = { ...anna, answers: { ...anna.answers, order: null } };
  for (const [before, more, added, replaced] of /** @type {const} */ ([
    [[], [anna, none], 2, 0],
    [[anna], [anna], 0, 0],
    [[anna], [renamed], 0, 1],
    [[anna, none], [otherwise, none, later], 1, 1],
    [[anna], [otherwise, anna], 0, 0],
    [[], [anna, otherwise], 1, 0],
  ])) {
    assert.deepEqual(newIn(before, more), { added, replaced });
    assert.equal(withHandedIn(before, more).length, before.length + added);
  }
});

test("a link without its answers names neither them nor a student, and the same title", () => {
  const whole = writeAsking({ questions: "collect", title: "Before", handedIn: anna });
  assert.equal(withoutAnswers(whole), "place=class&questions=collect&title=Before");
});

test("links and files with anything wrong in them are refused by line or set, and by field", () => {
  const whole = writeAsking({ questions: "collect", title: "Before", handedIn: anna });
  /** @type {[string, RegExp][]} */
  const links = [
    ["hello", /^line 1: hello: unknown field/],
    ["place=class&questions=answer", /^line 1: must be a link with answers/],
    [
      whole.replace(/answers=\w+/, "answers=abc"),
      /^line 1: answers: must have a letter, a to c or x, for each of the 10 questions/,
    ],
    [whole.replace(/answers=\w+/, "answers=abcdabcdab"), /^line 1: answers: must have a letter/],
    [whole.replace("0123abcd", "<script>"), /^line 1: id: must be eight digits/],
    [whole.replace(/name=[^&]*/, `name=${"a".repeat(61)}`), /^line 1: name: at most 60 characters, got 61/],
    [`${whole}&title=again`, /^line 1: title: must appear once/],
  ];
  for (const [link, reason] of links) {
    const { handedIn, leftOut } = readLinks(link);
    assert.deepEqual(handedIn, [], link);
    assert.match(leftOut.map(({ message }) => message).join("\n"), reason, link);
  }
  const mixed = readLinks(`${whole}\n\nnonsense`);
  assert.deepEqual([mixed.handedIn.length, mixed.leftOut[0]?.field], [1, "line 3"]);
  const file = (/** @type {unknown} */ handed_in) => JSON.stringify({ "attention-stepper-answers": 1, handed_in });
  /** @type {[string, RegExp][]} */
  const files = [
    ["{}", /^b\.json: must be answers saved by this page, got undefined/],
    [file([]), /^b\.json: handed_in: must be 1 to 500 sets of answers/],
    [file("many"), /must be 1 to 500 sets of answers, got "many"/],
    [file(Array.from({ length: 501 }, () => anna)), /must be 1 to 500 sets/],
    [file([anna, null]), /must be an object, got null/],
    [file([{ ...anna, id: 7 }]), /must be eight digits of 0 to 9 and a to f, got 7/],
    [file([{ ...anna, name: 3 }]), /must be a text, got 3/],
    [file([{ ...anna, answers: { ...anna.answers, order: "x" } }]), /must be one of reading, matrices, added, got "x"/],
    [file([{ ...anna, mark: 1 }]), /unknown field/],
    [JSON.stringify({ "attention-stepper-answers": 1, handed_in: [anna], more: 1 }), /unknown field/],
  ];
  for (const [text, reason] of files)
    assert.match(
      refusal(() => handedInFromFile("b.json", text)),
      reason,
      text,
    );
  assert.match(
    refusal(() => handedInFromFile("b.json", file([anna, { ...anna, id: "" }]))),
    /^b\.json: set 2: id: must be eight digits/,
  );
  const many = Array.from({ length: 501 }, (_, at) => ({ ...anna, id: at.toString(16).padStart(8, "0") }));
  assert.match(
    refusal(() => withHandedIn([], many)),
    /at most 500 sets, got 501/,
  );
});

test("further questions are no second ten: none stands in both", () => {
  assert.deepEqual(
    further.filter(({ id }) => ten.some((each) => each.id === id)),
    [],
  );
});
