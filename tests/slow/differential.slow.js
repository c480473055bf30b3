/** Fast paths, tiles, caches and gradients against the traced walk on 30,000 more random specs than in `npm test`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { checkSeed } from "../support/differential/check-seed.js";

const engine = await createEngine();

test("every way to compute a spec gives the traced walk's numbers", () => {
  /** All of them, because one that differs in a corner should not keep the others from being seen. @type {string[]} */
  const differences = [];
  for (let seed = 3000; seed < 33_000; seed++) {
    try {
      checkSeed(engine, seed);
    } catch (error) {
      differences.push(/** @type {Error} */ (error).message);
    }
  }
  assert.deepEqual(differences, []);
});
