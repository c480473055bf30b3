/** Random parts of a transformer's layer around random attention, from a seed. */
import { build } from "../oracles/oracle.js";
import { generator, randomWalk } from "../walks.js";

/** @typedef {import("../walks.js").Walk} Walk */

const ACTIVATIONS = ["relu", "relu2", "gelu", "gelu_tanh", "silu", "quick_gelu"];
const NORMS = ["none", "layernorm", "rmsnorm"];

/**
 * A random walk with random norms, residuals and MLP around it.
 * @param {number} seed
 * @param {{odd?: boolean}} [options] odd: whether some of attention's inputs are NaN, infinite, subnormal or very large
 * @returns {Walk}
 */
export function randomBlock(seed, { odd = false } = {}) {
  const random = generator(70_000 + seed);
  const chance = (/** @type {number} */ p) => random() < p;
  const pick = (/** @type {any[]} */ list) => list[Math.floor(random() * list.length)];
  const { spec: attention, inputs } = randomWalk(seed, { odd });
  const tensor = (/** @type {number[]} */ ...shape) => {
    const { data } = build(shape, () => (random() + random() + random() - 1.5) * 2);
    return { shape, data: Float32Array.from(data) };
  };

  const [norm, qk_norm, mlp] = [pick(NORMS), pick(NORMS), pick(["none", "plain", "gated"])];
  const place = pick(["pre", "post", "both"]);
  const residuals = ["none", "sequential", ...(mlp === "none" || place === "post" ? [] : ["parallel"])];
  const spec = { ...attention, qk_norm, residual: pick(residuals), mlp };
  delete spec.prefill;
  if (norm !== "none") Object.assign(spec, { norm, norm_place: place });
  if (norm !== "none" || qk_norm !== "none")
    Object.assign(spec, { norm_epsilon: pick([1e-5, 1e-6, 0.1]), norm_offset: chance(0.3) });
  const d_model = /** @type {number} */ ((inputs.X ?? inputs.E)?.shape[1]);
  inputs.Wo = tensor(spec.heads * spec.d_v, d_model);
  if (inputs.bo) inputs.bo = tensor(d_model);
  if (spec.position?.kind === "rope") {
    if (chance(0.4)) spec.position.dims = 2 * (1 + Math.floor((random() * spec.d_k) / 2));
    if (chance(0.6)) spec.position.scaling = pick(SCALINGS);
  }

  /** Gives a norm its weight, and layernorm its bias, or not. */
  const giveNorm = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {number} */ width) => {
    if (kind !== "none" && chance(0.7)) inputs[`${name}_weight`] = tensor(width);
    if (kind === "layernorm" && chance(0.7)) inputs[`${name}_bias`] = tensor(width);
  };
  giveNorm("norm_1", norm, d_model);
  if (place === "both") giveNorm("output_norm", norm, d_model);
  giveNorm("q_norm", qk_norm, spec.d_k);
  giveNorm("k_norm", qk_norm, spec.d_k);
  const [n_q = 0] = (inputs.X ?? inputs.E)?.shape ?? [];
  const d_ff = 1 + Math.floor(random() * 20);
  giveDropout();
  if (mlp === "none") return { spec, inputs };
  giveNorm("norm_2", norm, d_model);
  if (place === "both") giveNorm("mlp_output_norm", norm, d_model);
  Object.assign(spec, { activation: pick(ACTIVATIONS), ...(chance(0.5) ? { d_ff } : {}) });
  const weights = { ...(mlp === "gated" ? { gate: [d_model, d_ff] } : {}), up: [d_model, d_ff], down: [d_ff, d_model] };
  for (const [name, shape] of Object.entries(weights)) {
    inputs[`W_${name}`] = tensor(...shape);
    if (chance(0.5)) inputs[`b_${name}`] = tensor(/** @type {number} */ (shape[1]));
  }
  return { spec, inputs };

  /** Drops some of what is added to the stream and of the MLP's hidden layer, by masks that are given or drawn. */
  function giveDropout() {
    const parts = {
      ...(spec.residual !== "none" && chance(0.4) ? { residual: pick([0, 0.1, 0.5, 1]) } : {}),
      ...(mlp !== "none" && chance(0.4) ? { mlp: pick([0, 0.1, 0.5, 1]) } : {}),
    };
    if (Object.keys(parts).length === 0) return;
    const isDrawn = spec.dropout ? spec.dropout.torch_seed !== undefined : chance(0.5);
    spec.dropout = { ...(isDrawn ? { torch_seed: seed } : {}), ...spec.dropout, ...parts };
    if (isDrawn) return;
    const mask = (/** @type {number} */ width) => {
      const { data } = build([n_q, width], () => Number(chance(0.7)));
      return { shape: [n_q, width], data: Float32Array.from(data) };
    };
    if ("residual" in parts) inputs.keep_output = mask(d_model);
    if ("residual" in parts && mlp !== "none") inputs.keep_mlp_output = mask(d_model);
    if ("mlp" in parts) inputs.keep_mlp = mask(d_ff);
  }
}

const SCALINGS = [
  { type: "linear", factor: 4 },
  { type: "llama3", factor: 8, original_max_position: 64 },
  { type: "yarn", factor: 4, original_max_position: 64 },
];
