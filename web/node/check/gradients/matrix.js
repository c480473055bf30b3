/** Matrices as plain arrays of numbers, row by row. */

/** Backward passes with more products are not tried: with all mistakes together they would take minutes. */
export const MOST_PRODUCTS = 2 ** 24;

/** [rows, inner] · [inner, columns]. @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} rows @param {number} inner @param {number} columns */
export function product(a, b, rows, inner, columns) {
  const found = new Float64Array(rows * columns);
  /* Row by row of b, as it lies in memory: many times faster in large layers. */
  for (let row = 0; row < rows; row++) {
    for (let p = 0; p < inner; p++) {
      const factor = Number(a[row * inner + p]);
      for (let column = 0; column < columns; column++)
        found[row * columns + column] =
          /** @type {number} */ (found[row * columns + column]) + factor * Number(b[p * columns + column]);
    }
  }
  return found;
}

/** [rows, columns] as [columns, rows]. @param {ArrayLike<number>} matrix @param {number} columns */
export function transposed(matrix, columns) {
  const rows = matrix.length / columns;
  return Float64Array.from({ length: matrix.length }, (_, at) =>
    Number(matrix[(at % rows) * columns + Math.floor(at / rows)]),
  );
}

/** The sum of each column. @param {Float64Array} matrix @param {number} columns */
export const columnSums = (matrix, columns) =>
  product(new Float64Array(matrix.length / columns).fill(1), matrix, 1, matrix.length / columns, columns);

/** @param {ArrayLike<number> | null} one null: nothing @param {Float64Array} other */
export const plus = (one, other) => (one === null ? other : other.map((value, at) => value + Number(one[at])));
