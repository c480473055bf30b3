/** @typedef {{shape: number[], data: number[]}} Tensor */
/** @typedef {{spec: any, inputs: Record<string, Tensor>}} CalculatorCase for `engine.trace` */

// Two calculators for numbers that the reader types. Each makes a spec and inputs for the engine, such that one stage
// of the walk is the wanted result.

/**
 * @param {readonly number[][]} rows of one length
 * @returns {Tensor}
 */
const matrix = (rows) => ({ shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat() });

/**
 * The dot product of two vectors with its products and partial sums. Without weights raw is X·Cᵀ: X holds the first vector
 * cut off after each component, then each component alone, then both vectors; C holds the second vector, then the first.
 * @param {readonly number[]} a
 * @param {readonly number[]} b of the same length
 * @returns {CalculatorCase}
 */
export function dotCase(a, b) {
  const upTo = a.map((_, at) => a.map((value, p) => (p <= at ? value : 0)));
  const alone = a.map((_, at) => a.map((value, p) => (p === at ? value : 0)));
  return {
    spec: { scale: 1 },
    inputs: { X: matrix([...upTo, ...alone, [...a], [...b]]), C: matrix([[...b], [...a]]) },
  };
}

/**
 * Reads the results from the stage raw of a dotCase.
 * @param {{data: ArrayLike<number>}} raw
 * @param {number} length of the vectors
 */
export function readDot({ data }, length) {
  const column = (/** @type {number} */ from) => Array.from({ length }, (_, at) => data[2 * (from + at)] ?? NaN);
  const [aa = NaN, bb = NaN] = [data[4 * length + 1], data[4 * length + 2]];
  return { sums: column(0), products: column(length), dot: data[4 * length] ?? NaN, aa, bb };
}

/**
 * Softmax of given scores: the query is 1 and each key its score, so raw holds the scores; the values are unit vectors,
 * so the context holds the weights, and a gradient that comes in at one output comes in at one weight.
 * @param {readonly (number | null)[]} scores one row; null for a hidden key
 * @param {number} temperature above 0
 * @returns {CalculatorCase}
 */
export function softmaxCase(scores, temperature) {
  const unit = (/** @type {number} */ at) => scores.map((_, p) => (p === at ? 1 : 0));
  const hidden = scores.includes(null);
  return {
    spec: { d_k: 1, d_v: scores.length, scale: 1 / temperature },
    inputs: {
      X: matrix([[1]]),
      C: matrix(scores.map((score, at) => [score ?? 0, ...unit(at)])),
      Wq: matrix([[1]]),
      Wk: matrix([[1], ...scores.map(() => [0])]),
      Wv: matrix([scores.map(() => 0), ...scores.map((_, at) => unit(at))]),
      ...(hidden
        ? { key_valid: { shape: [scores.length], data: scores.map((score) => (score === null ? 0 : 1)) } }
        : {}),
    },
  };
}
