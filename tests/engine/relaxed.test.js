/** The relaxed build: the traced walk keeps its bits, the fast paths stay close to it, and a machine without relaxed SIMD refuses it. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { relaxedSimd } from "wasm-feature-detect";
import { CORPUS_HASH } from "../support/corpus.js";
import { dist } from "../support/machine.js";

const built = existsSync(`${dist}attention-relaxed.wasm`);
const skip = built ? false : "build.sh found no LLVM 19 to build it with";
const inside = await relaxedSimd();

/** Runs in a Node that has relaxed SIMD: prints the walk's hash, and how far the fast paths are from the simd128 build's. */
const program = `
  import { createEngine } from "./web/engine/index.js";
  import { corpus, corpusNumbers, fastNumbers, sha256 } from "./tests/support/corpus.js";
  const [relaxed, exact] = await Promise.all([createEngine({ build: "relaxed" }), createEngine()]);
  let [worst, differ, compared] = [0, 0, 0];
  for (const walk of corpus()) {
    const run = exact.trace(walk.spec, walk.inputs).finish();
    const [got, want] = [relaxed, exact].map((engine) => fastNumbers(engine, run, walk));
    run.free();
    if (want.some((numbers) => numbers.some((x) => !(Math.abs(x) < 1e3)))) continue;
    const last = want.length - 1;
    for (const at of [0, last]) {
      const largest = want[at].reduce((max, x) => Math.max(max, Math.abs(x)), 1);
      want[at].forEach((x, n) => {
        worst = Math.max(worst, Math.abs(x - got[at][n]) / largest);
        differ += Object.is(x, got[at][n]) ? 0 : 1;
        compared++;
      });
    }
  }
  console.log(JSON.stringify({ build: relaxed.build, hash: await sha256(corpusNumbers(relaxed)), worst, differ, compared }));`;

test("relaxed: the traced walk keeps its bits, the fast paths are close", { skip }, async () => {
  const flags = inside ? [] : ["--experimental-wasm-relaxed-simd"];
  const args = [...flags, "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: new URL("../../", import.meta.url) });
  const { build, hash, worst, differ, compared } = JSON.parse(stdout);
  assert.equal(build, "relaxed");
  assert.equal(hash, CORPUS_HASH);
  assert.ok(worst < 5e-6, `off by ${worst}`);
  assert.ok(differ > 0 && compared > 5000, `${differ} of ${compared} numbers differ`);
});

test("a machine without relaxed SIMD is refused by name", { skip: inside ? "this machine has it" : skip }, async () => {
  await assert.rejects(
    createEngine({ build: "relaxed" }),
    (error) => error instanceof AttentionError && error.field === "build" && /relaxed needs/.test(error.message),
  );
});

test("a copy without the relaxed build says so", { skip: built ? "this one was built with it" : false }, async () => {
  const flags = inside ? [] : ["--experimental-wasm-relaxed-simd"];
  for (const engine of ["./web/engine/index.js", "./web/dist/engine.js"]) {
    const asking = `
      import { createEngine } from "${engine}";
      createEngine({ build: "relaxed" }).catch(({ field, message }) => console.log(field, "|", message));`;
    const args = [...flags, "--input-type=module", "--eval", asking];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: new URL("../../", import.meta.url) });
    assert.match(stdout, /^build \| .*built without LLVM 19/);
  }
});
