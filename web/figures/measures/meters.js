import { lengthsOf, required } from "../trace.js";

/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").Trace} Trace */

/**
 * Measurements of one row of attention weights.
 * @typedef {object} Row
 * @property {number} sum
 * @property {number} largest
 * @property {number} entropy in bits
 * @property {number} gradient Frobenius norm of softmax's Jacobian at this row p: diag(p) - p·pᵀ
 */

/**
 * Mean and variance of the finite values, in double precision and in two passes, so that nothing cancels.
 * @param {ArrayLike<number>} values
 * @returns {{count: number, mean: number, variance: number}} variance: divided by the count, as numpy.var does
 */
export function spread(values) {
  let count = 0;
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    const value = /** @type {number} */ (values[at]);
    if (!Number.isFinite(value)) continue;
    sum += value;
    count++;
  }
  const mean = sum / count;
  let squares = 0;
  for (let at = 0; at < values.length; at++) {
    const value = /** @type {number} */ (values[at]);
    if (Number.isFinite(value)) squares += (value - mean) ** 2;
  }
  return { count, mean, variance: squares / count };
}

/** The mean of the squared values. @param {ArrayLike<number>} values */
export function meanSquare(values) {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += /** @type {number} */ (values[at]) ** 2;
  return sum / values.length;
}

/**
 * Measures one row of weights.
 * @param {ArrayLike<number>} weights
 * @param {number} start index of the row's first weight
 * @param {number} length
 * @returns {Row}
 */
export function rowOf(weights, start, length) {
  let [sum, largest, entropy, diagonal, others, squares] = [0, 0, 0, 0, 0, 0];
  for (let at = start; at < start + length; at++) {
    const p = /** @type {number} */ (weights[at]);
    sum += p;
    largest = Math.max(largest, p);
    if (p !== 0) entropy -= p * Math.log2(p);
    // The Jacobian has p(1 - p) on its diagonal and -p·p' off it, each pair twice. All terms are squares: none cancels.
    diagonal += (p * (1 - p)) ** 2;
    others += 2 * squares * p * p;
    squares += p * p;
  }
  return { sum, largest, entropy: Math.max(0, entropy), gradient: Math.sqrt(diagonal + others) };
}

/**
 * Measures every row of weights of one head, or of all heads.
 * @param {Tensor} tensor [heads, n_q, n_k]
 * @param {number | "all"} head
 * @returns {Row[]} n_q for each head, head by head
 */
export function rowsOf(tensor, head) {
  const { data } = tensor;
  const { heads, rows: n_q, columns: n_k } = lengthsOf(tensor);
  const [from, to] = head === "all" ? [0, heads] : [head, head + 1];
  return Array.from({ length: (to - from) * n_q }, (_, at) => rowOf(data, (from * n_q + at) * n_k, n_k));
}

/**
 * The numbers of one head or of all heads, row-major.
 * @param {Tensor} tensor [heads, ...]
 * @param {number | "all"} head
 * @returns {ArrayLike<number>} not a copy where the tensor is stored as a Float32Array
 */
export function headOf({ shape, data }, head) {
  if (head === "all") return data;
  const size = shape.slice(1).reduce((product, length) => product * length, 1);
  const [start, end] = [head * size, (head + 1) * size];
  return data instanceof Float32Array ? data.subarray(start, end) : Array.prototype.slice.call(data, start, end);
}

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Averages over rows of weights. Rows whose weights are all 0 (every key is hidden) are counted as empty and left out of
 * the averages.
 * @param {readonly Row[]} rows
 */
export function summary(rows) {
  const nonempty = rows.filter(({ sum }) => sum !== 0);
  const of = (/** @type {keyof Row} */ key) => (nonempty.length === 0 ? 0 : mean(nonempty.map((row) => row[key])));
  return {
    largest: of("largest"),
    entropy: of("entropy"),
    gradient: of("gradient"),
    empty: rows.length - nonempty.length,
    count: rows.length,
    leastSum: Math.min(...rows.map(({ sum }) => sum)),
  };
}

/**
 * The stage that holds softmax's output: its gradient does not change where hidden weights are set to 0 afterwards.
 * @param {Trace} trace
 */
const softmaxStage = (trace) => (trace.stages.includes("zeroed") ? "weights_unmasked" : "weights");

/**
 * Everything that the meters show of a walk: the spread of the scores before and after scaling, and measurements of the
 * rows of weights.
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
    rows: weights.map((row, at) => ({ ...row, gradient: /** @type {Row} */ (softmax[at]).gradient })),
    ...summary(weights),
    gradient: summary(softmax).gradient,
  };
}

/** @typedef {ReturnType<typeof measure>} Measured */

/**
 * How many pairs (query, key) a mask hides, in one head or in all heads, and how many pairs there are; 0 and 0 without a
 * mask.
 * @param {Trace} trace
 * @param {number | "all"} head
 */
export function hiddenPairs(trace, head) {
  const allow = trace.tensor("allow");
  if (!allow) return { hidden: 0, pairs: 0 };
  const values = allow.shape.length === 3 ? headOf(allow, head) : allow.data;
  let hidden = 0;
  for (let at = 0; at < values.length; at++) hidden += Number(values[at] === 0);
  return { hidden, pairs: values.length };
}

/**
 * How two tensors of the same shape differ, number by number. Two equal infinities do not differ, nor do two NaN.
 * @param {Tensor} a
 * @param {Tensor} b
 * @returns {{values: Float64Array, largest: number, at: number, moved: number}} values: a - b; largest: the largest finite
 *   magnitude of these; at: its index; moved: how many numbers differ (0 and -0 do not)
 */
export function difference({ data: a }, { data: b }) {
  const values = new Float64Array(a.length);
  let [largest, at, moved] = [0, 0, 0];
  for (let n = 0; n < values.length; n++) {
    const x = /** @type {number} */ (a[n]);
    const y = /** @type {number} */ (b[n]);
    const same = x === y || (Number.isNaN(x) && Number.isNaN(y));
    if (same) continue;
    values[n] = x - y;
    moved++;
    const size = Math.abs(x - y);
    if (size > largest && size < Infinity) [largest, at] = [size, n];
  }
  return { values, largest, at, moved };
}
