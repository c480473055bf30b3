import { columnX } from "../geometry.js";
import { marked } from "../scene/hidden.js";

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {{x: number, y: number, width: number, height: number, fill: string, ink: string, digits: string}} PaintedCell */

/**
 * Visits every cell of a matrix, column by column, so that all painters draw the same ones.
 * @param {Matrix} matrix
 * @param {(cell: PaintedCell) => void} visit
 */
export function eachCell(matrix, visit) {
  const { rows, columns, cellWidth, cellHeight, gap, shades, scale, digits } = matrix;
  const width = cellWidth - gap;
  const height = cellHeight - gap;
  for (let column = 0; column < columns; column++) {
    const x = columnX(matrix, column) + gap / 2;
    for (let row = 0; row < rows; row++) {
      const at = row * columns + column;
      const y = matrix.y + row * cellHeight + gap / 2;
      const shade = shades[at];
      visit({ x, y, width, height, fill: scale.fills[shade], ink: scale.inks[shade], digits: digits?.[at] ?? "" });
    }
  }
}

/**
 * Strokes across hidden cells where there is no room for digits, so that an exact zero is told from a small weight
 * without colour; dropped cells have a cross.
 * @param {Matrix} matrix
 * @returns {[number, number, number, number][]} from x, y to x, y
 */
export function hatching(matrix) {
  const { hidden, columns, cellWidth, cellHeight } = matrix;
  if (!hidden || matrix.digits || Math.min(cellWidth, cellHeight) < 10) return [];
  const reach = Math.min(cellWidth, cellHeight, 24) * 0.36;
  /** @type {[number, number, number, number][]} */
  const strokes = [];
  for (const [at, mark] of hidden.entries()) {
    if (!mark) continue;
    const x = columnX(matrix, at % columns) + cellWidth / 2;
    const y = matrix.y + (Math.floor(at / columns) + 0.5) * cellHeight;
    strokes.push([x - reach, y + reach, x + reach, y - reach]);
    if (mark === marked.dropped) strokes.push([x - reach, y - reach, x + reach, y + reach]);
  }
  return strokes;
}
