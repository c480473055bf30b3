/**
 * How far gradients may be off that come back through products of matrices: with weights, of queries and keys, and of
 * attention weights and values.
 *
 * @typedef {import("./wide-matrix.js").Sums} Sums
 * @typedef {import("./wide-matrix.js").WideNumbers} WideNumbers
 *
 * @typedef {object} Backward
 * @property {import("../evaluate.js").Source} source of the walk
 * @property {(name: string) => WideNumbers} number of a tensor
 * @property {(name: string) => WideNumbers} d of its gradient
 */
import { comparedStages, mixingStage } from "../../../engine/explain/rules.js";
import {
  addedSums,
  headOf,
  joinedSums,
  matrixOf,
  sideBySide,
  transposedSums,
  transposedWide,
  wideProduct,
} from "./wide-matrix.js";

/** The whole numbers from 0 to n - 1. @param {number} n */
const count = (n) => Array.from({ length: n }, (_, at) => at);

/**
 * @param {Backward} backward
 * @param {string} stage
 * @param {import("../products.js").Product} product
 * @param {string} name
 * @returns {Sums | undefined}
 */
export function throughProduct({ source, number, d }, stage, { from, name: weightName, weight, bias }, name) {
  if (name !== from && name !== weightName && name !== bias) return undefined;
  const [inner = 0, columns = 0] = weight.shape;
  const shape = source.shape(stage);
  const heads = shape.length === 3 ? Number(shape[0]) : 1;
  const gradient = sideBySide(d(stage), heads, columns / heads);
  if (name === from) return wideProduct(gradient, transposedWide(matrixOf(number(weightName), columns)));
  if (name === weightName)
    return transposedSums(wideProduct(transposedWide(gradient), matrixOf(number(from), inner)), inner);
  const ones = { values: new Float64Array(gradient.rows).fill(1), squares: new Float64Array(gradient.rows) };
  return wideProduct(matrixOf(ones, gradient.rows), gradient);
}

/** Of queries or keys, through their scores. @param {Backward} backward @param {string} name @returns {Sums | undefined} */
export function throughScores({ source, number, d }, name) {
  const { heads, kv_heads, n_k, d_k } = source.spec;
  const [q, k] = comparedStages(source);
  if (name !== q && name !== k) return undefined;
  const scores = d("raw");
  const [queries, keys] = [number(q), number(k)];
  const group = heads / kv_heads;
  const ofHead = (/** @type {number} */ h) => headOf(scores, h, heads, n_k);
  if (name === q)
    return joinedSums(
      count(heads).map((h) => wideProduct(ofHead(h), headOf(keys, Math.floor(h / group), kv_heads, d_k))),
    );
  const read = (/** @type {number} */ h) => wideProduct(transposedWide(ofHead(h)), headOf(queries, h, heads, d_k));
  return joinedSums(count(kv_heads).map((g) => addedSums(count(group).map((at) => read(g * group + at)))));
}

/** Of weights or values, through the context. @param {Backward} backward @param {string} name @returns {Sums | undefined} */
export function throughContext({ source, number, d }, name) {
  const { heads, kv_heads, n_k, d_v } = source.spec;
  const from = mixingStage(source);
  if (name !== from && name !== "V") return undefined;
  const context = d("context");
  const [weights, values] = [number(from), number("V")];
  const group = heads / kv_heads;
  const ofHead = (/** @type {number} */ h) => headOf(context, h, heads, d_v);
  if (name === from)
    return joinedSums(
      count(heads).map((h) =>
        wideProduct(ofHead(h), transposedWide(headOf(values, Math.floor(h / group), kv_heads, d_v))),
      ),
    );
  const read = (/** @type {number} */ h) => wideProduct(transposedWide(headOf(weights, h, heads, n_k)), ofHead(h));
  return joinedSums(count(kv_heads).map((g) => addedSums(count(group).map((at) => read(g * group + at)))));
}
