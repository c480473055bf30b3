/**
 * The example of the path: what "it" asks, and what four words of its sentence answer, in columns written by hand so that each
 * has a name. Columns of queries and keys: a thing, can be tired; of values: alive, long.
 */

/** @typedef {import("../state/state.js").State} State */

/** Rows of numbers as edits of X or C. @param {readonly (readonly number[])[]} rows */
export const rowsOf = (rows) => rows.flatMap((row, at) => row.flatMap((value, column) => [at, column, value]));

/** Rows of numbers as edits of the weight matrix of the only head. @param {readonly (readonly number[])[]} rows */
export const matrixOf = (rows) => rows.flatMap((row, at) => row.flatMap((value, column) => [0, at, column, value]));

/** The words that are looked at, by their place. */
export const places = Object.freeze({ animal: 0, road: 1, tired: 2, cross: 3 });

/** What each word answers: the columns of its key, then those of its value. */
const answers = [
  [1.5, 1, 2, 0],
  [1.5, -0.5, 0, 3],
  [-0.5, 1, 1, 0],
  [-1, -0.5, 0, 1],
];
/** What "it" asks for. */
const asks = [1, 2];

/** Hands on the first two columns of a row: Wq and Wk. */
const firstTwo = matrixOf([
  [1, 0],
  [0, 1],
  [0, 0],
  [0, 0],
]);
/** Hands on the last two: Wv. */
const lastTwo = matrixOf([
  [0, 0],
  [0, 0],
  [1, 0],
  [0, 1],
]);

const base = Object.freeze({
  context: "animal road tired cross",
  causal: false,
  scaling: false,
  heads: 1,
  head: 0,
  cell: null,
});

/** @param {readonly (readonly number[])[]} queries @param {readonly (readonly number[])[]} [words] */
const walkOf = (queries, words = answers) => ({
  ...base,
  d_model: 4,
  d_k: 2,
  d_v: 2,
  edits: {
    X: rowsOf(queries.map((query) => [...query, 0, 0])),
    C: rowsOf(words),
    Wq: firstTwo,
    Wk: firstTwo,
    Wv: lastTwo,
  },
});

/** "it" alone asks. */
export const byHand = Object.freeze({ ...walkOf([asks]), sentence: "it" });

/** The road is twice as long: in its value, not in its key. */
export const longRoad = Object.freeze({
  edits: walkOf(
    [asks],
    answers.map(([thing = 0, tired = 0, alive = 0, long = 0], at) => [
      thing,
      tired,
      alive,
      at === places.road ? 2 * long : long,
    ]),
  ).edits,
});
/** "it" asks for a thing that can *not* be tired. */
export const asksForRoad = Object.freeze({ edits: walkOf([[1, -2]]).edits });

/** The four words ask as well, then "it". */
const fiveWords = "animal road tired cross it";

/** What each of the five asks for. */
export const allAsk = Object.freeze({
  ...walkOf([[-1, 1.5], [-1, -1], [1, 1.5], [2, 0], asks]),
  sentence: fiveWords,
});

/**
 * The queries of the five, computed: from rows of X that differ from them, by a Wq that mixes columns. Queries, keys and scores
 * are those of `allAsk`; values are not looked at here.
 */
export const computedQueries = Object.freeze({
  ...base,
  sentence: fiveWords,
  d_model: 2,
  d_k: 2,
  d_v: 2,
  edits: computedBy(1),
});

/** The same by a Wq whose first number is twice as large. */
export const doubledWq = Object.freeze({ edits: computedBy(2) });

/** Rows of X and C, and the matrices that make queries and keys of them. @param {number} first the first number of Wq */
function computedBy(first) {
  return {
    X: rowsOf([
      [-1, 2],
      [-1, -0.5],
      [1, 1],
      [2, -1],
      [1, 1.5],
    ]),
    C: rowsOf(answers.map((row) => row.slice(0, 2))),
    Wq: matrixOf([
      [first, 0.5],
      [0, 1],
    ]),
    Wk: matrixOf([
      [1, 0],
      [0, 1],
    ]),
  };
}

/**
 * "it" with the scores themselves: rows of one number, and a query of 1.
 * @param {readonly number[]} scores of the four words
 */
export const ofScores = (scores) => ({
  ...base,
  sentence: "it",
  d_model: 1,
  projections: false,
  edits: { X: [0, 0, 1], C: rowsOf(scores.map((score) => [score])) },
});

/** What rows of the chase say: a noun, an action, a dog, a cat. @type {Readonly<Record<string, readonly number[]>>} */
const inChase = Object.freeze({ the: [0, 0, 0, 0], dog: [1, 0, 1, 0], chased: [0, 1, 0, 0], cat: [1, 0, 0, 1] });

/**
 * "the dog chased the cat", or another order, without positions. "chased" looks for nouns, which all offer the same; with RoPE,
 * nouns close by. Its output says how much of a dog and of a cat it found.
 * @param {readonly string[]} words
 */
export const chaseOf = (words) => ({
  sentence: words.join(" "),
  causal: false,
  scaling: false,
  heads: 1,
  head: 0,
  cell: null,
  d_model: 4,
  d_k: 2,
  d_v: 2,
  edits: {
    X: rowsOf(words.map((word) => inChase[word] ?? [])),
    Wq: matrixOf([
      [0, 0],
      [5, 0],
      [0, 0],
      [0, 0],
    ]),
    Wk: matrixOf([
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]),
    Wv: lastTwo,
    Wo: matrixOf([
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]),
  },
});

/** The scores of "it", as its query and the keys give them. */
export const scoresOfIt = Object.freeze([3.5, 0.5, 1.5, -2]);

/** "it" and the four words with random weights, whose scores grow with d_k. */
export const random = Object.freeze({ ...base, sentence: "it", d_model: 64, seed: 5 });
