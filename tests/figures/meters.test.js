/** Meters against numpy (reference/meters.py), by hand, and on the engine's own numbers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { inputsFromState } from "../../web/state/index.js";
import { difference, hiddenPairs, measure, rowOf, rowsOf, spread, summary } from "../../web/figures/measures/meters.js";
import { figureTrace } from "../../web/figures/index.js";
import { changeState, defaultState } from "../../web/state/state.js";

/** @typedef {{weights: number[], sum: number, largest: number, entropy: number, gradient: number}} NumpyRow */
const reference = JSON.parse(readFileSync(new URL("../reference/meters.json", import.meta.url), "utf8"));
const engine = await createEngine();

/** @param {number} got @param {number} wanted @param {number} [tolerance] */
function near(got, wanted, tolerance = 1e-12) {
  assert.ok(Math.abs(got - wanted) <= tolerance * Math.max(1, Math.abs(wanted)), `got ${got}, wanted ${wanted}`);
}

/** @param {Partial<import("../../web/state/state.js").State>} patch */
function traceOf(patch) {
  const { spec, inputs } = inputsFromState(changeState(defaultState, patch), engine);
  return figureTrace(engine.trace(spec, inputs).finish(), inputs);
}

test("a row's sum, maximum, entropy and gradient match numpy", () => {
  assert.ok(reference.rows.length >= 24);
  for (const { weights, ...wanted } of /** @type {NumpyRow[]} */ (reference.rows)) {
    const got = rowOf(weights, 0, weights.length);
    for (const key of /** @type {const} */ (["sum", "largest", "entropy", "gradient"])) near(got[key], wanted[key]);
  }
});

test("a saturated row's gradient keeps its digits", () => {
  const rest = 1e-9;
  const { gradient } = rowOf([1 - rest, rest], 0, 2);
  near(gradient / (2 * rest), 1, 1e-6); // all four entries of the Jacobian are p(1 - p)
});

test("mean and variance match numpy and skip non-finite numbers", () => {
  for (const { values, mean, variance } of reference.spreads) {
    const got = spread([-Infinity, ...values, NaN]);
    assert.equal(got.count, values.length);
    near(got.mean, mean);
    near(got.variance, variance, 1e-9);
  }
});

test("a head's rows are measured from that head alone", () => {
  const data = [0.5, 0.5, 1, 0, 0.25, 0.75, 0, 0];
  const sums = (/** @type {number | "all"} */ head) =>
    rowsOf({ shape: [2, 2, 2], data }, head).map(({ largest }) => largest);
  assert.deepEqual(sums(0), [0.5, 1]);
  assert.deepEqual(sums(1), [0.75, 0]);
  assert.deepEqual(sums("all"), [0.5, 1, 0.75, 0]);
  assert.equal(summary(rowsOf({ shape: [2, 2, 2], data }, 1)).empty, 1);
});

test("the variance of q·k is near d_k, and scaling brings it near 1", () => {
  for (const d_k of [4, 16, 64]) {
    const trace = traceOf({ d_k, d_model: 64, heads: 8, sentence: "one two three four five six seven eight nine ten" });
    const { raw, scaled } = measure(trace, "all");
    assert.ok(raw.variance > d_k / 2 && raw.variance < d_k * 2, `${raw.variance} at d_k ${d_k}`);
    near(scaled.variance, raw.variance / d_k, 1e-5);
  }
});

test("without scaling the softmax saturates as d_k grows", () => {
  const [small, large] = [4, 64].map((d_k) => measure(traceOf({ d_k, scaling: false, causal: false }), "all"));
  assert.ok(large.entropy < small.entropy / 2 && large.gradient < small.gradient / 2 && large.largest > small.largest);
});

test("rows without visible keys are counted and excluded from the other measures", () => {
  const trace = traceOf({ sentence: "I love Science", padding: 2, padding_side: "start" });
  const { empty, count, entropy } = measure(trace, 0);
  assert.deepEqual([empty, count], [2, 5]);
  const { shape, data } = /** @type {import("../../web/figures/types.js").Tensor} */ (trace.tensor("weights"));
  const seeing = [2, 3, 4].map((i) => rowOf(data, i * shape[2], shape[2]).entropy);
  near(entropy, (seeing[0] + seeing[1] + seeing[2]) / 3);
  assert.deepEqual(hiddenPairs(trace, 0), { hidden: 25 - 6, pairs: 25 });
  assert.deepEqual(hiddenPairs(traceOf({ causal: false }), 0), { hidden: 0, pairs: 0 });
});

test("a difference treats equal infinities as 0 and locates its largest value", () => {
  const of = (/** @type {number[]} */ ...data) => ({ shape: [data.length], data });
  const { values, largest, at, moved } = difference(of(-Infinity, 1, 3, NaN), of(-Infinity, 1, 5, NaN));
  assert.deepEqual([[...values], largest, at, moved], [[0, 0, -2, 0], 2, 2, 1]);
  const apart = difference(of(-Infinity, 1), of(0, 0.5));
  assert.deepEqual([[...apart.values], apart.largest, apart.moved], [[-Infinity, 0.5], 0.5, 2]);
  assert.equal(difference(of(0), of(-0)).moved, 0);
});
