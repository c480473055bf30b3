/** Plain JavaScript, as a careful reader would write it: typed arrays, transposed where that helps, no n x n matrix. */

/** @typedef {import("../works.js").Work} Work */
/** @typedef {import("../measure.js").Prepared} Prepared */

export const variants = Object.freeze(["plain"]);

/**
 * a · b; a row of four sums at a time stays in registers.
 * @param {Float32Array} a [rows, inner] @param {Float32Array} b [columns, inner], transposed
 * @param {number} rows @param {number} inner @param {number} columns
 */
export function multiply(a, b, rows, inner, columns) {
  const result = new Float32Array(rows * columns);
  for (let j = 0; j < columns; j += 4) {
    const b0 = j * inner;
    const b1 = Math.min(j + 1, columns - 1) * inner;
    const b2 = Math.min(j + 2, columns - 1) * inner;
    const b3 = Math.min(j + 3, columns - 1) * inner;
    for (let i = 0; i < rows; i++) {
      const at = i * inner;
      let [s0, s1, s2, s3] = [0, 0, 0, 0];
      for (let k = 0; k < inner; k++) {
        const x = a[at + k];
        s0 += x * b[b0 + k];
        s1 += x * b[b1 + k];
        s2 += x * b[b2 + k];
        s3 += x * b[b3 + k];
      }
      const to = i * columns + j;
      result[to] = s0;
      if (j + 1 < columns) result[to + 1] = s1;
      if (j + 2 < columns) result[to + 2] = s2;
      if (j + 3 < columns) result[to + 3] = s3;
    }
  }
  return result;
}

/** @param {Float32Array} a @param {number} rows @param {number} columns */
export function transpose(a, rows, columns) {
  const result = new Float32Array(a.length);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) result[j * rows + i] = a[i * columns + j];
  return result;
}

/**
 * @typedef {object} Layout where heads and tokens stand
 * @property {number} token from token to token
 * @property {number} head from head to head
 */

/**
 * Attention, query by query.
 * @param {{q: Float32Array, k: Float32Array, v: Float32Array, queries: number, keys: number, heads: number, kv_heads: number, d: number, causal: boolean}} given
 * @param {Layout} of Q and the result
 * @param {Layout} kv
 */
export function attend({ q, k, v, queries, keys, heads, kv_heads, d, causal }, of, kv) {
  const result = new Float32Array(q.length);
  const scores = new Float32Array(keys);
  const mix = new Float64Array(d);
  const scale = 1 / Math.sqrt(d);
  for (let h = 0; h < heads; h++) {
    const shared = Math.floor((h * kv_heads) / heads) * kv.head;
    for (let i = 0; i < queries; i++) {
      const row = h * of.head + i * of.token;
      const seen = causal ? keys - queries + i + 1 : keys;
      let most = -Infinity;
      for (let j = 0; j < seen; j++) {
        const key = shared + j * kv.token;
        let sum = 0;
        for (let c = 0; c < d; c++) sum += q[row + c] * k[key + c];
        scores[j] = sum * scale;
        if (scores[j] > most) most = scores[j];
      }
      let total = 0;
      mix.fill(0);
      for (let j = 0; j < seen; j++) {
        const weight = Math.exp(scores[j] - most);
        const value = shared + j * kv.token;
        total += weight;
        for (let c = 0; c < d; c++) mix[c] += weight * v[value + c];
      }
      for (let c = 0; c < d; c++) result[row + c] = mix[c] / total;
    }
  }
  return result;
}

/**
 * @param {Work} work
 * @param {Record<string, {shape: number[], data: Float32Array}>} tensors
 * @returns {Promise<Prepared>}
 */
export async function prepare(work, tensors) {
  const { kind, n, heads, kv_heads, d, causal } = work;
  const sizes = { heads, kv_heads, d, causal };
  const byHead = { token: d, head: n * d };
  if (kind === "attention") {
    const [q, k, v] = ["Q", "K", "V"].map((name) => tensors[name].data);
    const given = { q, k, v, queries: n, keys: n, ...sizes };
    return { run: () => attend(given, byHead, byHead), read: (context) => ({ context }) };
  }
  const [width, kvWidth] = [heads * d, kv_heads * d];
  const [Wq, Wk, Wv, Wo] = ["Wq", "Wk", "Wv", "Wo"].map((name) => {
    const [rows, columns] = tensors[name].shape;
    return transpose(tensors[name].data, rows, columns);
  });
  const queries = kind === "decode" ? 1 : n;
  const x = tensors.X.data.subarray((n - queries) * width, n * width);
  const token = { token: width, head: d };
  return {
    run: () => {
      const q = multiply(x, Wq, queries, width, width);
      const k = multiply(x, Wk, queries, width, kvWidth);
      const v = multiply(x, Wv, queries, width, kvWidth);
      // A cache has the new token's keys and values already: they are made all the same, as every decoder must.
      const kv = kind === "decode" ? { k: tensors.K.data, v: tensors.V.data } : { k, v };
      const context = attend(
        { q, ...kv, queries, keys: n, ...sizes },
        token,
        kind === "decode" ? byHead : { token: kvWidth, head: d },
      );
      return multiply(context, Wo, queries, width, width);
    },
    read: (output) => ({ output }),
  };
}
