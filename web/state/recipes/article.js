import { hstack, stackRows } from "./tensors.js";
import { padToken } from "../tokens.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../sizes.js").Sizes} Sizes */
/** @typedef {import("./tensors.js").Matrix} Matrix */
/** @typedef {import("./tensors.js").InputTensors} InputTensors */
/** @typedef {import("./draws.js").RandomSource} RandomSource */

/**
 * Draws the tensors as the published example does. After manual_seed(seed), randn draws an embedding table of 50,000
 * rows, and the words in sorted order take its first rows. After manual_seed(seed) again, rand draws Wq, Wk and Wv,
 * head by head, and then the rows of the second sentence, if there is one; these do not depend on its words. There is
 * no Wo. With fewer key/value heads than heads, the first of the drawn heads are used.
 * @param {State} state
 * @param {Sizes} sizes
 * @param {RandomSource} engine
 * @returns {InputTensors}
 */
export function articleTensors(state, sizes, engine) {
  const { tokens, contextTokens, d_model, d_context, d_k, d_v, kv_heads } = sizes;
  const vocabulary = sortedVocabulary(tokens);
  // torch fills blocks of 16, so a prefix of whole blocks holds the numbers of the full table
  const drawn = Math.ceil((vocabulary.length * d_model) / 16) * 16;
  const table = engine.torchRandom(state.seed, "scalar").randn(drawn);
  const rows = tokens.map((token) => table.subarray(vocabulary.indexOf(token) * d_model));

  const stream = engine.torchRandom(state.seed, "scalar");
  /** @type {(rows: number, columns: number) => Matrix} */
  const rand = (rows, columns) => ({ shape: [rows, columns], data: stream.rand(rows * columns) });
  const heads = Array.from({ length: state.projections ? sizes.heads : 0 }, () => ({
    Wq: rand(d_model, d_k),
    Wk: rand(d_context, d_k),
    Wv: rand(d_context, d_v),
  }));
  const shared = heads.slice(0, kv_heads);
  return {
    X: stackRows(rows, d_model),
    ...(contextTokens === null ? {} : { C: rand(contextTokens.length, d_context) }),
    ...(heads.length === 0
      ? {}
      : {
          Wq: hstack(heads.map((head) => head.Wq)),
          Wk: hstack(shared.map((head) => head.Wk)),
          Wv: hstack(shared.map((head) => head.Wv)),
        }),
  };
}

/**
 * The distinct words, sorted by code points as Python sorts; padding comes last.
 * @param {readonly string[]} tokens
 * @returns {string[]}
 */
function sortedVocabulary(tokens) {
  const words = new Set(tokens.filter((token) => token !== padToken));
  return [...[...words].sort(compareCodePoints), padToken];
}

/**
 * @param {string} a
 * @param {string} b
 */
function compareCodePoints(a, b) {
  const [left, right] = [codePoints(a), codePoints(b)];
  const differing = left.map((point, i) => point - (right[i] ?? -1)).find((difference) => difference !== 0);
  return differing ?? left.length - right.length;
}

/** @param {string} text @returns {number[]} */
const codePoints = (text) => Array.from(text, (character) => Number(character.codePointAt(0)));
