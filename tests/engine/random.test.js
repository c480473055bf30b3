import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { before, describe, test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { sha256 } from "../support/sha256.js";

/**
 * @typedef {import("../../web/engine/random/torch-random.js").TorchRandom} TorchRandom
 * @typedef {"scalar" | "avx2"} Path
 */

const PATHS = /** @type {Path[]} */ (["scalar", "avx2"]);
const reference = new URL("../reference/", import.meta.url);

/** @param {string} name */
const readJson = (name) => JSON.parse(readFileSync(new URL(name, reference), "utf8"));

/**
 * @param {Float32Array} floats
 * @returns {number[]} their bits, as unsigned numbers
 */
const bitsOf = (floats) => [...new Uint32Array(floats.buffer)];

/**
 * @param {Float32Array} floats
 * @returns {[number, number]} exclusive or of the bits, sum in double precision
 */
function digest(floats) {
  const xor = bitsOf(floats).reduce((sum, bits) => sum ^ bits, 0);
  return [xor >>> 0, floats.reduce((sum, value) => sum + value, 0)];
}

/** @param {string} text "randn3,rand20" */
const parseCalls = (text) =>
  text.split(",").map((call) => {
    const [, name, count] = /** @type {RegExpExecArray} */ (/^([a-z]+)(\d+)$/.exec(call));
    return { name: /** @type {"rand" | "randn"} */ (name), n: Number(count) };
  });

/**
 * How to draw the numbers under a key of a reference case, from a fresh stream.
 * @type {[RegExp, (random: TorchRandom, ...found: string[]) => unknown][]}
 */
const recipes = [
  [/^first_uint32$/, (random) => [...random.bits(8)]],
  [/^rand_(\d+)$/, (random, n) => bitsOf(random.rand(Number(n)))],
  [/^randn_(\d+)$/, (random, n) => bitsOf(random.randn(Number(n)))],
  [/^rand_(\d+)_xor_sum$/, (random, n) => digest(random.rand(Number(n)))],
  [/^randn_(\d+)_xor_sum$/, (random, n) => digest(random.randn(Number(n)))],
  [/^sequence (.*)$/, (random, calls) => parseCalls(calls ?? "").flatMap(({ name, n }) => bitsOf(random[name](n)))],
  [/^Embedding\((\d+),(\d+)\)$/, (random, n, d) => bitsOf(random.embedding(Number(n), Number(d)))],
  [/^Linear\((\d+),(\d+)\)\.weight\[out,in\]$/, (random, i, o) => bitsOf(random.linear(Number(i), Number(o)).weight)],
  [/^Linear\((\d+),(\d+)\)\.bias$/, (random, i, o) => bitsOf(random.linear(Number(i), Number(o)).bias)],
  [/^xavier_uniform_\((\d+),(\d+)\)$/, (random, r, c) => bitsOf(random.xavierUniform(Number(r), Number(c)))],
  [/^dropout_keep_p([\d.]+)_(\d+)$/, (random, p, n) => [...random.dropoutKeep(Number(p), Number(n))]],
  [
    /^randint\((\d+),(\d+)\)x(\d+)$/,
    (random, low, high, n) => [...random.randint(Number(low), Number(high), Number(n))],
  ],
  [/^randperm\((\d+)\)$/, (random, n) => [...random.randperm(Number(n))]],
  [/^rand_float64_(\d+)$/, (random, n) => ({ shape: [Number(n)], data: [...random.rand64(Number(n))] })],
  [/^randn_float64_(\d+)$/, (random, n) => ({ shape: [Number(n)], data: [...random.randn64(Number(n))] })],
];

/**
 * @param {string} key
 * @param {TorchRandom} random
 */
function drawKey(key, random) {
  for (const [pattern, draw] of recipes) {
    const found = pattern.exec(key);
    if (found) return draw(random, ...found.slice(1));
  }
  throw new Error(`no recipe for ${key}`);
}

/**
 * One call of tests/reference/draws.json.
 * @param {TorchRandom} random
 * @param {string} name
 * @param {number[]} values
 * @returns {ArrayBufferView[]}
 */
function drawCall(random, name, values) {
  const [first = 0, second = 0] = values;
  if (name === "manyRandn") return Array.from({ length: first }, () => random.randn(second));
  const method = /** @type {any} */ (random)[name];
  const result = method.apply(random, values);
  return ArrayBuffer.isView(result) ? [result] : [result.weight, result.bias];
}

/**
 * @param {number} got
 * @param {number} want
 */
function closeTo(got, want) {
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(want))) - 52);
  assert.ok(Math.abs(got - want) <= 4 * ulp, `${got} is no more than 4 ulp from ${want}`);
}

describe("torchRandom", () => {
  /** @type {import("../../web/engine/index.js").Engine} */
  let engine;

  before(async () => {
    engine = await createEngine();
  });

  for (const name of readdirSync(new URL("cases/", reference)).filter((file) => file.startsWith("rng_"))) {
    test(`draws ${name} to the bit`, () => {
      const { params, expected } = readJson(`cases/${name}`);
      assert.ok(Object.keys(expected).length > 40);
      for (const [key, want] of Object.entries(expected)) {
        const path = key.startsWith("scalar:") ? "scalar" : "avx2";
        const random = engine.torchRandom(params.seed, path);
        assert.deepEqual(drawKey(key.replace("scalar:", ""), random), want, key);
      }
    });
  }

  const { torch, calls, seeds } = readJson("draws.json");
  for (const path of PATHS) {
    test(`draws what PyTorch ${torch} drew over millions of numbers, ${path}`, () => {
      for (const { seed, sha256: hashes } of seeds) {
        const random = engine.torchRandom(BigInt(seed), path);
        for (const [i, [name, ...values]] of calls.entries()) {
          const want = path === "avx2" ? hashes[i].at(-1) : hashes[i][0];
          assert.equal(sha256(drawCall(random, name, values)), want, `seed ${seed}, call ${i}: ${name}(${values})`);
        }
      }
    });
  }

  test("draws normals in double precision to within 4 ulp of PyTorch's", () => {
    for (const { seed, randn64 } of seeds) {
      const random = engine.torchRandom(BigInt(seed));
      for (const want of randn64) {
        const got = random.randn64(want.length);
        got.forEach((value, i) => closeTo(value, want[i]));
      }
    }
  });

  test("the SIMD and the scalar build draw the same numbers", async () => {
    const scalar = await createEngine({ build: "scalar" });
    for (const path of PATHS) {
      const here = engine.torchRandom(5, path);
      const there = scalar.torchRandom(5, path);
      for (const [name, ...values] of calls) {
        assert.equal(sha256(drawCall(here, name, values)), sha256(drawCall(there, name, values)), name);
      }
    }
  });

  test("takes seeds as torch.manual_seed does, modulo 2^32", () => {
    const first = (/** @type {number | bigint} */ seed) => engine.torchRandom(seed).bits(1)[0];
    assert.equal(first(-1), first(2 ** 32 - 1));
    assert.equal(first(-1n), first(2n ** 64n - 1n));
    assert.equal(first(-(2n ** 63n)), first(0));
    assert.equal(first(-0), first(0));
    assert.equal(first(2 ** 40 + 7), first(7));
    assert.notEqual(first(1), first(0));
  });

  test("a longer draw begins with a shorter one's numbers when both are whole blocks of 16", () => {
    for (const path of PATHS) {
      const all = engine.torchRandom(9, path).randn(1024);
      for (const n of [16, 32, 512]) assert.deepEqual(engine.torchRandom(9, path).randn(n), all.slice(0, n));
    }
  });

  test("empty draws do not advance the stream", () => {
    const random = engine.torchRandom(3);
    const other = engine.torchRandom(3);
    assert.equal(random.rand(0).length, 0);
    assert.equal(random.randn(0).length, 0);
    assert.equal(random.randn64(0).length, 0);
    assert.equal(random.randint(0, 5, 0).length, 0);
    assert.equal(random.randperm(0).length, 0);
    assert.equal(random.randperm(1)[0], 0);
    assert.equal(random.embedding(0, 8).length, 0);
    assert.deepEqual([...random.dropoutKeep(0, 3)], [1, 1, 1]);
    assert.deepEqual([...random.dropoutKeep(1, 3)], [0, 0, 0]);
    assert.deepEqual(random.bits(4), other.bits(4));
  });

  test("generators are independent of each other, and results are copies", () => {
    const one = engine.torchRandom(1);
    const two = engine.torchRandom(1);
    const a = one.rand(5);
    const kept = a.slice();
    two.rand(1000);
    two.randn(3);
    assert.deepEqual(a, kept);
    assert.deepEqual(one.rand(5), engine.torchRandom(1).rand(10).slice(5));
  });

  test("holds no engine memory between calls or after an error", () => {
    const used = engine.memoryUsed;
    const random = engine.torchRandom(1);
    random.randn(1000);
    random.linear(30, 20);
    assert.throws(() => random.rand(-1));
    assert.equal(engine.memoryUsed, used);
  });

  /** @type {[string, (random: TorchRandom) => unknown, RegExp][]} */
  const mistakes = [
    ["n", (random) => random.rand(-1), /^n: must be a whole number from 0 to 134217728, got -1$/],
    ["n", (random) => random.randn(1.5), /got 1.5$/],
    ["n", (random) => random.randn64(NaN), /got NaN$/],
    ["n", (random) => random.bits(2 ** 28), /got 268435456$/],
    ["n", (random) => random.rand64(/** @type {any} */ ("4")), /got "4"$/],
    ["n", (random) => random.randperm(/** @type {any} */ (undefined)), /got undefined$/],
    ["n", (random) => random.randint(0, 2, /** @type {any} */ ([3])), /got \[3\]$/],
    ["n", (random) => random.uniform(Infinity, 0, 1), /got Infinity$/],
    ["n", (random) => random.dropoutKeep(0.5, -2), /got -2$/],
    ["from", (random) => random.uniform(3, NaN, 1), /^from: must be a finite number, got NaN$/],
    ["to", (random) => random.uniform(3, 0, 1e39), /^to: must be a finite number/],
    ["to", (random) => random.uniform(3, 1, 0), /^to: must be at least from, got from 1 to 0$/],
    ["to", (random) => random.uniform(3, -3e38, 3e38), /^to: must lie within 3.4e38 of from/],
    ["low", (random) => random.randint(0.5, 2, 1), /^low: must be a whole number from -2147483648 to 2147483647/],
    ["high", (random) => random.randint(0, 2 ** 31, 1), /got 2147483648$/],
    ["high", (random) => random.randint(2, 2, 1), /^high: must be above low, got low 2 and high 2$/],
    ["p", (random) => random.dropoutKeep(1.1, 1), /^p: must be a number from 0 to 1, got 1.1$/],
    ["p", (random) => random.dropoutKeep(NaN, 1), /got NaN$/],
    ["d", (random) => random.embedding(3, -1), /^d: /],
    ["n and d", (random) => random.embedding(2 ** 20, 2 ** 10), /^n and d: must multiply to at most 134217728, got/],
    ["rows", (random) => random.xavierUniform(0, 3), /^rows: must be a whole number from 1/],
    ["columns", (random) => random.xavierUniform(3, 0), /^columns: /],
    ["rows and columns", (random) => random.xavierUniform(2 ** 20, 2 ** 10), /must multiply/],
    ["dIn", (random) => random.linear(0, 3), /^dIn: /],
    ["dOut", (random) => random.linear(3, 0.5), /^dOut: /],
    ["dIn and dOut", (random) => random.linear(2 ** 20, 2 ** 10), /must multiply/],
  ];

  test("names the wrong argument, what was wanted and what came, and draws nothing", () => {
    const random = engine.torchRandom(4);
    for (const [field, call, message] of mistakes) {
      assert.throws(() => call(random), { name: "AttentionError", field, message });
    }
    assert.deepEqual(random.rand(3), engine.torchRandom(4).rand(3));
  });

  test("refuses seeds and paths that torch does not have", () => {
    for (const seed of [1.5, NaN, Infinity, 2 ** 53, 2n ** 64n, -(2n ** 63n) - 1n, "1", null, undefined, [1]]) {
      const call = () => engine.torchRandom(/** @type {any} */ (seed));
      assert.throws(call, {
        name: "AttentionError",
        field: "seed",
        message: /^seed: must be a whole number from -2\^63/,
      });
    }
    const call = () => engine.torchRandom(1, /** @type {any} */ ("sse"));
    assert.throws(call, { field: "path", message: 'path: must be one of scalar, avx2, got "sse"' });
  });
});
