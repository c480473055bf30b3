/** What stands outside of the layers, row by row: norms, and products with a matrix's rows. Sums are in float64. */

/**
 * The norm of each row.
 * @param {Float32Array} data
 * @param {number} width of a row
 * @param {{kind: "layernorm" | "rmsnorm", epsilon: number, offset?: boolean, weight: Float32Array | null,
 *   bias: Float32Array | null}} norm
 * @returns {Float32Array}
 */
export function normalised(data, width, { kind, epsilon, offset = false, weight, bias }) {
  const rows = new Float32Array(data.length);
  for (let start = 0; start < data.length; start += width) {
    const row = Float64Array.from(data.subarray(start, start + width));
    const mean = kind === "layernorm" ? row.reduce((sum, value) => sum + value, 0) / width : 0;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
    const root = Math.sqrt(variance + epsilon);
    row.forEach((value, at) => {
      const factor = (weight?.[at] ?? (offset ? 0 : 1)) + (offset ? 1 : 0);
      rows[start + at] = ((value - mean) / root) * factor + (bias?.[at] ?? 0);
    });
  }
  return rows;
}

/**
 * Each row of one matrix with each row of another: a·b transposed.
 * @param {Float32Array} a
 * @param {Float32Array} b
 * @param {number} width of the rows of both
 * @param {(row: number, column: number, value: number) => void} put column: row of b
 */
export function products(a, b, width, put) {
  for (let column = 0; column * width < b.length; column++)
    for (let row = 0; row * width < a.length; row++) put(row, column, dot(a, row * width, b, column * width, width));
}

/**
 * Four sums at a time, which a processor computes side by side.
 * @param {Record<number, any>} a all indices are within both arrays
 * @param {number} i
 * @param {Record<number, any>} b
 * @param {number} j
 * @param {number} width
 */
function dot(a, i, b, j, width) {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const whole = width - (width % 4);
  for (let k = 0; k < whole; k += 4) {
    s0 += a[i + k] * b[j + k];
    s1 += a[i + k + 1] * b[j + k + 1];
    s2 += a[i + k + 2] * b[j + k + 2];
    s3 += a[i + k + 3] * b[j + k + 3];
  }
  for (let k = whole; k < width; k++) s0 += a[i + k] * b[j + k];
  return s0 + s1 + (s2 + s3);
}

/**
 * The largest of some logits, with their probabilities.
 * @param {Float32Array} logits
 * @param {number} count
 * @returns {{token: number, logit: number, probability: number}[]} the most probable first; of equal ones the lower id
 */
export function mostProbable(logits, count) {
  const largest = logits.reduce((max, value) => Math.max(max, value), -Infinity);
  const sum = logits.reduce((total, value) => total + Math.exp(value - largest), 0);
  // Numbers alone are sorted much faster than with a function; only those that can be among the first are sorted with one.
  const least = logits.slice().sort().at(-count) ?? -Infinity;
  const tokens = [...logits.keys()].filter((token) => !((logits[token] ?? 0) < least));
  tokens.sort((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0) || a - b);
  return tokens.slice(0, count).map((token) => {
    const logit = logits[token] ?? 0;
    return { token, logit, probability: Math.exp(logit - largest) / sum };
  });
}
