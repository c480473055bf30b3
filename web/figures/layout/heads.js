import { clamp, metrics } from "../metrics.js";
import {
  bracketHeight,
  columnLabelHeight,
  columnMode,
  isOperator,
  leastCell,
  matrixWidth,
  narrowRow,
  partsOf,
  rowHeight,
} from "./sizes.js";

// Layouts of figures that show several heads: their concatenation, and a grid of the same stage of each head.

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("./sizes.js").Items} Items */

const blockGap = 14;
const arrowHeight = 48;

/**
 * Lays out a concatenation: the heads' matrices side by side, and below them the concatenated matrix, so that each of its
 * blocks of columns is under the head that it comes from.
 * @param {Items} items one matrix for each head, an operator, and the result
 * @param {number} width px to fill
 * @returns {Layout}
 */
export function layoutConcat(items, width) {
  const parts = partsOf(items);
  const heads = parts.slice(0, -1);
  const result = /** @type {Prepared} */ (parts.at(-1));
  const x = metrics.margin + result.gutter;
  const gaps = result.block ? result.columns / result.block - 1 : 0;
  const fitting = Math.floor((width - x - metrics.margin - gaps * blockGap) / result.columns);
  const cellWidth = clamp(fitting, leastCell(result), 52);
  const digits = parts.every((part) => cellWidth >= part.digitCell);
  const cellHeight = rowHeight(result, cellWidth, digits);
  const y = metrics.margin + metrics.header;
  // In narrow figures heads are low, so that the result fits on a phone's screen with them.
  const low = Math.min(cellHeight, width > metrics.narrow ? Infinity : narrowRow(result.rows));
  const below = y + result.rows * low + arrowHeight + metrics.header;
  const shared = { cellWidth, cellHeight, blockGap, digits };
  const step = (result.block || result.columns) * cellWidth + blockGap;
  /** @type {Layout["places"]} */
  const places = new Map(
    heads.map((part, at) => [part, { ...shared, cellHeight: low, x: x + at * step, y, line: 0, labelled: at === 0 }]),
  );
  places.set(result, { ...shared, x, y: below, line: 1, labelled: true });
  const middle = below - metrics.header - arrowHeight / 2;
  return {
    places,
    operators: items
      .filter(isOperator)
      .map((operator) => ({ ...operator, direction: "down", x: x - 12, y: middle, width })),
    bottom: below + result.rows * cellHeight + columnLabelHeight(result, cellWidth),
  };
}

/**
 * The gap in px between heads side by side in a grid: large enough for slanted column labels, which extend to the left
 * of their matrix.
 * @param {Prepared} part
 * @param {number} cellWidth px
 * @param {boolean} low whether the figure has to be low: then more heads are on a line
 */
function gridGap(part, cellWidth, low) {
  const reach = columnMode(part, cellWidth) === "slanted" ? part.columnLabelWidth * Math.SQRT1_2 : 0;
  return Math.max(low ? 10 : 24, Math.ceil(reach - cellWidth / 2) + 10);
}

/**
 * The largest cell width in px with which a grid fits at a given number of heads per line: the width always, and a height
 * of 1.4 times `metrics.comfortableHeight` where it has several lines. 0 where no cell width fits.
 * @param {Prepared} part any of the heads, which all have the same size
 * @param {{count: number, perLine: number, width: number, low: boolean}} of number of heads; heads per line; px to fill; see layoutGrid
 */
function gridCell(part, { count, perLine, width, low }) {
  const free = width - part.gutter - 2 * metrics.margin;
  const lines = Math.ceil(count / perLine);
  for (let cell = 52; cell >= metrics.minCell; cell--) {
    const across =
      perLine * Math.max(matrixWidth(part, cell), part.headerWidth) + (perLine - 1) * gridGap(part, cell, low);
    if (across > free) continue;
    const height =
      part.rows * rowHeight(part, cell, cell >= part.digitCell) +
      metrics.header +
      bracketHeight([part]) +
      columnLabelHeight(part, cell);
    if (lines === 1 || lines * height <= 1.4 * metrics.comfortableHeight) return cell;
  }
  return 0;
}

/**
 * The grid for matrices that do not fit even with the smallest usual cells: each head gets 200 px or the width of its
 * heading, and its cells become as narrow as that requires.
 * @param {Prepared} part any of the heads @param {number} count number of heads @param {number} width px to fill
 */
function fineGrid(part, count, width) {
  const min = Math.max(200, part.headerWidth);
  const perLine = clamp(Math.floor((width - part.gutter) / (min + 24)), 1, count);
  const free = (width - part.gutter - 2 * metrics.margin) / perLine - gridGap(part, metrics.minCell, false);
  return { perLine, cellWidth: Math.min(metrics.minCell, free / part.columns) };
}

/**
 * Lays out the same stage of all heads as a grid of matrices, and chooses the number of lines that allows large cells.
 * @param {Prepared[]} parts one for each head
 * @param {number} width px to fill
 * @param {{low?: boolean, bare?: boolean}} [options] low: whether the figure has to be low: then as many heads as can be are on a
 *   line; bare: whether columns have no labels
 * @returns {Layout}
 */
export function layoutGrid(parts, width, { low = false, bare = false } = {}) {
  const first = /** @type {Prepared} */ (parts[0]);
  const count = parts.length;
  // Heads are easiest to compare on one line, so a grid of several lines is chosen only where its cells are much wider.
  const options = parts.map((_, at) => {
    const perLine = Math.ceil(count / (at + 1));
    const cellWidth = gridCell(first, { count, perLine, width, low });
    return { perLine, cellWidth, worth: low ? Number(cellWidth > 0) : cellWidth / Math.sqrt(at + 1) };
  });
  const best = options.reduce((a, b) => (b.worth > a.worth ? b : a));
  const { cellWidth, perLine } = best.cellWidth > 0 ? best : fineGrid(first, count, width);
  const digits = parts.every((part) => cellWidth >= part.digitCell);
  const lowered = low ? narrowRow(first.rows, { result: true, digits, low, bare }) : Infinity;
  const cellHeight = Math.min(rowHeight(first, cellWidth, digits), lowered);
  const across = Math.max(matrixWidth(first, cellWidth), first.headerWidth) + gridGap(first, cellWidth, low);
  const above = metrics.header + bracketHeight(parts);
  const below = bare ? 0 : columnLabelHeight(first, cellWidth);
  const down = above + first.rows * cellHeight + below + 16;
  const left = metrics.margin + first.gutter;
  const top = metrics.margin + above;
  /** @type {Layout["places"]} */
  const places = new Map(
    parts.map((part, at) => {
      const [line, column] = [Math.floor(at / perLine), at % perLine];
      const place = { x: left + column * across, y: top + line * down, line, labelled: column === 0, bare, digits };
      return [part, { ...place, cellWidth, cellHeight, blockGap: first.ownBlockGap }];
    }),
  );
  return { places, operators: [], bottom: Math.ceil(count / perLine) * down + metrics.margin - 16 };
}
