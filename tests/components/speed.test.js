/** The speed experiment: its schedule, with a simulated clock, and plain JavaScript's results against the engine's. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { plainLayer } from "../../web/components/labs/speed/plain-attention.js";
import { race } from "../../web/components/labs/speed/timing.js";
import { createEngine } from "../../web/engine/index.js";
import { inputsFromState } from "../../web/state/inputs.js";
import { changeState, defaultState } from "../../web/state/state.js";

/** @typedef {import("../../web/state/state.js").State} State */

/**
 * A simulated clock: each call takes the given time, and everything else takes none.
 * @param {Record<string, (n: number, call: number) => number>} costs milliseconds by contestant
 */
function world(costs) {
  let now = 0;
  let [turn, longestTurn] = [0, 0];
  /** @type {string[]} */
  const order = [];
  const contestantsAt = (/** @type {number} */ n) =>
    Object.entries(costs).map(([id, cost]) => {
      let calls = 0;
      const run = () => {
        const time = cost(n, calls++);
        now += time;
        turn += time;
        if (order.at(-1) !== id) order.push(id);
      };
      return { id, run };
    });
  const pause = async () => {
    longestTurn = Math.max(longestTurn, turn);
    turn = 0;
  };
  return { contestantsAt, around: { clock: () => now, pause }, order, longestTurn: () => longestTurn };
}

/** @template T @param {AsyncIterable<T>} iterable */
async function all(iterable) {
  const list = [];
  for await (const one of iterable) list.push(one);
  return list;
}

test("contestants alternate in short slices, and the fastest and slowest turns are reported", async () => {
  // Every fourth call of b takes twice as long.
  const { contestantsAt, around, order, longestTurn } = world({
    a: (n) => n / 1000,
    b: (_n, call) => (call % 4 === 3 ? 20 : 10),
  });
  const samples = await all(race([16, 32], contestantsAt, { ...around, stopped: () => false }));
  assert.deepEqual(
    samples.map(({ n }) => n),
    [16, 32],
  );
  for (const { n, timed } of samples) {
    const [a, b] = timed;
    assert.ok(Math.abs((a?.fastest ?? 0) - n / 1000) < 1e-9 && Math.abs((a?.slowest ?? 0) - n / 1000) < 1e-9);
    assert.deepEqual([b?.fastest, b?.slowest], [10, 20]);
  }
  // Two sizes: one turn to find out how many calls fill a slice, and seven more.
  assert.equal(order.join(""), "ab".repeat(2 * 8));
  assert.ok(longestTurn() <= 20 + 1e-9, `${longestTurn()} ms without a pause`);
});

test("a contestant that would block the page for too long is not run again", async () => {
  const { contestantsAt, around, longestTurn } = world({ fast: () => 1, slow: (n) => n });
  const samples = await all(race([8, 16, 32, 64], contestantsAt, { ...around, stopped: () => false }));
  const ids = samples.map(({ timed }) => timed.map(({ id }) => id).join());
  // 16 tokens take 16 ms, so that 32 might take 64, which is more than 60.
  assert.deepEqual(ids, ["fast,slow", "fast,slow", "fast", "fast"]);
  assert.ok(longestTurn() <= 60);
});

test("one delayed call does not make turns too short for a coarse clock", async () => {
  const { contestantsAt, around } = world({ a: (_n, call) => (call === 0 ? 50 : 0.01) });
  const coarse = { ...around, clock: () => Math.floor(around.clock()), stopped: () => false };
  const [sample] = await all(race([8], contestantsAt, coarse));
  const { fastest = 0, slowest = 0 } = sample?.timed[0] ?? {};
  assert.ok(fastest > 0.008 && slowest < 0.0125, `${fastest} to ${slowest}`);
});

test("stopping ends the measurement at the next pause", async () => {
  let calls = 0;
  const { contestantsAt, around } = world({ a: () => (calls++, 1) });
  const samples = await all(race([8, 16], contestantsAt, { ...around, stopped: () => calls > 30 }));
  assert.equal(samples.length, 0);
  assert.ok(calls > 30 && calls < 60, `${calls} calls`);
});

const engine = await createEngine();
const sentence = "a b c d e f g h i";

/** @type {readonly [string, Partial<State>][]} */
const knownSettings = [
  ["as it is", {}],
  ["heads that share keys", { heads: 4, kv_heads: 2, d_k: 6, d_v: 5 }],
  ["causal", { heads: 2, causal: true }],
  ["learned positions, biases", { position: "learned", projection_bias: true }],
  ["another sentence", { context: "x y z", causal: false }],
  ["no scaling", { scaling: false }],
  ["no weights", { projections: false, heads: 1 }],
];

for (const [name, patch] of knownSettings)
  test(`plain JavaScript gives the engine's numbers: ${name}`, () => {
    const { spec, inputs } = inputsFromState(changeState(defaultState, { sentence, ...patch }), engine);
    const run = engine.trace(spec, inputs).finish();
    const right = run.tensor("output");
    const plain = plainLayer(spec, inputs)?.();
    run.free();
    assert.equal(plain?.length, right.data.length);
    const largest = right.data.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    right.data.forEach((value, at) => assert.ok(Math.abs(value - (plain?.[at] ?? NaN)) < 3e-6 * largest, `${at}`));
  });

/** @type {readonly [string, Partial<State>][]} */
const otherSettings = [
  ["positions that the engine makes", { position: "sinusoidal" }],
  ["rotation", { position: "rope", d_k: 8 }],
  ["ALiBi", { position: "alibi" }],
  ["a window", { window: 2 }],
  ["a softcap", { softcap: 5 }],
  ["padding", { padding: 2 }],
  ["masking after the softmax", { causal: true, mask_mode: "after_softmax" }],
  ["a finite mask", { causal: true, mask_value: -10 }],
  ["dropout", { dropout: 0.5 }],
];

for (const [name, patch] of otherSettings)
  test(`plain JavaScript is left out where it lacks the setting: ${name}`, () => {
    const { spec, inputs } = inputsFromState(changeState(defaultState, { sentence, ...patch }), engine);
    assert.equal(plainLayer(spec, inputs), null);
  });
