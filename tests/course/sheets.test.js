/** Exercise sheets: every answer against one that was found by hand, and against the float64 oracle; the pages that are built. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Reading } from "../../web/course/reading.js";
import { sheets } from "../../web/course/sheets.js";
import { createEngine } from "../../web/engine/index.js";
import { words } from "../../web/words/words.js";
import { inputsOf } from "../../web/state/inputs.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { readLink } from "../../web/state/url.js";
import { readText } from "../support/machine.js";
import { reading } from "../support/course/course.js";
import { oracle } from "../support/oracles/oracle.js";

const engine = await createEngine();
const { t } = words("en");
const exercises = sheets.flatMap(({ id: sheet, exercises: of }) => of.map((exercise) => ({ sheet, exercise })));

/** The softmax of some scores. @param {readonly number[]} scores */
const softmax = (scores) => {
  const powers = scores.map(Math.exp);
  return powers.map((power) => power / powers.reduce((sum, each) => sum + each, 0));
};
/** @param {readonly number[]} values @param {number} digits */
const list = (values, digits) =>
  values.map((value) => (value === 0 ? "0" : value.toFixed(digits).replace("-", "−"))).join(", ");
/** @param {readonly number[]} values */
const total = (values) => values.reduce((sum, value) => sum + value, 0);

const shares = softmax([1, 2, 3, 4]);
const later = softmax([2, 4, 6, 8]).slice(0, 2);

/** The answers, found by hand. @type {Record<string, Record<string, Record<string, string | number>>>} */
const answers = {
  scores: {
    dot: { score: (0.56 - 0.3 + 0.42).toFixed(2) },
    longer: { score: (2 * (0.56 - 0.3 + 0.42)).toFixed(2) },
    table: { rows: "1, 1, 0 / 1, 5, −2 / 0, −2, 1" },
    scaled: { row: list([1 / Math.SQRT2, 5 / Math.SQRT2, -2 / Math.SQRT2], 2) },
    softmax: { scores: "1, 2, 3, 4", row: list(shares, 4) },
    temperature: { row: list(softmax([0.5, 1, 1.5, 2]), 4), ratio: Math.exp(1.5).toFixed(2) },
    context: { value: total(shares.map((share, at) => share * (at + 1))).toFixed(2) },
  },
  masks: {
    causal: { hidden: 5 + 4 + 3 + 2 + 1, all: 36 },
    row: { first: "1, 0, 0, 0", second: list([...softmax([2, 4]), 0, 0], 4) },
    after: { row: list([...later, 0, 0], 4), sum: total(later).toFixed(4) },
    padding: { keys: 5, hidden: 2 },
    window: { visible: 1 + 2 + 6 * 3 },
    alibi: { first: list([-5 / 16], 4), second: list([-5 / 256], 4) },
    waves: { row: list([Math.sin(1), Math.cos(1), Math.sin(1 / 100), Math.cos(1 / 100)], 3) },
  },
  heads: {
    shapes: { Q: "8 × 6 × 8", weights: "8 × 6 × 6", concat: "6 × 64" },
    parameters: { count: 4 * 64 * 64 },
    split: { one: 6 * 6 * 64, eight: 8 * 6 * 6 * 8, scores: 36, split: 8 * 36 },
    columns: { reached: 6, first: 17, last: 24 },
    shared: { Wk: "64 × 16", heads: "2 × 6 × 8" },
    cache: { bytes: 6 * 2 * (8 + 8) * 4, all: 6 * 8 * (8 + 8) * 4, share: "25 %" },
    double: { Q: "2", weights: "4" },
  },
};

test("every exercise has the answer that was found by hand", () => {
  for (const { sheet, exercise } of exercises)
    assert.deepEqual(
      reading(exercise.state, exercise.facts),
      answers[sheet]?.[exercise.id],
      `${sheet}, ${exercise.id}`,
    );
  assert.equal(exercises.length, Object.values(answers).flatMap((of) => Object.keys(of)).length);
});

/** The walk of a state in float64, without the engine. @param {import("../../web/state/state.js").State} state */
function exactWalk(state) {
  const { spec, inputs, tokens, contextTokens } = inputsOf(state, engine);
  /** @type {Record<string, import("../support/oracles/oracle.js").AnyTensor>} */
  const tensors = { ...inputs, ...oracle(spec, inputs) };
  const run = { stages: Object.keys(tensors), tensor: (/** @type {string} */ id) => tensors[id], free: () => {} };
  return /** @type {import("../../web/course/reading.js").Walk} */ (
    /** @type {unknown} */ ({ run, tokens, contextTokens })
  );
}

test("the engine's answers are those of float64 arithmetic", () => {
  for (const { sheet, exercise } of exercises) {
    if (exercise.id === "columns") continue; // it asks which numbers use one, which the oracle does not know
    const state = changeState(defaultState, exercise.state);
    const exact = exercise.facts(new Reading(state, exactWalk(state), exactWalk));
    assert.deepEqual(reading(exercise.state, exercise.facts), exact, `${sheet}, ${exercise.id}`);
  }
});

test("the pages have every exercise with a link to its state, and the answers only on a page of their own", () => {
  const text = (/** @type {string} */ html) =>
    html
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");
  for (const { id, exercises: of } of sheets) {
    const [sheet, solved] = ["", "-answers"].map((end) => readText(`web/dist/docs/sheet-${id}${end}.html`));
    const [exercisesOf = "", hints = ""] = (sheet ?? "").split('<section class="hints"');
    const [asked, told] = [exercisesOf, solved ?? ""].map((html) => html.split(/(?=<li id=)/).slice(1));
    assert.deepEqual(
      Array.from(hints.matchAll(/<li>(.*?)<\/li>/g), ([, hint = ""]) => text(hint)),
      of.map((exercise) => t(`sheet-${id}-${exercise.id}-hint`)),
    );
    assert.deepEqual([asked?.length, told?.length], [of.length, of.length]);
    for (const [at, exercise] of of.entries()) {
      const words = t(`sheet-${id}-${exercise.id}`);
      const answer = t(`sheet-${id}-${exercise.id}-answer`, reading(exercise.state, exercise.facts));
      assert.ok(words !== "" && text(asked?.[at] ?? "").includes(words), exercise.id);
      assert.ok(text(told?.[at] ?? "").includes(answer), answer);
      assert.ok(!text(sheet ?? "").includes(answer), answer);
      const link = /index\.html#([^"]*)"/.exec(asked?.[at] ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
      const { state, leftOut } = readLink(link);
      assert.deepEqual([state, leftOut], [changeState(defaultState, exercise.state), []], exercise.id);
    }
  }
});

test("every exercise has a hint, which says how to begin and none of the answer's numbers", () => {
  for (const { sheet, exercise } of exercises) {
    const hint = t(`sheet-${sheet}-${exercise.id}-hint`);
    assert.ok(hint.length > 20, exercise.id);
    const facts = Object.values(reading(exercise.state, exercise.facts)).flatMap((fact) => String(fact).split(/ \/ /));
    for (const fact of facts) assert.ok(!` ${hint} `.includes(` ${fact} `), `${exercise.id}: ${fact}`);
  }
});
