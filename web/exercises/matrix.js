/** Small matrices as plain arrays of rows, as readers of the exercises have them. */

/** @typedef {readonly (readonly number[])[]} Rows */

/** @param {Rows} rows @param {(value: number, i: number, j: number) => number} change */
export const mapped = (rows, change) => rows.map((row, i) => row.map((value, j) => change(value, i, j)));

/** @param {Rows} rows @returns {Rows} */
export const transposed = (rows) => (rows[0] ?? []).map((_, j) => rows.map((row) => Number(row[j])));

/** @param {readonly number[]} numbers */
export const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** @param {readonly number[]} a @param {readonly number[]} b */
export const dot = (a, b) => sumOf(a.map((number, at) => number * Number(b[at])));

/** The matrix product. @param {Rows} a @param {Rows} b @returns {Rows} */
export const product = (a, b) => a.map((row) => transposed(b).map((column) => dot(row, column)));

/** @param {Rows} a @param {Rows} b @returns {Rows} */
export const added = (a, b) => mapped(a, (value, i, j) => value + Number(b[i]?.[j]));

/** The columns of a matrix. @param {Rows} rows */
export const widthOf = (rows) => rows[0]?.length ?? 0;

/** @param {Rows} rows @returns {import("../tensors/compare.js").AnyTensor} */
export const tensorOf = (rows) => ({ shape: [rows.length, widthOf(rows)], data: rows.flat() });

/** A matrix of a tensor, of which all axes but the last two have one element. @param {import("../tensors/compare.js").AnyTensor} tensor @returns {Rows} */
export function rowsOf({ shape, data }) {
  const width = Number(shape.at(-1));
  return Array.from({ length: Number(shape.at(-2)) }, (_, i) =>
    Array.from({ length: width }, (__, j) => Number(data[i * width + j])),
  );
}
