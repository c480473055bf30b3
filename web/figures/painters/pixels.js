import { columnX } from "../geometry.js";

/** @typedef {import("../types.js").Matrix} Matrix */

/**
 * The cells of a matrix as device pixels, for painters: a colour lookup for each cell, a copy for each further line.
 * @param {Matrix} matrix with square corners
 * @param {number} ratio device pixels per px
 * @returns {{x: number, y: number, width: number, height: number, colours: Uint32Array<ArrayBuffer>}} x, y: of its corner;
 *   colours: as ImageData has them, 0 between cells
 */
export function cellPixels(matrix, ratio) {
  const { rows, columns, cellWidth, cellHeight, gap, shades, scale } = matrix;
  // Each cell from one whole pixel to another: cells that touch would show seams otherwise.
  const edges = (/** @type {number} */ count, /** @type {(at: number) => number} */ edge) =>
    Int32Array.from({ length: count }, (_, at) => Math.round(edge(at) * ratio));
  const lefts = edges(columns, (at) => columnX(matrix, at) + gap / 2);
  const rights = edges(columns, (at) => columnX(matrix, at) + cellWidth - gap / 2);
  const tops = edges(rows, (at) => matrix.y + at * cellHeight + gap / 2);
  const bottoms = edges(rows, (at) => matrix.y + (at + 1) * cellHeight - gap / 2);
  const [x, y] = [lefts[0], tops[0]];
  const [width, height] = [rights[columns - 1] - x, bottoms[rows - 1] - y];
  const colours = new Uint32Array(width * height);
  for (let row = 0; row < rows; row++) {
    const first = (tops[row] - y) * width;
    const end = (bottoms[row] - y) * width;
    if (first === end) continue;
    for (let column = 0; column < columns; column++) {
      const colour = scale.colours[shades[row * columns + column]];
      for (let at = first + lefts[column] - x; at < first + rights[column] - x; at++) colours[at] = colour;
    }
    for (let line = first + width; line < end; line += width) colours.copyWithin(line, first, first + width);
  }
  return { x, y, width, height, colours };
}
