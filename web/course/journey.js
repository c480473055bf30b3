import { matrixOf, rowsOf } from "./hand-built.js";

/** The sentence whose future is hidden. */
export const journey = Object.freeze({
  sentence: "Your journey starts with one step",
  heads: 1,
  head: 0,
  d_k: 16,
  cell: null,
});

const words = journey.sentence.split(" ").length;

/** @param {(row: number, column: number) => number} at */
const square = (at) =>
  Array.from({ length: words }, (_, row) => Array.from({ length: words }, (__, column) => at(row, column)));

const same = square((row, column) => (row === column ? 1 : 0));

/** By hand: each word scores the next one highest, then itself, then the one before. Wq holds the scores themselves. */
const scores = square((row, column) => ({ [row + 1]: 5, [row]: 1, [row - 1]: 0.5 })[column] ?? 0);

/** The sentence with weights that copy the next word, as training would find them where nothing hides it. */
export const copying = Object.freeze({
  ...journey,
  scaling: false,
  d_model: words,
  d_k: words,
  edits: { X: rowsOf(same), Wq: matrixOf(scores), Wk: matrixOf(same) },
});

/** How many scores are hidden. @param {import("./reading.js").Reading} reading with a mask */
export const hidden = (reading) =>
  Array.from(reading.tensor("masked").data).filter((score) => score === -Infinity).length;
