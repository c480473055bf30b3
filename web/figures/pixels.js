import { columnX } from "./geometry.js";

/** @typedef {import("./types.js").Matrix} Matrix */

/**
 * The cells of a matrix as device pixels, for painters: a colour lookup for each cell, a copy for each further line.
 * @param {Matrix} matrix whose cells touch
 * @param {number} ratio device pixels per px
 * @returns {{x: number, y: number, width: number, height: number, colours: Uint32Array<ArrayBuffer>}} x, y: of its corner;
 *   colours: as ImageData has them, 0 between blocks
 */
export function cellPixels(matrix, ratio) {
  const { rows, columns, cellWidth, cellHeight, shades, scale } = matrix;
  // Each cell from one whole pixel to another: cells that touch would show seams otherwise.
  const lefts = Int32Array.from({ length: columns }, (_, at) => Math.round(columnX(matrix, at) * ratio));
  const rights = Int32Array.from(lefts, (_, at) => Math.round((columnX(matrix, at) + cellWidth) * ratio));
  const tops = Int32Array.from({ length: rows + 1 }, (_, at) => Math.round((matrix.y + at * cellHeight) * ratio));
  const [x, y] = [lefts[0], tops[0]];
  const [width, height] = [rights[columns - 1] - x, tops[rows] - y];
  const colours = new Uint32Array(width * height);
  for (let row = 0; row < rows; row++) {
    const first = (tops[row] - y) * width;
    const end = (tops[row + 1] - y) * width;
    if (first === end) continue;
    for (let column = 0; column < columns; column++) {
      const colour = scale.colours[shades[row * columns + column]];
      for (let at = first + lefts[column] - x; at < first + rights[column] - x; at++) colours[at] = colour;
    }
    for (let line = first + width; line < end; line += width) colours.copyWithin(line, first, first + width);
  }
  return { x, y, width, height, colours };
}
