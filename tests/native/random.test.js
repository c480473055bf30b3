/** PyTorch's random numbers, drawn by the C code that native compilers make: the bits of the WebAssembly, within bounds. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

import { createEngine } from "../../web/engine/index.js";
import { buildNative } from "../support/native/compile.js";
import { sha256 } from "../support/sha256.js";

const engine = await createEngine();
/** @typedef {"scalar" | "avx2"} Path */
const PATHS = /** @type {Path[]} */ (["scalar", "avx2"]);
const N = 200_000;

/**
 * What tests/native/random.c writes.
 * @param {number} seed
 * @param {Path} path
 * @param {number} n
 */
function drawAll(seed, path, n) {
  const random = engine.torchRandom(seed, path);
  return sha256([
    random.bits(n),
    random.rand(n),
    random.rand64(n),
    random.uniform(n, Math.fround(-0.3), Math.fround(0.7)),
    random.randn(n),
    random.randn64(n),
    random.randint(-5, 77, n),
    random.randperm(n),
    random.dropoutKeep(0.25, n),
  ]);
}

/**
 * @param {string} program
 * @param {number} n
 */
function compareDraws(program, n) {
  for (const path of PATHS) {
    const { stdout, status } = spawnSync(program, ["draws", "77", path === "avx2" ? "1" : "0", String(n)], {
      maxBuffer: 2 ** 25,
    });
    assert.equal(status, 0);
    assert.equal(sha256([stdout]), drawAll(77, path, n), path);
  }
}

for (const compiler of /** @type {const} */ (["gcc", "clang"])) {
  test(`${compiler} draws the same bits as the wasm, stays within bounds, and fuses like fmaf`, async () => {
    const program = await buildNative({ compiler, drivers: ["tests/native/random.c"] });
    compareDraws(program, N);
    compareDraws(program, 13);
    await promisify(execFile)(program, ["guards"]);
    await promisify(execFile)(program, ["fused", "3000000"]);
  });
}

test("the sanitizers find no error", async () => {
  const flags = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
  const program = await buildNative({ compiler: "clang", drivers: ["tests/native/random.c"], flags });
  compareDraws(program, 3001);
  await promisify(execFile)(program, ["guards"]);
  await promisify(execFile)(program, ["fused", "100000"]);
});
