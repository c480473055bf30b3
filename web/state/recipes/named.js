import { AttentionError } from "../../engine/errors.js";
import { quote } from "../errors.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("./tensors.js").InputTensors} InputTensors */
/**
 * Message ids of the names of heads and of columns; for Q, K, V and context there is a list of columns for each head.
 * @typedef {{heads?: readonly string[], X?: readonly string[], C?: readonly string[], concat?: readonly string[],
 *   output?: readonly string[], Q?: readonly (readonly string[])[], K?: readonly (readonly string[])[],
 *   V?: readonly (readonly string[])[], context?: readonly (readonly string[])[]}} Dimensions
 */

// Hand-built weights with named dimensions. In the head "actors" a verb looks for an animal (who acts?) and an animal
// looks for an action (what does it do?). In the head "descriptions" a noun looks for its adjective, and, less
// strongly, for its article. A word whose query is zero attends equally to all visible words.

/** Columns of X and of the output. */
const features = Object.freeze(["article", "adjective", "animal", "thing", "action", "size", "speed"]);

/** @type {Readonly<Record<string, readonly number[]>>} the row of X for each known word */
const embeddings = Object.freeze({
  the: [1, 0, 0, 0, 0, 0, 0],
  big: [0, 1, 0, 0, 0, 2, 0],
  small: [0, 1, 0, 0, 0, -2, 0],
  quick: [0, 1, 0, 0, 0, 0, 2],
  dog: [0, 0, 1, 0, 0, 1, 1],
  cat: [0, 0, 1, 0, 0, 0, 1],
  mouse: [0, 0, 1, 0, 0, -1, 1],
  ball: [0, 0, 0, 1, 0, -1, 0],
  mat: [0, 0, 0, 1, 0, 0, 0],
  chased: [0, 0, 0, 0, 1, 0, 2],
  ran: [0, 0, 0, 0, 1, 0, 1],
  sat: [0, 0, 0, 0, 1, 0, -1],
  on: [0, 0, 0, 0, 0, 0, 0],
});

/**
 * The heads: axes (columns of Q and K), the features whose rows in Wq and Wk are not zero, and the features that the
 * values contain.
 * @typedef {Readonly<Record<string, number[] | undefined>>} Rows
 * @type {readonly {name: string, axes: string[], passes: string[], Wq: Rows, Wk: Rows}[]}
 */
const heads = Object.freeze([
  {
    name: "actors",
    axes: ["actor", "deed"],
    passes: ["animal", "size", "speed"],
    Wq: { action: [2, 0], animal: [0, 2] },
    Wk: { animal: [2, 0], action: [0, 2] },
  },
  {
    name: "descriptions",
    axes: ["adjective", "article"],
    passes: ["article", "size", "speed"],
    Wq: { animal: [3, 2], thing: [3, 2] },
    Wk: { adjective: [2, 0], article: [0, 2] },
  },
]);

/** The sizes of these weights, which replace those of the state. */
export const namedSizes = Object.freeze({ d_model: features.length, d_k: 2, d_v: 3, heads: heads.length });

/** The words that have an embedding; upper and lower case are the same. */
const namedWords = Object.freeze(Object.keys(embeddings));

/**
 * @param {string} field
 * @param {readonly string[]} words
 */
export function checkNamedWords(field, words) {
  const unknown = words.find((word) => !Object.hasOwn(embeddings, word.toLowerCase()));
  if (unknown === undefined) return;
  throw new AttentionError(
    field,
    `the hand-built weights know only these words: ${namedWords.join(", ")}; got ${quote(unknown)}`,
    { code: "words", known: namedWords.join(", "), got: quote(unknown) },
  );
}

/**
 * Embeddings by word (padding is a row of zeros) and, with weights, the matrices above.
 * @param {State} state
 * @param {{tokens: string[], contextTokens: string[] | null}} sizes
 * @returns {InputTensors}
 */
export function namedTensors(state, { tokens, contextTokens }) {
  const embedded = {
    X: matrix(tokens.map(embed)),
    ...(contextTokens === null ? {} : { C: matrix(contextTokens.map(embed)) }),
  };
  if (!state.projections) return embedded;
  return {
    ...embedded,
    Wq: matrix(features.map((feature) => heads.flatMap((head) => entry(head.Wq, feature)))),
    Wk: matrix(features.map((feature) => heads.flatMap((head) => entry(head.Wk, feature)))),
    Wv: matrix(features.map((feature) => heads.flatMap((head) => head.passes.map((name) => same(name, feature))))),
    Wo: matrix(heads.flatMap((head) => head.passes.map((name) => features.map((feature) => same(name, feature))))),
  };
}

/**
 * The message ids of the names of the hand-built columns and heads, which a locale translates.
 * @param {State} state
 * @returns {Dimensions}
 */
export function namedDimensions(state) {
  const axes = state.projections ? heads.map((head) => head.axes) : [features];
  const passes = state.projections ? heads.map((head) => head.passes) : [features];
  return {
    ...(state.projections ? { heads: heads.map((head) => head.name) } : {}),
    X: features,
    ...(state.context === null ? {} : { C: features }),
    Q: axes,
    K: axes,
    V: passes,
    context: passes,
    concat: passes.flat(),
    output: features,
  };
}

/** @param {string} word */
const embed = (word) => [...(embeddings[word.toLowerCase()] ?? features.map(() => 0))];

/**
 * @param {Rows} entries
 * @param {string} feature
 */
const entry = (entries, feature) => entries[feature] ?? [0, 0];

/**
 * @param {string} a
 * @param {string} b
 */
const same = (a, b) => (a === b ? 1 : 0);

/** @param {number[][]} rows at least one, all of the same length */
const matrix = (rows) => ({
  shape: [rows.length, /** @type {[number[]]} */ (rows)[0].length],
  data: Float32Array.from(rows.flat()),
});
