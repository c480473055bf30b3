/** Ten minutes of fuzzing the C API under sanitizers: of walks and fast paths, and of models at the same time. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildFuzzer, fuzz } from "../support/native/fuzzing.js";
import { temporaryFolder } from "../support/machine.js";

describe("ten minutes of fuzzing find no fault", { concurrency: true }, () => {
  for (const driver of ["fuzz", "fuzz-model"]) {
    test(`${driver}.c`, async (t) => {
      const program = await buildFuzzer(driver);
      const inputs = await fuzz(program, await temporaryFolder(t), { seconds: 600 });
      t.diagnostic(`${inputs} inputs`);
      assert.ok(inputs > 10_000, `${inputs} inputs`);
    });
  }
});
