import { lengthsOf } from "../../../figures/index.js";
import { largestDifference, sameBits } from "../../../figures/measures/difference.js";

/** @typedef {import("../../../engine/engine.js").Engine} Engine */
/** @typedef {import("../../../engine/tensors.js").Tensor} Tensor */
/** @typedef {Record<string, {shape: number[], data: Float32Array | number[]}>} Inputs */

/**
 * @typedef {{moved: boolean, by: number}} Leak how one row of the output changes with a token; moved: whether any bit
 *   differs; by: the largest difference
 */

/** The inputs that may hold the embeddings of the keys' tokens: the first of these that the walk has does. */
const sources = Object.freeze(["C", "E", "X"]);

/**
 * A copy of the inputs with 1 added to every number of the embedding from which one key and value are computed.
 * @param {Inputs} inputs
 * @param {number} token its index
 * @returns {Inputs}
 */
export function perturbed(inputs, token) {
  const name = sources.find((id) => id in inputs) ?? "X";
  const embeddings = /** @type {Inputs[string]} */ (inputs[name]);
  const { shape, data } = embeddings;
  const { columns: d } = lengthsOf(embeddings);
  const changed = Float32Array.from(data, (value, at) => (Math.floor(at / d) === token ? value + 1 : value));
  return { ...inputs, [name]: { shape, data: changed } };
}

/**
 * Computes the walk again with one token changed, and compares each row of the output.
 * @param {Engine} engine
 * @param {import("../../../engine/spec/spec.js").Spec} spec
 * @param {Inputs} inputs
 * @param {Tensor} output of the unchanged walk, [n_q, d]
 * @param {number} token index of the key's token
 * @returns {Leak[]} for each row of the output
 */
export function leaksOf(engine, spec, inputs, output, token) {
  const { rows, columns } = lengthsOf(output);
  const run = engine.trace(spec, perturbed(inputs, token)).finish();
  const after = run.tensor("output").data;
  run.free();
  return Array.from({ length: rows }, (_, row) => {
    const rowOf = (/** @type {Float32Array} */ data) => data.subarray(row * columns, (row + 1) * columns);
    const [before, now] = [rowOf(output.data), rowOf(after)];
    return { moved: !sameBits(before, now), by: largestDifference(before, now) };
  });
}

/**
 * The queries from which a mask hides a token in every head. In self-attention the query of the token itself is left
 * out, because changing the token changes that query.
 * @param {import("../../../figures/types.js").Tensor} allow [n_q, n_k] or [heads, n_q, n_k], 0 where a pair is hidden
 * @param {number} token index of the key
 * @param {boolean} self whether the sentence attends to itself
 * @returns {number[]} indices of queries
 */
export function blindRows(allow, token, self) {
  const { heads, rows, columns } = lengthsOf(allow);
  const isHidden = (/** @type {number} */ head, /** @type {number} */ row) =>
    allow.data[(head * rows + row) * columns + token] === 0;
  const isBlind = (/** @type {number} */ row) =>
    Array.from({ length: heads }, (_, head) => isHidden(head, row)).every(Boolean);
  return Array.from({ length: rows }, (_, row) => row).filter((row) => isBlind(row) && !(self && row === token));
}
