import { boxOf, findCell } from "../geometry.js";
import { positionOf } from "../matrices.js";

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Ring} Ring */
/** @typedef {{row: number, column: number, rows: number, columns: number}} Rectangle */

/**
 * What is asked about, by matrix: rectangles to ring, and rows and columns whose labels light up.
 * @typedef {{asked: boolean, rectangles: Rectangle[], rows: Set<number>, columns: Set<number>}} Mark
 */

/**
 * Marked cells as few rectangles: runs along the rows, equal runs of neighbouring rows joined.
 * @param {Uint8Array} marked row-major
 * @param {number} columns
 * @returns {Rectangle[]}
 */
export function rectanglesOf(marked, columns) {
  /** @type {Rectangle[]} */
  const done = [];
  /** @type {Rectangle[]} */
  let open = [];
  for (let row = 0; row * columns < marked.length; row++) {
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

/** @param {Matrix} matrix @param {readonly Cell[]} sources @returns {Mark | null} */
function sourceMark(matrix, sources) {
  const marked = new Uint8Array(matrix.rows * matrix.columns);
  for (const { stage, index } of sources) {
    const position = stage === matrix.stage ? positionOf(matrix, index) : null;
    if (position) marked[position.row * matrix.columns + position.column] = 1;
  }
  const rectangles = rectanglesOf(marked, matrix.columns);
  if (rectangles.length === 0) return null;
  const rows = new Set(rectangles.map(({ row }) => row));
  const columns = new Set(rectangles.map(({ column }) => column));
  const oneRow = rows.size === 1 && rectangles.every((rectangle) => rectangle.rows === 1);
  const oneColumn = columns.size === 1 && rectangles.every((rectangle) => rectangle.columns === 1);
  return { asked: false, rectangles, rows: oneRow ? rows : new Set(), columns: oneColumn ? columns : new Set() };
}

/**
 * @param {readonly Matrix[]} matrices
 * @param {Cell | null} cell the asked one
 * @param {readonly Cell[]} sources what it comes from
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
    marks.set(matrix, { asked: true, rectangles, rows: new Set([row]), columns: new Set([column]) });
  }
  return marks;
}

/** A ring around a small cell stands off, so that the cell is seen. @param {{x: number, y: number, width: number, height: number}} box @param {number} by */
const grown = ({ x, y, width, height }, by) => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/**
 * @param {Map<Matrix, Mark>} marks
 * @param {import("../colour/palette.js").Palette} palette
 * @returns {Ring[]} those of sources first, so that the asked cell's lies on top
 */
export function ringsOf(marks, palette) {
  const rings = [...marks].flatMap(([matrix, { asked, rectangles }]) =>
    rectangles.map(({ row, column, rows, columns }) => ({
      ...grown(boxOf(matrix, row, column, rows, columns), asked && matrix.cellWidth < 16 ? 1.5 : 0),
      radius: Math.min(3, matrix.cellHeight / 4),
      colour: palette.accent,
      stroke: asked ? 2.5 : 1.75,
      halo: palette.background,
      matrix: matrix.id,
      asked,
    })),
  );
  return rings.sort((a, b) => Number(a.asked) - Number(b.asked));
}
