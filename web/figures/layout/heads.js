import { groupRoom } from "./groups.js";
import { columnMode, columnRoom } from "./labels.js";
import { clamp, metrics } from "../metrics.js";
import { isOperator, leastCell, matrixWidth, partsOf, rowHeight } from "./sizes.js";

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("./sizes.js").Items} Items */

const blockGap = 14;
const arrowRow = 48;

/**
 * Concatenation: the heads' matrices side by side, and below them the matrix in which they stand side by side, each
 * block under its head.
 * @param {Items} items @param {number} width
 * @returns {Layout}
 */
export function layoutHeads(items, width) {
  const parts = partsOf(items);
  const result = parts[parts.length - 1];
  const x = metrics.margin + result.gutter;
  const gaps = result.block ? result.columns / result.block - 1 : 0;
  const fitting = Math.floor((width - x - metrics.margin - gaps * blockGap) / result.columns);
  const cellWidth = clamp(fitting, leastCell(result), 52);
  const digits = parts.every((part) => cellWidth >= part.digitCell);
  const cellHeight = rowHeight(result, cellWidth, digits);
  const y = metrics.margin + metrics.header;
  const below = y + result.rows * cellHeight + arrowRow + metrics.header;
  const shared = { cellWidth, cellHeight, blockGap, digits };
  /** @type {Layout} */
  const layout = { places: new Map(), operators: [], bottom: 0 };
  const step = (result.block || result.columns) * cellWidth + blockGap;
  for (const [at, part] of parts.slice(0, -1).entries()) {
    layout.places.set(part, { ...shared, x: x + at * step, y, line: 0, labelled: at === 0 });
  }
  layout.places.set(result, { ...shared, x, y: below, line: 1, labelled: true });
  for (const item of items) {
    if (isOperator(item)) {
      layout.operators.push({ ...item, direction: "down", x: x - 12, y: below - metrics.header - arrowRow / 2, width });
    }
  }
  return { ...layout, bottom: below + result.rows * cellHeight + columnRoom(result, cellWidth) };
}

/** Space between small multiples; slanted labels reach to the left. @param {Prepared} part @param {number} cellWidth */
function multipleGap(part, cellWidth) {
  const reach = columnMode(part, cellWidth) === "slanted" ? part.columnLabelWidth * Math.SQRT1_2 : 0;
  return Math.max(24, Math.ceil(reach - cellWidth / 2) + 10);
}

/**
 * Cell width of small multiples, so many to a line; 0 where they do not fit.
 * @param {Prepared} part @param {number} count @param {number} perLine @param {number} width
 */
function multipleCell(part, count, perLine, width) {
  const room = width - part.gutter - 2 * metrics.margin;
  for (let cell = 52; cell >= metrics.minCell; cell--) {
    const across =
      perLine * Math.max(matrixWidth(part, cell), part.headerWidth) + (perLine - 1) * multipleGap(part, cell);
    const height =
      part.rows * rowHeight(part, cell, cell >= part.digitCell) +
      metrics.header +
      groupRoom([part]) +
      columnRoom(part, cell);
    const lines = Math.ceil(count / perLine);
    if (across <= room && (lines === 1 || lines * height <= 1.4 * metrics.comfortableHeight)) return cell;
  }
  return 0;
}

/** Where not even the smallest cells fit: as many to a line as can be told apart, in cells as fine as that takes. @param {Prepared[]} parts @param {number} width */
function fineGrid(parts, width) {
  const [first] = parts;
  const least = Math.max(200, first.headerWidth);
  const perLine = clamp(Math.floor((width - first.gutter) / (least + 24)), 1, parts.length);
  const room = (width - first.gutter - 2 * metrics.margin) / perLine - multipleGap(first, metrics.minCell);
  return { perLine, cellWidth: Math.min(metrics.minCell, room / first.columns) };
}

/**
 * All heads of one stage as small multiples, as large as they can be.
 * @param {Prepared[]} parts @param {number} width
 * @returns {Layout}
 */
export function layoutGrid(parts, width) {
  const [first] = parts;
  // Heads compare best on one line: another line has to be worth it.
  const options = parts.map((_, at) => {
    const perLine = Math.ceil(parts.length / (at + 1));
    const cell = multipleCell(first, parts.length, perLine, width);
    return { perLine, cell, worth: cell / Math.sqrt(at + 1) };
  });
  const best = options.reduce((a, b) => (b.worth > a.worth ? b : a));
  const { cellWidth, perLine } = best.cell ? { ...best, cellWidth: best.cell } : fineGrid(parts, width);
  const digits = parts.every((part) => cellWidth >= part.digitCell);
  const cellHeight = rowHeight(first, cellWidth, digits);
  const across = Math.max(matrixWidth(first, cellWidth), first.headerWidth) + multipleGap(first, cellWidth);
  const above = metrics.header + groupRoom(parts);
  const down = above + first.rows * cellHeight + columnRoom(first, cellWidth) + 16;
  /** @type {Layout} */
  const layout = { places: new Map(), operators: [], bottom: 0 };
  for (const [at, part] of parts.entries()) {
    const [line, column] = [Math.floor(at / perLine), at % perLine];
    const x = metrics.margin + first.gutter + column * across;
    const y = metrics.margin + above + line * down;
    layout.places.set(part, {
      x,
      y,
      cellWidth,
      cellHeight,
      blockGap: first.apart,
      line,
      labelled: column === 0,
      digits,
    });
  }
  return { ...layout, bottom: Math.ceil(parts.length / perLine) * down + metrics.margin - 16 };
}
