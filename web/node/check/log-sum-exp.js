import { before, softmaxStage } from "../../engine/explain/rules.js";
import { LOG_SUM_EXP, logSumExp } from "../../engine/fast/log-sum-exp.js";
import { exact, times, wide } from "./operations.js";

/**
 * The log-sum-exp of each row of scores among the tensors of a walk: no stage has it, but kernels return it beside the context.
 *
 * @typedef {import("../../engine/run.js").Run} Run
 */

/** A tensor that a file may expect. @param {Run} run finished @param {string} id */
export const tensorOf = (run, id) => (id === LOG_SUM_EXP ? logSumExp(run) : run.tensor(id));

/** The shape of such a tensor. @param {Pick<Run, "shape">} run @param {string} id */
export const shapeOf = (run, id) => (id === LOG_SUM_EXP ? run.shape("weights").slice(0, -1) : run.shape(id));

/**
 * One number. A row that sees no key has none of its sink either.
 * @param {import("./head-rows.js").Asked} asked
 */
export function logOfRow({ reader, index: [head = 0, i = 0], precision, set }) {
  const { values, squares } = reader.row(before(reader, softmaxStage(reader)), [head, i]);
  const seen = Array.from(values.keys()).filter((j) => values[j] !== -Infinity);
  if (seen.length === 0) return set(i, exact(-Infinity));
  const [scores, deviations] = [values, squares].map((row) => seen.map((j) => Number(row[j])));
  const hasSink = reader.spec.softmax_sink;
  const sink = /** @type {const} */ (["sink", [head]]);
  set(
    i,
    logOf(
      [...(scores ?? []), ...(hasSink ? [reader.at(...sink)] : [])],
      [...(deviations ?? []), ...(hasSink ? [reader.squareAt(...sink)] : [])],
      precision,
    ),
  );
}

/**
 * The largest score + log(sum of the exponentials of all, less the largest). A score moves it by its share of the sum; of its
 * own are the roundings of these two terms, and of the sum, a share of which is as large in the logarithm.
 * @param {readonly number[]} scores
 * @param {readonly number[]} squares of their deviations
 * @param {import("./precision.js").Precision} precision
 */
function logOf(scores, squares, precision) {
  const largest = scores.reduce((most, score) => Math.max(most, score));
  const parts = scores.map((score) => Math.exp(score - largest));
  const sum = parts.reduce((total, part) => total + part);
  const log = Math.log(sum);
  const through = squares.reduce((total, square, at) => total + times((Number(parts[at]) / sum) ** 2, square), 0);
  return wide(largest + log, through, Math.abs(largest) + log + 1, scores.length, precision);
}
