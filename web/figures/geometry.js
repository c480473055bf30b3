import { indexAt, positionOf } from "./matrices.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Matrix} Matrix */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {{row: number, column: number}} Position */
/** @typedef {"left" | "right" | "up" | "down" | "home" | "end" | "first" | "last" | "previous" | "next"} Move */

/** @typedef {Pick<Matrix, "x" | "cellWidth" | "block" | "blockGap">} Columns the fields of a matrix that determine the x of its columns */

/** The left edge of a column. @param {Columns} matrix @param {number} column @returns {number} px */
export function columnX({ x, cellWidth, block, blockGap }, column) {
  return x + column * cellWidth + (block ? Math.floor(column / block) * blockGap : 0);
}

/**
 * The rectangle in px that one cell or a block of cells covers.
 * @param {Matrix} matrix @param {number} row the first @param {number} column the first
 * @param {number} [rows] how many rows @param {number} [columns] how many columns
 */
export function boxOf(matrix, row, column, rows = 1, columns = 1) {
  const x = columnX(matrix, column);
  const width = columnX(matrix, column + columns - 1) + matrix.cellWidth - x;
  return { x, y: matrix.y + row * matrix.cellHeight, width, height: rows * matrix.cellHeight };
}

/**
 * The cell of a matrix at a point.
 * @param {Matrix} matrix
 * @param {number} x px
 * @param {number} y px
 * @returns {Position | null} null where the point is outside all cells
 */
function positionAt(matrix, x, y) {
  const row = Math.floor((y - matrix.y) / matrix.cellHeight);
  if (row < 0 || row >= matrix.rows) return null;
  const pitch = matrix.block ? matrix.block * matrix.cellWidth + matrix.blockGap : Infinity;
  const skipped = Math.max(0, Math.floor((x - matrix.x) / pitch));
  const inBlock = Math.floor((x - matrix.x - (skipped ? skipped * pitch : 0)) / matrix.cellWidth);
  if (inBlock < 0 || (matrix.block && inBlock >= matrix.block)) return null;
  const column = skipped * matrix.block + inBlock;
  return column < matrix.columns ? { row, column } : null;
}

/**
 * Finds the cell under a point.
 * @param {Scene} scene @param {number} x px @param {number} y px
 * @returns {(Cell & {matrix: Matrix}) | null} null where there is none
 */
export function cellAt(scene, x, y) {
  for (const matrix of scene.matrices) {
    const position = positionAt(matrix, x, y);
    if (position) return { stage: matrix.stage, index: indexAt(matrix, position.row, position.column), matrix };
  }
  return null;
}

/**
 * Finds where a number is drawn.
 * @param {readonly Matrix[]} matrices @param {Cell | null} cell
 * @returns {(Position & {matrix: Matrix}) | null} null where no matrix shows it
 */
export function findCell(matrices, cell) {
  if (!cell) return null;
  for (const matrix of matrices) {
    const position = matrix.stage === cell.stage ? positionOf(matrix, cell.index) : null;
    if (position) return { ...position, matrix };
  }
  return null;
}

/**
 * The cell at a row and column; where these are outside the matrix, the nearest cell inside.
 * @param {Matrix} matrix
 * @param {number} row
 * @param {number} column
 * @returns {Cell}
 */
function nearest(matrix, row, column) {
  const [i, j] = [Math.min(matrix.rows - 1, Math.max(0, row)), Math.min(matrix.columns - 1, Math.max(0, column))];
  return { stage: matrix.stage, index: indexAt(matrix, i, j) };
}

/** @type {Readonly<Partial<Record<Move, readonly [number, number]>>>} */
const steps = Object.freeze({ left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] });

/**
 * The neighbouring matrix in one direction.
 * @param {Scene} scene
 * @param {Matrix} from
 * @param {number} down -1, 0 or 1
 * @param {number} right -1, 0 or 1
 * @returns {Matrix | undefined} undefined where there is none
 */
function beyond(scene, from, down, right) {
  const at = scene.matrices.indexOf(from);
  if (right) return scene.matrices.find((other, place) => place === at + right && other.line === from.line);
  const lines = [...new Set(scene.matrices.map((matrix) => matrix.line))];
  const line = lines[lines.indexOf(from.line) + down];
  const candidates = scene.matrices.filter((matrix) => matrix.line === line);
  return candidates.filter((matrix) => matrix.x <= from.x).at(-1) ?? candidates[0];
}

/**
 * The cell that a navigation key goes to. Arrow keys go to the next cell in a direction, at a matrix's edge into the
 * neighbouring matrix; home and end go to the ends of the row, first and last to the matrix's first and last cell, previous
 * and next to the first cell of the previous or next matrix.
 * @param {Scene} scene has at least one matrix
 * @param {Cell | null} cell the cell to start from; null: the key goes to the result's first cell
 * @param {Move} move
 * @returns {Cell}
 */
export function moveCell(scene, cell, move) {
  const at = findCell(scene.matrices, cell);
  const { matrices } = scene;
  if (!at) return nearest(/** @type {Matrix} */ (matrices.find((matrix) => matrix.result) ?? matrices[0]), 0, 0);
  const { matrix, row, column } = at;
  const step = steps[move];
  if (step) {
    const [down, right] = step;
    const inside = positionInside(matrix, row + down, column + right);
    const other = inside ? matrix : beyond(scene, matrix, down, right);
    if (!other) return nearest(matrix, row, column);
    if (inside) return nearest(matrix, row + down, column + right);
    return right ? nearest(other, row, right > 0 ? 0 : Infinity) : nearest(other, down > 0 ? 0 : Infinity, column);
  }
  if (move === "home" || move === "end") return nearest(matrix, row, move === "home" ? 0 : Infinity);
  if (move === "first") return nearest(matrix, 0, 0);
  if (move === "last") return nearest(matrix, Infinity, Infinity);
  const other = matrices[matrices.indexOf(matrix) + (move === "next" ? 1 : -1)];
  return other ? nearest(other, 0, 0) : nearest(matrix, row, column);
}

/** Whether a matrix has this row and column. @param {Matrix} matrix @param {number} row @param {number} column */
function positionInside(matrix, row, column) {
  return row >= 0 && row < matrix.rows && column >= 0 && column < matrix.columns;
}
