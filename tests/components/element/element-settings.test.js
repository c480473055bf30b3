/** How the element reads its attributes, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import {
  attributeFields,
  attributeNamed,
  attributeOf,
  observed,
  propertyOf,
  readField,
  writeField,
} from "../../../web/components/element/attributes.js";
import { stepperProps } from "../../../web/components/element/react.js";
import { Settings } from "../../../web/components/element/settings.js";
import { experimentFields } from "../../../web/state/fields.js";
import { applyPreset, presets } from "../../../web/state/presets.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { states } from "../../support/random/random-states.js";

/** @param {Record<string, string>} attributes */
function settingsOf(attributes) {
  const settings = new Settings();
  for (const [name, text] of Object.entries(attributes)) settings.set(name, text);
  settings.update();
  return settings;
}

/** @param {Settings} settings @returns {[string, string][]} */
const problemsOf = ({ problems }) => [...problems.values()].map(({ field, message }) => [field, message]);

/** @param {string} field */
const defaultOf = (field) => defaultState[/** @type {keyof typeof defaultState} */ (field)];

test("every field has an attribute and a property, and its text is read back unchanged", () => {
  assert.ok(attributeFields.length > 40);
  for (const names of [attributeFields.map(attributeOf), attributeFields.map(propertyOf)])
    assert.equal(new Set(names).size, attributeFields.length);
  for (const field of attributeFields) {
    const value = defaultOf(field);
    assert.deepEqual(readField(field, writeField(field, value)), value, field);
  }
});

test("every attribute sets its field, in any state", () => {
  for (const drawn of fc.sample(states, { seed: 11, numRuns: 300 })) {
    const state = changeState(drawn, Object.fromEntries(experimentFields.map((field) => [field, defaultOf(field)])));
    const texts = attributeFields.map((field) => [
      attributeOf(field),
      writeField(field, state[/** @type {keyof typeof state} */ (field)]),
    ]);
    const settings = settingsOf(Object.fromEntries(texts));
    assert.deepEqual(problemsOf(settings), []);
    for (const field of attributeFields)
      assert.deepEqual(
        settings.state[/** @type {keyof typeof state} */ (field)],
        state[/** @type {keyof typeof state} */ (field)],
        field,
      );
  }
});

test("props for React become attributes that say the same, whatever the values, and listeners are none of them", () => {
  for (const drawn of fc.sample(states, { seed: 12, numRuns: 100 })) {
    const state = changeState(drawn, Object.fromEntries(experimentFields.map((field) => [field, defaultOf(field)])));
    const props = Object.fromEntries(
      attributeFields.map((field) => [propertyOf(field), state[/** @type {keyof typeof state} */ (field)]]),
    );
    const others = { className: "a", style: { color: "red" }, children: "text", caption: undefined };
    const { ref, className, style, children, ...texts } = stepperProps({ ...props, ...others, onAttentionStep() {} });
    assert.deepEqual([typeof ref, className, style, children], ["function", "a", others.style, "text"]);
    assert.ok(Object.values(texts).every((text) => typeof text === "string"));
    const settings = settingsOf(/** @type {Record<string, string>} */ (texts));
    assert.deepEqual([problemsOf(settings), settings.state], [[], state]);
  }
  const { state = "" } = stepperProps({ state: { heads: 2, cell: null } });
  assert.deepEqual(settingsOf({ state: String(state) }).state, changeState(defaultState, { heads: 2, cell: null }));
});

test("a state overrides a preset, and single attributes override both", () => {
  for (const { id } of presets) assert.deepEqual(settingsOf({ preset: id }).state, applyPreset(defaultState, id), id);
  const gqa = applyPreset(defaultState, "gqa");
  assert.deepEqual(settingsOf({ preset: "gqa", state: "#d_k=6" }).state, changeState(gqa, { d_k: 6 }));
  const all = { preset: "gqa", state: "d_k=6&seed=2", "d-k": "3" };
  assert.deepEqual(settingsOf(all).state, changeState(gqa, { seed: 2, d_k: 3 }));
  const link = changeState(defaultState, { sentence: "a b c", position: "rope", stage: "Q_rot", cell: null });
  assert.deepEqual(settingsOf({ state: stateToFragment(link) }).state, link);
});

test("what cannot be used of a state is left out and reported, and the rest holds", () => {
  const settings = settingsOf({
    preset: "gqa",
    state: "https://example.org/#d_k=6&seed=-1&d_v=2&colour=red&",
    "d-v": "5",
  });
  assert.deepEqual(settings.state, changeState(applyPreset(defaultState, "gqa"), { d_k: 6, d_v: 5 }));
  assert.deepEqual(problemsOf(settings), [
    ["state", 'seed: must be an integer from 0 to 4294967295, got "-1"; colour: unknown field'],
  ]);
  assert.deepEqual(
    settingsOf({ state: "preset=gqa&d_k=6" }).state,
    changeState(applyPreset(defaultState, "gqa"), { d_k: 6 }),
  );
});

test("a state with a stage and no cell inspects the number there, and going on finds the same head, query and key", () => {
  const cell = (/** @type {string} */ stage, /** @type {number[]} */ ...index) => ({ stage, index });
  assert.deepEqual(settingsOf({ state: "stage=raw" }).state.cell, cell("raw", 1, 4, 2));
  assert.deepEqual(settingsOf({ state: "stage=raw", preset: "gqa" }).state.stage, "raw");
  const settings = settingsOf({ state: "stage=X&head=3" });
  assert.deepEqual(settings.state.cell, cell("X", 4, 0));
  settings.change({ stage: "K" });
  assert.deepEqual(settings.state.cell, cell("K", 3, 2, 0));
  settings.change({ stage: "weights" });
  assert.deepEqual([settings.state.cell, settings.state.head], [cell("weights", 3, 4, 2), 3]);
});

test("an attribute without a value turns a switch on; another stage selects its own cell", () => {
  assert.equal(settingsOf({ "projection-bias": "" }).state.projection_bias, true);
  assert.equal(settingsOf({ causal: "false" }).state.causal, false);
  assert.deepEqual(settingsOf({ stage: "raw" }).state.cell, { stage: "raw", index: [1, 4, 2] });
  assert.deepEqual(settingsOf({ stage: "raw", cell: "none" }).state.cell, null);
  const short = settingsOf({ stage: "raw", sentence: "a b" });
  assert.deepEqual([short.state.stage, short.state.cell, short.problems.size], ["raw", null, 0]);
  const rotated = settingsOf({ stage: "Q_rot", position: "rope" });
  assert.deepEqual(rotated.state.cell, { stage: "Q_rot", index: [1, 4, 0] });
});

test("a wrong attribute is ignored and reported, and the right ones apply", () => {
  /** @type {[string, string, RegExp][]} */
  const wrong = [
    ["d-k", "9000", /^d_k: must be an integer from 1 to 256, got 9000$/],
    ["d-k", "two", /^d_k: must be an integer from 1 to 256, got "two"$/],
    ["causal", "yes", /^causal: must be true or false, got "yes"$/],
    ["kv-heads", "3", /^kv_heads: must divide heads, got 3 and 4$/],
    ["stage", "Q_rot", /^stage: must be one of X, /],
    ["stage", "constructor", /^stage: must be one of X, /],
    ["stage", "<b>", /^stage: must be one of X, /],
    ["cell", "weights", /^cell: must be null or \{stage, index\}, got "weights"$/],
    ["sentence", " ", /^sentence: must have a word, got " "$/],
    ["preset", "gpt", /^preset: must be one of /],
    ["state", "d_k=9000", /^d_k: must be an integer/],
    ["state", "nonsense", /^nonsense: unknown field$/],
    ["view", "table", /^view: must be one of stage, equation, lines, walk, got "table"$/],
    ["locale", "xx", /^locale: must be one of en, got "xx"$/],
    ["controls", "d-k d-j", /^controls: must be names of fields, "none" or "all", got "d-j"; did you mean d-[kv]\?$/],
    ["controls", "batch", /^controls: /],
  ];
  for (const [name, text, message] of wrong) {
    const settings = settingsOf({ [name]: text, seed: "3" });
    const [[field, shown] = ["", ""], ...others] = problemsOf(settings);
    assert.equal(field, name);
    assert.match(shown, message);
    assert.deepEqual(others, []);
    assert.equal(settings.problems.get(name)?.got, text);
    assert.equal(settings.state.seed, 3, name);
  }
  const lines = settingsOf({ view: "lines", stage: "raw" });
  assert.deepEqual(problemsOf(lines), [["view", "view: lines are drawn of weights and dropped, got stage raw"]]);
});

test("an attribute that the element does not have is reported with the nearest one, or with none, until it is removed", () => {
  /** @type {[string, string][]} */
  const wrong = [
    ["temprature", "; did you mean temperature?"],
    ["sentance", "; did you mean sentence?"],
    ["maskmod", "; did you mean mask-mode?"],
    ["mask-mod", "; did you mean mask-mode?"],
    ["control", "; did you mean controls?"],
    ["dimensions", ""],
    ...attributeFields
      .filter((field) => field.includes("_"))
      .map((field) => /** @type {[string, string]} */ ([field, `; did you mean ${attributeOf(field)}?`])),
  ];
  for (const [name, hint] of wrong) {
    const settings = settingsOf({ [name]: "2", seed: "3" });
    assert.deepEqual(problemsOf(settings), [[name, `${name}: unknown attribute, got "2"${hint}`]]);
    assert.equal(settings.problems.get(name)?.got, "2");
    assert.deepEqual(settings.state, changeState(defaultState, { seed: 3 }));
    settings.set("seed", "4");
    settings.update();
    assert.deepEqual(problemsOf(settings).length, 1, "still there");
    settings.set(name, null);
    settings.update();
    assert.deepEqual(problemsOf(settings), []);
  }
});

test("attributes of HTML, of frameworks and of other tools are nobody's mistake", () => {
  const html =
    "class id style slot part hidden lang dir tabindex title role is nonce inert draggable translate itemprop popover " +
    "aria-label aria-describedby data-x data-d_k data-v-7ba5bd90 onclick onattention-step xml:lang xmlns";
  const frameworks =
    "_ngcontent-abc-c12 _nghost-abc-c12 ng-version ng-reflect-mask-mode v-if v-cloak x-data x-show :kv-heads @attention-step " +
    "[dk] (attention-step) #stepper wire:key hx-get astro-cid-j7pv25f6 b-3xtgr2c5lp bis_skin_checked cz-shortcut-listen";
  for (const name of `${html} ${frameworks}`.split(" "))
    assert.deepEqual(problemsOf(settingsOf({ [name]: "1" })), [], name);
});

test("an attribute in the spelling of its property, as frameworks write it on a server, is the attribute", () => {
  for (const field of attributeFields)
    assert.equal(attributeNamed(propertyOf(field).toLowerCase()), attributeOf(field));
  for (const name of observed)
    assert.ok(
      [attributeNamed(name), name].every((one) => observed.includes(one)),
      name,
    );
});

test("attributes that a trained model decides are reported where they say otherwise, and a change of one is refused", () => {
  const settings = settingsOf({ recipe: "pronoun", heads: "4", position: "rope", "d-k": "16", layer: "1" });
  assert.deepEqual(problemsOf(settings), [
    ["heads", "heads: the trained model decides it: must be 1, got 4"],
    ["position", 'position: the trained model decides it: must be "none", got "rope"'],
  ]);
  assert.deepEqual([settings.state.heads, settings.state.position, settings.state.layer], [1, "none", 1]);
  const before = settings.state;
  assert.throws(
    () => settings.change({ heads: 2 }),
    /^AttentionError: heads: the trained model decides it: must be 1, got 2$/,
  );
  assert.equal(settings.state, before);
  settings.change({ heads: 1, sentence: "The cat is too tired" });
  assert.equal(settings.state.sentence, "The cat is too tired");
  settings.set("recipe", null);
  settings.update();
  assert.deepEqual(problemsOf(settings), []);
});

test("lists may be separated by spaces or commas", () => {
  /** @type {[string, string, (settings: Settings) => unknown, unknown][]} */
  const lists = [
    ["controls", "d_k, causal,sentence  heads,", ({ looks }) => looks.controls, ["d_k", "causal", "sentence", "heads"]],
    ["ignored-keys", "1, 3", ({ state }) => state.ignored_keys, [1, 3]],
    ["ignored-keys", "1 3", ({ state }) => state.ignored_keys, [1, 3]],
    ["ignored-keys", "1.3", ({ state }) => state.ignored_keys, [1, 3]],
    ["token-order", "4,3,2,1,0,5", ({ state }) => state.token_order, [4, 3, 2, 1, 0, 5]],
    ["cell", "weights, 1, 3, 2", ({ state }) => state.cell, { stage: "weights", index: [1, 3, 2] }],
  ];
  for (const [name, text, valueIn, value] of lists) {
    const settings = settingsOf({ [name]: text, sentence: "a b c d e f" });
    assert.deepEqual([valueIn(settings), problemsOf(settings)], [value, []], `${name}=${text}`);
  }
  assert.deepEqual(problemsOf(settingsOf({ controls: "d_k;causal" })), [
    ["controls", 'controls: must be names of fields, "none" or "all", got "d-k;causal"'],
  ]);
});

test("an attribute of the element in a link is said to be none of it", () => {
  assert.deepEqual(problemsOf(settingsOf({ state: "view=walk&d_k=8" })), [
    ["state", "view: an attribute of the element, or before the # in a frame's address, and no part of a link"],
  ]);
});

test("an attribute change keeps the reader's changes; a refused attribute is tried again when others change", () => {
  const settings = settingsOf({ position: "rope", "d-k": "5" });
  assert.deepEqual(
    problemsOf(settings).map(([field]) => field),
    ["d-k"],
  );
  settings.change({ seed: 99, head: 2 });
  settings.set("position", "none");
  settings.update();
  assert.deepEqual(problemsOf(settings), []);
  assert.deepEqual([settings.state.d_k, settings.state.seed, settings.state.head], [5, 99, 2]);
  settings.set("d-k", null);
  settings.update();
  assert.deepEqual([settings.state.d_k, settings.state.seed], [4, 99]);
  settings.set("preset", "mqa");
  settings.update();
  assert.deepEqual(settings.state, changeState(applyPreset(defaultState, "mqa"), { position: "none" }));
});

test("a lesson takes the place of a figure: attributes about figures, and a step without a lesson, are reported", () => {
  const lesson = settingsOf({ lesson: "softmax", step: "ratio", caption: "Try", theme: "dark", locale: "en" });
  assert.deepEqual([problemsOf(lesson), lesson.looks.lesson, lesson.looks.step], [[], "softmax", "ratio"]);
  for (const [name, text] of [
    ["view", "walk"],
    ["d-k", "6"],
    ["preset", "causal"],
    ["controls", "d-k"],
  ]) {
    const [[field, message] = []] = problemsOf(settingsOf({ lesson: "softmax", [String(name)]: String(text) }));
    assert.equal(field, name);
    assert.match(
      String(message),
      /has no effect on a lesson, which has lesson, step, caption, explorer, locale, theme$/,
    );
  }
  assert.deepEqual(problemsOf(settingsOf({ step: "ratio" })), [["step", "step: must come with a lesson, got none"]]);
  const [[field, message] = []] = problemsOf(settingsOf({ lesson: "a&place=train" }));
  assert.equal(field, "lesson");
  assert.match(String(message), /must be the name of a lesson as in the course's links, got "a&place=train"$/);
});

test("an object replaces the whole state, or is refused by field", () => {
  const settings = settingsOf({ "d-k": "8" });
  settings.replace({ heads: 2 });
  assert.deepEqual(settings.state, changeState(defaultState, { heads: 2 }));
  settings.replace({ heads: 0 });
  assert.deepEqual(
    problemsOf(settings).map(([field]) => field),
    ["state"],
  );
  assert.equal(settings.state.heads, 2);
  settings.replace(settings.state);
  assert.deepEqual(problemsOf(settings), []);
});

test("inputs of the element are the walk's; what cannot be shown is reported, and null goes back to the recipe", () => {
  const settings = new Settings();
  const tensor = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, at) => at / 8),
  });
  settings.set("causal", "false");
  settings.give({ Q: tensor(2, 3, 4), K: tensor(1, 3, 4), V: tensor(1, 3, 2) });
  assert.deepEqual([...settings.problems.keys()], []);
  assert.equal(settings.state.recipe, "given");
  assert.equal(settings.state.causal, false);
  settings.set("sentence", "the cat sat");
  settings.update();
  assert.equal(settings.state.sentence, "the cat sat");
  for (const [wrong, message] of /** @type {[unknown, RegExp][]} */ ([
    [{ Q: tensor(2, 3, 4) }, /K: must be given with the others of Q, K and V/],
    [{ Q: tensor(3, 4) }, /Q.shape: must be an array of 3 sizes/],
    [{ Q: { shape: [1, 1, 1], data: ["a"] } }, /Q.data\[0\]: must be a number/],
    ["q.npz", /inputs: must be an object/],
    [{ W: tensor(1) }, /W: unknown input/],
  ])) {
    settings.give(wrong);
    assert.match(settings.problems.get("inputs")?.message ?? "", message);
    assert.equal(settings.state.recipe, "given", "the tensors before stay");
  }
  settings.give(null);
  assert.deepEqual([settings.state.recipe, settings.state.given, settings.problems.size], ["random", null, 0]);
  settings.set("heads", "2");
  settings.give({ X: tensor(3, 4), Wq: tensor(4, 6), Wk: tensor(4, 6), Wv: tensor(4, 6) });
  assert.deepEqual([settings.state.given?.heads, settings.problems.size], [2, 0]);
});
