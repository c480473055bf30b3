/** @typedef {{shape: [rows: number, columns: number], data: Float32Array}} Matrix */
/** @typedef {{shape: number[], data: Float32Array}} Tensor */
/** @typedef {Record<string, Tensor>} Tensors by name */
/** @typedef {Tensors & {X: Tensor}} InputTensors the inputs of a walk: embeddings and everything else that it needs */

/**
 * Stacks rows into a matrix.
 * @param {readonly Float32Array[]} rows each with at least `columns` numbers; further numbers are cut off
 * @param {number} columns
 * @returns {Matrix}
 */
export function stackRows(rows, columns) {
  const data = new Float32Array(rows.length * columns);
  rows.forEach((row, i) => data.set(row.subarray(0, columns), i * columns));
  return { shape: [rows.length, columns], data };
}

/**
 * Concatenates matrices of one shape horizontally: head h is column block h.
 * @param {readonly Matrix[]} blocks at least one
 * @returns {Matrix}
 */
export function hstack(blocks) {
  const [rows, columns] = shapeOfAll(blocks);
  const width = blocks.length * columns;
  const data = new Float32Array(rows * width);
  blocks.forEach((block, h) => {
    for (let i = 0; i < rows; i++) {
      data.set(block.data.subarray(i * columns, (i + 1) * columns), i * width + h * columns);
    }
  });
  return { shape: [rows, width], data };
}

/**
 * Concatenates matrices of one shape vertically: head h is row block h.
 * @param {readonly Matrix[]} blocks at least one
 * @returns {Matrix}
 */
export function vstack(blocks) {
  const [rows, columns] = shapeOfAll(blocks);
  const data = new Float32Array(blocks.length * rows * columns);
  blocks.forEach((block, h) => data.set(block.data, h * rows * columns));
  return { shape: [blocks.length * rows, columns], data };
}

/** @param {readonly Matrix[]} blocks of one shape */
const shapeOfAll = (blocks) => /** @type {Matrix} */ (blocks[0]).shape;

/**
 * Adds two tensors of one shape, number by number.
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
export const plus = (a, b) => a.map((value, at) => value + /** @type {number} */ (b[at]));
