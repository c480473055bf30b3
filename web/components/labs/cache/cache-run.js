import { decodeSteps } from "../../../engine/decode-steps.js";

/** @typedef {import("../../../engine/run.js").Run} Run */
/** @typedef {import("../../../engine/index.js").Tensor} Tensor */
/** @typedef {"Q" | "K" | "V" | "weights" | "output"} Shown */
/** @typedef {Record<Shown, Tensor>} Tensors */
/**
 * @typedef {object} CacheWalk
 * @property {{first: number, count: number, cache_len: number, tensors: Tensors,
 *   cost: Record<string, import("../../../engine/index.js").Cost>,
 *   costWithout: Record<string, import("../../../engine/index.js").Cost>}[]} appends
 * @property {Tensor} output of full causal attention over all tokens at once
 */

/**
 * A cache at work on the walk in view, append by append.
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
 * What is computed without a cache: every row so far, again.
 * @param {import("../../../view/view.js").View} view
 * @param {number} rows
 * @returns {Tensors}
 */
export function recomputed({ spec, inputs, engine }, rows) {
  const run = engine.trace({ ...spec, prefill: rows }, inputs).finish();
  const [first, ...others] = decodeSteps(run).map((append) => append.run);
  const tensors = tensorsOf(/** @type {Run} */ (first).finish());
  for (const one of [run, first, ...others]) one?.free();
  return tensors;
}

/** @param {Run} run @returns {Tensors} */
function tensorsOf(run) {
  const turned = run.stages.includes("Q_rot");
  return {
    Q: run.tensor(turned ? "Q_rot" : "Q"),
    K: run.tensor(turned ? "K_rot" : "K"),
    V: run.tensor("V"),
    weights: run.tensor("weights"),
    output: run.tensor("output"),
  };
}
