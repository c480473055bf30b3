import { clamp, metrics } from "../metrics.js";
import { formulaWidth } from "../text.js";

// How much room matrices, their labels and operators take, in px.

/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Operator} Operator */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {(Prepared | Operator)[]} Items */

/** @param {Part | Operator} item @returns {item is Operator} */
export const isOperator = (item) => "kind" in item;

/** @param {Items} items @returns {Prepared[]} the matrices among them */
export const partsOf = (items) => items.flatMap((item) => (isOperator(item) ? [] : [item]));

/** @param {Part} part @param {number} cellWidth @param {number} [blockGap] between blocks @returns {number} from its first column to its last */
export function matrixWidth(part, cellWidth, blockGap = part.apart) {
  const gaps = part.block ? part.columns / part.block - 1 : 0;
  return part.columns * cellWidth + gaps * blockGap;
}

/**
 * The least cell width: a matrix of very many columns gets narrower cells rather than be wider than `metrics.widest`.
 * @param {Prepared} part @param {number} [least] of other matrices
 */
export const leastCell = (part, least = metrics.minCell) => Math.min(least, metrics.widest / part.columns);

/**
 * Height of a matrix's rows: very many get finer rather than make it higher than `metrics.highest`.
 * @param {Prepared} part @param {number} cellWidth @param {boolean} digits whether its cells hold digits
 */
export function rowHeight(part, cellWidth, digits) {
  const comfortable = metrics.comfortableHeight / part.rows;
  const least = part.rowLabels ? metrics.labelledRow : metrics.minCell;
  if (digits) return Math.floor(clamp(Math.min(cellWidth * 0.72, comfortable), 24, 46));
  if (part.rows * least > metrics.highest) return Math.min(metrics.highest / part.rows, Math.max(cellWidth, 2));
  return Math.floor(clamp(Math.min(cellWidth, comfortable), least, 34));
}

/** @param {Operator} operator @param {Measure} measure @returns {number} with the space around it */
export function operatorWidth(operator, measure) {
  const text = formulaWidth(operator.text, operator.kind === "arrow" ? metrics.operation : metrics.operator, measure);
  const content = Math.max(text, measure(operator.note, metrics.note));
  return Math.ceil(operator.kind === "arrow" ? Math.max(content, 40) + 32 : content + 24);
}

/** @typedef {"none" | "flat" | "tight" | "slanted" | "upright" | "asked"} ColumnMode how column labels are drawn */

/** Least distance between horizontal column labels, and between those that are smaller for lack of room. */
export const labelsApart = 5;
const tightlyApart = 3;

/**
 * Column labels are horizontal where each fits under its column, a little smaller and closer together if need be;
 * slanted or upright where the lines of text fit side by side; otherwise only those of the inspected number are drawn.
 * @param {Pick<Prepared, "columnLabels" | "columnLabelWidth" | "columnLabelStep">} part
 * @param {number} cellWidth
 * @returns {ColumnMode}
 */
export function columnMode(part, cellWidth) {
  if (!part.columnLabels) return "none";
  if (part.columnLabelStep <= cellWidth && part.columnLabelWidth <= cellWidth + 8) return "flat";
  const smaller = metrics.tightLabel / metrics.columnLabel;
  const step = (part.columnLabelStep - labelsApart) * smaller + tightlyApart;
  if (step <= cellWidth && part.columnLabelWidth * smaller <= cellWidth + 8) return "tight";
  if (cellWidth >= 17) return "slanted";
  return cellWidth >= 12 ? "upright" : "asked";
}

/** @param {Prepared} part @param {number} cellWidth @returns {number} height of the column labels below the matrix */
export function columnLabelHeight(part, cellWidth) {
  const width = part.columnLabelWidth;
  const heights = {
    none: 0,
    flat: 20,
    tight: 20,
    slanted: Math.ceil(width * Math.SQRT1_2) + 18,
    upright: width + 12,
    asked: 20,
  };
  return heights[columnMode(part, cellWidth)];
}

/** @param {readonly Part[]} parts heads side by side @returns {number} height of the brackets over heads that share a key/value head */
export const bracketHeight = (parts) => (parts.some((part) => part.reads) ? 26 : 0);
