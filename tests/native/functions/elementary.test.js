import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { errorInUlp, exact, exactly, quarterTurns, toFloat } from "../../support/oracles/exact.js";
import { buildNative } from "../../support/native/compile.js";
import { checkUlp } from "../../support/native/ulp.js";

/** @typedef {"log" | "exp" | "sin" | "cos"} Name */

const NAMES = /** @type {Name[]} */ (["log", "exp", "sin", "cos"]);

/** @param {number} seed */
function randomBits(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return (mixed ^ (mixed >>> 13)) >>> 0;
  };
}

/** @param {number} seed */
function uniformNumbers(seed) {
  const bits = randomBits(seed);
  return () => (bits() * 2 ** 21 + (bits() >>> 11)) / 2 ** 53;
}

/**
 * @param {number} high
 * @param {number} low
 */
function fromBits(high, low) {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, high);
  view.setUint32(4, low);
  return view.getFloat64(0);
}

/**
 * @param {number} n
 * @param {(i: number) => number} make
 */
const list = (n, make) => Array.from({ length: n }, (_, i) => make(i));

/** @param {number} x its neighbours and itself */
function around(x) {
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 52);
  return [x - ulp, x, x + ulp];
}

function logSamples() {
  const bits = randomBits(1);
  const u = uniformNumbers(2);
  return [
    ...list(2500, () => fromBits(bits() % 0x7ff00000, bits())),
    ...list(200, () => fromBits(bits() % 0x00100000, bits())),
    ...list(2500, () => u() * 3 + 2 ** -60),
    ...list(2000, () => 1 - (bits() >>> 8) / 2 ** 24),
    ...list(2000, () => 1 - u()),
    ...list(51, (i) => 1 + 2 ** -(i + 1)),
    ...list(52, (i) => 1 - 2 ** -(i + 1)),
    ...[2 ** -1074, 2 ** -1022, Number.MAX_VALUE, Math.E, Math.SQRT2, Math.SQRT1_2, 10, 10000],
  ];
}

function expSamples() {
  const u = uniformNumbers(3);
  return [
    ...list(4000, () => u() * 1418 - 708.3),
    ...list(3000, () => u() * 2 - 1),
    ...list(1000, () => (u() - 0.5) * 2 ** -(u() * 60)),
    ...list(1000, () => -u() * 104),
    ...list(400, (i) => ((i - 200) * Math.LN2) / 2),
  ];
}

const subnormalExpSamples = () => list(1000, (i) => -708.4 - (36.7 * i) / 1000);

function angleSamples() {
  const u = uniformNumbers(4);
  const bits = randomBits(5);
  return [
    ...list(2500, () => (u() - 0.5) * 20),
    ...list(1500, () => 2 * Math.PI * u()),
    ...list(1500, () => (u() - 0.5) * 2 ** 27),
    ...list(500, () => (u() - 0.5) * 2 ** (27 - 50 * u())),
    // Positions times RoPE's and the sinusoidal encoding's frequencies.
    ...list(1500, () => Math.floor(u() * 2 ** 20) * 10000 ** -(Math.floor(u() * 64) / 64)),
    ...list(500, () => bits() >>> 6),
    ...list(40, (i) => i + 1).flatMap((k) => around(quarterTurns(k))),
    ...list(500, () => Math.floor(u() * 2 ** 25.3) + 1).flatMap((k) => around(quarterTurns(k))),
    // Integers nearest to multiples of pi: numerators of its continued fraction.
    ...[22, 333, 355, 103993, 104348, 208341, 312689, 833719, 1146408, 4272943, 5419351],
  ];
}

const samples = Object.freeze({ log: logSamples(), exp: expSamples(), sin: angleSamples(), cos: angleSamples() });

describe("the measure itself", () => {
  test("exact arithmetic gives e, ln 10, pi and the sine of 1 to 40 digits", () => {
    const digits = (/** @type {import("../../support/oracles/exact.js").Exact} */ { mantissa, exponent }) =>
      ((mantissa * 10n ** 40n) >> BigInt(-exponent)).toString();
    assert.equal(digits(exact.exp(1)), "27182818284590452353602874713526624977572");
    assert.equal(digits(exact.log(10)), "23025850929940456840179914546843642076011");
    assert.equal(digits(exact.sin(1)), "8414709848078965066525023216302989996225");
    assert.equal(digits(exact.cos(1)), "5403023058681397174009366074429766037323");
    assert.equal(quarterTurns(2), Math.PI);
  });

  test("counts units in the last place", () => {
    assert.equal(errorInUlp(1, exactly(1)), 0);
    assert.equal(errorInUlp(1 + 2 ** -52, exactly(1)), 1);
    assert.equal(errorInUlp(-3, exactly(-3 - 2 ** -50)), 2);
    assert.equal(errorInUlp(0, exactly(2 ** -1074)), 1);
    assert.ok(Math.abs(errorInUlp(Math.E, exact.exp(1)) - 0.33) < 0.01);
  });

  test("rounds to float like Math.fround", () => {
    const u = uniformNumbers(6);
    for (const x of list(1000, () => (u() - 0.5) * 2 ** (280 * u() - 150))) {
      assert.equal(toFloat(exactly(x)), Math.fround(x));
    }
    assert.equal(toFloat(exactly(1 + 2 ** -24)), 1);
    assert.equal(toFloat(exactly(1 + 3 * 2 ** -24)), 1 + 2 ** -22);
  });
});

describe("elementary functions", () => {
  /** @type {string} */
  let folder;
  /** @type {Record<Name, (x: number) => number>} */
  let functions;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "attention-elementary-"));
    const wasm = join(folder, "elementary.wasm");
    const exports = NAMES.map((name) => `_elementary_${name}`).join();
    const source = fileURLToPath(new URL("elementary.c", import.meta.url));
    const flags = ["-std=c11", "-O3", "-ffp-contract=off", "--no-entry", "-sSTANDALONE_WASM"];
    await promisify(execFile)("emcc", [source, ...flags, `-sEXPORTED_FUNCTIONS=${exports}`, "-o", wasm]);
    const { instance } = await WebAssembly.instantiate(await readFile(wasm), {});
    const api = /** @type {any} */ (instance.exports);
    functions = {
      log: api.elementary_log,
      exp: api.elementary_exp,
      sin: api.elementary_sin,
      cos: api.elementary_cos,
    };
  });

  after(() => rm(folder, { recursive: true, force: true }));

  for (const name of NAMES) {
    test(`${name} has the documented error, and none once rounded to float`, (context) => {
      let worst = { error: 0, x: 0 };
      for (const x of samples[name]) {
        const want = exact[name](x);
        const got = functions[name](x);
        const error = errorInUlp(got, want);
        if (error > worst.error) worst = { error, x };
        assert.equal(Math.fround(got), Math.fround(toFloat(want)), `${name}(${x}) as a float`);
      }
      context.diagnostic(`${worst.error.toFixed(3)} ulp at ${worst.x}, of ${samples[name].length}`);
      checkUlp(worst.error, `${name}, double`);
    });
  }

  test("exp is off by at most 1 ulp where the result is subnormal", () => {
    for (const x of subnormalExpSamples()) assert.ok(errorInUlp(functions.exp(x), exact.exp(x)) <= 1, `exp(${x})`);
  });

  test("log at the ends of its domain", () => {
    const { log } = functions;
    assert.equal(log(1), 0);
    assert.equal(log(0), -Infinity);
    assert.equal(log(-0), -Infinity);
    assert.equal(log(Infinity), Infinity);
    for (const x of [-1, -Infinity, -(2 ** -1074), NaN]) assert.ok(Number.isNaN(log(x)), `log(${x})`);
  });

  test("exp at the ends of its range", () => {
    const { exp } = functions;
    for (const x of [0, -0, 2 ** -1074, -(2 ** -60)]) assert.equal(exp(x), 1);
    for (const x of [709.79, 710, 1e300, Infinity]) assert.equal(exp(x), Infinity);
    for (const x of [-745.2, -746, -1e300, -Infinity]) assert.equal(exp(x), 0);
    assert.equal(exp(-745.1), 2 ** -1074);
    assert.ok(exp(709.78) < Infinity);
    assert.ok(Number.isNaN(exp(NaN)));
  });

  test("sin and cos of tiny angles, zeros and values outside their range", () => {
    const { sin, cos } = functions;
    assert.ok(Object.is(sin(0), 0));
    assert.ok(Object.is(sin(-0), -0));
    for (const x of [2 ** -1074, -(2 ** -1022), 2 ** -300, -(2 ** -28)]) {
      assert.equal(sin(x), x);
      assert.equal(cos(x), 1);
    }
    assert.ok(Math.abs(sin(2 ** 26)) <= 1);
    for (const x of [2 ** 26 + 2 ** -26, -1e9, Infinity, -Infinity, NaN]) {
      assert.ok(Number.isNaN(sin(x)), `sin(${x})`);
      assert.ok(Number.isNaN(cos(x)), `cos(${x})`);
    }
  });

  for (const compiler of /** @type {const} */ (["gcc", "clang"])) {
    test(`${compiler} gives the same bits as the wasm`, async () => {
      const program = await buildNative({ compiler, drivers: ["tests/native/functions/elementary.c"] });
      for (const name of NAMES) {
        const inputs = Float64Array.from([...samples[name], ...subnormalExpSamples(), Infinity, -Infinity, 0, -0]);
        const { stdout, status } = spawnSync(program, [name], { input: inputs, maxBuffer: 2 ** 24 });
        assert.equal(status, 0);
        const native = new Float64Array(new Uint8Array(stdout).buffer);
        assert.equal(native.length, inputs.length);
        inputs.forEach((x, i) => assert.ok(Object.is(native[i], functions[name](x)), `${name}(${x})`));
      }
    });
  }
});
