import { columnRoom } from "./labels.js";
import { clamp, metrics } from "../metrics.js";
import { isOperator, leastCell, matrixWidth, operatorWidth, partsOf, rowHeight } from "./sizes.js";

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("../types.js").Operator} Operator */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("./sizes.js").Items} Items */

/** Space between matrices below each other, and of an operator that has a row of its own. */
const gap = 20;
const operatorRow = Object.freeze({ arrow: 48, symbol: 36 });
/** Weight matrices, which have many rows, are flattened to this height. */
const towerHeight = 180;

/** @param {Prepared} part @returns {number} px */
const flattened = ({ rows }) => Math.max(Math.min(8, metrics.comfortableHeight / rows), Math.floor(towerHeight / rows));

/**
 * Cell width in a stack: the result and whatever has its shape are as large as fits, other operands stay small.
 * @param {Prepared} part @param {Prepared} result @param {number} room @param {number} least
 */
function stackedCell(part, result, room, least) {
  const gaps = matrixWidth(part, 0);
  const fitting = Math.floor((room - gaps) / part.columns);
  const finest = leastCell(part, least);
  if (part.columns === result.columns && part.rowAxis === result.rowAxis) return clamp(fitting, finest, 52);
  const digits = part.rows <= 8 && fitting >= part.digitCell;
  return clamp(fitting, finest, digits ? part.digitCell : 22);
}

/**
 * Places an equation from top to bottom: symbols stand before the name of what follows, operations between.
 * @param {Items} items @param {number} width @param {Measure} measure
 * @returns {Layout}
 */
export function layoutStack(items, width, measure) {
  const parts = partsOf(items);
  const result = parts[parts.length - 1];
  const gutter = Math.max(24, ...parts.map((part) => part.gutter));
  const x = metrics.margin + gutter;
  const least = width <= metrics.narrow ? metrics.minTouchedCell : metrics.minCell;
  /** @type {Layout} */
  const layout = { places: new Map(), operators: [], bottom: metrics.margin };
  let y = metrics.margin;
  for (const [at, item] of items.entries()) {
    if (isOperator(item)) {
      const before =
        item.kind === "symbol" && !item.note && operatorWidth(item, measure) <= gutter && !isOperator(items[at + 1]);
      const direction = item.kind === "arrow" ? "down" : "inline";
      const high = operatorRow[item.kind] + (item.kind === "symbol" && item.note ? 18 : 0);
      const [left, middle] = before ? [x - 24, y + gap + 14] : [x - 12, y + operatorRow[item.kind] / 2];
      layout.operators.push({
        ...item,
        direction,
        x: left,
        y: middle,
        width: before ? 24 : operatorWidth(item, measure),
      });
      y += before ? gap : high;
      continue;
    }
    const cellWidth = stackedCell(item, result, width - x - metrics.margin, least);
    const digits = cellWidth >= item.digitCell;
    const most = digits || item.rowAxis !== "dimensions" ? Infinity : flattened(item);
    const cellHeight = Math.min(rowHeight(item, cellWidth, digits), most);
    const top = y + metrics.header;
    layout.places.set(item, {
      x,
      y: top,
      cellWidth,
      cellHeight,
      blockGap: item.apart,
      line: at,
      labelled: true,
      digits,
    });
    y = top + item.rows * cellHeight + columnRoom(item, cellWidth);
  }
  return { ...layout, bottom: y };
}
