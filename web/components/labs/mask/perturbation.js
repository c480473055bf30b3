import { farthest, sameBits } from "../../../figures/measures/difference.js";

/** @typedef {import("../../../engine/engine.js").Engine} Engine */
/** @typedef {import("../../../engine/tensors.js").Tensor} Tensor */
/** @typedef {Record<string, {shape: number[], data: Float32Array | number[]}>} Inputs */

/** Where the numbers of the keys' tokens are, by what a walk has. */
const sources = Object.freeze(["C", "E", "X"]);

/**
 * The inputs with 1 added to every number of one token's row, on the side of keys and values.
 * @param {Inputs} inputs
 * @param {number} token
 * @returns {Inputs}
 */
export function perturbed(inputs, token) {
  const name = sources.find((id) => id in inputs) ?? "X";
  const { shape, data } = /** @type {Inputs[string]} */ (inputs[name]);
  const width = shape[1] ?? 1;
  const moved = Float32Array.from(data, (value, at) => (Math.floor(at / width) === token ? value + 1 : value));
  return { ...inputs, [name]: { shape, data: moved } };
}

/**
 * Which rows of the output a token's change moves, and how far. Moved means that any bit differs.
 * @param {Engine} engine
 * @param {import("../../../engine/spec.js").Spec} spec
 * @param {Inputs} inputs
 * @param {Tensor} output of the walk as it is
 * @param {number} token of the keys
 * @returns {{moved: boolean, by: number}[]} by row
 */
export function leakOf(engine, spec, inputs, { shape: [rows = 0, width = 0], data }, token) {
  const run = engine.trace(spec, perturbed(inputs, token)).finish();
  const after = run.tensor("output").data;
  run.free();
  return Array.from({ length: rows }, (_, row) => {
    const rowOf = (/** @type {Float32Array} */ numbers) => numbers.subarray(row * width, (row + 1) * width);
    const [was, is] = [rowOf(data), rowOf(after)];
    return { moved: !sameBits(was, is), by: farthest(was, is) };
  });
}

/**
 * The rows that may not see a token, in any head; its own row is left out where the sentence attends to itself.
 * @param {import("../../../figures/types.js").Tensor} allow
 * @param {number} token
 * @param {boolean} self
 * @returns {number[]}
 */
export function blindRows({ shape, data }, token, self) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const heads = data.length / (rows * columns);
  const blind = (/** @type {number} */ row) =>
    Array.from({ length: heads }, (_, head) => data[(head * rows + row) * columns + token]).every((seen) => seen === 0);
  return Array.from({ length: rows }, (_, row) => row).filter((row) => blind(row) && !(self && row === token));
}
