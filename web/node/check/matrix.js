/** Matrices as plain arrays of numbers, row by row. */

/** Backward passes with more products are not tried: with all mistakes together they would take minutes. */
export const MOST_PRODUCTS = 2 ** 24;

/** [rows, inner] · [inner, columns]. @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} rows @param {number} inner @param {number} columns */
export function product(a, b, rows, inner, columns) {
  return Float64Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let p = 0; p < inner; p++) sum += Number(a[row * inner + p]) * Number(b[p * columns + column]);
    return sum;
  });
}

/** [rows, columns] as [columns, rows]. @param {ArrayLike<number>} matrix @param {number} columns */
export function transposed(matrix, columns) {
  const rows = matrix.length / columns;
  return Float64Array.from({ length: matrix.length }, (_, at) =>
    Number(matrix[(at % rows) * columns + Math.floor(at / rows)]),
  );
}
