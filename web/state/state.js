import { AttentionError } from "../engine/errors.js";
import { checkAgreement, checkTexts } from "./consistency.js";
import { nearest, refuse } from "./errors.js";
import { fieldNames, fields } from "./fields.js";
import { resetInvalid } from "./resets.js";

export { defaultState } from "./fields.js";

/**
 * Everything that a reader has chosen, as plain data that JSON can hold. All fields are always present. Their defaults and
 * ranges are in the table in fields.js; a new field is a row there, and a line here.
 * @typedef {Readonly<{
 *   sentence: string,
 *   context: string | null,
 *   batch: readonly string[],
 *   item: number,
 *   recipe: "random" | "article" | "named",
 *   seed: number,
 *   d_model: number,
 *   d_context: number | null,
 *   d_k: number,
 *   d_v: number | null,
 *   heads: number,
 *   kv_heads: number | null,
 *   bias: boolean,
 *   tied: boolean,
 *   weights: boolean,
 *   causal: boolean,
 *   align: "bottom_right" | "top_left" | null,
 *   scaling: boolean,
 *   temperature: number,
 *   padding: number,
 *   padding_side: "end" | "start",
 *   ignored: readonly number[],
 *   painted: readonly number[],
 *   mask_mode: "before_softmax" | "after_softmax" | "after_softmax_renormalised",
 *   mask_value: number | null,
 *   mask_how: "fill" | "add",
 *   window: number | null,
 *   sink_tokens: number,
 *   softcap: number | null,
 *   softmax_sink: number | null,
 *   dropout: number,
 *   dropout_seed: number,
 *   position: "none" | "sinusoidal" | "learned" | "rope" | "alibi" | "shaw" | "t5" | "distance",
 *   first: number,
 *   rope_style: "interleaved" | "half_split",
 *   rope_base: number,
 *   shaw_clip: number,
 *   shaw_values: boolean,
 *   t5_buckets: number,
 *   t5_max_distance: number,
 *   distance_form: "linear" | "gaussian" | "matrix",
 *   distance_lambda: number,
 *   distance_sigma: number,
 *   order: readonly number[] | null,
 *   edits: Edits,
 *   stage: string,
 *   head: number | "all",
 *   cell: Readonly<{stage: string, index: readonly number[]}> | null,
 *   theme: "auto" | "light" | "dark",
 *   lab: string | null,
 *   compare: Readonly<Partial<State>> | null,
 *   prefill: number,
 *   tile_queries: number,
 *   tile_keys: number,
 *   layers: number,
 *   trail: readonly Readonly<{stage: string, index: readonly number[]}>[],
 *   bench_a: readonly number[] | null,
 *   bench_b: readonly number[] | null,
 *   bench_scores: readonly (number | null)[] | null,
 *   bench_temperature: number,
 *   picture: "matrix" | "lines",
 *   cached: boolean,
 *   cache_step: number,
 *   model: "gpt2" | "llama2" | "llama3" | null,
 *   model_tokens: number,
 *   tile_step: number,
 *   loss: readonly number[],
 *   gradient: Readonly<{stage: string, index: readonly number[]}> | null
 * }>} State
 * - context: a second sentence, from which keys and values are computed (cross-attention); null: self-attention
 * - batch: more sentences, padded to one length with the first (self-attention only). item: which of all of them is shown
 * - d_context: width of the second sentence's embeddings; null means d_model. d_v: null means d_k. kv_heads: null means
 *   heads
 * - bias: bq, bk, bv and bo are added. tied: Wk = Wq and bk = bq, where their shapes agree
 * - weights: false means Q = K = V = X
 * - align: with a second sentence, the corner in which the causal mask's diagonal ends; null: there is no causal mask then
 * - temperature: scores are divided by it, in addition to the scaling
 * - padding: how many pad tokens are added to the keys' tokens, at padding_side. ignored: keys that are marked as padding
 * - painted: pairs of tokens masked by hand, as query, key, query, key, ...
 * - mask_value: what hidden scores become (mask_how "fill") or have added ("add"); null: minus infinity
 * - window, softcap, softmax_sink: null means none. softmax_sink is the score of the sink, in every head
 * - dropout: the probability; 0 means none
 * - first: the position of the first token (rope)
 * - order: for each place the index of the word that is moved there; null: as typed
 * - edits: numbers set by hand, of X (with absolute positions: of E) and C as row, column, value, of Wq, Wk, Wv and Wo
 *   as head, row, column, value, of bq, bk and bv as head, column, value, and of bo as column, value, one after the other
 * - stage, head (from 0): what is shown. cell: the number that is explained. lab: the experiment that is open
 * - compare: the fields in which a second state differs
 * - prefill, cached, cache_step, layers: of the experiment with a KV cache: how many tokens come first, whether the cache is
 *   used, which step is shown, and for how many layers memory is counted. tile_queries, tile_keys, tile_step: of the one
 *   with tiles. model, model_tokens: the published model whose costs are counted, at how many tokens; null: the state's
 * - loss: the loss whose gradients are computed: a row and column of the output, the sum of a row, or, empty, the sum of
 *   all. gradient: the number whose gradient is explained
 * - trail: the cells that the reader has inspected on the way to the present one, the first of them first
 * - bench_a, bench_b, bench_scores, bench_temperature: the operands of the two calculators; null: taken from the cell. A
 *   score that is null is masked
 * - picture: how attention weights are drawn
 */

/** @typedef {Readonly<Partial<Record<keyof typeof import("./kinds.js").editable, readonly number[]>>>} Edits */

/**
 * Checks that an object is a whole state whose fields agree, and returns it.
 * @param {unknown} object
 * @returns {State}
 * @throws {AttentionError} that names the field
 */
export function checkState(object) {
  const state = checkFields(object);
  checkTexts(state);
  checkAgreement(state);
  if (state.compare !== null) comparedState(state);
  return state;
}

/**
 * The state after a change. What the change leaves without meaning, and does not set itself, is reset: the order when
 * the words change, a stage that is gone (to its neighbour), a head that is gone (to the last), a cell that is gone, key/
 * value heads that no longer divide the heads, places of masks and edits that are gone. The cell follows the head in
 * view, and the head a new cell; another cell starts another trail. All else stays as it was, or the change is refused.
 *
 * A state that comes from here is checked: what follows (inputsOf, fragmentOf) does not check it again.
 * @param {State} state
 * @param {Partial<State>} patch
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function changeState(state, patch) {
  if (typeof patch !== "object" || patch === null) refuse("state", "must be an object", patch);
  const next = checkFields({ ...state, ...patch });
  checkTexts(next);
  const whole = checkAgreement(resetInvalid(state, next, patch));
  return Object.freeze({ ...whole, compare: comparison(whole, "compare" in patch) });
}

/**
 * The second state of a comparison.
 * @param {State} state with something to compare
 * @returns {State}
 * @throws {AttentionError} about compare
 */
export function comparedState(state) {
  try {
    if ("compare" in (state.compare ?? {})) throw new AttentionError("compare", "must not hold another");
    return changeState({ ...state, compare: null }, state.compare ?? {});
  } catch (error) {
    if (error instanceof AttentionError) throw new AttentionError("compare", `must be a change, got ${error.message}`);
    throw error;
  }
}

/**
 * @param {State} state
 * @param {boolean} isNew an old comparison that no longer makes sense is dropped, a new one refused
 * @returns {State["compare"]} frozen
 */
function comparison(state, isNew) {
  if (state.compare === null) return null;
  try {
    comparedState(state);
  } catch (error) {
    if (isNew) throw error;
    return null;
  }
  return Object.isFrozen(state.compare) ? state.compare : Object.freeze({ ...state.compare });
}

/**
 * @param {unknown} object
 * @returns {State}
 */
function checkFields(object) {
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    return refuse("state", "must be an object", object);
  }
  const given = /** @type {Record<string, unknown>} */ (object);
  for (const field of Object.keys(given)) {
    if (Object.hasOwn(fields, field)) continue;
    const near = nearest(field, fieldNames);
    throw new AttentionError(field.slice(0, 40), `not a field of the state, the nearest is ${near}`);
  }
  for (const field of fieldNames) fields[field].check(field, given[field]);
  return /** @type {State} */ (object);
}
