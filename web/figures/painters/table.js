import { marked } from "../hidden.js";
import { indexAt } from "../matrices.js";
import { formatNumber } from "../numbers.js";

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {{text: string, value: number, hidden: boolean, stage: string, index: number[]}} TableCell */
/** @typedef {{header: string, cells: TableCell[]}} TableRow */
/** @typedef {{caption: string, columns: string[], rows: TableRow[]}} Table */

/**
 * Headers of rows or columns.
 * @param {readonly string[] | null} labels
 * @param {number} count how many headers to return
 * @returns {string[]} the labels; numbers from 1 where there are none
 */
const headers = (labels, count) => Array.from({ length: count }, (_, at) => labels?.[at] ?? String(at + 1));

/**
 * The contents of a table with the numbers of a matrix. Unlike in the figure, no label is shortened and every cell has its
 * digits.
 * @param {Matrix} matrix
 * @param {number} [digits] after the decimal point
 * @returns {Table}
 */
export function tableOf(matrix, digits = 2) {
  const { rows, columns, values, hidden, stage } = matrix;
  const columnHeaders = headers(matrix.columnLabels, columns);
  const rowHeaders = headers(matrix.rowLabels, rows);
  return {
    caption: matrix.caption,
    columns: columnHeaders,
    rows: rowHeaders.map((header, row) => ({
      header,
      cells: columnHeaders.map((_, column) => {
        const value = /** @type {number} */ (values[row * columns + column]);
        const isHidden = hidden?.[row * columns + column] === marked.hidden;
        return {
          text: formatNumber(value, digits),
          value,
          hidden: isHidden,
          stage,
          index: indexAt(matrix, row, column),
        };
      }),
    })),
  };
}
