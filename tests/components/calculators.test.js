/** The calculators: their products, sums, weights and gradients agree with float64, and typed numbers are read. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { cosineOf, hardMax } from "../../web/figures/measures/calculator-facts.js";
import { dotCase, readDot, softmaxCase } from "../../web/state/experiments/calculators.js";
import { readNumbers, writeNumbers } from "../../web/state/typed-numbers.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateFromFragment, stateToFragment } from "../../web/state/url.js";

const engine = await createEngine();
const f = Math.fround;

/** @param {number[]} a @param {number[]} b */
function dotOf(a, b) {
  const { spec, inputs } = dotCase(a, b);
  const run = engine.trace(spec, inputs).finish();
  const facts = readDot(run.tensor("raw"), a.length);
  run.free();
  return facts;
}

/** @param {number} got @param {number} want @param {number} [within] */
const near = (got, want, within = 1e-6) => assert.ok(Math.abs(got - want) <= within, `${got}, wanted ${want}`);

test("the dot product of “chased” and “dog” is 0.56 − 0.30 + 0.42 = 0.68, and the cosine 0.53", () => {
  const facts = dotOf([0.7, -0.5, 0.6], [0.8, 0.6, 0.7]);
  for (const [at, want] of [0.56, -0.3, 0.42].entries()) near(facts.products[at] ?? NaN, want);
  for (const [at, want] of [0.56, 0.26, 0.68].entries()) near(facts.sums[at] ?? NaN, want);
  near(facts.dot, 0.68);
  near(facts.aa, 1.1);
  near(facts.bb, 1.49);
  near(cosineOf(facts), 0.68 / Math.sqrt(1.1 * 1.49));
  assert.equal(cosineOf(facts).toFixed(2), "0.53");
});

test("products and running sums are rounded step by step, as in the engine", () => {
  const a = Array.from({ length: 19 }, (_, at) => f(Math.sin(at + 1) * 3));
  const b = Array.from({ length: 19 }, (_, at) => f(Math.cos(at * at)));
  const facts = dotOf(a, b);
  let sum = 0;
  for (const [at, value] of a.entries()) {
    sum = f(sum + f(value * (b[at] ?? NaN)));
    assert.equal(facts.products[at], f(value * (b[at] ?? NaN)));
    assert.equal(facts.sums[at], sum);
  }
  assert.equal(facts.dot, sum);
  const single = dotOf([2], [-3]);
  assert.deepEqual([single.dot, single.aa, single.bb], [-6, 4, 9]);
  assert.ok(Number.isNaN(cosineOf(dotOf([0, 0], [1, 2]))));
});

test("softmax(1, 2, 3, 4) = 0.0321 0.0871 0.2369 0.6439; raw holds the scores; the gradient is w_i·([i = j] − w_j)/T", () => {
  for (const temperature of [1, 0.5, 3]) {
    const scores = [1, 2, 3, 4];
    const { spec, inputs } = softmaxCase(scores, temperature);
    const run = engine.trace(spec, inputs).finish();
    const powers = scores.map((score) => Math.exp(score / temperature));
    const total = powers.reduce((sum, power) => sum + power, 0);
    const want = powers.map((power) => power / total);
    assert.deepEqual([...run.tensor("raw").data], scores);
    const weights = [...run.tensor("weights").data];
    assert.deepEqual([...run.tensor("context").data], weights);
    weights.forEach((weight, at) => near(weight, want[at] ?? NaN));
    if (temperature === 1)
      assert.deepEqual(
        weights.map((weight) => weight.toFixed(4)),
        ["0.0321", "0.0871", "0.2369", "0.6439"],
      );
    const dOutput = { shape: [1, 4], data: [0, 0, 1, 0] };
    const gradient = [...(engine.backward(run, dOutput).raw?.data ?? [])];
    gradient.forEach((slope, at) => {
      const [own, other] = [want[2] ?? NaN, want[at] ?? NaN];
      near(slope, (own * ((at === 2 ? 1 : 0) - other)) / temperature);
    });
    run.free();
  }
});

test("a hidden score gets weight 0", () => {
  const { spec, inputs } = softmaxCase([2, null, 2], 1);
  const run = engine.trace(spec, inputs).finish();
  assert.deepEqual([...run.tensor("weights").data], [0.5, 0, 0.5]);
  run.free();
});

test("equal largest scores share the hard maximum, and hidden scores are ignored", () => {
  assert.deepEqual(hardMax([1, 4, 2]), [0, 1, 0]);
  assert.deepEqual(hardMax([4, null, 4]), [0.5, 0, 0.5]);
  assert.deepEqual(hardMax([null]), [0]);
});

test("typed numbers are read, and wrong ones are refused by name", () => {
  assert.deepEqual(readNumbers("[0.7, −0.5; .6 1e-3]"), { numbers: [0.7, -0.5, 0.6, 0.001] });
  assert.deepEqual(readNumbers("1 -inf −∞", { hidden: true }), { numbers: [1, null, null] });
  assert.deepEqual(readNumbers("1 -inf"), { problem: "number", word: "-inf" });
  assert.deepEqual(readNumbers("1 two 3"), { problem: "number", word: "two" });
  assert.deepEqual(readNumbers("1e39"), { problem: "large", word: "1e39" });
  assert.deepEqual(readNumbers(" , "), { problem: "empty", word: "" });
  assert.deepEqual(readNumbers("1 ".repeat(257)), { problem: "many", word: "257" });
  assert.equal(writeNumbers([0.7, -0.5, null, 1 / 3]), "0.7  −0.5  −∞  0.333333");
});

test("a link restores the calculators", () => {
  const patch = {
    experiment: "softmax",
    softmax_scores: [1, null, -2.5],
    softmax_temperature: 0.5,
    dot_a: [1],
    dot_b: [-2],
  };
  const state = changeState(defaultState, patch);
  assert.deepEqual(stateFromFragment(stateToFragment(state)), state);
  assert.throws(() => changeState(defaultState, { dot_a: [1, 2], dot_b: [1] }), { field: "dot_b" });
  assert.throws(() => changeState(defaultState, { dot_a: [1, 2] }), { field: "dot_b" });
  assert.throws(() => changeState(defaultState, { softmax_scores: [] }), { field: "softmax_scores" });
  assert.throws(() => changeState(defaultState, { softmax_temperature: 0 }), { field: "softmax_temperature" });
});
