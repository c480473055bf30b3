/** Sizes of figures, in px. */
export const metrics = Object.freeze({
  name: 15,
  shape: 13,
  rowLabel: 13,
  columnLabel: 13,
  /** Of column labels that would have to be slanted otherwise. */
  tightLabel: 12,
  operator: 20,
  operation: 16,
  note: 13,
  legend: 13,
  maxDigits: 14,
  minDigits: 10,
  /** Cells narrower than this never hold digits. */
  digitCell: 30,
  /** In a cell, beside its digits and what parts it from the next; and in narrow figures. */
  besideDigits: 5,
  closelyBeside: 3,
  maxCell: 64,
  minCell: 6,
  /** The least where figures stack, on narrow screens that fingers point at: rather scroll sideways. */
  minTouchedCell: 14,
  /** Least height of a row that has a label. */
  labelledRow: 14,
  /** From the top of a matrix's name to its first row. */
  header: 42,
  /** Around the figure, so that rings are not cut off. */
  margin: 4,
  labelGap: 8,
  maxRowLabel: 92,
  maxColumnLabel: 64,
  /** Rows and cells shrink rather than grow a matrix beyond this height. */
  comfortableHeight: 440,
  /** What a matrix shrinks to where it has too many columns or rows to be read cell by cell. */
  widest: 1536,
  highest: 900,
  /** Matrices of more rows than this never hold digits. */
  digitRows: 48,
  /** Between columns that do not belong together. */
  apart: 7,
  /** At this width and below operands stand below each other. */
  narrow: 480,
});

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
