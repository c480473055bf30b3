import { namedSizes } from "./recipes/named.js";
import { padToken, tokenise, tokeniseWords } from "./tokens.js";

/** @typedef {import("./state.js").State} State */
/**
 * What a state comes to. Tokens include padding; contextTokens is null in self-attention, where n_k = n_q.
 * @typedef {{n_q: number, n_k: number, d_model: number, d_k: number, d_v: number, heads: number, d_out: number,
 *   tokens: string[], contextTokens: string[] | null}} Sizes
 */

/**
 * The words of a text as the state's recipe reads them: only the recipe "random" has embeddings for punctuation.
 * @param {Pick<State, "recipe">} state
 * @param {string} text
 * @returns {string[]}
 */
export const wordsOf = (state, text) => (state.recipe === "random" ? tokenise(text) : tokeniseWords(text));

/**
 * A causal mask orders one sequence; keys of a second sentence have no place in that order.
 * @param {State} state
 */
export const isCausal = (state) => state.causal && state.context === null;

/**
 * Sines added to hand-built columns would make their names false.
 * @param {State} state
 */
export const hasPositions = (state) => state.position !== "none" && state.recipe !== "named";

/**
 * The sizes that a state's tensors have. Without weights there is one head and d_k = d_v = d_model, and the recipe
 * "named" has sizes of its own: the state's d_model, d_k, d_v and heads then rest, and `controlsFor` leaves them out.
 * @param {State} state
 * @returns {Sizes}
 */
export function effectiveSizes(state) {
  const words = wordsOf(state, state.sentence);
  const ordered = state.order === null ? words : state.order.map((i) => words[i]);
  const context = state.context === null ? null : pad(state, wordsOf(state, state.context));
  const tokens = context === null ? pad(state, ordered) : ordered;
  const perHead = headSizes(state);
  const hasWo = state.weights && state.recipe !== "article";
  return {
    ...perHead,
    n_q: tokens.length,
    n_k: (context ?? tokens).length,
    d_out: hasWo ? perHead.d_model : perHead.heads * perHead.d_v,
    tokens,
    contextTokens: context,
  };
}

/** @param {State} state */
function headSizes(state) {
  const d_model = state.recipe === "named" ? namedSizes.d_model : state.d_model;
  if (!state.weights) return { d_model, d_k: d_model, d_v: d_model, heads: 1 };
  if (state.recipe === "named") return namedSizes;
  return { d_model, d_k: state.d_k, d_v: state.d_v ?? state.d_k, heads: state.heads };
}

/**
 * @param {State} state
 * @param {string[]} tokens
 */
function pad(state, tokens) {
  const padding = Array.from({ length: state.padding }, () => padToken);
  return state.padding_side === "start" ? [...padding, ...tokens] : [...tokens, ...padding];
}

/**
 * 1 where a key is a word, 0 where it is padding.
 * @param {State} state
 * @param {number} n_k
 * @returns {number[]}
 */
export function validKeys(state, n_k) {
  const first = state.padding_side === "start" ? state.padding : 0;
  const end = first + n_k - state.padding;
  return Array.from({ length: n_k }, (_, j) => (j >= first && j < end ? 1 : 0));
}

/**
 * The fields of a state that change its numbers as things stand, for a page that shows no idle control.
 * @param {State} state
 * @returns {(keyof State)[]}
 */
export function controlsFor(state) {
  const { heads, d_k, n_q, n_k } = effectiveSizes(state);
  const drawn = state.recipe !== "named";
  const sized = drawn && state.weights;
  /** @type {[keyof State, boolean][]} */
  const controls = [
    ["sentence", true],
    ["context", true],
    ["recipe", true],
    ["seed", drawn],
    ["d_model", drawn],
    ["d_k", sized],
    ["d_v", sized],
    ["heads", sized],
    ["head", heads > 1],
    ["causal", state.context === null && n_k > 1],
    ["scaling", d_k > 1],
    ["weights", true],
    ["padding", true],
    ["padding_side", state.padding > 0],
    ["position", drawn],
    ["order", (state.context === null ? n_q - state.padding : n_q) > 1],
  ];
  return controls.filter(([, applies]) => applies).map(([field]) => field);
}
