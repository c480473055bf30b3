/** Attention in plain JavaScript with typed arrays and without an n x n matrix. */

/**
 * The matrix product a · bᵀ. Four columns are computed at a time, so that their sums stay in registers.
 * @param {Float32Array} a [rows, inner]
 * @param {Float32Array} b [columns, inner]
 * @param {number} rows
 * @param {number} inner
 * @param {number} columns
 * @returns {Float32Array} [rows, columns]
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
        const x = /** @type {number} */ (a[at + k]);
        s0 += x * /** @type {number} */ (b[b0 + k]);
        s1 += x * /** @type {number} */ (b[b1 + k]);
        s2 += x * /** @type {number} */ (b[b2 + k]);
        s3 += x * /** @type {number} */ (b[b3 + k]);
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

/**
 * The transpose of a matrix.
 * @param {Float32Array} a [rows, columns]
 * @param {number} rows
 * @param {number} columns
 * @returns {Float32Array} [columns, rows]
 */
export function transpose(a, rows, columns) {
  const result = new Float32Array(a.length);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) result[j * rows + i] = /** @type {number} */ (a[i * columns + j]);
  }
  return result;
}

/**
 * The strides of a tensor of tokens and heads, in numbers.
 * @typedef {object} Layout
 * @property {number} token numbers from one token to the next
 * @property {number} head numbers from one head to the next
 */

/**
 * softmax(q · kᵀ · scale) · v for each head, one query at a time.
 * @param {object} given
 * @param {Float32Array} given.q queries x heads x d_k numbers, with the strides of layouts.q
 * @param {Float32Array} given.k keys x kv_heads x d_k numbers
 * @param {Float32Array} given.v keys x kv_heads x d_v numbers
 * @param {number} given.queries
 * @param {number} given.keys
 * @param {number} given.heads
 * @param {number} given.kv_heads
 * @param {number} given.d_k
 * @param {number} given.d_v
 * @param {number} given.scale
 * @param {boolean} given.causal whether keys are hidden by a causal mask: the last query attends to all keys, each earlier
 *   one to one key fewer
 * @param {{q: Layout, k: Layout, v: Layout, result: Layout}} layouts
 * @returns {Float32Array} queries x heads x d_v numbers
 */
export function attend({ q, k, v, queries, keys, heads, kv_heads, d_k, d_v, scale, causal }, layouts) {
  const result = new Float32Array(queries * heads * d_v);
  const scores = new Float32Array(keys);
  const accumulator = new Float64Array(d_v);
  for (let h = 0; h < heads; h++) {
    const kvHead = Math.floor((h * kv_heads) / heads);
    for (let i = 0; i < queries; i++) {
      const row = h * layouts.q.head + i * layouts.q.token;
      const visible = causal ? Math.max(0, keys - queries + i + 1) : keys;
      let max = -Infinity;
      for (let j = 0; j < visible; j++) {
        const key = kvHead * layouts.k.head + j * layouts.k.token;
        let sum = 0;
        for (let c = 0; c < d_k; c++) {
          sum += /** @type {number} */ (q[row + c]) * /** @type {number} */ (k[key + c]);
        }
        const score = Math.fround(sum * scale);
        scores[j] = score;
        if (score > max) max = score;
      }
      let total = 0;
      accumulator.fill(0);
      for (let j = 0; j < visible; j++) {
        const weight = Math.exp(/** @type {number} */ (scores[j]) - max);
        const value = kvHead * layouts.v.head + j * layouts.v.token;
        total += weight;
        for (let c = 0; c < d_v; c++) {
          accumulator[c] = /** @type {number} */ (accumulator[c]) + weight * /** @type {number} */ (v[value + c]);
        }
      }
      const to = h * layouts.result.head + i * layouts.result.token;
      if (visible === 0) continue;
      for (let c = 0; c < d_v; c++) result[to + c] = /** @type {number} */ (accumulator[c]) / total;
    }
  }
  return result;
}

/**
 * A whole layer of self-attention, from embeddings to output. The weights are transposed once here, not at each call.
 * @param {{n: number, heads: number, kv_heads: number, d: number, causal: boolean}} workload
 * @param {Record<string, {shape: number[], data: Float32Array}>} tensors
 * @returns {() => Float32Array} computes the output
 */
export function plainLayer({ n, heads, kv_heads, d, causal }, tensors) {
  const [q, k, v, o] = ["Wq", "Wk", "Wv", "Wo"].map((name) => {
    const { shape, data } = tensors[name];
    const [inner, columns] = shape;
    const transposed = transpose(data, inner, columns);
    return (/** @type {Float32Array} */ x) => multiply(x, transposed, n, inner, columns);
  });
  const sizes = { queries: n, keys: n, heads, kv_heads, d_k: d, d_v: d, causal, scale: 1 / Math.sqrt(d) };
  const [all, shared] = [tokensFirst(heads, d), tokensFirst(kv_heads, d)];
  const layouts = { q: all, k: shared, v: shared, result: all };
  const x = tensors.X.data;
  return () => o(attend({ q: q(x), k: k(x), v: v(x), ...sizes }, layouts));
}

/** Strides of [tokens, heads * d]. @param {number} heads @param {number} d @returns {Layout} */
const tokensFirst = (heads, d) => ({ token: heads * d, head: d });
