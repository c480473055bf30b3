import { clamp, metrics } from "../metrics.js";
import { formulaWidth } from "../text.js";

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Operator} Operator */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {(Prepared | Operator)[]} Items */

/** @param {import("../types.js").Part | Operator} item @returns {item is Operator} */
export const isOperator = (item) => "kind" in item;

/** @param {Items} items @returns {Prepared[]} */
export const partsOf = (items) => items.flatMap((item) => (isOperator(item) ? [] : [item]));

/** @param {import("../types.js").Part} part @param {number} cellWidth @param {number} [blockGap] between blocks @returns {number} px from its first column to its last */
export function matrixWidth(part, cellWidth, blockGap = part.apart) {
  const gaps = part.block ? part.columns / part.block - 1 : 0;
  return part.columns * cellWidth + gaps * blockGap;
}

/** A matrix of very many columns is drawn finer rather than wider than this. @param {Prepared} part @param {number} [least] px of a cell */
export const leastCell = (part, least = metrics.minCell) => Math.min(least, metrics.widest / part.columns);

/** Height of the rows of one matrix: very many are drawn finer rather than higher than fits. @param {Prepared} part @param {number} cellWidth @param {boolean} digits */
export function rowHeight(part, cellWidth, digits) {
  const most = metrics.comfortableHeight / part.rows;
  const least = part.rowLabels ? metrics.labelledRow : metrics.minCell;
  if (!digits && part.rows * least > metrics.highest)
    return Math.min(metrics.highest / part.rows, Math.max(cellWidth, 2));
  if (digits) return Math.floor(clamp(Math.min(cellWidth * 0.72, most), 24, 46));
  return Math.floor(clamp(Math.min(cellWidth, most), least, 34));
}

/** @param {Operator} operator @param {Measure} measure @returns {number} px, with the space around it */
export function operatorWidth(operator, measure) {
  const text = formulaWidth(operator.text, operator.kind === "arrow" ? metrics.operation : metrics.operator, measure);
  const content = Math.max(text, measure(operator.note, metrics.note));
  return Math.ceil(operator.kind === "arrow" ? Math.max(content, 40) + 32 : content + 24);
}
