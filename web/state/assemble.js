/** @typedef {{shape: number[], data: Float32Array}} Tensor */
/** @typedef {Record<string, Tensor>} Tensors */

/**
 * One row under the other.
 * @param {readonly Float32Array[]} rows each at least `columns` long; what is longer is cut
 * @param {number} columns
 * @returns {Tensor}
 */
export function stackRows(rows, columns) {
  const data = new Float32Array(rows.length * columns);
  rows.forEach((row, i) => data.set(row.subarray(0, columns), i * columns));
  return { shape: [rows.length, columns], data };
}

/**
 * Matrices of one shape side by side: head h is column block h.
 * @param {readonly Tensor[]} blocks
 * @returns {Tensor}
 */
export function besides(blocks) {
  const [rows, columns] = blocks[0].shape;
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
 * Matrices of one shape, one below the other: head h is row block h.
 * @param {readonly Tensor[]} blocks
 * @returns {Tensor}
 */
export function below(blocks) {
  const [rows, columns] = blocks[0].shape;
  const data = new Float32Array(blocks.length * rows * columns);
  blocks.forEach((block, h) => data.set(block.data, h * rows * columns));
  return { shape: [blocks.length * rows, columns], data };
}
