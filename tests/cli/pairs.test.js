/**
 * check names two mistakes at once, in attention up to GPT-2's size: each file has the output of the same attention computed with
 * a wrong spec and wrong inputs.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { reportLines, reportToJson } from "../../web/node/check/report.js";

const engine = await createEngine();

/** Numbers between -1 and 1, always the same. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround(state / 2 ** 31 - 1);
  };
}

/** @param {number} n @param {number} width @returns {Record<string, {shape: number[], data: Float32Array}>} */
function inputsOf(n, width) {
  const next = numbers(n + width);
  /** @param {number} size @param {...number} shape */
  const tensor = (size, ...shape) => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => size * next()),
  });
  const weight = () => tensor(1.7 / Math.sqrt(width), width, width);
  const weights = { Wq: weight(), Wk: weight(), Wv: weight(), Wo: weight() };
  const biases = { bq: tensor(0.5, width), bk: tensor(0.5, width), bv: tensor(0.5, width), bo: tensor(0.5, width) };
  return { X: tensor(2, n, width), ...weights, ...biases };
}

/** @param {{shape: number[], data: Float32Array}} matrix of as many rows as columns */
function transposed({ shape, data }) {
  const [size = 0] = shape;
  return { shape, data: data.map((_, at) => Number(data[(at % size) * size + Math.floor(at / size)])) };
}

/**
 * @param {object} spec
 * @param {Record<string, any>} inputs
 * @param {object} wrong fields of the spec
 * @param {Record<string, any>} others inputs
 */
function caseOf(spec, inputs, wrong, others) {
  const walk = engine.trace({ ...spec, ...wrong }, { ...inputs, ...others }).finish();
  const output = walk.tensor("output");
  walk.free();
  return { spec, inputs, expected: { output } };
}

test("two mistakes in attention of GPT-2's size are named together", () => {
  const inputs = inputsOf(64, 768);
  const zero = { shape: [768], data: new Float32Array(768) };
  const report = check(engine, caseOf({ heads: 12, causal: true }, inputs, { scale: 1 / 64 }, { bq: zero }));
  assert.deepEqual(reportLines(report).slice(1), [
    "cause, together with scale: bias-missing (without bq)",
    "cause, together with bias-missing: scale (scaled by 1/d_k)",
  ]);
  assert.equal("pairs_left" in reportToJson(report), false);
});

const inputs = inputsOf(16, 96);
const spec = { heads: 6, causal: true };
for (const [name, wrong, others, causes] of /** @type {[string, object, object, string[]][]} */ ([
  ["no scale and no mask", { scale: 1, causal: false }, {}, ["scale", "mask-missing"]],
  [
    "a transposed Wv and no scale",
    { scale: 1 },
    { Wv: transposed(/** @type {any} */ (inputs.Wv)) },
    ["transposed-weight", "scale"],
  ],
]))
  test(`two mistakes that only together explain the output: ${name}`, () => {
    const report = check(engine, caseOf(spec, inputs, wrong, others));
    assert.deepEqual(
      report.causes.map(({ id }) => id),
      causes,
      reportLines(report).join("\n"),
    );
    const [first = "", other = ""] = causes;
    assert.deepEqual(
      reportToJson(report).causes.map(({ id, together_with }) => [id, together_with]),
      [
        [first, [other]],
        [other, [first]],
      ],
    );
  });

test("where pairs would take too long, the report says that not all were tried", () => {
  const wrong = caseOf(spec, inputs, { scale: 1, causal: false }, {});
  const report = check(engine, wrong, { pairProducts: 0 });
  assert.deepEqual([reportToJson(report).pairs_left, report.causes], [true, []]);
  assert.equal(
    reportLines(report).at(-1),
    "none of the usual causes; not all pairs of them were tried, as this takes long",
  );
});
