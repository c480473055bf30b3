/** Half a minute of fuzzing the C API under sanitizers; `npm run test:slow` goes on for ten. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildFuzzer, fuzz } from "../support/fuzzing.js";
import { temporaryFolder } from "../support/machine.js";

test("30 seconds of fuzzing break nothing", async (t) => {
  const inputs = await fuzz(await buildFuzzer(), await temporaryFolder(t), 30);
  t.diagnostic(`${inputs} inputs`);
  assert.ok(inputs > 100, `${inputs} inputs`);
});
