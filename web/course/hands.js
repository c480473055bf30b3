/** Words whose query and key are the hand of a clock, (1, 0), before RoPE turns it by its place. */

/** @typedef {import("./reading.js").Reading} Reading */

/** The same word some times. @param {number} words */
export const ofHands = (words) => ({
  sentence: Array(words).fill("ha").join(" "),
  edits: { X: Array.from({ length: words }, (_, row) => [row, 0, 1, row, 1, 0]).flat() },
});

/** How many there are. */
export const words = 5;

export const hands = Object.freeze({
  ...ofHands(words),
  projections: false,
  causal: false,
  heads: 1,
  head: 0,
  d_model: 2,
  cell: null,
  position: /** @type {const} */ ("rope"),
});

/** A place that the steps on turning speak of. */
export const later = 3;

/** The turned query of a word: how far it points to the right, and how far up. @param {Reading} reading @param {number} row @returns {[number, number]} */
export const handAt = (reading, row) => [reading.at("Q_rot", row, 0), reading.at("Q_rot", row, 1)];
