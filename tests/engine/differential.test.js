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
