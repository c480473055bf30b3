import { clamp, metrics } from "../metrics.js";
import { formulaWidth } from "../text.js";

// Widths and heights of matrices, their labels and operators, in px.

/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Operator} Operator */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {(Prepared | Operator)[]} Items */

/** @param {Part | Operator} item @returns {item is Operator} */
export const isOperator = (item) => "kind" in item;

/** @param {Items} items @returns {Prepared[]} the matrices among them */
export const partsOf = (items) => items.flatMap((item) => (isOperator(item) ? [] : [item]));

/** @param {Part} part @param {number} cellWidth @param {number} [blockGap] between blocks of columns @returns {number} px from the left edge of its first column to the right edge of its last */
export function matrixWidth(part, cellWidth, blockGap = part.ownBlockGap) {
  const gaps = part.block ? Math.ceil(part.columns / part.block) - 1 : 0;
  return part.columns * cellWidth + gaps * blockGap;
}

/**
 * The smallest cell width of a matrix, px. A matrix with very many columns may have narrower cells than others, so that it
 * is not wider than `metrics.widest`.
 * @param {Prepared} part
 */
export const leastCell = (part) => Math.min(metrics.minCell, metrics.widest / part.columns);

/**
 * The largest height of a row in narrow figures, px: so low that a figure and its text fit on the screen of a phone.
 * @param {number} rows of the matrix
 * @param {{result?: boolean, digits?: boolean, low?: boolean, bare?: boolean}} [of] result: whether it is the equation's result; digits:
 *   whether its cells hold digits; low, bare: whether the figure has to be low, or has no labels and legend below it either
 */
export function narrowRow(rows, { result = false, digits = false, low = false, bare = false } = {}) {
  const small = bare ? metrics.bareRow : rows <= 16 ? metrics.labelledRow : metrics.minCell;
  const min = digits ? 18 : result ? small : 2;
  const operand = low ? metrics.lowOperandHeight : metrics.operandHeight;
  const made = bare ? metrics.bareResultHeight : low ? metrics.lowResultHeight : metrics.resultHeight;
  return clamp(Math.floor((result ? made : operand) / rows), min, 26);
}

/** Px above a matrix for its name and shape. @param {boolean} low whether the figure has to be low */
export const headerHeight = (low) => (low ? metrics.lowHeader : metrics.header);

/** @param {Prepared} part @returns {number} the cell width of an enlarged matrix, px: enough for a finger, and for digits where there can be any */
export const enlargedCell = ({ digitCell, columns }) =>
  Math.min(digitCell < Infinity ? digitCell + 4 : metrics.touchedCell, metrics.widest / columns);

/** @param {Prepared} part @returns {number} the height of its rows, px */
export const enlargedRow = ({ rows }) => Math.min(metrics.touchedCell + 2, metrics.widest / rows);

/**
 * The height of a matrix's rows, px: about that of square cells, and less where the matrix would become higher than
 * `metrics.comfortableHeight`, but enough for digits or labels. Only very many rows without digits get lower than that, so
 * that the matrix is not higher than `metrics.highest`.
 * @param {Prepared} part @param {number} cellWidth px @param {boolean} digits whether its cells hold digits
 */
export function rowHeight(part, cellWidth, digits) {
  const comfortable = metrics.comfortableHeight / part.rows;
  const min = part.rowLabels ? metrics.labelledRow : metrics.minCell;
  if (digits) return Math.floor(clamp(Math.min(cellWidth * 0.72, comfortable), 24, 46));
  if (part.rows * min > metrics.highest) return Math.min(metrics.highest / part.rows, Math.max(cellWidth, 2));
  return Math.floor(clamp(Math.min(cellWidth, comfortable), min, 34));
}

/** @param {Operator} operator @param {Measure} measure @returns {number} px, with the space on both sides of it */
export function operatorWidth(operator, measure) {
  const text = formulaWidth(operator.text, operator.kind === "arrow" ? metrics.operation : metrics.operator, measure);
  const content = Math.max(text, measure(operator.note, metrics.note));
  return Math.ceil(operator.kind === "arrow" ? Math.max(content, 40) + 32 : content + 24);
}

/** @typedef {"none" | "flat" | "tight" | "slanted" | "upright" | "inspected"} ColumnMode how column labels are drawn: horizontally (flat; tight: smaller), at 45 degrees, vertically, or horizontally and only for inspected numbers and their sources (inspected) */

/** Smallest gap between horizontal column labels, px: at full size, and at the smaller size of mode "tight". */
export const labelsApart = 5;
const tightlyApart = 3;

/**
 * Chooses how column labels are drawn: horizontally where each fits under its column, if necessary a little smaller and
 * closer together; else slanted, else vertically, where the columns are wide enough for a line of text; else only the
 * labels of highlighted columns.
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
  return cellWidth >= 12 ? "upright" : "inspected";
}

/** @param {Prepared} part @param {number} cellWidth px @returns {number} px that the column labels take below the matrix */
export function columnLabelHeight(part, cellWidth) {
  const width = part.columnLabelWidth;
  const heights = {
    none: 0,
    flat: 20,
    tight: 20,
    slanted: Math.ceil(width * Math.SQRT1_2) + 18,
    upright: width + 12,
    inspected: 20,
  };
  return heights[columnMode(part, cellWidth)];
}

/** @param {readonly Part[]} parts heads side by side @returns {number} px that the brackets over heads with a shared key/value head take; 0 where no heads share one */
export const bracketHeight = (parts) => (parts.some((part) => part.reads) ? 26 : 0);
