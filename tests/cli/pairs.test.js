/**
 * check names two mistakes at once, in attention and in whole layers up to GPT-2's size: each file has stages of the same walk
 * computed with a wrong spec and wrong inputs.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { reportLines, reportToJson } from "../../web/node/check/report.js";
import { gpt2Layer } from "../support/blocks/gpt2-layer.js";

const engine = await createEngine();

/** Numbers between -1 and 1, always the same. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround(state / 2 ** 31 - 1);
  };
}

/**
 * Inputs of attention, then those of a layer around it.
 * @param {number} n
 * @param {number} width
 * @returns {Record<"attention" | "layer", Record<string, {shape: number[], data: Float32Array}>>}
 */
function inputsOf(n, width) {
  const next = numbers(n + width);
  /** @param {number} size @param {...number} shape */
  const tensor = (size, ...shape) => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => size * next()),
  });
  const weight = (rows = width, columns = width) => tensor(1.7 / Math.sqrt(rows), rows, columns);
  const weights = { Wq: weight(), Wk: weight(), Wv: weight(), Wo: weight() };
  const biases = { bq: tensor(0.5, width), bk: tensor(0.5, width), bv: tensor(0.5, width), bo: tensor(0.5, width) };
  const attention = { X: tensor(2, n, width), ...weights, ...biases };
  const aboutOne = () => ({ shape: [width], data: tensor(0.3, width).data.map((value) => 1 + value) });
  const norms = {
    norm_1_weight: aboutOne(),
    norm_1_bias: tensor(0.3, width),
    norm_2_weight: aboutOne(),
    norm_2_bias: tensor(0.3, width),
  };
  const up = { W_up: weight(width, 4 * width), b_up: tensor(0.5, 4 * width) };
  const down = { W_down: weight(4 * width, width), b_down: tensor(0.5, width) };
  return { attention, layer: { ...attention, ...norms, ...up, ...down } };
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
 * @param {readonly string[]} [stages] that the file has
 */
function caseOf(spec, inputs, wrong, others, stages = ["output"]) {
  const walk = engine.trace({ ...spec, ...wrong }, { ...inputs, ...others }).finish();
  const expected = Object.fromEntries(stages.map((stage) => [stage, walk.tensor(stage)]));
  walk.free();
  return { spec, inputs, expected };
}

/** @param {number} size */
const zeros = (size) => ({ shape: [size], data: new Float32Array(size) });

/** The causes that a report names, with those that they go together with. @param {ReturnType<typeof check>} report */
const causesIn = (report) => reportToJson(report).causes.map(({ id, together_with }) => [id, ...(together_with ?? [])]);

test("two mistakes in attention of GPT-2's size are named together", () => {
  const { attention } = inputsOf(64, 768);
  const wrong = caseOf({ heads: 12, causal: true }, attention, { scale: 1 / 64 }, { bq: zeros(768) });
  const report = check(engine, wrong);
  assert.deepEqual(reportLines(report).slice(1), [
    "cause, together with scale: bias-missing (without bq)",
    "cause, together with bias-missing: scale (scaled by 1/d_k)",
  ]);
  assert.equal("pairs_left" in reportToJson(report), false);
});

test("a mistake in attention and one in the MLP of a layer of GPT-2's size are named, each of its stage", () => {
  const { layer } = inputsOf(32, 768);
  const wrong = { scale: 1 / 64, activation: "relu" };
  const report = check(
    engine,
    caseOf(gpt2Layer({ heads: 12, d_ff: 3072 }), layer, wrong, {}, ["residual_1", "residual_2"]),
  );
  assert.deepEqual(reportLines(report).slice(-2), [
    "cause of residual_2: activation (relu, not gelu_tanh)",
    "cause of residual_1: scale (scaled by 1/d_k)",
  ]);
});

test("two mistakes before the first residual of a layer of GPT-2's size are named together", () => {
  const { layer } = inputsOf(32, 768);
  const wrong = caseOf(gpt2Layer({ heads: 12, d_ff: 3072 }), layer, { scale: 1 / 64 }, { bq: zeros(768) }, [
    "residual_1",
  ]);
  assert.deepEqual(causesIn(check(engine, wrong)), [
    ["bias-missing", "scale"],
    ["scale", "bias-missing"],
  ]);
});

const { layer } = inputsOf(12, 48);
for (const [name, wrong, others, causes] of /** @type {[string, object, object, [string, string]][]} */ ([
  ["scores and MLP", { scale: 1 / 12, activation: "relu" }, {}, ["scale", "activation"]],
  ["norms and scores", { norm_epsilon: 1e-3, scale: 1 }, {}, ["scale", "norm-epsilon"]],
  ["queries and MLP", { activation: "gelu" }, { bq: zeros(48) }, ["activation", "bias-missing"]],
  ["mask and MLP", { causal: false }, { b_down: zeros(48) }, ["mask-missing", "bias-missing"]],
  ["norms and residuals", { norm_epsilon: 1e-3, residual: "parallel" }, {}, ["residual", "norm-epsilon"]],
]))
  test(`two mistakes of which only the last stage of a layer is there: ${name}`, () => {
    const report = check(engine, caseOf(gpt2Layer({ heads: 4, d_ff: 192 }), layer, wrong, others, ["residual_2"]));
    const [one, other] = causes;
    assert.deepEqual(
      causesIn(report).sort(),
      [
        [one, other],
        [other, one],
      ].sort(),
      reportLines(report).join("\n"),
    );
  });

const { attention: inputs } = inputsOf(16, 96);
const spec = { heads: 6, causal: true };
for (const [name, wrong, others, causes] of /** @type {[string, object, object, string[]][]} */ ([
  ["no scale and no mask", { scale: 1, causal: false }, {}, ["scale", "mask-missing"]],
  [
    "a transposed Wv and no scale",
    { scale: 1 },
    { Wv: transposed(/** @type {any} */ (inputs.Wv)) },
    ["transposed-weight", "scale"],
  ],
  [
    "no bias at all and no scale",
    { scale: 1 },
    { bq: zeros(96), bk: zeros(96), bv: zeros(96), bo: zeros(96) },
    ["bias-missing", "scale"],
  ],
  ["a factor that fits and no mask", { scale: 0.4, causal: false }, {}, ["scale", "mask-missing"]],
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

test("large scores, whose tolerance is large, do not explain what is unusual: each head reads the next one's values", () => {
  const [n, width] = [8, 6];
  const next = numbers(n + width + 2);
  const tensor = (/** @type {number} */ size, /** @type {number} */ rows) => ({
    shape: [rows, width],
    data: Float32Array.from({ length: rows * width }, () => size * next()),
  });
  const X = tensor(2, n);
  const weight = () => tensor(1.7 / Math.sqrt(width), width);
  const given = { X, Wq: weight(), Wk: weight(), Wv: weight(), Wo: weight() };
  const moved = given.Wv.data.map((_, at, all) => Number(all[at - (at % width) + ((at + 2) % width)]));
  const position = { kind: "rope", style: "half_split" };
  const wrong = caseOf({ heads: 3, position }, given, {}, { Wv: { ...given.Wv, data: moved } }, ["context"]);
  assert.deepEqual(causesIn(check(engine, wrong)), []);
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
