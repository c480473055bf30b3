/** The sentence whose future is hidden. */
export const journey = Object.freeze({
  sentence: "Your journey starts with one step",
  heads: 1,
  head: 0,
  d_k: 16,
  cell: null,
});

/** How many scores are hidden. @param {import("./reading.js").Reading} reading with a mask */
export const hidden = (reading) =>
  Array.from(reading.tensor("masked").data).filter((score) => score === -Infinity).length;
