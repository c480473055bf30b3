/** Reference results: the same workloads in double precision, for a sample of rows where all rows would take too long. */
import { hiddenOf, widthOf } from "./workloads.js";

/** @typedef {import("./workloads.js").Workload} Workload */
/** @typedef {Readonly<Record<string, ArrayLike<number>>>} Data numbers by tensor name */
/** @typedef {{tensor: string, row: number, values: Float64Array}} Row */

/**
 * The matrix product a · b. Four rows of b are added at a time, for speed.
 * @param {ArrayLike<number>} a [rows, inner] @param {ArrayLike<number>} b [inner, columns]
 * @param {number} rows @param {number} inner @param {number} columns
 */
export function matmul(a, b, rows, inner, columns) {
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

/** @param {ArrayLike<number>} a [rows, columns] @param {number} rows @param {number} columns */
export function transpose(a, rows, columns) {
  const result = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) result[j * rows + i] = a[i * columns + j];
  return result;
}

/** @param {number} n @returns {number[]} up to seven row indices, including the first and the last */
export function sampleRows(n) {
  const fractions = [0, 1 / 7, 0.31, 0.5, 0.68, 0.87, 1];
  return [...new Set(fractions.map((fraction) => Math.round(fraction * (n - 1))))];
}

/**
 * One query's attention weights over the first `visible` keys. The query starts at q[qAt], the first key at k[kAt], and each
 * further key `stride` elements later.
 * @param {ArrayLike<number>} q @param {number} qAt @param {ArrayLike<number>} k @param {number} kAt
 * @param {number} stride @param {number} visible @param {number} d
 */
function weightsOf(q, qAt, k, kAt, stride, visible, d) {
  const weights = new Float64Array(visible);
  for (let j = 0; j < visible; j++) {
    let sum = 0;
    for (let c = 0; c < d; c++) sum += q[qAt + c] * k[kAt + j * stride + c];
    weights[j] = sum / Math.sqrt(d);
  }
  const largest = weights.reduce((a, b) => Math.max(a, b), -Infinity);
  let total = 0;
  for (let j = 0; j < visible; j++) total += weights[j] = Math.exp(weights[j] - largest);
  for (let j = 0; j < visible; j++) weights[j] /= total;
  return weights;
}

/**
 * The sum of values times weights: the first value starts at v[vAt], each further one `stride` elements later.
 * @param {Float64Array} weights @param {ArrayLike<number>} v @param {number} vAt @param {number} stride @param {number} d
 */
function weightedSum(weights, v, vAt, stride, d) {
  const result = new Float64Array(d);
  for (let j = 0; j < weights.length; j++)
    for (let c = 0; c < d; c++) result[c] += weights[j] * v[vAt + j * stride + c];
  return result;
}

/** @param {Workload} workload @param {Data} data @returns {Row[]} */
function attentionRows({ n, heads, kv_heads, d, causal }, { Q, K, V }) {
  return sampleRows(heads * n).map((row) => {
    const [head, i] = [Math.floor(row / n), row % n];
    const at = Math.floor((head * kv_heads) / heads) * n * d;
    const weights = weightsOf(Q, row * d, K, at, d, causal ? i + 1 : n, d);
    return { tensor: "context", row, values: weightedSum(weights, V, at, d, d) };
  });
}

/**
 * Rotates each pair of neighbouring components by the angle position · 10000^(-2·pair/d), in place (Su et al. 2021).
 * @param {Float64Array} rows [rows, heads·d] @param {number} d @param {number} width heads·d @param {number} [first] position
 */
export function rotate(rows, d, width, first = 0) {
  for (let at = 0; at < rows.length; at += 2) {
    const angle = (first + Math.floor(at / width)) * 10000 ** -((at % d) / d);
    const [x, y] = [rows[at] ?? NaN, rows[at + 1] ?? NaN];
    rows[at] = x * Math.cos(angle) - y * Math.sin(angle);
    rows[at + 1] = x * Math.sin(angle) + y * Math.cos(angle);
  }
  return rows;
}

/** A layer's keys (rotated, where it has RoPE) and values, each [n, kv_heads·d]. @param {Workload} workload @param {Data} data */
export function keysAndValues(workload, { X, Wk, Wv }) {
  const width = workload.kv_heads * workload.d;
  const [K, V] = [Wk, Wv].map((W) => matmul(X, W, workload.n, widthOf(workload), width));
  return { K: workload.rope ? rotate(K, workload.d, width) : K, V };
}

/** @param {Workload} workload @param {Data} data including K and V @returns {Row[]} */
function layerRows(workload, { K, V, ...data }) {
  const { n, heads, kv_heads, d, causal } = workload;
  const [width, kvWidth] = [widthOf(workload), kv_heads * d];
  return (workload.kind === "decode" ? [n - 1] : sampleRows(n)).map((i) => {
    const q = matmul(Array.prototype.slice.call(data.X, i * width, (i + 1) * width), data.Wq, 1, width, width);
    if (workload.rope) rotate(q, d, width, i);
    const context = new Float64Array(width);
    for (let h = 0; h < heads; h++) {
      const at = Math.floor((h * kv_heads) / heads) * d;
      const weights = weightsOf(q, h * d, K, at, kvWidth, causal ? i + 1 : n, d);
      context.set(weightedSum(weights, V, at, kvWidth, d), h * d);
    }
    const row = workload.kind === "decode" ? 0 : i;
    return { tensor: "output", row, values: matmul(context, data.Wo, 1, width, width) };
  });
}

/** @param {ArrayLike<number>} x [rows, width] @param {ArrayLike<number>} weight @param {ArrayLike<number>} bias */
function layerNorm(x, weight, bias) {
  const width = weight.length;
  const result = new Float64Array(x.length);
  for (let at = 0; at < x.length; at += width) {
    let [mean, variance] = [0, 0];
    for (let c = 0; c < width; c++) mean += x[at + c] / width;
    for (let c = 0; c < width; c++) variance += (x[at + c] - mean) ** 2 / width;
    for (let c = 0; c < width; c++)
      result[at + c] = ((x[at + c] - mean) / Math.sqrt(variance + 1e-5)) * weight[c] + bias[c];
  }
  return result;
}

/** @param {number} x */
const gelu = (x) => (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

/** @param {Workload} workload @param {Data} data @returns {Row[]} */
function blockRows(workload, data) {
  const [width, hidden] = [widthOf(workload), hiddenOf(workload)];
  const normed = { ...data, X: layerNorm(data.X, data.norm_1_weight, data.norm_1_bias) };
  return layerRows(workload, { ...normed, ...keysAndValues(workload, normed) }).map(({ tensor, row, values }) => {
    const stream = values.map((value, c) => data.X[row * width + c] + value);
    const up = matmul(layerNorm(stream, data.norm_2_weight, data.norm_2_bias), data.W_up, 1, width, hidden);
    const down = matmul(
      up.map((value, c) => gelu(value + data.b_up[c])),
      data.W_down,
      1,
      hidden,
      width,
    );
    return { tensor, row, values: stream.map((value, c) => value + down[c] + data.b_down[c]) };
  });
}

/** @param {Workload} workload @param {Data} data @returns {Row[]} of the output, and of the gradients of sum(output ⊙ dOutput) */
function trainingRows(workload, { X, Wq, Wk, Wv, Wo, dOutput }) {
  const { n, heads, d, causal } = workload;
  const width = widthOf(workload);
  const [Q, K, V] = [Wq, Wk, Wv].map((W) => matmul(X, W, n, width, width));
  const context = new Float64Array(n * width);
  const dContext = matmul(dOutput, transpose(Wo, width, width), n, width, width);
  const [dQ, dK, dV] = [0, 1, 2].map(() => new Float64Array(n * width));
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < n; i++) {
      const at = i * width + h * d;
      const visible = causal ? i + 1 : n;
      const weights = weightsOf(Q, at, K, h * d, width, visible, d);
      context.set(weightedSum(weights, V, h * d, width, d), at);
      const dWeights = weights.map((_, j) => {
        let sum = 0;
        for (let c = 0; c < d; c++) sum += dContext[at + c] * V[j * width + h * d + c];
        return sum;
      });
      const mean = weights.reduce((sum, weight, j) => sum + weight * dWeights[j], 0);
      for (let j = 0; j < visible; j++) {
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
  const timesTransposed = (/** @type {Float64Array} */ g, /** @type {ArrayLike<number>} */ W) =>
    matmul(g, transpose(W, width, width), n, width, width);
  const parts = [timesTransposed(dQ, Wq), timesTransposed(dK, Wk), timesTransposed(dV, Wv)];
  const Xt = transpose(X, n, width);
  const all = {
    output: matmul(context, Wo, n, width, width),
    X: parts[0].map((value, at) => value + parts[1][at] + parts[2][at]),
    Wq: matmul(Xt, dQ, width, n, width),
    Wk: matmul(Xt, dK, width, n, width),
    Wv: matmul(Xt, dV, width, n, width),
    Wo: matmul(transpose(context, n, width), dOutput, width, n, width),
  };
  return Object.entries(all).flatMap(([tensor, values]) =>
    sampleRows(values.length / width).map((row) => ({
      tensor,
      row,
      values: values.slice(row * width, (row + 1) * width),
    })),
  );
}

/**
 * Sampled rows of the correct result. A result is named "context" ([heads·n, d]), "output" ([n, width]) or, if it is a
 * gradient, like the input that it belongs to.
 * @param {Workload} workload @param {Data} data the inputs; for a layer or decode also its K and V
 */
export function referenceRows(workload, data) {
  if (workload.kind === "attention") return attentionRows(workload, data);
  if (workload.kind === "block") return blockRows(workload, data);
  return workload.kind === "training" ? trainingRows(workload, data) : layerRows(workload, data);
}

/**
 * The largest difference between results and reference, relative to the largest number of its row.
 * @param {Readonly<Record<string, ArrayLike<number>>>} results
 * @param {readonly {tensor: string, row: number, values: ArrayLike<number>}[]} reference
 */
export function relativeError(results, reference) {
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
