import { columnX } from "./geometry.js";
import { shadeOf } from "./colour/palette.js";

// Rims: the lower edges of cells in the colour of the number that they held before a slider moved.

/** @typedef {import("./types.js").Matrix} Matrix */
/** @typedef {import("./types.js").Prepared} Prepared */

/** In the place of a rim's shade: the cell has none. */
const none = -1;

/** Smaller cells have no rim: too little of their own colour would be left. px */
const smallestCell = 12;

/** What decides which numbers of a tensor a matrix shows, and how. */
const same = /** @type {const} */ (["id", "stage", "rows", "columns", "slab", "columnStart"]);

/**
 * The matrix that showed the same numbers before, if cells have room for its colours.
 * @param {Prepared} part
 * @param {{cellWidth: number, cellHeight: number}} place
 * @param {readonly Matrix[]} matrices as they were drawn before
 * @returns {Matrix | null}
 */
export function matrixBefore(part, { cellWidth, cellHeight }, matrices) {
  if (Math.min(cellWidth, cellHeight) < smallestCell) return null;
  return matrices.find((matrix) => same.every((field) => matrix[field] === part[field])) ?? null;
}

/**
 * The largest finite magnitude of the numbers that a matrix showed, without those that a mask had hidden; 0 without a matrix.
 * @param {Matrix | null} before
 */
export function largestShown(before) {
  const shown = Array.from(before?.values ?? []).filter((value, at) => !before?.hidden?.[at] && Number.isFinite(value));
  return shown.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

/**
 * The shade of each cell's rim: that of its former number on the present scale. There is none where the number has not changed,
 * or was hidden or dropped.
 * @param {Prepared} part
 * @param {Matrix | null} before
 * @param {import("./types.js").Scale} scale
 * @returns {Int16Array | null} null where no cell has a rim
 */
export function rimShades({ values, hidden }, before, { kind, limit }) {
  if (!before) return null;
  const shades = Int16Array.from(before.values, (value, at) => {
    const isSame = value === values[at] && !hidden?.[at];
    return isSame || before.hidden?.[at] || !Number.isFinite(value) ? none : shadeOf(value, kind, limit);
  });
  return shades.some((shade) => shade !== none) ? shades : null;
}

/** @typedef {import("./types.js").Area & {fill: string}} Rim */

/**
 * The rims of a matrix, each with a line of the background's colour above it.
 * @param {Matrix} matrix
 * @param {string} background
 * @returns {Rim[]} in px
 */
export function rimsOf(matrix, background) {
  const { rims, columns, cellWidth, cellHeight, gap, scale } = matrix;
  const height = Math.max(2, Math.round(cellHeight * 0.12));
  const width = cellWidth - gap;
  return Array.from(rims ?? []).flatMap((shade, at) => {
    if (shade === none) return [];
    const x = columnX(matrix, at % columns) + gap / 2;
    const y = matrix.y + (Math.floor(at / columns) + 1) * cellHeight - gap / 2 - height;
    return [
      { x, y: y - 1, width, height: 1, fill: background },
      { x, y, width, height, fill: /** @type {string} */ (scale.fills[shade]) },
    ];
  });
}
