/** Attention that begins with Q, K and V, forward and backward, by the engine's walk. */
import { logSumExp } from "../../engine/fast/log-sum-exp.js";

/**
 * @typedef {import("../../engine/index.js").Engine} Engine
 * @typedef {{shape: number[], data: Float32Array}} Tensor
 * @typedef {Record<string, Tensor>} Tensors
 */

/**
 * @param {Engine} engine
 * @param {Readonly<Record<string, unknown>>} spec with heads, kv_heads, d_k and d_v
 * @param {Tensors} inputs Q, K and V, heads first; dOutput [n_q, heads·d_v]; and what else the spec needs
 * @returns {{expected: Tensors, gradients: Tensors}} the gradients of the sum of output·dOutput
 */
export function attentionRun(engine, spec, { dOutput, ...inputs }) {
  const run = engine.trace(spec, inputs).finish();
  const all = run.backward(given(dOutput));
  const names = ["Q", "K", "V", "sink", "bias_table", "bias_matrix"].filter((name) => all[name] !== undefined);
  const result = {
    expected: { context: copyOf(run.tensor("context")), log_sum_exp: logSumExp(run) },
    gradients: Object.fromEntries(names.map((name) => [name, copyOf(given(all[name]))])),
  };
  run.free();
  return result;
}

/** @param {{shape: readonly number[], data: Float32Array}} tensor @returns {Tensor} that stays when the run is freed */
const copyOf = ({ shape, data }) => ({ shape: [...shape], data: data.slice() });

/** @template T @param {T | undefined} value @returns {T} */
function given(value) {
  if (value === undefined) throw new Error("attentionRun: dOutput must be given");
  return value;
}
