/** Attention in plain JavaScript, as a careful reader would write it: typed arrays, no n x n matrix. Only to compare with. */

/** @typedef {import("../../../engine/spec.js").Spec} Spec */
/** @typedef {import("../../../engine/tensors.js").Inputs} Inputs */

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
 * @param {object} given
 * @param {Float32Array} given.q
 * @param {Float32Array} given.k
 * @param {Float32Array} given.v
 * @param {number} given.queries
 * @param {number} given.keys
 * @param {number} given.heads
 * @param {number} given.kv_heads
 * @param {number} given.d_k
 * @param {number} given.d_v
 * @param {number} given.scale
 * @param {boolean} given.causal the last query sees all keys
 * @param {{q: Layout, k: Layout, v: Layout, result: Layout}} layouts
 */
export function attend({ q, k, v, queries, keys, heads, kv_heads, d_k, d_v, scale, causal }, layouts) {
  const result = new Float32Array(queries * heads * d_v);
  const scores = new Float32Array(keys);
  const mix = new Float64Array(d_v);
  for (let h = 0; h < heads; h++) {
    const shared = Math.floor((h * kv_heads) / heads);
    for (let i = 0; i < queries; i++) {
      const row = h * layouts.q.head + i * layouts.q.token;
      const seen = causal ? Math.max(0, keys - queries + i + 1) : keys;
      let most = -Infinity;
      for (let j = 0; j < seen; j++) {
        const key = shared * layouts.k.head + j * layouts.k.token;
        let sum = 0;
        for (let c = 0; c < d_k; c++) sum += q[row + c] * k[key + c];
        scores[j] = sum * scale;
        if (scores[j] > most) most = scores[j];
      }
      let total = 0;
      mix.fill(0);
      for (let j = 0; j < seen; j++) {
        const weight = Math.exp(scores[j] - most);
        const value = shared * layouts.v.head + j * layouts.v.token;
        total += weight;
        for (let c = 0; c < d_v; c++) mix[c] += weight * v[value + c];
      }
      const to = h * layouts.result.head + i * layouts.result.token;
      if (seen > 0) for (let c = 0; c < d_v; c++) result[to + c] = mix[c] / total;
    }
  }
  return result;
}

/** What it knows of a setting; the rest is scores' business that it leaves out. */
const known = Object.freeze({
  spec: ["heads", "kv_heads", "d_model", "d_context", "d_k", "d_v", "scale", "causal", "align", "prefill"],
  inputs: ["X", "E", "P", "C", "Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"],
});

/** Whether a field says nothing. @param {unknown} value */
const isIdle = (value) =>
  value === undefined || value === false || /** @type {any} */ (value)?.kind === "none" || value === "before_softmax";

/**
 * A whole layer, prepared: weights are turned over once.
 * @param {Spec} spec
 * @param {Inputs} inputs
 * @returns {(() => Float32Array) | null} what computes the output; null where the setting has what this does not know
 */
export function plainLayer(spec, inputs) {
  const learned = /** @type {any} */ (spec.position)?.kind === "learned";
  const strange = Object.entries(spec).some(
    ([field, value]) => !known.spec.includes(field) && !isIdle(value) && !(field === "position" && learned),
  );
  const given = Object.entries(inputs).flatMap(([name, tensor]) => (tensor ? [{ name, ...tensor }] : []));
  if (strange || given.some(({ name }) => !known.inputs.includes(name))) return null;
  const tensors = Object.fromEntries(
    given.map(({ name, shape, data }) => [name, { shape, data: Float32Array.from(data) }]),
  );
  const X = tensors.X ?? tensors.E;
  const sum = tensors.X ? null : tensors.P;
  if (!X || (!tensors.X && !sum)) return null;
  const C = tensors.C ?? null;
  const [queries = 0, width = 0] = X.shape;
  const keys = C?.shape[0] ?? queries;
  const { heads = 1, kv_heads = heads, causal = false, align } = spec;
  if (causal && align === "top_left" && keys !== queries) return null;
  const turned = (/** @type {string} */ name) => {
    const tensor = tensors[name];
    return tensor ? { ...tensor, data: transpose(tensor.data, tensor.shape[0] ?? 0, tensor.shape[1] ?? 0) } : null;
  };
  const [Wq, Wk, Wv, Wo] = ["Wq", "Wk", "Wv", "Wo"].map(turned);
  const project = (
    /** @type {Float32Array} */ rows,
    /** @type {ReturnType<typeof turned>} */ W,
    /** @type {string} */ b,
  ) => {
    if (!W) return rows;
    const [inner = 0, columns = 0] = W.shape;
    return plus(multiply(rows, W.data, rows.length / inner, inner, columns), tensors[b]?.data);
  };
  const kvWidth = Wk?.shape[1] ?? width;
  const [d_k, d_v] = [kvWidth / kv_heads, (Wv?.shape[1] ?? width) / kv_heads];
  const scale = spec.scale ?? 1 / Math.sqrt(d_k);
  const layouts = {
    ...{ q: tokensFirst(heads, d_k), k: tokensFirst(kv_heads, d_k) },
    ...{ v: tokensFirst(kv_heads, d_v), result: tokensFirst(heads, d_v) },
  };
  return () => {
    const x = sum ? plus(X.data.slice(), sum.data) : X.data;
    const from = C?.data ?? x;
    const [q, k, v] = [project(x, Wq, "bq"), project(from, Wk, "bk"), project(from, Wv, "bv")];
    const sizes = { queries, keys, heads, kv_heads, d_k, d_v, causal, scale };
    return project(attend({ q, k, v, ...sizes }, layouts), Wo, "bo");
  };
}

/** Heads side by side in each token's row. @param {number} heads @param {number} d @returns {Layout} */
const tokensFirst = (heads, d) => ({ token: heads * d, head: d });

/** Adds to every row. @param {Float32Array} rows changed @param {Float32Array | undefined} row of one row, or of all */
function plus(rows, row) {
  if (row) for (let at = 0; at < rows.length; at++) rows[at] += row[at % row.length];
  return rows;
}
