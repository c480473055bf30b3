/** The activations of an MLP: erf, sigmoid and tanh, the curves made of them, their gradients, and the same bits everywhere. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { wasmBytes } from "../../../web/engine/wasm/node.js";
import { builds, nameOf } from "../../support/native/builds.js";
import { buildNative, sanitize } from "../../support/native/compile.js";
import { checkUlp } from "../../support/native/ulp.js";

const run = promisify(execFile);
const env = { ...process.env, ASAN_OPTIONS: "detect_leaks=0" };
const drivers = ["tests/native/functions/activation.c"];

/** Between the floats that are measured, or compared between builds. */
const [MEASURED, COMPARED] = [331, 65521];

for (const name of /** @type {const} */ (["erf", "sigmoid", "tanh"])) {
  test(`${name} is within 2 ulp, with the documented error, odd or not, and right at its ends`, async (context) => {
    const program = await buildNative({ compiler: "gcc", drivers: ["tests/native/functions/curves.c"] });
    const { stdout } = await run(program, [name, `${MEASURED}`]);
    context.diagnostic(stdout.trim());
    checkUlp(Number(stdout.split(" ulp at ")[0]), `${name}, activations`, 0.35);
  });
}

/**
 * The largest errors of a value, in ulp of x, and of a derivative, in 2^-24. PyTorch's formulas lose digits where a slope
 * has nearly reached its end: x times 1 - sigmoid, or 1 - tanh² times the cubic's slope.
 * @type {Record<string, [value: number, slope: number]>}
 */
const LIMITS = {
  relu: [0, 0],
  relu2: [0.5, 0],
  gelu: [1.5, 1.5],
  gelu_tanh: [1.5, 24],
  silu: [2, 9],
  quick_gelu: [2, 9],
};

test("activations and their derivatives are those of the formulas", async (context) => {
  const program = await buildNative({ compiler: "gcc", drivers });
  const { stdout } = await run(program, ["accuracy", "9973"]);
  const measured = [...stdout.matchAll(/^(value|slope) of (\w+): ([\d.]+) ulp at .*$/gm)];
  assert.equal(measured.length, 2 * Object.keys(LIMITS).length, stdout);
  for (const [line, what, name = "", error] of measured) {
    context.diagnostic(line);
    const limit = LIMITS[name]?.[what === "value" ? 0 : 1] ?? NaN;
    assert.ok(Number(error) <= limit && Number(error) >= limit / 2, `${line}; the limit is ${limit}`);
  }
});

for (const build of /** @type {const} */ ([
  { compiler: "gcc", backend: "vectors" },
  { compiler: "clang", backend: "plain" },
])) {
  test(`${build.compiler}, ${build.backend}: of many numbers as of one, and gradients without 0 · NaN`, async () => {
    const program = await buildNative({ ...build, drivers, flags: sanitize });
    const { stdout } = await run(program, ["arrays"], { env });
    assert.equal(stdout, "9000 calls\n");
  });
}

/** FNV-1a of all functions for every n-th float, as tests/native/functions/activation.c has it. @param {any} exports of the engine */
function checksum(exports) {
  const word = new Uint32Array(1);
  const float = new Float32Array(word.buffer);
  let sum = 2166136261;
  const add = (/** @type {number} */ x) => {
    float[0] = x;
    sum = Math.imul(sum ^ (Number.isNaN(x) ? 0x7fc00000 : Number(word[0])), 16777619);
  };
  for (let bits = 0; bits < 2 ** 32; bits += COMPARED) {
    word[0] = bits;
    const x = Number(float[0]);
    add(exports.attention_erf(x));
    add(exports.attention_sigmoid(x));
    for (let activation = 0; activation < Object.keys(LIMITS).length; activation++) {
      add(exports.attention_activation(x, activation));
      add(exports.attention_activation_slope(x, activation));
    }
  }
  return (sum >>> 0).toString(16).padStart(8, "0");
}

test("every build gives the same bits", async () => {
  const sums = new Map();
  for (const build of /** @type {const} */ (["simd128", "scalar"])) {
    const { instance } = await WebAssembly.instantiate(await wasmBytes(build), {});
    sums.set(build, checksum(instance.exports));
  }
  for (const build of builds.often) {
    const { stdout } = await run(await buildNative({ ...build, drivers }), ["bits", `${COMPARED}`], { env });
    sums.set(nameOf(build), stdout.trim());
  }
  assert.equal(sums.size, 2 + builds.often.length);
  assert.equal(new Set(sums.values()).size, 1, JSON.stringify([...sums], null, 1));
});

test("values that can be said exactly", async () => {
  const { instance } = await WebAssembly.instantiate(await wasmBytes("simd128"), {});
  const exports = /** @type {any} */ (instance.exports);
  const names = Object.keys(LIMITS);
  for (const [name, x, value, slope] of /** @type {[string, number, number, number][]} */ ([
    ["relu", NaN, NaN, 1],
    ["relu", 0, 0, 0],
    ["relu", -3, 0, 0],
    ["relu", 3, 3, 1],
    ["relu", -Infinity, 0, 0],
    ["relu2", 3, 9, 6],
    ["relu2", -3, 0, 0],
    ["relu2", NaN, NaN, NaN],
    ...["gelu", "gelu_tanh", "silu", "quick_gelu"].flatMap((name) => [
      [name, 0, 0, 0.5],
      [name, -0, -0, 0.5],
      [name, 100, 100, 1],
      [name, Infinity, Infinity, 1],
      [name, -Infinity, NaN, 0],
      [name, NaN, NaN, NaN],
    ]),
    ["none", 1, NaN, NaN],
  ])) {
    const activation = names.indexOf(name);
    const got = [exports.attention_activation(x, activation), exports.attention_activation_slope(x, activation)];
    assert.deepEqual(got, [value, slope], `${name}(${x}) and its slope`);
  }
});
