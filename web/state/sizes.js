import { ATTENTION_ALONE } from "../engine/spec/block.js";
import { isAbsolute } from "../engine/spec/position.js";
import { textLimits } from "./kinds.js";
import { givenIn, givenSizes, labelCount, labelsOf } from "./recipes/given.js";
import { namedSizes } from "./recipes/named.js";
import { padToken, tokenise, tokeniseWords } from "./tokens.js";
import { blockOfModel, isSecondLayer, modelOf, modelWords, sentenceOf } from "./recipes/trained-models.js";

/** @typedef {import("./state.js").State} State */
/**
 * The sizes of a state's tensors.
 * - tokens: padding included. contextTokens: null in self-attention, where n_k = n_q
 * - pads: number of padding tokens among the keys
 * - d_ff: width of the MLP's hidden layer, 0 without an MLP
 * - clip, buckets: sizes of the tables of relative positions (Shaw) and of T5. bias_heads: number of heads of a
 *   position bias, 0 where all heads share one
 * @typedef {{n_q: number, n_k: number, d_model: number, d_context: number, d_k: number, d_v: number, heads: number,
 *   kv_heads: number, d_out: number, d_ff: number, clip: number, buckets: number, bias_heads: number, pads: number, tokens: string[],
 *   contextTokens: string[] | null}} Sizes
 */

/**
 * Splits a text into the tokens of the state's recipe. The recipes "article" and "named" have no embeddings for
 * punctuation.
 * @param {Pick<State, "recipe" | "trained_run">} state
 * @param {string} text
 * @param {keyof State} [field] of the text
 * @returns {string[]}
 */
export function wordsOf(state, text, field) {
  const model = modelOf(state);
  if (model) return modelWords(model, text, field);
  if (state.recipe === "given") return labelsOf(text);
  return state.recipe === "random" ? tokenise(text) : tokeniseWords(text);
}

/**
 * How many tokens a text may have beside padding. A trained model has positions only for as many as it was trained with;
 * given tensors have a row for each.
 * @param {State} state
 * @param {keyof State} field of the text
 */
export function mostTokens(state, field) {
  const given = givenIn(state);
  if (given) return labelCount(given, field);
  const model = modelOf(state);
  const own = field === "context" ? model?.source?.tokens : model?.tokens;
  return Math.min(own ?? Infinity, textLimits.tokens.max - state.padding);
}

/**
 * The sentences of the batch, of which one is computed at a time. With a second sentence (cross-attention) there is
 * only the first.
 * @param {State} state
 * @returns {readonly string[]}
 */
export const sentencesOf = (state) => (state.context === null ? [state.sentence, ...state.batch] : [state.sentence]);

/**
 * The tokens of the sentence that is computed, in the order in which they were typed.
 * @param {State} state
 */
export function walkedWords(state) {
  const sentences = sentencesOf(state);
  const sentence = sentences[sentences.length > 1 ? state.sentence_index : 0];
  if (sentence === undefined) throw new RangeError(`there is no sentence ${state.sentence_index} in the batch`);
  return wordsOf(state, sentence);
}

/**
 * The first sentence as the walk has it: its words in the order in which they are computed.
 * @param {State} state
 */
export function sentenceInOrder(state) {
  const { sentence, token_order: order } = state;
  if (order === null || (state.sentence_index > 0 && sentencesOf(state).length > 1)) return sentence;
  const words = walkedWords(state);
  return sentenceOf(
    state,
    order.map((place) => /** @type {string} */ (words[place])),
  );
}

/**
 * Whether there is a causal mask. It needs one order of queries and keys: with a second sentence there is such an order
 * only where `align` defines it.
 * @param {State} state
 */
export const isCausal = (state) => state.causal && (state.context === null || state.align !== null);

/**
 * The kind of positions that is used. The recipe "named" has none: positions would change the columns, whose names
 * would then be wrong. In a model's second layer, no positions are added: its X has them already.
 * @param {State} state
 * @returns {State["position"]}
 */
export const positionOf = (state) =>
  state.recipe === "named" || (isAbsolute(state.position) && modelOf(state) && isSecondLayer(state))
    ? "none"
    : state.position;

/**
 * Whether the weights include Wo. In the last layer of a model that points, the attention weights are the answer.
 * @param {Pick<State, "recipe" | "trained_run" | "given" | "layer">} state
 */
export const hasWo = (state) =>
  givenIn(state)
    ? givenIn(state)?.inputs.Wo !== undefined
    : state.recipe !== "article" && modelOf(state)?.pointer !== state.layer;

/**
 * Whether positions are added to the embeddings.
 * @param {State} state
 */
export const addsPositions = (state) => isAbsolute(positionOf(state));

/**
 * Whether any sentence of the batch has padding. If so, every sentence has a padding mask.
 * @param {State} state
 */
export function isPadded(state) {
  if (state.padding > 0 || state.ignored_keys.length > 0) return true;
  const sentences = sentencesOf(state);
  return sentences.length > 1 && new Set(sentences.map((text) => wordsOf(state, text).length)).size > 1;
}

/** @param {State} state */
export const hasMask = (state) =>
  isCausal(state) || state.window !== null || state.hidden_pairs.length > 0 || isPadded(state);

/**
 * The parts of a layer around attention: a trained model's own, or with the recipe "random" those that the reader chose.
 * @param {State} state
 * @returns {Readonly<import("../engine/spec/block.js").ResolvedBlock>}
 */
export function blockOf(state) {
  const { recipe, layer, norm, norm_place, norm_epsilon, norm_offset, qk_norm, residual, mlp, activation } = state;
  const model = modelOf(state);
  if (model) return blockOfModel(model, layer);
  if (recipe !== "random") return ATTENTION_ALONE;
  const d_ff = mlp === "none" ? 0 : (state.d_ff ?? 4 * state.d_model);
  return { norm, norm_place, norm_epsilon, norm_offset, qk_norm, residual, mlp, activation, d_ff };
}

/** What a layer's dropout reads. @typedef {Pick<State, "dropout" | "residual_dropout" | "mlp_dropout">} Dropouts */

/**
 * The probabilities of dropout of a state's walk: of weights, of what is added to the stream, and of the MLP's hidden layer.
 * Parts of 0 are left out.
 * @param {Dropouts} state
 * @param {Pick<import("../engine/spec/block.js").ResolvedBlock, "residual" | "mlp">} block
 * @returns {{p?: number, residual?: number, mlp?: number}}
 */
export const dropoutOf = ({ dropout, residual_dropout, mlp_dropout }, { residual, mlp }) => ({
  ...(dropout > 0 ? { p: dropout } : {}),
  ...(residual_dropout > 0 && residual !== "none" ? { residual: residual_dropout } : {}),
  ...(mlp_dropout > 0 && mlp !== "none" ? { mlp: mlp_dropout } : {}),
});

/**
 * Whether keys use the queries' weights (Wk = Wq). Only matrices of the same shape can be tied.
 * @param {State} state
 * @param {Pick<Sizes, "heads" | "kv_heads" | "d_model" | "d_context">} sizes
 */
export const isTied = (state, { heads, kv_heads, d_model, d_context }) =>
  state.tied && state.projections && kv_heads === heads && d_context === d_model;

/**
 * The sizes of a state's tensors. Without weights there is one head and d_k = d_v = d_model, and the recipe "named" and given
 * tensors have sizes of their own: the state's d_model, d_k, d_v and heads are then unused, and `controlsFor` leaves them out.
 * @param {State} state
 * @returns {Sizes}
 */
export function effectiveSizes(state) {
  const words = walkedWords(state);
  const ordered = state.token_order === null ? words : state.token_order.map((i) => /** @type {string} */ (words[i]));
  const others = state.context === null ? sentencesOf(state) : [state.context];
  const counts = others.length > 1 ? others.map((text) => wordsOf(state, text).length) : [];
  const longest = Math.max(words.length, ...counts);
  const context = state.context === null ? null : pad(state, wordsOf(state, state.context, "context"), state.padding);
  const pads = state.padding + (context === null ? longest - words.length : 0);
  const tokens = context === null ? pad(state, ordered, pads) : ordered;
  const perHead = headSizes(state);
  const projects = state.projections && hasWo(state);
  return {
    ...perHead,
    n_q: tokens.length,
    n_k: (context ?? tokens).length,
    d_out: projects ? perHead.d_model : perHead.heads * perHead.d_v,
    d_ff: blockOf(state).d_ff,
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
  const given = givenIn(state);
  if (given) return givenSizes(given);
  const d_model = state.recipe === "named" ? namedSizes.d_model : state.d_model;
  if (!state.projections) return { d_model, d_context: d_model, d_k: d_model, d_v: d_model, heads: 1, kv_heads: 1 };
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
 * The padding mask: for each key 1 where it is a word, 0 where it is padding or marked as padding.
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {number[]}
 */
export function validKeys(state, { n_k, pads }) {
  const first = state.padding_side === "start" ? pads : 0;
  const end = first + n_k - pads;
  const ignored = new Set(state.ignored_keys);
  return Array.from({ length: n_k }, (_, j) => (j >= first && j < end && !ignored.has(j) ? 1 : 0));
}
