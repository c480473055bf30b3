/** What dividing scores by the square root of d_k is for, measured: it matters where the first scores are large. */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  firstScales,
  firstScores,
  otherWidths,
  scalingSettings,
  scalingSteps,
  seenIn,
} from "../../web/components/train/scaling/runs.js";
import { createEngine } from "../../web/engine/index.js";
import { Random } from "../../web/training/random.js";
import { isRecorded, Session } from "../../web/training/session.js";
import { defaultSettings } from "../../web/training/settings.js";
import { tasks } from "../../web/training/tasks.js";

const engine = await createEngine();

/** The comparison on the page: what is seen with the division of scores, and without. @param {number} seed @param {number} init */
const both = (seed, init) => scalingSettings(seed, init).map((settings) => seenIn(trained(settings)));

/** A whole run, and what the page records of it. @param {import("../../web/training/settings.js").Settings} settings */
function trained(settings) {
  const session = new Session(engine, settings);
  /** @type {import("../../web/training/worker-messages.js").Snapshot[]} */
  const snapshots = [];
  const evaluations = [];
  for (let step = 0; step <= scalingSteps; step++) {
    if (isRecorded(step)) {
      const gradient = session.gradientOfWq();
      snapshots.push({ step, maps: session.maps(), gradient, weights: session.weights() });
      evaluations.push(session.evaluate());
    }
    if (step < scalingSteps) session.step();
  }
  session.model.free();
  return { facts: session.facts, snapshots, evaluations };
}

test("the two runs differ in the division alone, and both have d_k = 64", () => {
  for (const init of firstScales) {
    const [on, off] = scalingSettings(7, init);
    assert.deepEqual([on.seed, on.d_k, on.init, on.scaling], [7, 64, init, "on"]);
    assert.deepEqual({ ...on, scaling: "off" }, off);
  }
});

test("first scores have the spread that is said, with the division and without", () => {
  for (const init of firstScales) {
    const scores = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => scoresOf(scalingSettings(seed, init)[0]));
    const spread = Math.sqrt(scores.reduce((sum, score) => sum + score ** 2, 0) / scores.length);
    for (const isDivided of [true, false]) {
      const times = spread / (isDivided ? Math.sqrt(64) : 1) / firstScores(init, isDivided);
      assert.ok(times > 0.8 && times < 1.25, `× ${init}, divided ${isDivided}: ${times} times`);
    }
  }
});

test("with the division first scores are as large for every d_k; without it they grow with its square root", () => {
  const init = 12;
  for (const d_k of otherWidths) {
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    const scores = seeds.flatMap((seed) => scoresOf({ ...scalingSettings(seed, init)[0], d_k }));
    const spread = Math.sqrt(scores.reduce((sum, score) => sum + score ** 2, 0) / scores.length);
    for (const isDivided of [true, false]) {
      const times = spread / (isDivided ? Math.sqrt(d_k) : 1) / firstScores(init, isDivided, d_k);
      assert.ok(times > 0.8 && times < 1.25, `d_k ${d_k}, divided ${isDivided}: ${times} times`);
    }
  }
});

/** Scores q · k, not divided, of every token at every position with every other. @param {import("../../web/training/settings.js").Settings} settings */
function scoresOf(settings) {
  const { model } = new Session(engine, settings);
  const weights = model.weights();
  model.free();
  const rows = (/** @type {string} */ name) => {
    const { data, shape: [count = 0, width = 0] = [] } = weights[name] ?? assert.fail(name);
    return Array.from({ length: count }, (_, row) => Array.from(data.slice(row * width, (row + 1) * width)));
  };
  const X = rows("token_embedding").flatMap((token) =>
    rows("position_embedding").map((position) => token.map((number, at) => number + (position[at] ?? NaN))),
  );
  const times = (/** @type {number[][]} */ W) =>
    X.map((row) => (W[0] ?? []).map((_, column) => row.reduce((sum, x, at) => sum + x * (W[at]?.[column] ?? NaN), 0)));
  const [Q, K] = [times(rows("layers.0.Wq")), times(rows("layers.0.Wk"))];
  return Q.flatMap((q) => K.map((k) => q.reduce((sum, x, at) => sum + x * (k[at] ?? NaN), 0)));
}

for (const seed of [1, 2, 3, 4, 5])
  test(`seed ${seed}: from large first scores, d_k = 64 is learned with the division by 8 and not without`, () => {
    const [on, off] = both(seed, 12);
    assert.ok(on && off);
    assert.ok(on.learned !== null && on.accuracy >= 0.99, `divided: ${on.accuracy}`);
    assert.ok(off.learned === null && off.accuracy <= 0.8, `not divided: ${off.accuracy}`);
    assert.deepEqual([on.rows, off.rows, off.saturated], [8, 8, 8]);
    assert.ok(on.saturated < 8, `${on.saturated} rows`);
    assert.ok(
      off.late < off.gradient / 10,
      `the gradient was ${off.gradient}, then ${off.late}: much is left to learn`,
    );
    assert.ok(off.loss > 0.5, String(off.loss));
    // Where each row looks at one token alone, the answer is right where that is the needed one.
    assert.deepEqual([on.found, on.saturatedLast, off.saturatedLast], [8, 8, 8]);
    assert.ok(off.found > 0 && off.found < 8, `${off.found} rows`);
  });

test("from smaller first scores both learn: the middle ones saturate rows only undivided, the usual ones none", () => {
  for (const seed of [1, 2])
    for (const init of [4, 1]) {
      const [on, off] = both(seed, init);
      assert.ok(on && off);
      assert.ok(on.learned !== null && off.learned !== null, `× ${init}: ${on.accuracy}, ${off.accuracy}`);
      assert.equal(on.saturated, 0);
      if (init === 4) assert.ok(off.saturated >= 4, `${off.saturated} rows`);
      else {
        // The scores, and so their gradient, are 8 times as large; softmax is near even in both.
        const times = off.gradient / on.gradient;
        assert.equal(off.saturated, 0);
        assert.ok(times > 6 && times < 12, `${times} times`);
        assert.ok(off.learned < on.learned, `${off.learned}, divided ${on.learned} steps`);
      }
    }
});

test("what is seen in a run: rows with a weight above 0.99, the median of later gradients, the step that learned", () => {
  const maps = Float32Array.from([0.5, 0.5, 0.995, 0.005, 0.98, 0.02, 0, 1]);
  const weights = new Float32Array(0);
  const later = Float32Array.from([0.4, 0.6, 1, 0, 0.005, 0.995, 0.001, 0.999]);
  const at = (/** @type {number} */ step, /** @type {number} */ gradient) => ({
    step,
    gradient,
    weights,
    maps: step === 400 ? later : maps,
  });
  const facts = /** @type {any} */ ({ layers: [{ heads: 2, queries: 2, keys: 2 }] });
  const snapshots = [at(0, 3), at(100, 9), at(200, 5), at(300, 1), at(400, 4)];
  const evaluations = [0.1, 0.995, 0.98].map((accuracy, index) => ({ step: 200 * index, loss: 2 - index, accuracy }));
  const seen = seenIn({ facts, snapshots, evaluations });
  assert.deepEqual(seen, {
    rows: 4,
    saturated: 2,
    saturatedLast: 3,
    found: 3,
    gradient: 3,
    late: 4,
    learned: 200,
    accuracy: 0.98,
    loss: 0,
  });
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
