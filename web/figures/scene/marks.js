import { boxOf, findCell } from "../geometry.js";
import { positionOf } from "../matrices.js";

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Ring} Ring */
/** @typedef {{row: number, column: number, rows: number, columns: number}} Rectangle */

/**
 * What is highlighted in one matrix. inspected: whether it is the inspected number, and not the sources that it is computed
 * from; rectangles: groups of cells that get a ring; rows, columns: those whose labels are highlighted.
 * @typedef {{inspected: boolean, rectangles: Rectangle[], rows: Set<number>, columns: Set<number>}} Mark
 */

/**
 * Covers the marked cells of a matrix with few rectangles: consecutive marked cells of a row form one, and rectangles with
 * the same columns in consecutive rows are merged.
 * @param {Uint8Array} marked one number for each cell, row-major: 1 where it is marked, otherwise 0
 * @param {number} columns
 * @returns {Rectangle[]}
 */
export function rectanglesOf(marked, columns) {
  /** @type {Rectangle[]} */
  const done = [];
  /** @type {Rectangle[]} */
  let open = [];
  // There may be hundreds of thousands of cells, of which one row is marked.
  const last = Math.floor(marked.lastIndexOf(1) / columns);
  for (let row = Math.max(0, Math.floor(marked.indexOf(1) / columns)); row <= last; row++) {
    /** @type {Rectangle[]} */
    const runs = [];
    for (let column = 0; column < columns; column++) {
      if (!marked[row * columns + column]) continue;
      const start = column;
      while (column < columns && marked[row * columns + column]) column++;
      const above = open.find((other) => other.column === start && other.columns === column - start);
      runs.push(above ? { ...above, rows: above.rows + 1 } : { row, column: start, rows: 1, columns: column - start });
    }
    done.push(...open.filter((other) => !runs.some((run) => run.row === other.row && run.column === other.column)));
    open = runs;
  }
  return [...done, ...open];
}

/**
 * The highlighting of those sources of the inspected number that a matrix shows. Row or column labels are included where
 * all of them are in one row or column.
 * @param {Matrix} matrix
 * @param {readonly Cell[]} sources
 * @returns {Mark | null} null where it shows none
 */
function sourceMark(matrix, sources) {
  const positions = sources.flatMap(({ stage, index }) =>
    stage === matrix.stage ? (positionOf(matrix, index) ?? []) : [],
  );
  if (positions.length === 0) return null;
  const marked = new Uint8Array(matrix.rows * matrix.columns);
  for (const { row, column } of positions) marked[row * matrix.columns + column] = 1;
  const rectangles = rectanglesOf(marked, matrix.columns);
  const rows = new Set(rectangles.map(({ row }) => row));
  const columns = new Set(rectangles.map(({ column }) => column));
  const oneRow = rows.size === 1 && rectangles.every((rectangle) => rectangle.rows === 1);
  const oneColumn = columns.size === 1 && rectangles.every((rectangle) => rectangle.columns === 1);
  return { inspected: false, rectangles, rows: oneRow ? rows : new Set(), columns: oneColumn ? columns : new Set() };
}

/**
 * What is highlighted in each matrix of a figure.
 * @param {readonly Matrix[]} matrices
 * @param {Cell | null} cell the inspected number
 * @param {readonly Cell[]} sources the numbers that it is computed from
 * @returns {Map<Matrix, Mark>}
 */
export function marksOf(matrices, cell, sources) {
  const marks = new Map();
  const at = findCell(matrices, cell);
  for (const matrix of matrices) {
    const mark = at?.matrix === matrix ? null : sourceMark(matrix, sources);
    if (mark) marks.set(matrix, mark);
  }
  if (at) {
    const { matrix, row, column } = at;
    const rectangles = [{ row, column, rows: 1, columns: 1 }];
    marks.set(matrix, { inspected: true, rectangles, rows: new Set([row]), columns: new Set([column]) });
  }
  return marks;
}

/**
 * Enlarges a rectangle on all sides: a ring leaves some space around a small cell, so that it does not cover the cell.
 * @param {{x: number, y: number, width: number, height: number}} box px
 * @param {number} by px on each side
 */
const grown = ({ x, y, width, height }, by) => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/**
 * The rings around the highlighted cells.
 * @param {Map<Matrix, Mark>} marks
 * @param {import("../colour/palette.js").Palette} palette
 * @returns {Ring[]} those of sources first, so that the ring of the inspected number is drawn on top
 */
export function ringsOf(marks, palette) {
  const rings = [...marks].flatMap(([matrix, { inspected, rectangles }]) =>
    rectangles.map(({ row, column, rows, columns }) => ({
      ...grown(boxOf(matrix, row, column, rows, columns), inspected && matrix.cellWidth < 16 ? 1.5 : 0),
      radius: Math.min(3, matrix.cellHeight / 4),
      colour: palette.text,
      stroke: inspected ? 2.5 : 1.75,
      halo: palette.background,
      matrix: matrix.id,
      inspected,
    })),
  );
  return rings.sort((a, b) => Number(a.inspected) - Number(b.inspected));
}
