/** What is right: the same work in double precision, on some rows where all would take too long. */
import { widthOf } from "./works.js";

/** @typedef {import("./works.js").Work} Work */
/** @typedef {Readonly<Record<string, ArrayLike<number>>>} Data by tensor */
/** @typedef {{tensor: string, row: number, values: Float64Array}} Row */

/**
 * a · b, row by row of a; four rows of b at a time.
 * @param {ArrayLike<number>} a [rows, inner] @param {ArrayLike<number>} b [inner, columns]
 * @param {number} rows @param {number} inner @param {number} columns
 */
export function times(a, b, rows, inner, columns) {
  const result = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    const row = result.subarray(i * columns, (i + 1) * columns);
    let k = 0;
    for (; k + 4 <= inner; k += 4) {
      const [at, from] = [i * inner + k, k * columns];
      const [p, q, r, s] = [a[at], a[at + 1], a[at + 2], a[at + 3]];
      for (let j = 0; j < columns; j++) {
        const of = from + j;
        row[j] += p * b[of] + q * b[of + columns] + r * b[of + 2 * columns] + s * b[of + 3 * columns];
      }
    }
    for (; k < inner; k++) for (let j = 0; j < columns; j++) row[j] += a[i * inner + k] * b[k * columns + j];
  }
  return result;
}

/** @param {ArrayLike<number>} a @param {number} rows @param {number} columns */
export function transposed(a, rows, columns) {
  const result = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) result[j * rows + i] = a[i * columns + j];
  return result;
}

/** @param {number} n @returns {number[]} some rows, the first and the last among them */
export function sampledRows(n) {
  const shares = [0, 1 / 7, 0.31, 0.5, 0.68, 0.87, 1];
  return [...new Set(shares.map((share) => Math.round(share * (n - 1))))];
}

/**
 * One query's weights over the first `seen` keys.
 * @param {ArrayLike<number>} q @param {number} qAt @param {ArrayLike<number>} k @param {number} kAt
 * @param {number} step from key to key @param {number} seen @param {number} d
 */
function weightsOf(q, qAt, k, kAt, step, seen, d) {
  const weights = new Float64Array(seen);
  for (let j = 0; j < seen; j++) {
    let sum = 0;
    for (let c = 0; c < d; c++) sum += q[qAt + c] * k[kAt + j * step + c];
    weights[j] = sum / Math.sqrt(d);
  }
  const largest = weights.reduce((a, b) => Math.max(a, b), -Infinity);
  let total = 0;
  for (let j = 0; j < seen; j++) total += weights[j] = Math.exp(weights[j] - largest);
  for (let j = 0; j < seen; j++) weights[j] /= total;
  return weights;
}

/**
 * @param {Float64Array} weights @param {ArrayLike<number>} v @param {number} vAt @param {number} step @param {number} d
 */
function mixed(weights, v, vAt, step, d) {
  const result = new Float64Array(d);
  for (let j = 0; j < weights.length; j++) for (let c = 0; c < d; c++) result[c] += weights[j] * v[vAt + j * step + c];
  return result;
}

/** @param {Work} work @param {Data} data @returns {Row[]} */
function attentionRows({ n, heads, kv_heads, d, causal }, { Q, K, V }) {
  return sampledRows(heads * n).map((row) => {
    const [head, i] = [Math.floor(row / n), row % n];
    const at = Math.floor((head * kv_heads) / heads) * n * d;
    const weights = weightsOf(Q, row * d, K, at, d, causal ? i + 1 : n, d);
    return { tensor: "context", row, values: mixed(weights, V, at, d, d) };
  });
}

/** A layer's keys and values, [n, kv_heads·d]. @param {Work} work @param {Data} data */
export function keysAndValues(work, { X, Wk, Wv }) {
  const [K, V] = [Wk, Wv].map((W) => times(X, W, work.n, widthOf(work), work.kv_heads * work.d));
  return { K, V };
}

/** @param {Work} work @param {Data} data with K and V @returns {Row[]} */
function layerRows(work, { K, V, ...data }) {
  const { n, heads, kv_heads, d, causal } = work;
  const [width, kvWidth] = [widthOf(work), kv_heads * d];
  return (work.kind === "decode" ? [n - 1] : sampledRows(n)).map((i) => {
    const q = times(Array.prototype.slice.call(data.X, i * width, (i + 1) * width), data.Wq, 1, width, width);
    const context = new Float64Array(width);
    for (let h = 0; h < heads; h++) {
      const at = Math.floor((h * kv_heads) / heads) * d;
      const weights = weightsOf(q, h * d, K, at, kvWidth, causal ? i + 1 : n, d);
      context.set(mixed(weights, V, at, kvWidth, d), h * d);
    }
    const row = work.kind === "decode" ? 0 : i;
    return { tensor: "output", row, values: times(context, data.Wo, 1, width, width) };
  });
}

/** @param {Work} work @param {Data} data @returns {Row[]} of the output and of gradients of sum(output ⊙ dOutput) */
function trainingRows(work, { X, Wq, Wk, Wv, Wo, dOutput }) {
  const { n, heads, d, causal } = work;
  const width = widthOf(work);
  const [Q, K, V] = [Wq, Wk, Wv].map((W) => times(X, W, n, width, width));
  const context = new Float64Array(n * width);
  const dContext = times(dOutput, transposed(Wo, width, width), n, width, width);
  const [dQ, dK, dV] = [0, 1, 2].map(() => new Float64Array(n * width));
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < n; i++) {
      const at = i * width + h * d;
      const seen = causal ? i + 1 : n;
      const weights = weightsOf(Q, at, K, h * d, width, seen, d);
      context.set(mixed(weights, V, h * d, width, d), at);
      const dWeights = weights.map((_, j) => {
        let sum = 0;
        for (let c = 0; c < d; c++) sum += dContext[at + c] * V[j * width + h * d + c];
        return sum;
      });
      const mean = weights.reduce((sum, weight, j) => sum + weight * dWeights[j], 0);
      for (let j = 0; j < seen; j++) {
        const of = j * width + h * d;
        const dScore = (weights[j] * (dWeights[j] - mean)) / Math.sqrt(d);
        for (let c = 0; c < d; c++) {
          dV[of + c] += weights[j] * dContext[at + c];
          dQ[at + c] += dScore * K[of + c];
          dK[of + c] += dScore * Q[at + c];
        }
      }
    }
  }
  const back = (/** @type {Float64Array} */ g, /** @type {ArrayLike<number>} */ W) =>
    times(g, transposed(W, width, width), n, width, width);
  const parts = [back(dQ, Wq), back(dK, Wk), back(dV, Wv)];
  const given = transposed(X, n, width);
  const all = {
    output: times(context, Wo, n, width, width),
    X: parts[0].map((value, at) => value + parts[1][at] + parts[2][at]),
    Wq: times(given, dQ, width, n, width),
    Wk: times(given, dK, width, n, width),
    Wv: times(given, dV, width, n, width),
    Wo: times(transposed(context, n, width), dOutput, width, n, width),
  };
  return Object.entries(all).flatMap(([tensor, values]) =>
    sampledRows(values.length / width).map((row) => ({
      ...{ tensor, row },
      values: values.slice(row * width, (row + 1) * width),
    })),
  );
}

/**
 * Rows of the right result. Results are named context ([heads·n, d]), output ([n, width]) and, of training, as the inputs
 * whose gradients they are.
 * @param {Work} work @param {Data} data of a layer with its K and V
 */
export function referenceOf(work, data) {
  if (work.kind === "attention") return attentionRows(work, data);
  return work.kind === "training" ? trainingRows(work, data) : layerRows(work, data);
}

/**
 * The largest difference, measured by the largest number of its row.
 * @param {Readonly<Record<string, ArrayLike<number>>>} results
 * @param {readonly {tensor: string, row: number, values: ArrayLike<number>}[]} reference
 */
export function errorOf(results, reference) {
  let worst = 0;
  for (const { tensor, row, values } of reference) {
    const result = results[tensor];
    if (!result) throw new Error(`${tensor}: wanted a result, got none`);
    let [largest, difference] = [0, 0];
    for (let c = 0; c < values.length; c++) {
      largest = Math.max(largest, Math.abs(values[c]));
      difference = Math.max(difference, Math.abs(result[row * values.length + c] - values[c]));
    }
    worst = Math.max(worst, difference / largest);
  }
  return worst;
}
