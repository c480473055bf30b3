/** How far random scores spread, by the width of queries and keys. */

/**
 * width: of queries and keys; far: how far its scores lie from 0, the root of their mean square; scores: some of them.
 * @typedef {Readonly<{width: number, far: number, scores: readonly number[]}>} Spread
 */

/** Many random words, of which each pair has a score in each of some heads: so many scores that their spread hardly depends on the draw. */
const manyScores = Object.freeze({
  sentence: Array.from({ length: 24 }, (_, at) => `w${at}`).join(" "),
  context: null,
  heads: 8,
  scaling: false,
});
/** How many of the scores are drawn. */
const drawn = 96;

/** @param {import("./reading.js").Reading} reading of random weights @param {readonly number[]} widths @returns {Spread[]} */
export const spreadsOf = (reading, widths) =>
  widths.map((width) => {
    const scores = Array.from(reading.other({ ...manyScores, d_k: width }).tensor("raw").data);
    const every = Math.floor(scores.length / drawn);
    return {
      width,
      far: Math.sqrt(scores.reduce((sum, score) => sum + score ** 2, 0) / scores.length),
      scores: scores.filter((_, at) => at % every === 0).slice(0, drawn),
    };
  });
