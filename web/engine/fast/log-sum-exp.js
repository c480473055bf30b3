/** What kernels of attention often return beside their result. */

/** Its name in files, where it may be expected as stages are: [heads, n_q]. */
export const LOG_SUM_EXP = "log_sum_exp";

/** The stages that may hold the scores which the softmax reads, the last one first. */
const SCORES = Object.freeze(["masked", "capped", "biased", "scaled"]);

/**
 * The natural logarithm of what each row of the softmax is divided by: the sum of exp of its scores, and of its sink where
 * there is one. Rows without a visible key: -Infinity. Computed in double precision from the walk's scores.
 * @param {Pick<import("../run.js").Run, "stages" | "spec" | "tensor">} run finished
 * @returns {{shape: number[], data: Float32Array}} [heads, n_q]
 */
export function logSumExp(run) {
  const name = /** @type {string} */ (SCORES.find((stage) => run.stages.includes(stage)));
  const { shape, data } = run.tensor(name);
  const [heads = 0, n_q = 0, n_k = 0] = shape;
  const sink = run.spec.softmax_sink ? run.tensor("sink").data : null;
  const rows = Float32Array.from({ length: heads * n_q }, (_, row) => {
    const keys = data.subarray(row * n_k, (row + 1) * n_k);
    if (keys.every((score) => score === -Infinity)) return -Infinity;
    const all = sink ? [...keys, sink[Math.floor(row / n_q)] ?? NaN] : [...keys];
    const largest = Math.max(...all);
    return largest + Math.log(all.reduce((sum, score) => sum + Math.exp(score - largest), 0));
  });
  return { shape: [heads, n_q], data: rows };
}
