import { required } from "../trace.js";

/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").Trace} Trace */

/**
 * What one row of weights is like.
 * @typedef {object} Row
 * @property {number} sum
 * @property {number} largest
 * @property {number} entropy in bits
 * @property {number} gradient Frobenius norm of the softmax's Jacobian, diag(p) - p·pᵀ
 */

/**
 * Mean and variance of what is finite, in doubles: first the mean, then the squares about it, so that nothing cancels.
 * @param {ArrayLike<number>} values
 * @returns {{count: number, mean: number, variance: number}} variance: divided by the count, as numpy's var
 */
export function spread(values) {
  let count = 0;
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    if (!Number.isFinite(values[at])) continue;
    sum += values[at];
    count++;
  }
  const mean = sum / count;
  let squares = 0;
  for (let at = 0; at < values.length; at++) {
    if (Number.isFinite(values[at])) squares += (values[at] - mean) ** 2;
  }
  return { count, mean, variance: squares / count };
}

/**
 * @param {ArrayLike<number>} weights
 * @param {number} start of the row
 * @param {number} length
 * @returns {Row}
 */
export function rowOf(weights, start, length) {
  let [sum, largest, entropy, diagonal, others, before] = [0, 0, 0, 0, 0, 0];
  for (let at = start; at < start + length; at++) {
    const p = weights[at];
    sum += p;
    largest = Math.max(largest, p);
    if (p !== 0) entropy -= p * Math.log2(p);
    // The Jacobian has p(1 - p) on its diagonal and -p·p' off it, each pair twice. Sums of squares alone: none cancels.
    diagonal += (p * (1 - p)) ** 2;
    others += 2 * before * p * p;
    before += p * p;
  }
  return { sum, largest, entropy: Math.max(0, entropy), gradient: Math.sqrt(diagonal + others) };
}

/**
 * Every row of one head, or of all.
 * @param {Tensor} tensor [heads, n_q, n_k]
 * @param {number | "all"} head
 * @returns {Row[]} head by head
 */
export function rowsOf({ shape, data }, head) {
  const [heads, n_q, n_k] = shape;
  const [from, to] = head === "all" ? [0, heads] : [head, head + 1];
  return Array.from({ length: (to - from) * n_q }, (_, at) => rowOf(data, (from * n_q + at) * n_k, n_k));
}

/**
 * The numbers of one head, or of all.
 * @param {Tensor} tensor heads first
 * @param {number | "all"} head
 */
export function headOf({ shape, data }, head) {
  if (head === "all") return data;
  const size = shape.slice(1).reduce((product, length) => product * length, 1);
  return Array.prototype.slice.call(data, head * size, (head + 1) * size);
}

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * What the rows are like together. Rows without any weight see nothing and count for nothing else.
 * @param {readonly Row[]} rows
 */
export function summary(rows) {
  const seeing = rows.filter(({ sum }) => sum !== 0);
  const of = (/** @type {keyof Row} */ key) => (seeing.length === 0 ? 0 : mean(seeing.map((row) => row[key])));
  return {
    largest: of("largest"),
    entropy: of("entropy"),
    gradient: of("gradient"),
    empty: rows.length - seeing.length,
    count: rows.length,
    leastSum: Math.min(...rows.map(({ sum }) => sum)),
  };
}

/**
 * The stage that holds what the softmax made: zeroing weights afterwards does not change its gradient.
 * @param {Trace} trace
 */
export const softmaxStage = (trace) => (trace.stages.includes("zeroed") ? "weights_unmasked" : "weights");

/**
 * Everything the meters show of a walk.
 * @param {Trace} trace
 * @param {number | "all"} head
 */
export function measure(trace, head) {
  const weights = rowsOf(required(trace, "weights"), head);
  const stage = softmaxStage(trace);
  const softmax = stage === "weights" ? weights : rowsOf(required(trace, stage), head);
  return {
    raw: spread(headOf(required(trace, "raw"), head)),
    scaled: spread(headOf(required(trace, "scaled"), head)),
    rows: weights.map((row, at) => ({ ...row, gradient: softmax[at].gradient })),
    ...summary(weights),
    gradient: summary(softmax).gradient,
  };
}

/** @typedef {ReturnType<typeof measure>} Measured */

/**
 * Hidden pairs among all of one head, or of all heads.
 * @param {Trace} trace
 * @param {number | "all"} head
 */
export function hiddenPairs(trace, head) {
  const allow = trace.tensor("allow");
  if (!allow) return { hidden: 0, pairs: 0 };
  const values = Array.from(allow.shape.length === 3 ? headOf(allow, head) : allow.data);
  return { hidden: values.filter((value) => value === 0).length, pairs: values.length };
}

/**
 * How two tensors of one shape differ, number by number. The same infinity twice is no difference.
 * @param {Tensor} a
 * @param {Tensor} b
 * @returns {{values: Float64Array, largest: number, at: number, moved: number}} values: a - b; largest: of the finite
 *   ones, by size; at: where; moved: how many of the numbers are not the same bits but for the sign of zero
 */
export function difference(a, b) {
  const values = new Float64Array(a.data.length);
  let [largest, at, moved] = [0, 0, 0];
  for (let n = 0; n < values.length; n++) {
    const same = a.data[n] === b.data[n] || (Number.isNaN(a.data[n]) && Number.isNaN(b.data[n]));
    values[n] = same ? 0 : a.data[n] - b.data[n];
    if (!same) moved++;
    const size = Math.abs(values[n]);
    if (size > largest && size < Infinity) [largest, at] = [size, n];
  }
  return { values, largest, at, moved };
}
