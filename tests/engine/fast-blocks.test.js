/** engine.forward and engine.layer on whole transformer blocks, against the traced walk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { randomBlock } from "../support/blocks/random-blocks.js";
import { readWalkCases, worstError } from "../support/variants/variants.js";
import { generator } from "../support/walks.js";

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const [engine] = engines;

/** @typedef {import("../../web/engine/tensors.js").Tensor} Tensor */

/** The bits of a tensor's numbers; every NaN counts as the same. @param {{data: Float32Array}} tensor */
const bits = ({ data }) => new Uint32Array(Float32Array.from(data, (x) => (Number.isNaN(x) ? NaN : x)).buffer);

/** The last stage of a walk. @param {any} spec @param {any} inputs */
function traced(spec, inputs) {
  const run = engine.trace(spec, inputs).finish();
  const last = run.tensor(run.stages.at(-1) ?? "");
  run.free();
  return last;
}

/** How far off a tensor is, in units of the largest number of each row. @param {Tensor} got @param {Tensor} want */
function difference(got, want) {
  const width = want.shape.at(-1) ?? 1;
  let worst = 0;
  for (let row = 0; row < want.data.length; row += width) {
    const largest = want.data.subarray(row, row + width).reduce((max, x) => Math.max(max, Math.abs(x)), 1e-30);
    for (let c = row; c < row + width; c++)
      worst = Math.max(worst, Math.abs(Number(got.data[c]) - Number(want.data[c])) / largest);
  }
  return worst;
}

/** Inputs that belong to the tokens or pairs of one call. */
const OF_TOKENS = ["X", "C", "E", "P", "key_valid", "allow", "bias_matrix", "positions"];

/** The same through a layer, whose weights are packed. @param {any} spec @param {any} inputs */
function throughLayer(spec, inputs) {
  const some = (/** @type {boolean} */ ofTokens) =>
    /** @type {any} */ (
      Object.fromEntries(
        Object.entries(inputs).filter(([name]) => (OF_TOKENS.includes(name) || name.startsWith("keep")) === ofTokens),
      )
    );
  const layer = engine.layer(spec, some(false));
  const { output } = layer.forward(some(true));
  layer.free();
  return output;
}

test("in every reference block forward() is within the tolerance of PyTorch, with the same bits in both builds", async () => {
  let compared = 0;
  for (const { case: name, spec, inputs, expected, tolerance_float32, variant } of await readWalkCases()) {
    if (variant !== "block") continue;
    const [simd, scalar] = engines.map((each) => each.forward(spec, inputs).output);
    assert.deepEqual(bits(simd), bits(scalar), name);
    const last = traced(spec, inputs);
    assert.ok(difference(simd, last) < 3e-6, `${name}: off by ${difference(simd, last)}`);
    const stage = engine.trace(spec, inputs).stages.at(-1) ?? "";
    if (expected[stage]) assert.ok(worstError(simd, expected[stage]) <= tolerance_float32, `${name} ${stage}`);
    if (inputs.Wq) assert.deepEqual(bits(throughLayer(spec, inputs)), bits(simd), name);
    compared++;
  }
  assert.ok(compared >= 35, `${compared} blocks`);
});

test("random blocks: the same bits in both builds, from packed weights, and close to the walk", () => {
  let [close, odd] = [0, 0];
  for (let seed = 0; seed < 400; seed++) {
    const { spec, inputs } = randomBlock(seed, { odd: seed % 4 === 3 });
    const [simd, scalar] = engines.map((each) => each.forward(spec, inputs).output);
    assert.deepEqual(bits(simd), bits(scalar), `block ${seed}`);
    if (inputs.Wq && !spec.dropout) assert.deepEqual(bits(throughLayer(spec, inputs)), bits(simd), `block ${seed}`);
    const last = traced(spec, inputs);
    assert.deepEqual(simd.shape, last.shape);
    if (!last.data.every((x) => Math.abs(x) < 1e6) || seed % 4 === 3) odd++;
    else {
      /* Norms divide by what may be near 0, which enlarges attention's rounding. */
      assert.ok(difference(simd, last) < 1e-3, `block ${seed}: off by ${difference(simd, last)}`);
      if (difference(simd, last) < 1e-5) close++;
    }
  }
  assert.ok(close > 250 && odd >= 100, `${close} close, ${odd} odd`);
});

test("where each token sees itself alone, so that weights are 1, every bit is the walk's", () => {
  let compared = 0;
  for (let seed = 0; seed < 400; seed++) {
    const { spec: drawn, inputs: given } = randomBlock(seed);
    const { allow, keep, key_valid, C, sink, relV, ...inputs } = /** @type {any} */ (given);
    if (C) continue;
    void [allow, keep, key_valid, sink, relV];
    const { mask_mode, mask_value, dropout = {}, softmax_sink, sink_tokens, ...others } = /** @type {any} */ (drawn);
    const { p, ...ofBlock } = dropout; // of weights: all else is dropped as well
    void [mask_mode, mask_value, softmax_sink, sink_tokens, p];
    const spec = { ...others, causal: true, align: "bottom_right", window: 1, sink_tokens: 0 };
    if ("residual" in ofBlock || "mlp" in ofBlock) spec.dropout = ofBlock;
    for (const each of engines)
      assert.deepEqual(bits(each.forward(spec, inputs).output), bits(traced(spec, inputs)), `block ${seed}`);
    compared++;
  }
  assert.ok(compared > 150, `${compared} blocks`);
});

/** @param {() => number} random @param {...number} shape */
function tensor(random, ...shape) {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: Float32Array.from({ length: count }, () => (random() - 0.5) / Math.sqrt(shape[0] ?? 1)) };
}

test("sizes around those of panels, row panels and groups: every bit is the walk's where weights are 1", () => {
  const random = generator(5);
  const make = (/** @type {number[]} */ ...shape) => tensor(random, ...shape);
  for (const n of [1, 2, 7, 8, 9, 17]) {
    for (const [d_model, d_ff] of /** @type {[number, number][]} */ ([
      [1, 1],
      [2, 3],
      [5, 15],
      [6, 17],
      [16, 33],
      [18, 260],
      [300, 7],
      [5, 2310],
    ])) {
      for (const mlp of /** @type {const} */ (["plain", "gated"])) {
        const weights = { Wq: make(d_model, 2), Wk: make(d_model, 2), Wv: make(d_model, 4), Wo: make(4, d_model) };
        const up = { W_up: make(d_model, d_ff), b_up: make(d_ff), W_down: make(d_ff, d_model), b_down: make(d_model) };
        const gate = mlp === "gated" ? { W_gate: make(d_model, d_ff) } : {};
        const norms = { norm_1_weight: make(d_model), norm_2_bias: make(d_model) };
        const inputs = { X: make(n, d_model), ...weights, ...up, ...gate, ...norms };
        for (const norm_place of /** @type {const} */ (["pre", "post", "both"])) {
          const around = { norm: "layernorm", norm_place, residual: "sequential", mlp, activation: "gelu" };
          const spec = /** @type {any} */ ({ heads: 2, d_k: 1, d_v: 2, causal: true, window: 1, ...around });
          const where = `${n} tokens, ${d_model} and ${d_ff}, ${mlp}, ${norm_place}`;
          assert.deepEqual(bits(engine.forward(spec, inputs).output), bits(traced(spec, inputs)), where);
          assert.deepEqual(bits(throughLayer(spec, inputs)), bits(traced(spec, inputs)), where);
        }
      }
    }
  }
});
