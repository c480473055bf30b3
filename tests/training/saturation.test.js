/** What dividing scores by the square root of d_k is for, measured: it matters where the first scores are large. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { variantsOf } from "../../web/components/train/what-if.js";
import { createEngine } from "../../web/engine/index.js";
import { Random } from "../../web/training/random.js";
import { Session } from "../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../web/training/settings.js";
import { tasks } from "../../web/training/tasks.js";

const engine = await createEngine();

/**
 * Trains with and without what a question changes.
 * @param {string} question
 * @param {number} seed
 */
function both(question, seed) {
  const variant = variantsOf(defaultSettings).find(({ id }) => id === question) ?? assert.fail(question);
  const own = changeSettings({ ...defaultSettings, seed }, variant.from);
  return [own, changeSettings(own, variant.patch)].map((settings) => {
    const session = new Session(engine, settings);
    const gradients = [];
    for (let step = 0; step < tasks.reverse.steps; step++) {
      if (step % 10 === 0) gradients.push(session.gradientOfWq());
      session.step();
    }
    const { accuracy } = session.evaluate();
    session.model.free();
    return { settings, accuracy, gradients };
  });
}

/** The middle one of some numbers. @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

for (const seed of [1, 2, 3, 4, 5])
  test(`seed ${seed}: from large first Wq and Wk, d_k = 64 is learnt with the division by 8 and not without`, () => {
    const [scaled, unscaled] = both("saturated", seed);
    assert.ok(scaled && unscaled);
    assert.deepEqual([scaled.settings.d_k, unscaled.settings.d_k], [64, 64]);
    assert.deepEqual({ ...scaled.settings, scaling: "off" }, unscaled.settings, "one thing differs");
    assert.ok(scaled.accuracy >= 0.99, `scaled ${scaled.accuracy}`);
    assert.ok(unscaled.accuracy <= 0.8, `not scaled ${unscaled.accuracy}`);
    const [first, late] = [unscaled.gradients[0] ?? NaN, median(unscaled.gradients.slice(-20))];
    assert.ok(
      late < first / 10,
      `the gradient of Wq was ${first}, and in the second half ${late}: there is much to learn`,
    );
  });

test("from the usual first weights, d_k = 64 is learnt without the division too, with a gradient about 8 times as long", () => {
  for (const seed of [1, 2]) {
    const [scaled, unscaled] = both("unscaled", seed);
    assert.ok(scaled && unscaled);
    assert.deepEqual([scaled.settings.d_k, unscaled.settings.d_k, unscaled.settings.scaling], [64, 64, "off"]);
    assert.ok(scaled.accuracy >= 0.99 && unscaled.accuracy >= 0.99, `${scaled.accuracy}, ${unscaled.accuracy}`);
    const ratio = (unscaled.gradients[0] ?? NaN) / (scaled.gradients[0] ?? NaN);
    assert.ok(ratio > 6 && ratio < 10, `${ratio} times`);
  }
});

test("the gradient of Wq has the length that differences of losses give, number by number", () => {
  const session = new Session(engine, { ...defaultSettings, dropout: 0.3, init: 4 });
  const { model } = session;
  const batch = tasks.reverse.draw(new Random(engine.torchRandom(1_000_004)), 16);
  const first = model.weights();
  const Wq = first["layers.0.Wq"] ?? assert.fail();
  const h = 0.01;
  const lossWith = (/** @type {number} */ at, /** @type {number} */ change) => {
    const data = Float32Array.from(Wq.data);
    data[at] = (data[at] ?? NaN) + change;
    model.load({ "layers.0.Wq": { shape: Wq.shape, data } });
    return model.evaluate(batch).loss;
  };
  const differences = Array.from(Wq.data, (_, at) => (lossWith(at, h) - lossWith(at, -h)) / (2 * h));
  const expected = Math.hypot(...differences);
  model.load({ "layers.0.Wq": Wq });
  const gradient = session.gradientOfWq();
  assert.ok(Math.abs(gradient - expected) < 0.02 * expected, `${gradient}, differences ${expected}`);
  assert.deepEqual(model.weights(), first);
  model.free();
});

test("the first Wq and Wk are those of the seed times the factor; everything else stays", () => {
  const [usual, larger] = [1, 12].map((init) => {
    const { model } = new Session(engine, { ...defaultSettings, init });
    const weights = model.weights();
    model.free();
    return weights;
  });
  for (const [name, { data }] of Object.entries(usual ?? {})) {
    const factor = /W[qk]$/.test(name) ? 12 : 1;
    assert.deepEqual(
      larger?.[name]?.data,
      data.map((weight) => Math.fround(factor * weight)),
      name,
    );
  }
});
