/**
 * Matrices of numbers with the squares of their deviations (see operations.js), row by row.
 *
 * @typedef {{values: Float64Array, squares: Float64Array}} WideNumbers
 * @typedef {WideNumbers & {rows: number, columns: number}} WideMatrix
 *
 * What is known of sums before they are rounded: the size of the terms of each, and the squares that come through them.
 * @typedef {{size: Float64Array, through: Float64Array, count: number}} Sums count: of the terms of one sum
 */

/** @param {number} length @param {number} count @returns {Sums} */
export const noSums = (length, count) => ({ size: new Float64Array(length), through: new Float64Array(length), count });

/** @param {WideNumbers} numbers @param {number} columns @returns {WideMatrix} */
export const matrixOf = ({ values, squares }, columns) => ({ rows: values.length / columns, columns, values, squares });

/** The matrix of one head of several. @param {WideNumbers} numbers @param {number} head @param {number} heads @param {number} columns */
export function headOf({ values, squares }, head, heads, columns) {
  const size = values.length / heads;
  const part = (/** @type {Float64Array} */ all) => all.subarray(head * size, (head + 1) * size);
  return matrixOf({ values: part(values), squares: part(squares) }, columns);
}

/** [heads, n, width] as [n, heads · width]. @param {WideNumbers} numbers @param {number} heads @param {number} width */
export function sideBySide({ values, squares }, heads, width) {
  const n = values.length / heads / width;
  const moved = (/** @type {Float64Array} */ all) =>
    Float64Array.from({ length: all.length }, (_, at) => {
      const [i, h, d] = [Math.floor(at / (heads * width)), Math.floor(at / width) % heads, at % width];
      return /** @type {number} */ (all[(h * n + i) * width + d]);
    });
  return matrixOf({ values: moved(values), squares: moved(squares) }, heads * width);
}

/** @param {WideMatrix} matrix @returns {WideMatrix} */
export const transposedWide = ({ rows, columns, values, squares }) => ({
  rows: columns,
  columns: rows,
  values: transposedNumbers(values, columns),
  squares: transposedNumbers(squares, columns),
});

/** @param {Sums} sums of a matrix @param {number} columns that it has @returns {Sums} */
export const transposedSums = ({ size, through, count }, columns) => ({
  size: transposedNumbers(size, columns),
  through: transposedNumbers(through, columns),
  count,
});

/** Sums of several matrices, one after another. @param {readonly Sums[]} parts @returns {Sums} */
export const joinedSums = (parts) => ({
  size: Float64Array.from(parts.flatMap(({ size }) => [...size])),
  through: Float64Array.from(parts.flatMap(({ through }) => [...through])),
  count: Math.max(...parts.map(({ count }) => count)),
});

/** Sums of which each has the terms of all. @param {readonly Sums[]} parts of one length @returns {Sums} */
export const addedSums = (parts) =>
  parts.reduce((total, part) => ({
    size: total.size.map((size, at) => size + Number(part.size[at])),
    through: total.through.map((through, at) => through + Number(part.through[at])),
    count: total.count + part.count,
  }));

/** @param {Float64Array} numbers @param {number} columns */
function transposedNumbers(numbers, columns) {
  const rows = numbers.length / columns;
  return Float64Array.from({ length: numbers.length }, (_, at) =>
    Number(numbers[(at % rows) * columns + Math.floor(at / rows)]),
  );
}

/**
 * A product of matrices. What is 0 on the left adds nothing, also where the right is not finite, as in gradients.
 * @param {WideMatrix} a
 * @param {WideMatrix} b
 * @returns {Sums}
 */
export function wideProduct(a, b) {
  const { columns } = b;
  const found = noSums(a.rows * columns, a.columns);
  for (let row = 0; row < a.rows; row++) {
    for (let p = 0; p < a.columns; p++) {
      const at = row * a.columns + p;
      const [value, square] = /** @type {[number, number]} */ ([a.values[at], a.squares[at]]);
      if (value !== 0 || square !== 0) addProducts(found, row * columns, value, square, b, p);
    }
  }
  return found;
}

/**
 * Adds a number times each number of a row.
 * @param {Sums} to
 * @param {number} start of the row of sums
 * @param {number} value
 * @param {number} square of its deviation
 * @param {WideMatrix} b
 * @param {number} p row of b
 */
function addProducts({ size, through }, start, value, square, { columns, values, squares }, p) {
  for (let column = 0; column < columns; column++) {
    const other = /** @type {number} */ (values[p * columns + column]);
    const own = /** @type {number} */ (squares[p * columns + column]);
    size[start + column] = /** @type {number} */ (size[start + column]) + Math.abs(value * other);
    through[start + column] =
      /** @type {number} */ (through[start + column]) + square * other * other + value * value * own;
  }
}
