/** Every variant forward: each stage and each tensor left to be read, against the reference cases, in both builds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../web/engine/index.js";
import { readWalkCases, worstError } from "./variants.js";

/** What expected holds besides tensors of the walk. */
const NO_TENSORS = ["slopes", "bucket", "rel_index", "steps", "grads", "renormalised", "weights_unmasked", "zeroed"];
const WAITING = new Set(["grad_mha"]);

const cases = await readWalkCases();
const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);

for (const one of cases.filter(({ variant }) => !WAITING.has(variant))) {
  test(`${one.case}: every tensor within ${one.tolerance_float32}`, () => {
    const wanted = Object.keys(one.expected).filter((name) => !NO_TENSORS.includes(name));
    const { inputs } = one;
    for (const engine of engines) {
      const run = engine.trace(one.spec, inputs).finish();
      const readable = [...run.stages.filter((name) => !(name in inputs)), ...run.auxiliary];
      assert.deepEqual(readable.sort(), [...wanted].sort());
      for (const name of wanted) {
        const want = /** @type {import("./cases.js").CaseTensor} */ (one.expected[name]);
        const error = worstError(run.tensor(name), want);
        assert.ok(error <= one.tolerance_float32, `${engine.build} ${name}: off by ${error}`);
      }
      run.free();
    }
  });
}
