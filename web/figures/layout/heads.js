import { clamp, metrics } from "../metrics.js";
import {
  bracketHeight,
  columnLabelHeight,
  columnMode,
  isOperator,
  leastCell,
  matrixWidth,
  partsOf,
  rowHeight,
} from "./sizes.js";

// Layouts of several heads: their concatenation, and the same stage of each.

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("./sizes.js").Items} Items */

const blockGap = 14;
const arrowHeight = 48;

/**
 * Concatenation: the heads' matrices side by side, and below them the concatenated matrix, each block under its head.
 * @param {Items} items the heads, an operator, and the result
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
  const below = y + result.rows * cellHeight + arrowHeight + metrics.header;
  const shared = { cellWidth, cellHeight, blockGap, digits };
  const step = (result.block || result.columns) * cellWidth + blockGap;
  /** @type {Layout["places"]} */
  const places = new Map(
    heads.map((part, at) => [part, { ...shared, x: x + at * step, y, line: 0, labelled: at === 0 }]),
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

/** Px between heads of a grid: slanted labels reach to the left. @param {Prepared} part @param {number} cellWidth */
function gridGap(part, cellWidth) {
  const reach = columnMode(part, cellWidth) === "slanted" ? part.columnLabelWidth * Math.SQRT1_2 : 0;
  return Math.max(24, Math.ceil(reach - cellWidth / 2) + 10);
}

/**
 * Cell width of a grid with a given number of heads per line; 0 where they do not fit.
 * @param {Prepared} part any of the heads, which are all of one size
 * @param {number} count of heads @param {number} perLine @param {number} width px to fill
 */
function gridCell(part, count, perLine, width) {
  const free = width - part.gutter - 2 * metrics.margin;
  const lines = Math.ceil(count / perLine);
  for (let cell = 52; cell >= metrics.minCell; cell--) {
    const across = perLine * Math.max(matrixWidth(part, cell), part.headerWidth) + (perLine - 1) * gridGap(part, cell);
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
 * Where not even the smallest cells fit: as many heads to a line as can be told apart, in cells as fine as that takes.
 * @param {Prepared} part any of the heads @param {number} count of heads @param {number} width px to fill
 */
function fineGrid(part, count, width) {
  const least = Math.max(200, part.headerWidth);
  const perLine = clamp(Math.floor((width - part.gutter) / (least + 24)), 1, count);
  const free = (width - part.gutter - 2 * metrics.margin) / perLine - gridGap(part, metrics.minCell);
  return { perLine, cellWidth: Math.min(metrics.minCell, free / part.columns) };
}

/**
 * All heads of one stage, each a matrix of its own, as large as they can be.
 * @param {Prepared[]} parts one for each head
 * @param {number} width px to fill
 * @returns {Layout}
 */
export function layoutGrid(parts, width) {
  const first = /** @type {Prepared} */ (parts[0]);
  const count = parts.length;
  // Heads compare best on one line: a further line has to make them much larger.
  const options = parts.map((_, at) => {
    const perLine = Math.ceil(count / (at + 1));
    const cellWidth = gridCell(first, count, perLine, width);
    return { perLine, cellWidth, worth: cellWidth / Math.sqrt(at + 1) };
  });
  const best = options.reduce((a, b) => (b.worth > a.worth ? b : a));
  const { cellWidth, perLine } = best.cellWidth > 0 ? best : fineGrid(first, count, width);
  const digits = parts.every((part) => cellWidth >= part.digitCell);
  const cellHeight = rowHeight(first, cellWidth, digits);
  const across = Math.max(matrixWidth(first, cellWidth), first.headerWidth) + gridGap(first, cellWidth);
  const above = metrics.header + bracketHeight(parts);
  const down = above + first.rows * cellHeight + columnLabelHeight(first, cellWidth) + 16;
  const left = metrics.margin + first.gutter;
  const top = metrics.margin + above;
  /** @type {Layout["places"]} */
  const places = new Map(
    parts.map((part, at) => {
      const [line, column] = [Math.floor(at / perLine), at % perLine];
      const place = { x: left + column * across, y: top + line * down, line, labelled: column === 0, digits };
      return [part, { ...place, cellWidth, cellHeight, blockGap: first.apart }];
    }),
  );
  return { places, operators: [], bottom: Math.ceil(count / perLine) * down + metrics.margin - 16 };
}
