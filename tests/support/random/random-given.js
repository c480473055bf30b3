/** Tensors that a reader gives, drawn in every form in which a walk can start. */
import fc from "fast-check";

/** @param {...number} shape */
export const tensor = (...shape) => ({
  shape,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, at) => Math.sin(shape.length + 7 * at)),
});

/** @typedef {ReturnType<typeof tensor>} Tensor */
/**
 * Inputs of a walk by their names in the engine.
 * @typedef {{inputs: Record<string, Tensor>, heads: number, kv_heads: number, widths?: {d_k: number, d_v: number}}} Drawn
 * - widths: of heads; absent where Q and V, or X alone, say them
 */

const sizes = fc.record({
  n_q: fc.integer({ min: 1, max: 4 }),
  n_k: fc.integer({ min: 1, max: 4 }),
  kv_heads: fc.integer({ min: 1, max: 2 }),
  each: fc.integer({ min: 1, max: 3 }),
  d_k: fc.constantFrom(2, 4),
  d_v: fc.integer({ min: 1, max: 3 }),
  d_model: fc.integer({ min: 1, max: 5 }),
  form: fc.constantFrom("QKV", "QKV with Wo", "X", "X and weights", "X, C and weights with biases"),
});

export const tensorsGiven = sizes.map(
  /** @returns {Drawn} */ ({ n_q, n_k, kv_heads, each, d_k, d_v, d_model, form }) => {
    const heads = kv_heads * each;
    if (form === "X") return { inputs: { X: tensor(n_q, d_model) }, heads: 1, kv_heads: 1 };
    const Wo = { Wo: tensor(heads * d_v, d_model), bo: tensor(d_model) };
    const start = { Q: tensor(heads, n_q, d_k), K: tensor(kv_heads, n_k, d_k), V: tensor(kv_heads, n_k, d_v) };
    if (form.startsWith("QKV")) return { inputs: { ...start, ...(form === "QKV" ? {} : Wo) }, heads, kv_heads };
    const weights = (/** @type {number} */ width) => ({
      Wq: tensor(d_model, heads * d_k),
      Wk: tensor(width, kv_heads * d_k),
      Wv: tensor(width, kv_heads * d_v),
    });
    if (form === "X and weights")
      return { inputs: { X: tensor(n_q, d_model), ...weights(d_model) }, heads, kv_heads, widths: { d_k, d_v } };
    const biases = { bq: tensor(heads * d_k), bk: tensor(kv_heads * d_k), bv: tensor(kv_heads * d_v) };
    const embeddings = { X: tensor(n_q, d_model), C: tensor(n_k, 3) };
    return { inputs: { ...embeddings, ...weights(3), ...biases, ...Wo }, heads, kv_heads, widths: { d_k, d_v } };
  },
);

/** Whether a walk can rotate pairs of columns: without weights they are those of X. @param {Drawn} drawn */
export const canRotate = ({ inputs }) => !inputs.X || "Wq" in inputs || Number(inputs.X.shape[1]) % 2 === 0;
