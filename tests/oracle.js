/**
 * An independent oracle: attention in float64, as slow and plain as the formulas. It shares no code with the engine.
 *
 * @typedef {{shape: number[], data: ArrayLike<number>}} AnyTensor
 * @typedef {{shape: number[], data: number[]}} Wide
 */

/**
 * @param {number[]} shape
 * @param {(...index: number[]) => number} at
 * @returns {Wide} the tensor whose element at each index is at(...index)
 */
export function build(shape, at) {
  const [size = 0, ...inner] = shape;
  const rows = Array.from({ length: size }, (_, i) =>
    inner.length > 0 ? build(inner, (...rest) => at(i, ...rest)).data : [at(i)],
  );
  return { shape, data: rows.flat() };
}

/**
 * @param {AnyTensor} tensor
 * @param {...number} index
 * @returns {number}
 */
export function at({ shape, data }, ...index) {
  return /** @type {number} */ (data[index.reduce((flat, i, r) => flat * (shape[r] ?? 1) + i, 0)]);
}

/**
 * @param {number} count
 * @param {(p: number) => number} term
 */
function sum(count, term) {
  let total = 0;
  for (let p = 0; p < count; p++) total += term(p);
  return total;
}

/**
 * @param {any} spec as the engine takes it
 * @param {Record<string, any>} inputs likewise
 * @returns {Record<string, Wide>} every stage that is computed, and allow where there is a mask
 */
export function oracle(spec, inputs) {
  const stages = /** @type {Record<string, Wide>} */ ({});
  const embeddings = inputs.E ?? inputs.X;
  const [n_q, d_model] = embeddings.shape;
  if (inputs.E) {
    stages.P = build([n_q, d_model], (i, m) => (inputs.P ? at(inputs.P, i, m) : sinusoid(i, m, d_model)));
    stages.X = build([n_q, d_model], (i, m) => at(inputs.E, i, m) + at(/** @type {Wide} */ (stages.P), i, m));
  }
  const x = stages.X ?? inputs.X;
  const c = inputs.C ?? x;
  const n_k = c.shape[0];
  const heads = spec.heads ?? 1;
  const kv_heads = spec.kv_heads ?? heads;
  const d_k = inputs.Wq ? inputs.Wq.shape[1] / heads : d_model;
  const d_v = inputs.Wv ? inputs.Wv.shape[1] / kv_heads : c.shape[1];
  const scale = spec.scale ?? 1 / Math.sqrt(d_k);
  const group = (/** @type {number} */ h) => Math.floor((h * kv_heads) / heads);

  const project = (/** @type {AnyTensor} */ from, /** @type {string} */ letter, /** @type {number} */ count) => {
    const weight = inputs[`W${letter}`];
    const [n = 0, width = 0] = from.shape;
    if (!weight) return build([1, n, width], (_, i, d) => at(from, i, d));
    const size = weight.shape[1] / count;
    return build([count, n, size], (h, i, d) => {
      const column = h * size + d;
      return sum(width, (m) => at(from, i, m) * at(weight, m, column)) + (inputs[`b${letter}`]?.data[column] ?? 0);
    });
  };
  const Q = project(x, "q", heads);
  const K = project(c, "k", kv_heads);
  const V = project(c, "v", kv_heads);
  const raw = build([heads, n_q, n_k], (h, i, j) => sum(d_k, (d) => at(Q, h, i, d) * at(K, group(h), j, d)));
  const scaled = build(raw.shape, (h, i, j) => at(raw, h, i, j) * scale);

  const masks = spec.causal || inputs.key_valid || inputs.allow;
  const diagonal = spec.align === "top_left" ? 0 : n_k - n_q;
  const perHead = inputs.allow?.shape.length === 3;
  const sees = (/** @type {number} */ h, /** @type {number} */ i, /** @type {number} */ j) =>
    !(spec.causal && j > i + diagonal) &&
    inputs.key_valid?.data[j] !== 0 &&
    (!inputs.allow || at(inputs.allow, ...(perHead ? [h, i, j] : [i, j])) === 1);
  const masked = build(raw.shape, (h, i, j) => (sees(h, i, j) ? at(scaled, h, i, j) : -Infinity));

  const weights = build(raw.shape, (h, i, j) => {
    const row = Array.from({ length: n_k }, (_, key) => at(masked, h, i, key));
    const max = Math.max(...row);
    if (max === -Infinity) return 0;
    return Math.exp((row[j] ?? 0) - max) / sum(n_k, (key) => Math.exp((row[key] ?? 0) - max));
  });
  const context = build([heads, n_q, d_v], (h, i, v) =>
    sum(n_k, (j) => (sees(h, i, j) ? at(weights, h, i, j) * at(V, group(h), j, v) : 0)),
  );
  const concat = build([n_q, heads * d_v], (i, column) => at(context, Math.floor(column / d_v), i, column % d_v));
  const { Wo, bo } = inputs;
  const output = !Wo
    ? concat
    : build(
        [n_q, Wo.shape[1]],
        (i, o) => sum(heads * d_v, (p) => at(concat, i, p) * at(Wo, p, o)) + (bo?.data[o] ?? 0),
      );

  Object.assign(stages, { Q, K, V, raw, scaled });
  if (masks) {
    stages.allow = build(perHead ? raw.shape : [n_q, n_k], (...index) => {
      const [h = 0, i = 0, j = 0] = perHead ? index : [0, ...index];
      return sees(h, i, j) ? 1 : 0;
    });
    stages.masked = masked;
  }
  return Object.assign(stages, { weights, context, concat, output });
}

/**
 * @param {number} i
 * @param {number} m
 * @param {number} d_model
 */
function sinusoid(i, m, d_model) {
  const angle = i / 10000 ** ((m - (m % 2)) / d_model);
  return m % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}
