/**
 * The promise of the product: the same bits from both WebAssembly builds and from native builds of two compilers, with
 * vectors and in plain C, at every level of optimisation. Over all reference cases and the corpus of 500 walks, whose
 * numbers have one hash that stands in corpus.js. NaN counts as one value: its sign and payload are not ours to choose.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import {
  allNumbers,
  canonical,
  corpus,
  CORPUS_HASH,
  FAST_HASH,
  fastCorpusNumbers,
  fastNumbers,
  sha256,
} from "../support/corpus.js";
import { buildNative } from "../support/native.js";
import { readWalkCases } from "../support/variants.js";
import { encode } from "../support/walk-file.js";

/** @typedef {import("../support/walks.js").Walk} Walk */

/** @param {Uint8Array} bytes floats @returns {Promise<string>} SHA-256, every NaN counted as the same */
const hash = (bytes) => sha256(canonical(new Float32Array(new Uint8Array(bytes).buffer)));

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);

/** @returns {Promise<Walk[]>} */
async function readCases() {
  const cases = (await readWalkCases()).filter(({ spec, inputs }) => supports(spec, inputs));
  assert.ok(cases.length >= 150, `got ${cases.length} cases`);
  return /** @type {any[]} */ (cases);
}

/**
 * @param {any} spec
 * @param {any} inputs
 */
function supports(spec, inputs) {
  try {
    engines[0].trace(spec, inputs).free();
    return true;
  } catch (error) {
    if (error instanceof AttentionError) return false;
    throw error;
  }
}

/**
 * @param {import("../../web/engine/index.js").Engine} engine
 * @param {Walk[]} walks
 */
function runAll(engine, walks) {
  const written = [];
  const read = [];
  const fast = [];
  for (const walk of walks) {
    const { spec, inputs } = walk;
    const run = engine.trace(spec, inputs).finish();
    fast.push(...fastNumbers(engine, run, walk).map(({ buffer }) => new Uint8Array(buffer)));
    read.push(...encode(run, inputs));
    written.push(...allNumbers(engine, run).map(({ buffer }) => new Uint8Array(buffer)));
    run.free();
  }
  return { input: Buffer.concat(read), output: Buffer.concat(written), fast: Buffer.concat(fast) };
}

const cases = await readCases();
const walks = [runAll(engines[0], cases), runAll(engines[0], corpus())];
const input = Buffer.concat(walks.map((part) => part.input));
const output = Buffer.concat(walks.map((part) => part.output));
const [casesHash, corpusHash] = await hashes(output);
const fast = Buffer.concat(walks.map((part) => part.fast));
const fastHash = await hash(fast);

/** @param {Uint8Array} bytes of cases and corpus */
function hashes(bytes) {
  const end = walks[0]?.output.length;
  return Promise.all([hash(bytes.subarray(0, end)), hash(bytes.subarray(end))]);
}

const folder = await mkdtemp(join(tmpdir(), "attention-bits-"));
await writeFile(join(folder, "input"), input);
after(() => rm(folder, { recursive: true }));

test("the corpus has the hashes that are written down", async () => {
  assert.equal(corpusHash, CORPUS_HASH, "where the change is meant, write the new hash into tests/support/corpus.js");
  assert.equal(await sha256(fastCorpusNumbers(engines[0])), FAST_HASH, "likewise");
});

test("the hash sees one flipped bit, a sign of zero, and a NaN in place of a number", async () => {
  const floats = new Float32Array([1, 0, NaN]);
  const hashOf = (/** @type {number} */ at, /** @type {number} */ bits) => {
    const copy = floats.slice();
    new Uint32Array(copy.buffer)[at] = bits;
    return hash(new Uint8Array(copy.buffer));
  };
  const same = await hash(new Uint8Array(floats.buffer));
  assert.equal(await hashOf(2, 0xffc00001), same);
  for (const [at, bits] of /** @type {[number, number][]} */ ([
    [0, 0x3f800001],
    [1, 0x80000000],
    [0, 0x7fc00000],
  ])) {
    assert.notEqual(await hashOf(at, bits), same);
  }
});

test("the walks reach NaN, infinities and finite numbers", () => {
  const floats = Array.from(new Float32Array(output.buffer, output.byteOffset, output.length / 4));
  const share = (/** @type {(x: number) => boolean} */ is) => floats.filter(is).length / floats.length;
  assert.ok(share(Number.isNaN) > 0.02 && share(Number.isNaN) < 0.5, `${share(Number.isNaN)} NaN`);
  assert.ok(share(Number.isFinite) > 0.4, `${share(Number.isFinite)} finite`);
  assert.ok(floats.includes(Infinity) && floats.includes(-Infinity) && floats.some((x) => Object.is(x, -0)));
});

test("the scalar WebAssembly gives the bits of the simd128 one", async () => {
  assert.equal(engines[0].build, "simd128");
  assert.equal(engines[1].build, "scalar");
  const scalar = [runAll(engines[1], cases), runAll(engines[1], corpus())];
  assert.deepEqual(await hashes(Buffer.concat(scalar.map((part) => part.output))), [casesHash, CORPUS_HASH]);
  assert.equal(await hash(Buffer.concat(scalar.map((part) => part.fast))), fastHash);
});

const sanitize = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
describe("native builds give the bits of the WebAssembly", { concurrency: 2 }, () => {
  for (const [compiler, backend, ...flags] of /** @type {["gcc" | "clang", "vectors" | "plain", ...string[]][]} */ ([
    ...["gcc", "clang"].flatMap((compiler) =>
      ["vectors", "plain"].flatMap((backend) => ["-O0", "-O2", "-O3"].map((level) => [compiler, backend, level])),
    ),
    ["gcc", "vectors", "-O3", "-march=native"],
    ["clang", "vectors", "-O3", "-march=native"],
    ["clang", "vectors", ...sanitize],
  ])) {
    const build = [compiler, backend, ...flags].join(" ");
    test(build, async () => {
      const program = await buildNative({ compiler, drivers: ["tests/native/walk.c"], backend, flags });
      const [from, to] = [join(folder, "input"), join(folder, build.replaceAll(/\W/g, "_"))];
      await promisify(execFile)(program, [from, to, `${to}.fast`], {
        env: { ...process.env, ASAN_OPTIONS: "detect_leaks=0" },
      });
      const native = await readFile(to);
      assert.equal(native.length, output.length);
      assert.deepEqual(await hashes(native), [casesHash, CORPUS_HASH], firstDifference(native, output));
      const natively = await readFile(`${to}.fast`);
      assert.equal(await hash(natively), fastHash, firstDifference(natively, fast));
    });
  }
});

/** @param {Uint8Array} native @param {Uint8Array} bytes wanted */
function firstDifference(native, bytes) {
  const [got, want] = [native, bytes].map((bytes) => new Float32Array(new Uint8Array(bytes).buffer));
  const at = want?.findIndex((x, n) => !Object.is(x, got?.[n])) ?? -1;
  return `float ${at}: got ${got?.[at]}, want ${want?.[at]}`;
}
