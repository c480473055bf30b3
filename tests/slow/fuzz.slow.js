/** Ten minutes of fuzzing the C API under sanitizers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildFuzzer, fuzz } from "../support/native/fuzzing.js";
import { temporaryFolder } from "../support/machine.js";

test("ten minutes of fuzzing find no fault", async (t) => {
  const inputs = await fuzz(await buildFuzzer(), await temporaryFolder(t), { seconds: 600 });
  t.diagnostic(`${inputs} inputs`);
  assert.ok(inputs > 10_000, `${inputs} inputs`);
});
