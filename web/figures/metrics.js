/** Font sizes, distances and limits of figures, in px unless said otherwise. The first lines are font sizes. */
export const metrics = Object.freeze({
  name: 15,
  shape: 13,
  rowLabel: 13,
  columnLabel: 13,
  /** Font size of column labels that fit horizontally at this size but not at `columnLabel`. */
  tightLabel: 12,
  operator: 20,
  operation: 16,
  note: 13,
  legend: 13,
  maxDigits: 14,
  minDigits: 10,
  /** Cells narrower than this never hold digits. */
  digitCell: 30,
  /** Width of a cell minus the width of its digits, at least: in wide figures, and in narrow ones (`narrow`). */
  besideDigits: 5,
  closelyBeside: 3,
  maxCell: 64,
  minCell: 6,
  /** Smallest width and height of a cell in enlarged figures: a finger can tap it. */
  touchedCell: 24,
  /** Height of operands and of results in narrow figures: so low that a figure and its text fit on a phone. */
  operandHeight: 91,
  resultHeight: 168,
  /** The same where a figure has to be low: beside a question, whose answer stands on the same screen of a phone. */
  lowOperandHeight: 40,
  lowResultHeight: 90,
  /** The height of a result without column labels and legend, and its lowest row. */
  bareResultHeight: 130,
  bareRow: 8,
  /** Smallest height of a row with a label. */
  labelledRow: 14,
  /** Height of the name and shape above a matrix. */
  header: 42,
  /** The same where name and shape share a line, in low figures. */
  lowHeader: 24,
  /** Empty space around a figure, so that rings around its outermost cells are not cut off. */
  margin: 4,
  labelGap: 8,
  maxRowLabel: 92,
  maxColumnLabel: 64,
  /** Rows are made lower, down to their smallest height, so that a matrix does not become higher than this. */
  comfortableHeight: 440,
  /** Largest width and height of a matrix with very many columns or rows: its cells become as small as that requires. */
  widest: 1536,
  highest: 900,
  /** A number of rows: matrices with more rows never hold digits. */
  digitRows: 48,
  /** Gap between blocks of columns, such as pairs of columns that RoPE rotates. */
  blockGap: 7,
  /** A figure of this width or less is narrow: its matrices are placed one below the other unless all fit with digits. */
  narrow: 480,
});

/** @param {number} value @param {number} low @param {number} high @returns {number} the value, or the nearer limit where it is outside them */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
