/** Fuzzing of the C API under sanitizers, with the same inputs in every run; `npm run test:slow` goes on for ten minutes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildFuzzer, fuzz } from "../../support/native/fuzzing.js";
import { temporaryFolder } from "../../support/machine.js";
import { inputs } from "../../support/share.js";

for (const [driver, runs] of /** @type {const} */ ([
  ["fuzz", inputs(10_000)],
  ["fuzz-model", inputs(2_000)],
])) {
  test(`${runs} inputs of ${driver}.c break nothing`, async (t) => {
    const program = await buildFuzzer(driver);
    const inputs = await fuzz(program, await temporaryFolder(t), { runs, seed: 1 });
    assert.ok(inputs >= runs, `${inputs} inputs`);
  });
}
