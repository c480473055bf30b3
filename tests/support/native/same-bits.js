/** The bytes that a build of the engine computes for every reference case and the corpus, and the check that a native build gives the same. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { AttentionError, createEngine } from "../../../web/engine/index.js";
import { randomBlock } from "../blocks/random-blocks.js";
import { allNumbers, canonical, corpus, fastNumbers, sha256 } from "../corpus.js";
import { buildNative } from "./compile.js";
import { readWalkCases } from "../variants/variants.js";
import { encode } from "./walk-file.js";

/** @typedef {import("../../../web/engine/index.js").Engine} Engine */
/** @typedef {import("../walks.js").Walk} Walk */
/** @typedef {{input: Buffer, cases: Buffer, corpus: Buffer, fast: Buffer}} Bits input: the input of tests/native/walk.c; cases, corpus: all tensors of all walks; fast: the results of the fast paths */

/**
 * @param {Uint8Array} bytes floats
 * @returns {Promise<string>} SHA-256, with the same bits for every NaN: its sign and payload differ between machines
 */
export const hashOf = (bytes) => sha256(canonical(new Float32Array(new Uint8Array(bytes).buffer)));

/** @param {Engine} engine @returns {Promise<Bits>} */
export async function bitsOf(engine) {
  const cases = (await readWalkCases()).filter(({ spec, inputs }) => supports(engine, spec, inputs));
  assert.ok(cases.length >= 150, `got ${cases.length} cases`);
  const blocks = Array.from({ length: 100 }, (_, seed) => randomBlock(seed, { odd: seed % 4 === 3 }));
  const first = runAll(engine, /** @type {any[]} */ ([...cases, ...blocks]));
  const second = runAll(engine, corpus());
  return {
    input: Buffer.concat([first.input, second.input]),
    cases: first.output,
    corpus: second.output,
    fast: Buffer.concat([first.fast, second.fast]),
  };
}

/** @param {Engine} engine @param {any} spec @param {any} inputs */
function supports(engine, spec, inputs) {
  try {
    engine.trace(spec, inputs).free();
    return true;
  } catch (error) {
    if (error instanceof AttentionError) return false;
    throw error;
  }
}

/** @param {Engine} engine @param {Walk[]} walks */
function runAll(engine, walks) {
  const output = [];
  const input = [];
  const fast = [];
  for (const walk of walks) {
    const { spec, inputs } = walk;
    const run = engine.trace(spec, inputs).finish();
    const isBlock = ["norm", "qk_norm", "residual", "mlp"].some((part) => (spec[part] ?? "none") !== "none");
    const results = isBlock ? [engine.forward(spec, inputs).output.data] : fastNumbers(engine, run, walk);
    fast.push(...results.map(({ buffer }) => new Uint8Array(buffer)));
    input.push(...encode(run, inputs));
    output.push(...allNumbers(engine, run).map(({ buffer }) => new Uint8Array(buffer)));
    run.free();
  }
  return { input: Buffer.concat(input), output: Buffer.concat(output), fast: Buffer.concat(fast) };
}

/**
 * Checks that a native build gives the same bits as the WebAssembly with SIMD.
 * @param {Bits} wanted
 * @param {Pick<Parameters<typeof buildNative>[0], "compiler" | "backend" | "flags">} build
 */
export async function checkNative(wanted, build) {
  await checkProgram(wanted, await buildNative({ ...build, drivers: ["tests/native/walk.c"] }));
}

/**
 * @param {Bits} wanted
 * @param {string} program path of tests/native/walk.c, compiled with the engine
 */
export async function checkProgram(wanted, program) {
  const folder = await mkdtemp(join(tmpdir(), "attention-bits-"));
  try {
    const [input, output, fast] = ["input", "output", "fast"].map((name) => join(folder, name));
    await writeFile(`${input}`, wanted.input);
    await promisify(execFile)(program, [`${input}`, `${output}`, `${fast}`], {
      env: { ...process.env, ASAN_OPTIONS: "detect_leaks=0" },
    });
    await checkSame(await readFile(`${output}`), Buffer.concat([wanted.cases, wanted.corpus]), "tensors of the walks");
    await checkSame(await readFile(`${fast}`), wanted.fast, "results of the fast paths");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {Uint8Array} got floats
 * @param {Uint8Array} wanted floats
 * @param {string} what the name of these numbers
 */
export async function checkSame(got, wanted, what) {
  assert.equal(got.length, wanted.length, `bytes of the ${what}`);
  assert.equal(await hashOf(got), await hashOf(wanted), `${what}: ${firstDifference(got, wanted)}`);
}

/** @param {Uint8Array} native @param {Uint8Array} bytes wanted */
function firstDifference(native, bytes) {
  const [got, want] = [native, bytes].map((each) => new Float32Array(new Uint8Array(each).buffer));
  const at = want?.findIndex((x, n) => !Object.is(x, got?.[n])) ?? -1;
  return `float ${at}: got ${got?.[at]}, want ${want?.[at]}`;
}

/** The WebAssembly with SIMD, whose bits every other build must give. */
export const simd128 = () => createEngine({ build: "simd128" });
