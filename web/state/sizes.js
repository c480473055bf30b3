import { namedSizes } from "./recipes/named.js";
import { padToken, tokenise, tokeniseWords } from "./tokens.js";

/** @typedef {import("./state.js").State} State */
/**
 * The sizes of a state's tensors.
 * - tokens: padding included. contextTokens: null in self-attention, where n_k = n_q
 * - pads: how many of the keys' tokens are padding
 * - clip, buckets: of the kinds of positions that have them. bias_heads: of a position bias, 0 where all heads share one
 * @typedef {{n_q: number, n_k: number, d_model: number, d_context: number, d_k: number, d_v: number, heads: number,
 *   kv_heads: number, d_out: number, clip: number, buckets: number, bias_heads: number, pads: number, tokens: string[],
 *   contextTokens: string[] | null}} Sizes
 */

/**
 * The words of a text as the state's recipe reads them: only the recipe "random" has embeddings for punctuation.
 * @param {Pick<State, "recipe">} state
 * @param {string} text
 * @returns {string[]}
 */
export const wordsOf = (state, text) => (state.recipe === "random" ? tokenise(text) : tokeniseWords(text));

/**
 * The sentences that are walked one at a time; a second sentence leaves only the first.
 * @param {State} state
 * @returns {readonly string[]}
 */
export const sentencesOf = (state) => (state.context === null ? [state.sentence, ...state.batch] : [state.sentence]);

/**
 * The words of the sentence that is walked, as typed.
 * @param {State} state
 */
export function walkedWords(state) {
  const sentences = sentencesOf(state);
  const sentence = sentences[sentences.length > 1 ? state.item : 0];
  if (sentence === undefined) throw new RangeError(`there is no sentence ${state.item} in the batch`);
  return wordsOf(state, sentence);
}

/**
 * Whether there is a causal mask. It orders one sequence: keys of a second sentence have a place in that order only where
 * `align` says how the two align.
 * @param {State} state
 */
export const isCausal = (state) => state.causal && (state.context === null || state.align !== null);

/**
 * The kind of positions that is used. The recipe "named" has none: added or rotated, its columns would no longer mean
 * what they are named.
 * @param {State} state
 * @returns {State["position"]}
 */
export const positionOf = (state) => (state.recipe === "named" ? "none" : state.position);

/**
 * Whether positions are added to the embeddings.
 * @param {State} state
 */
export const addsPositions = (state) => ["sinusoidal", "learned"].includes(positionOf(state));

/**
 * Whether any sentence of the batch has padding: then every one of them has a mask of its padding.
 * @param {State} state
 */
export function isPadded(state) {
  if (state.padding > 0 || state.ignored.length > 0) return true;
  const sentences = sentencesOf(state);
  return sentences.length > 1 && new Set(sentences.map((text) => wordsOf(state, text).length)).size > 1;
}

/** @param {State} state */
export const hasMask = (state) =>
  isCausal(state) || state.window !== null || state.painted.length > 0 || isPadded(state);

/**
 * Whether keys have the queries' weights. Only matrices of one shape can be tied.
 * @param {State} state
 * @param {Pick<Sizes, "heads" | "kv_heads" | "d_model" | "d_context">} sizes
 */
export const isTied = (state, { heads, kv_heads, d_model, d_context }) =>
  state.tied && state.weights && kv_heads === heads && d_context === d_model;

/**
 * The sizes that a state's tensors have. Without weights there is one head and d_k = d_v = d_model, and the recipe
 * "named" has sizes of its own: the state's d_model, d_k, d_v and heads are then unused, and `controlsFor` leaves them out.
 * @param {State} state
 * @returns {Sizes}
 */
export function effectiveSizes(state) {
  const words = walkedWords(state);
  const ordered = state.order === null ? words : state.order.map((i) => /** @type {string} */ (words[i]));
  const others = state.context === null ? sentencesOf(state) : [state.context];
  const counts = others.length > 1 ? others.map((text) => wordsOf(state, text).length) : [];
  const longest = Math.max(words.length, ...counts);
  const context = state.context === null ? null : pad(state, wordsOf(state, state.context), state.padding);
  const pads = state.padding + (context === null ? longest - words.length : 0);
  const tokens = context === null ? pad(state, ordered, pads) : ordered;
  const perHead = headSizes(state);
  const hasWo = state.weights && state.recipe !== "article";
  return {
    ...perHead,
    n_q: tokens.length,
    n_k: (context ?? tokens).length,
    d_out: hasWo ? perHead.d_model : perHead.heads * perHead.d_v,
    clip: state.shaw_clip,
    buckets: state.t5_buckets,
    bias_heads: positionOf(state) === "distance" ? 0 : perHead.heads,
    pads,
    tokens,
    contextTokens: context,
  };
}

/** @param {State} state */
function headSizes(state) {
  const d_model = state.recipe === "named" ? namedSizes.d_model : state.d_model;
  if (!state.weights) return { d_model, d_context: d_model, d_k: d_model, d_v: d_model, heads: 1, kv_heads: 1 };
  if (state.recipe === "named") return { ...namedSizes, d_context: d_model, kv_heads: namedSizes.heads };
  const { d_k, heads } = state;
  const d_context = state.context === null ? d_model : (state.d_context ?? d_model);
  return { d_model, d_context, d_k, d_v: state.d_v ?? d_k, heads, kv_heads: state.kv_heads ?? heads };
}

/**
 * @param {State} state
 * @param {string[]} tokens
 * @param {number} pads
 */
function pad(state, tokens, pads) {
  const padding = Array.from({ length: pads }, () => padToken);
  return state.padding_side === "start" ? [...padding, ...tokens] : [...tokens, ...padding];
}

/**
 * For each key 1 where it is a word, 0 where it is padding or marked as padding.
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {number[]}
 */
export function validKeys(state, { n_k, pads }) {
  const first = state.padding_side === "start" ? pads : 0;
  const end = first + n_k - pads;
  const ignored = new Set(state.ignored);
  return Array.from({ length: n_k }, (_, j) => (j >= first && j < end && !ignored.has(j) ? 1 : 0));
}
