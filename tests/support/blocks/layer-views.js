/** Walks through whole layers: attention with norms, residual sums and an MLP around it. */
import { randomTensor, variant } from "../variants/variant-views.js";

/** @typedef {import("../variants/variant-views.js").Variation} Variation */

const d_model = 6;
const d_ff = 8;

/** The learned numbers of some norms. @param {number} width @param {boolean} hasBias @param {...string} names */
const normInputs = (width, hasBias, ...names) =>
  Object.fromEntries(
    names.flatMap((name, at) => [
      [`${name}_weight`, randomTensor(30 + at, width)],
      ...(hasBias ? [[`${name}_bias`, randomTensor(40 + at, width)]] : []),
    ]),
  );

/** The matrices of an MLP. @param {boolean} isGated @param {boolean} [hasBias] */
const mlpInputs = (isGated, hasBias = false) => ({
  W_up: randomTensor(21, d_model, d_ff),
  W_down: randomTensor(22, d_ff, d_model),
  ...(isGated && { W_gate: randomTensor(23, d_model, d_ff) }),
  ...(hasBias && { b_up: randomTensor(24, d_ff), b_down: randomTensor(25, d_model) }),
});

const sequential = { residual: "sequential", d_ff };

/** Layers by name. @satisfies {Record<string, Variation>} */
export const layers = Object.freeze({
  "as GPT-2": variant(
    { bias: true },
    { ...sequential, norm: "layernorm", mlp: "plain", activation: "gelu_tanh", causal: true },
    { ...mlpInputs(false, true), ...normInputs(d_model, true, "norm_1", "norm_2") },
  ),
  "as Llama": variant(
    { heads: 4, kv_heads: 2 },
    { ...sequential, norm: "rmsnorm", mlp: "gated", activation: "silu", position: { kind: "rope" }, causal: true },
    { ...mlpInputs(true), ...normInputs(d_model, false, "norm_1", "norm_2") },
  ),
  "as Gemma": variant(
    {},
    {
      ...sequential,
      norm: "rmsnorm",
      norm_place: "both",
      norm_offset: true,
      qk_norm: "rmsnorm",
      mlp: "gated",
      activation: "gelu",
      softcap: 5,
    },
    {
      ...mlpInputs(true),
      ...normInputs(d_model, false, "norm_1", "norm_2", "output_norm", "mlp_output_norm"),
      ...normInputs(4, false, "q_norm", "k_norm"),
    },
  ),
  "as the first transformer": variant(
    {},
    { ...sequential, norm: "layernorm", norm_place: "post", mlp: "plain", activation: "relu" },
    { ...mlpInputs(false), ...normInputs(d_model, true, "norm_1", "norm_2") },
  ),
  "side by side": variant(
    {},
    {
      residual: "parallel",
      d_ff,
      norm: "layernorm",
      mlp: "plain",
      activation: "quick_gelu",
      position: { kind: "rope", dims: 2, scaling: { type: "linear", factor: 4 } },
    },
    mlpInputs(false),
  ),
  "two sentences": variant(
    { n: 4, n_k: 6 },
    { norm: "rmsnorm", qk_norm: "layernorm", residual: "sequential" },
    normInputs(4, true, "q_norm", "k_norm"),
  ),
  "GPT-2 in training": variant(
    {},
    {
      ...sequential,
      norm: "layernorm",
      mlp: "plain",
      activation: "gelu_tanh",
      causal: true,
      dropout: { p: 0.1, residual: 0.25, mlp: 0.5, torch_seed: 7 },
    },
    mlpInputs(false),
  ),
  "an MLP alone": variant({}, { mlp: "plain", activation: "relu2", d_ff }, mlpInputs(false)),
});

/** @typedef {keyof typeof layers} Layer */
