/**
 * Transformer blocks beyond the reference cases: both builds give the same bits, also with NaN and infinities; what a
 * spec or its inputs may not be is refused by name; attention inside a block is what it is alone.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../../web/engine/index.js";
import { keepsOf } from "../../../web/engine/spec/dropout.js";
import { randomBlock } from "../../support/blocks/random-blocks.js";
import { oracle } from "../../support/oracles/oracle.js";

const [simd, scalar] = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);

/** The bits of a tensor's numbers; every NaN counts as the same. @param {{data: Float32Array}} tensor */
const bits = ({ data }) => new Uint32Array(Float32Array.from(data, (x) => (Number.isNaN(x) ? NaN : x)).buffer);

test("in 400 random blocks every stage and every gradient has the same bits in both builds", () => {
  for (let seed = 0; seed < 400; seed++) {
    const { spec, inputs } = randomBlock(seed, { odd: seed % 4 === 3 });
    const [one, other] = [simd, scalar].map((engine) => engine.trace(spec, inputs).finish());
    assert.deepEqual(one.stages, other.stages);
    for (const stage of [...one.stages, ...one.auxiliary])
      assert.deepEqual(bits(one.tensor(stage)), bits(other.tensor(stage)), `${stage} of block ${seed}`);
    const last = one.tensor(one.stages.at(-1) ?? "");
    const dOutput = { shape: last.shape, data: last.data.map((_, at) => Math.sin(at + seed)) };
    const [ours, theirs] = [simd.backward(one, dOutput), scalar.backward(other, dOutput)];
    for (const [name, gradient] of Object.entries(ours))
      assert.deepEqual(bits(gradient), bits(theirs[name]), `gradient of ${name} of block ${seed}`);
    one.free();
    other.free();
  }
});

test("in 300 random blocks every stage is that of the float64 oracle, but for float32's rounding", () => {
  let compared = 0;
  for (let seed = 0; seed < 300; seed++) {
    const { spec, inputs } = randomBlock(seed);
    const run = simd.trace(spec, inputs).finish();
    const keeps = keepsOf(spec.dropout ?? {}, spec.mlp !== "none").map((name) => [name, run.tensor(name)]);
    const asFloats = spec.mask_value !== undefined;
    const wanted = oracle(spec, { ...inputs, ...Object.fromEntries(keeps) }, { asFloats });
    for (const stage of run.stages.filter((name) => !(name in inputs))) {
      const [{ data, shape }, exact] = [run.tensor(stage), wanted[stage]?.data ?? assert.fail(stage)];
      const width = Number(shape.at(-1));
      data.forEach((got, at) => {
        const row = exact.slice(at - (at % width), at - (at % width) + width).filter(Number.isFinite);
        const size = Math.max(1, ...row.map(Math.abs));
        const want = Number(exact[at]);
        if (Object.is(got, want) || !(size < 1e6)) return;
        /* Norms divide by what may be near 0, and enlarge the rounding of their rows. */
        assert.ok(Math.abs(got - want) <= 2e-3 * size, `${stage} of block ${seed}: got ${got}, wanted ${want}`);
        compared++;
      });
    }
    run.free();
  }
  assert.ok(compared > 100_000, `${compared} numbers`);
});

test("what queries read decides all of attention: the norm of X alone gives the same numbers", () => {
  const { spec, inputs } = gpt2();
  const block = simd.trace(spec, inputs).finish();
  const { X, Wq, Wk, Wv, Wo } = inputs;
  const alone = simd.trace({ heads: 2, causal: true }, { X: block.tensor("norm_1"), Wq, Wk, Wv, Wo }).finish();
  assert.deepEqual(bits(alone.tensor("output")), bits(block.tensor("output")));
  const sum = block.tensor("output").data.map((value, at) => Math.fround(X.data[at] + value));
  assert.deepEqual(block.tensor("residual_1").data, sum);
});

test("norm_place post computes each norm after its sum; the last stage is what leaves the layer", () => {
  const { spec, inputs } = gpt2();
  const run = simd.trace({ ...spec, norm_place: "post" }, inputs);
  assert.deepEqual(
    run.stages.slice(-7).join(" "),
    "residual_1 norm_1 mlp_hidden mlp_activated mlp_output residual_2 norm_2",
  );
});

/** A small block of GPT-2's kind. */
function gpt2() {
  const tensor = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, at) => Math.sin(at * at + shape[0])),
  });
  const inputs = { X: tensor(3, 4), Wq: tensor(4, 4), Wk: tensor(4, 4), Wv: tensor(4, 4), Wo: tensor(4, 4) };
  /** @type {import("../../../web/engine/index.js").Spec} */
  const spec = {
    heads: 2,
    causal: true,
    norm: "layernorm",
    residual: "sequential",
    mlp: "plain",
    activation: "gelu_tanh",
  };
  return { spec, inputs: { ...inputs, W_up: tensor(4, 8), W_down: tensor(8, 4) } };
}

test("a block that is not possible is refused by name", () => {
  const { spec, inputs } = gpt2();
  const { W_up, ...withoutUp } = inputs;
  const bias = { shape: [4], data: [0, 0, 0, 0] };
  const cases = /** @type {[any, any, string, RegExp][]} */ ([
    [{ norm: "batchnorm" }, inputs, "norm", /one of none, layernorm, rmsnorm, got "batchnorm"/],
    [{ norm_place: "middle" }, inputs, "norm_place", /one of pre, post, both/],
    [{ norm_epsilon: -1 }, inputs, "norm_epsilon", /at least 0, got -1/],
    [{ norm: "none" }, { ...inputs, norm_1_weight: bias }, "norm_1_weight", /norm_1_weight and norm_1_bias need norm/],
    [{ norm: "none", norm_place: "post" }, inputs, "norm_place", /needs norm/],
    [{ norm: "rmsnorm" }, { ...inputs, norm_2_bias: bias }, "norm_1_bias", /norm_2_bias, .* need norm layernorm/],
    [{ residual: "both" }, inputs, "residual", /one of none, sequential, parallel/],
    [{ residual: "parallel", norm_place: "post" }, inputs, "norm_place", /must not be post/],
    [{ mlp: "gated" }, inputs, "W_gate", /must be given with a gated mlp/],
    [{ mlp: "none", activation: undefined }, inputs, "W_up", /only there/],
    [{ mlp: "none" }, withoutUp, "activation", /needs mlp/],
    [{ activation: "mish" }, inputs, "activation", /one of relu, relu2, gelu, gelu_tanh, silu, quick_gelu/],
    [{ d_ff: 0 }, inputs, "d_ff", /whole number from 1/],
    [{ d_ff: 7 }, inputs, "W_up", /must have shape \[4, 7\], got \[4, 8\]/],
    [{}, { ...inputs, W_down: inputs.Wo }, "W_down", /must have shape \[8, 4\]/],
    [{}, { ...inputs, Wo: W_up }, "d_out", /must be d_model with norm, residual or mlp, got 4 and 8|must be d_model/],
    [{}, { ...inputs, q_norm_weight: bias }, "q_norm_weight", /need qk_norm/],
    [{ prefill: 1 }, inputs, "prefill", /must be 0 with norm, residual or mlp/],
    [{ hidden_act: "gelu" }, inputs, "hidden_act", /did you mean activation/],
    [{ position: { kind: "rope", dims: 3 } }, inputs, "rotary_dims", /must be even/],
    [{ position: { kind: "rope", scaling: { type: "ntk" } } }, inputs, "position.scaling.type", /one of none, linear/],
    [{ position: { kind: "rope", scaling: { type: "linear" } } }, inputs, "position.scaling.factor", /finite number/],
  ]);
  for (const [change, given, field, message] of cases) {
    assert.throws(
      () => simd.trace({ ...spec, ...change }, given),
      (error) => error instanceof AttentionError && error.field === field && message.test(error.message),
      `${JSON.stringify(change)}: ${field}`,
    );
  }
});

test("the fast paths except forward refuse a block by name", () => {
  const { spec, inputs } = gpt2();
  const dOutput = { shape: [3, 4], data: new Float32Array(12) };
  for (const part of ["norm", "qk_norm", "residual"]) {
    const { X, Wq, Wk, Wv, Wo } = inputs;
    const alone = { heads: 2, causal: true, [part]: part === "residual" ? "sequential" : "layernorm" };
    const refused = new RegExp(`AttentionError: ${part}: must be none for the fast path`);
    assert.throws(() => simd.gradients(alone, { X, Wq, Wk, Wv, Wo }, dOutput), refused);
    assert.throws(() => simd.cache(alone, { Wq, Wk, Wv, Wo }), refused);
  }
  /** @type {import("../../../web/engine/index.js").Spec} */
  const mlp = { ...spec, norm: "none", residual: "none" };
  assert.throws(() => simd.gradients(mlp, inputs, dOutput), /mlp: must be none/);
});
