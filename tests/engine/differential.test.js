/** Fast paths, tiles, caches and gradients against the traced walk on 3,000 random specs; `npm run test:slow` checks 30,000 more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { checkSeed } from "../support/differential/check-seed.js";
import { KINDS, wideWalk } from "../support/differential/wide-walks.js";

const SPECS = 3000;
const engine = await createEngine();

for (let part = 0; part < 10; part++) {
  const [first, end] = [(part * SPECS) / 10, ((part + 1) * SPECS) / 10];
  test(`seeds ${first} to ${end - 1}: every way to compute a spec gives the traced walk's numbers`, () => {
    for (let seed = first; seed < end; seed++) checkSeed(engine, seed);
  });
}

/** Specs that once differed: every seed is a walk of wide-walks.js. @type {Record<string, number[]>} */
const REGRESSIONS = {
  "after_softmax_renormalised without any mask is softmax": [8369, 29888],
  "renormalised rows whose mean gradient is NaN have NaN gradients of hidden scores": [8409, 18128, 22340],
  "a sink of NaN or infinity changes no row of tiles whose scores are all -Infinity": [9632, 16351, 19192, 20843],
  "a dropped score of NaN or infinity makes the weights of earlier keys NaN in tiles": [21273, 23994, 28345],
  "NaN that a number does not depend on leaves its last digits alone": [27060, 29453],
  "probabilities near the smallest floats differ by no more than they lose": [4436, 9072, 14126, 16344, 21569, 27737],
  "a value of infinity with a weight that underflows": [1094, 2810, 15435, 19725, 22747, 31911],
  "what is rescaled at a new maximum and vanishes": [7488, 32568],
  "a score of NaN among scores of -Infinity, dropped or hidden after softmax": [38311, 42223, 56409, 61493],
  "a weight below 2^-125 of its row's largest, and a gradient of NaN": [77754],
  "gradients divided by a sum near 0, which overflow in the walk alone": [46788],
};
for (const [name, seeds] of Object.entries(REGRESSIONS))
  test(name, () => seeds.forEach((seed) => checkSeed(engine, seed)));

test("the specs cover every kind of numbers, windows with sink tokens, several blocks of keys and rows without keys", () => {
  const walks = Array.from({ length: 600 }, (_, seed) => wideWalk(seed));
  const count = (/** @type {(walk: import("../support/differential/wide-walks.js").WideWalk) => unknown} */ holds) =>
    walks.filter(holds).length;
  for (const kind of KINDS) assert.ok(count((walk) => walk.kind === kind) >= 30, kind);
  assert.ok(count(({ inputs }) => Number((inputs.C ?? inputs.X ?? inputs.E)?.shape[0]) > 128) >= 10);
  assert.ok(count(({ spec }) => spec.window !== undefined && spec.sink_tokens > 60) >= 20);
  assert.ok(count(({ spec }) => spec.mask_mode === "after_softmax_renormalised") >= 30);
  assert.ok(count(({ inputs }) => inputs.allow?.shape.length === 3) >= 50);
});
