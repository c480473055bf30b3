import assert from "node:assert/strict";
import { test } from "node:test";

import { controlOf, controlsFor, steps, wordsOf } from "../../web/state/controls.js";
import { comparableFields, fieldGroups, fieldNames, fields, limits, primaryFields } from "../../web/state/fields.js";
import { changeState, defaultState } from "../../web/state/state.js";

/** @typedef {import("../../web/state/state.js").State} State */

/** @param {string} field @param {unknown} value */
const check = (field, value) => fields[/** @type {keyof State} */ (field)].check(field, value);

/** Every valid value of a field whose values are whole numbers. @param {keyof State} field */
function allOf(field) {
  const { min, max } = /** @type {Record<string, {min: number, max: number}>} */ (limits)[field];
  return Array.from({ length: max - min + 1 }, (_, at) => min + at);
}

test("sliders step finely where numbers are small and coarser above, and reach both ends", () => {
  assert.deepEqual(steps(1, 20), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20]);
  assert.deepEqual(steps(0, 3), [0, 1, 2, 3]);
  assert.deepEqual(steps(1, 9, 2), [2, 4, 6, 8]);
  for (const [min, max, every] of [
    [1, 256, 1],
    [1, 256, 2],
    [0, 511, 1],
    [17, 512, 1],
  ]) {
    const stops = steps(min, max, every);
    assert.deepEqual([stops[0], stops.at(-1)], [Math.ceil(min / every) * every, max - (max % every)]);
    stops.slice(1).forEach((stop, at) => {
      const step = stop - stops[at];
      assert.ok(step > 0 && step <= Math.max(every, stops[at] / 8) && stop % every === 0, `${stops[at]} to ${stop}`);
    });
    assert.ok(stops.length < 60, `${stops.length} stops`);
  }
});

test("the state accepts every stop and every start value of a slider", () => {
  const states = [{}, { sentence: "one" }, { heads: 12, position: "rope" }, { t5_buckets: 64, projections: false }].map(
    (patch) => changeState(defaultState, /** @type {Partial<State>} */ (patch)),
  );
  for (const state of states) {
    for (const field of fieldNames) {
      const { stops: stopsIn, on, isComplete } = controlOf[field] ?? {};
      if (on) check(field, on(state));
      const stops = stopsIn?.(state) ?? [];
      if (isComplete && field !== "kv_heads") assert.deepEqual(stops, allOf(field), field);
      assert.ok(
        stops.every((stop, at) => at === 0 || stop > stops[at - 1]),
        field,
      );
      for (const stop of stops) check(field, stop);
    }
    for (const kv_heads of controlOf.kv_heads?.stops?.(state) ?? [])
      assert.equal(changeState(state, { kv_heads }).kv_heads, kv_heads);
  }
  assert.deepEqual(controlOf.kv_heads?.stops?.(states[2]), [1, 2, 3, 4, 6, 12]);
});

test("every setting that changes numbers is placed exactly once: five always visible, the others in groups", () => {
  const placed = [...primaryFields, ...fieldGroups.flatMap(([, of]) => of)];
  assert.equal(primaryFields.length, 5);
  assert.equal(new Set(placed).size, placed.length);
  // Set in the sentence, in figures and in experiments.
  const elsewhere = ["sentence", "sentence_index", "head", "ignored_keys", "hidden_pairs", "token_order", "edits"];
  const states = ["rope", "shaw", "t5", "distance"].flatMap((position) => [
    { position, window: 1, dropout: 0.5, mask_value: -1, padding: 1, rope_scaling: "yarn" },
    { position, context: "a b", distance_form: "gaussian", norm: "rmsnorm", mlp: "gated", residual: "sequential" },
  ]);
  const offered = states.flatMap((patch) =>
    controlsFor(changeState(defaultState, /** @type {Partial<State>} */ (patch))),
  );
  const missing = [...new Set(offered)].filter((field) => ![...placed, ...elsewhere].includes(field));
  assert.deepEqual(missing, []);
  assert.deepEqual(
    placed.filter((field) => !offered.includes(field)),
    [],
  );
});

test("the state accepts every option that a choice offers", () => {
  const choices = fieldNames.filter((field) => wordsOf(field).length > 0);
  assert.ok(choices.length >= 8, `${choices}`);
  const withoutPart = ["position", "norm", "qk_norm", "residual", "mlp", "rope_scaling"]; // "none" is a choice of theirs like any other
  for (const field of choices) {
    const isNullable = fields[field].read("none") === null;
    assert.equal(wordsOf(field).includes("none"), isNullable || withoutPart.includes(field), field);
    for (const word of wordsOf(field)) check(field, isNullable && word === "none" ? null : word);
  }
});

test("a comparison changes only fields that are a single choice, switch or number", () => {
  for (const field of comparableFields) {
    const isNumber = field in limits && field !== "batch";
    const isSwitch = typeof defaultState[field] === "boolean";
    assert.ok(isNumber || isSwitch || wordsOf(field).length > 0, field);
  }
});
