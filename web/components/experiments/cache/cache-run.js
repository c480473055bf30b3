import { decodeSteps } from "../../../engine/decode-steps.js";

/** @typedef {import("../../../engine/run.js").Run} Run */
/** @typedef {import("../../../engine/index.js").Tensor} Tensor */
/** @typedef {"Q" | "K" | "V" | "weights" | "output"} Shown */
/** @typedef {Record<Shown, Tensor>} Tensors */
/**
 * The text generated step by step with a KV cache.
 * @typedef {object} CacheWalk
 * @property {{first: number, count: number, cache_len: number, tensors: Tensors,
 *   cost: Record<string, import("../../../engine/index.js").Cost>,
 *   costWithout: Record<string, import("../../../engine/index.js").Cost>}[]} appends one for each step: index of its first
 *   token, how many tokens it appends, how many the cache holds afterwards, what it computes, and its cost by stage with
 *   the cache and without
 * @property {Tensor} output of full causal attention over all tokens at once
 */

/**
 * Generates the text of the walk in view with a KV cache: first `prefill` tokens at once, then token by token.
 * @param {import("../../../view/view.js").View} view
 * @param {number} prefill
 * @returns {CacheWalk}
 */
export function cacheWalk({ spec, inputs, engine }, prefill) {
  const run = engine.trace({ ...spec, prefill }, inputs).finish();
  const appends = decodeSteps(run).map(({ run: step, ...append }) => {
    const tensors = tensorsOf(step.finish());
    step.free();
    return { ...append, tensors };
  });
  const output = run.tensor("output");
  run.free();
  return { appends, output };
}

/**
 * Computes a step without a cache, that is, the rows of all tokens so far.
 * @param {import("../../../view/view.js").View} view
 * @param {number} rows how many tokens there are so far
 * @returns {Tensors}
 */
export function recomputed({ spec, inputs, engine }, rows) {
  const run = engine.trace({ ...spec, prefill: rows }, inputs).finish();
  const [first, ...others] = decodeSteps(run).map((append) => append.run);
  const tensors = tensorsOf(/** @type {Run} */ (first).finish());
  for (const one of [run, first, ...others]) one?.free();
  return tensors;
}

/**
 * Copies the tensors of a run. Q and K are those that the scores are computed from: the rotated ones with RoPE.
 * @param {Run} run
 * @returns {Tensors}
 */
function tensorsOf(run) {
  const rotated = run.stages.includes("Q_rot");
  return {
    Q: run.tensor(rotated ? "Q_rot" : "Q"),
    K: run.tensor(rotated ? "K_rot" : "K"),
    V: run.tensor("V"),
    weights: run.tensor("weights"),
    output: run.tensor("output"),
  };
}
