/** Transformer blocks of each kind, with inputs made by hand: small enough to read, and no two numbers alike. */

/** @typedef {{shape: number[], data: Float32Array}} Made */
/** @typedef {import("../../../web/engine/index.js").Spec} Spec */
/** @typedef {{spec: Spec, inputs: Record<string, Made>}} Block */

export const sizes = Object.freeze({ n: 3, d_model: 8, heads: 4, kv_heads: 2, d_k: 6, d_v: 3, d_ff: 5 });

/**
 * A tensor of numbers up to a magnitude, which depend on its name.
 * @param {string} name
 * @param {number[]} shape
 * @param {number} [magnitude]
 * @returns {Made}
 */
function made(name, shape, magnitude = 0.5) {
  const salt = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1009;
  const count = shape.reduce((a, b) => a * b, 1);
  return { shape, data: Float32Array.from({ length: count }, (_, at) => magnitude * Math.sin(salt + 1.7 * at * at)) };
}

/**
 * What a block of these settings reads. parameters: whether norms have weights and biases, and products biases; weights:
 * whether attention has any; context: whether keys and values are made from other rows.
 * @param {Spec} given
 * @param {{parameters?: boolean, weights?: boolean, context?: boolean}} [options]
 * @returns {Block}
 */
function block(given, { parameters = true, weights = true, context = false } = {}) {
  const { n, d_model, heads, kv_heads, d_k, d_v, d_ff } = sizes;
  const { norm = "none", norm_place, qk_norm = "none", mlp = "none" } = given;
  const spec = weights ? { heads, kv_heads, d_k, d_v, ...given } : given;
  const width = weights ? d_k : d_model;
  const hasMlp = mlp !== "none";
  const isGated = mlp === "gated";
  /** @type {Record<string, {when: boolean, shape: number[], bias?: boolean, magnitude?: number}>} */
  const table = {
    X: { when: true, shape: [n, d_model], magnitude: 2 },
    C: { when: context, shape: [n + 1, d_model], magnitude: 2 },
    Wq: { when: weights, shape: [d_model, heads * d_k] },
    Wk: { when: weights, shape: [d_model, kv_heads * d_k] },
    Wv: { when: weights, shape: [d_model, kv_heads * d_v] },
    Wo: { when: weights, shape: [heads * d_v, d_model] },
    W_gate: { when: isGated, shape: [d_model, d_ff] },
    W_up: { when: hasMlp, shape: [d_model, d_ff] },
    W_down: { when: hasMlp, shape: [d_ff, d_model] },
    b_gate: { when: isGated && parameters, shape: [d_ff] },
    b_up: { when: hasMlp && parameters, shape: [d_ff] },
    b_down: { when: hasMlp && parameters, shape: [d_model] },
  };
  const norms = [
    { name: "norm_1", when: norm !== "none", kind: norm, shape: [d_model] },
    { name: "norm_2", when: norm !== "none" && hasMlp, kind: norm, shape: [d_model] },
    { name: "output_norm", when: norm_place === "both", kind: norm, shape: [d_model] },
    { name: "mlp_output_norm", when: norm_place === "both" && hasMlp, kind: norm, shape: [d_model] },
    { name: "q_norm", when: qk_norm !== "none", kind: qk_norm, shape: [width] },
    { name: "k_norm", when: qk_norm !== "none", kind: qk_norm, shape: [width] },
  ];
  for (const { name, when, kind, shape } of norms) {
    table[`${name}_weight`] = { when: when && parameters, shape, magnitude: 1.5 };
    table[`${name}_bias`] = { when: when && parameters && kind === "layernorm", shape };
  }
  const rows = Object.entries(table).filter(([, { when }]) => when);
  return {
    spec: { ...(hasMlp ? { d_ff } : {}), ...spec },
    inputs: Object.fromEntries(rows.map(([name, { shape, magnitude }]) => [name, made(name, shape, magnitude)])),
  };
}

const sequential = /** @type {const} */ ({ norm: "layernorm", residual: "sequential", mlp: "plain" });
const gated = /** @type {const} */ ({ norm: "rmsnorm", residual: "sequential", mlp: "gated", activation: "silu" });
const rope = /** @type {const} */ ({ kind: "rope", style: "half_split", first: 90 });

/** A block of each kind, by name. @satisfies {Record<string, Block>} */
export const blocks = {
  "pre-norm": block({ ...sequential, causal: true, activation: "gelu" }),
  "post-norm": block({ ...sequential, norm_place: "post" }),
  "post-norm without residuals": block({ ...sequential, norm_place: "post", residual: "none" }),
  "post-norm without an MLP": block({ norm: "rmsnorm", norm_place: "post", residual: "sequential" }),
  "norms on both sides": block({
    ...gated,
    norm_place: "both",
    norm_offset: true,
    norm_epsilon: 0.001,
    qk_norm: "rmsnorm",
    activation: "gelu_tanh",
    softcap: 4,
  }),
  "parallel residuals": block({ ...sequential, residual: "parallel", activation: "quick_gelu" }),
  "parallel, with norms on both sides": block({ ...gated, residual: "parallel", norm_place: "both" }),
  "LayerNorm on both sides": block({ ...sequential, norm_place: "both" }),
  "a gated MLP": block({ ...gated, qk_norm: "layernorm", position: { kind: "rope" } }),
  "without norms": block({ residual: "sequential", mlp: "plain", activation: "relu2" }),
  "without norms, parallel": block({ residual: "parallel", mlp: "gated", activation: "gelu" }),
  "without parameters of norms": block({ ...sequential, qk_norm: "layernorm" }, { parameters: false }),
  "RMSNorm without weights": block({ ...gated, qk_norm: "rmsnorm" }, { parameters: false }),
  "without weights of attention": block({ ...sequential, qk_norm: "rmsnorm" }, { weights: false }),
  "cross-attention": block({ ...sequential, qk_norm: "rmsnorm" }, { context: true }),
  "a part of the dimensions": block({ position: { kind: "rope", dims: 4, base: 100 } }),
  "a part of the dimensions, by halves": block({ position: { ...rope, dims: 4 }, qk_norm: "rmsnorm" }),
  "RoPE, linear": block({ position: { ...rope, scaling: { type: "linear", factor: 4 } } }),
  "RoPE as in Llama 3.1": block({
    position: { ...rope, scaling: { type: "llama3", factor: 8, original_max_position: 64 } },
  }),
  "RoPE with YaRN": block({
    position: { ...rope, scaling: { type: "yarn", factor: 8, original_max_position: 64 } },
  }),
  "RoPE with YaRN, of a part": block({
    position: {
      kind: "rope",
      dims: 4,
      first: 30,
      scaling: { type: "yarn", factor: 2, original_max_position: 16, beta_fast: 4, attention_factor: 0.7 },
    },
  }),
};
