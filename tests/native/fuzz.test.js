/** Fuzzing of the C API under sanitizers, with the same inputs in every run; `npm run test:slow` goes on for ten minutes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildFuzzer, fuzz } from "../support/native/fuzzing.js";
import { temporaryFolder } from "../support/machine.js";

const RUNS = 10_000;

test(`${RUNS} inputs break nothing`, async (t) => {
  const inputs = await fuzz(await buildFuzzer(), await temporaryFolder(t), { runs: RUNS, seed: 1 });
  assert.ok(inputs >= RUNS, `${inputs} inputs`);
});
