import { columnX } from "../geometry.js";

// The cells of a matrix as painters need them: one by one, or all at once as pixels.

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {{x: number, y: number, width: number, height: number, fill: string, ink: string, digits: string}} PaintedCell px */

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
      const shade = /** @type {number} */ (shades[at]);
      const fill = /** @type {string} */ (scale.fills[shade]);
      const ink = /** @type {string} */ (scale.inks[shade]);
      visit({ x, y, width, height, fill, ink, digits: digits ? /** @type {string} */ (digits[at]) : "" });
    }
  }
}

/** In the place of a column: there is none at this pixel. */
const none = -1;

/**
 * The pixels of a matrix, which are written when they are needed.
 * @template Image
 * @typedef {object} CellImage
 * @property {number} x of the image on the canvas, device pixels
 * @property {number} y
 * @property {Image} image
 * @property {(top: number, bottom: number) => void} write writes the rows of cells that have pixels between two edges, in device
 *   pixels of the canvas; those that are written stay
 */

/**
 * The cells of a matrix as device pixels. The first pixel row of each row of cells is filled and then copied to its other
 * pixel rows; pixels between cells are transparent.
 * @template {{data: Uint8ClampedArray}} Image
 * @param {Matrix} matrix with square corners
 * @param {number} ratio device pixels per px
 * @param {(width: number, height: number) => Image} newImage makes an image, all pixels of which are written here
 * @returns {CellImage<Image> | null} null where the matrix has no pixels
 */
export function cellPixels(matrix, ratio, newImage) {
  const { rows, columns, cellWidth, cellHeight, gap, shades, scale } = matrix;
  // The edges of cells are at whole device pixels: otherwise seams would be visible between adjacent cells.
  const snap = (/** @type {number} */ px) => Math.round(px * ratio);
  const left = (/** @type {number} */ column) => snap(columnX(matrix, column) + gap / 2);
  const right = (/** @type {number} */ column) => snap(columnX(matrix, column) + cellWidth - gap / 2);
  const top = (/** @type {number} */ row) => snap(matrix.y + row * cellHeight + gap / 2);
  const bottom = (/** @type {number} */ row) => snap(matrix.y + (row + 1) * cellHeight - gap / 2);
  const [x, y] = [left(0), top(0)];
  const [width, height] = [right(columns - 1) - x, bottom(rows - 1) - y];
  if (width * height === 0) return null;
  const image = newImage(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const { colours } = scale;
  const columnAt = new Int32Array(width).fill(none);
  for (let column = 0; column < columns; column++) columnAt.fill(column, left(column) - x, right(column) - x);
  /** Writes a row of cells, and the pixels between it and the row above. @param {number} row */
  const writeRow = (row) => {
    const start = (top(row) - y) * width;
    const end = (bottom(row) - y) * width;
    if (row > 0) pixels.fill(0, (bottom(row - 1) - y) * width, start);
    if (start === end) return;
    const first = row * columns;
    // Cells of large matrices are a pixel or two wide, so that this goes from pixel to pixel, not from cell to cell.
    for (let at = 0; at < width; at++) {
      const column = /** @type {number} */ (columnAt[at]);
      pixels[start + at] =
        column === none ? 0 : /** @type {number} */ (colours[/** @type {number} */ (shades[first + column])]);
    }
    for (let line = start + width; line < end; line += width) pixels.copyWithin(line, start, start + width);
  };
  const written = new Uint8Array(rows);
  const write = (/** @type {number} */ from, /** @type {number} */ to) => {
    for (let row = 0; row < rows; row++) {
      if (written[row] || bottom(row) <= from || (row > 0 ? bottom(row - 1) : y) >= to) continue;
      writeRow(row);
      written[row] = 1;
    }
  };
  return { x, y, image, write };
}
