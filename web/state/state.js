import { AttentionError } from "../engine/errors.js";
import { checkAgreement, checkTexts } from "./consistency.js";
import { unknownField } from "./errors.js";
import { defaultState, fieldNames, fields, numberFields } from "./fields.js";
import { checkObject } from "./kinds.js";
import { withTrainedModel } from "./recipes/trained-models.js";
import { resetInvalid } from "./resets.js";
import { effectiveSizes } from "./sizes.js";
import { cellOf, isParameter, questionOf } from "./stages.js";

export { defaultState } from "./fields.js";

/**
 * Everything that a reader has chosen, as plain data that can be written as JSON. All fields are always present. Their
 * defaults and ranges are in the table in fields.js; a new field needs a row there and a line here.
 * @typedef {Readonly<{
 *   sentence: string,
 *   context: string | null,
 *   batch: readonly string[],
 *   item: number,
 *   recipe: "random" | "article" | "named" | "pronoun" | "translation" | "grammar" | "trained",
 *   run: string | null,
 *   layer: number,
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
 *   other_edits: Edits,
 *   stage: string,
 *   head: number | "all",
 *   cell: Readonly<{stage: string, index: readonly number[]}> | null,
 *   theme: "auto" | "light" | "dark",
 *   lab: string | null,
 *   experiment: Readonly<Partial<State>> | null,
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
 *   loss: readonly number[] | null,
 *   loss_token: number | null,
 *   gradient: Readonly<{stage: string, index: readonly number[]}> | null
 * }>} State
 * - context: a second sentence, from which keys and values are computed (cross-attention); null: self-attention
 * - batch: more sentences, padded to one length with the first (self-attention only). item: index of the sentence that
 *   is shown, 0 for the first
 * - recipe: where the numbers come from; pronoun, translation, grammar: a trained model, which decides sizes (see
 *   recipes/trained-models.js); trained: a model that the reader trained
 * - run: names the run that trained it: the settings of Train, the number of steps, and a checksum of the weights; null
 *   with other recipes (see training/own/own-model.js)
 *   layer: the layer of a model of two layers whose walk is shown, 1 for the first. Settings hold in both layers
 * - d_context: width of the second sentence's embeddings; null means d_model. d_v: null means d_k. kv_heads: null means
 *   heads
 * - bias: bq, bk, bv and bo are added. tied: Wk = Wq and bk = bq, where their shapes agree
 * - weights: false means Q = K = V = X
 * - align: with a second sentence, the corner in which the diagonal of the causal mask ends; null: no causal mask with
 *   a second sentence
 * - temperature: scores are divided by it, in addition to the scaling
 * - padding: number of padding tokens that are added to the keys, at padding_side. ignored: indices of keys that are
 *   marked as padding
 * - painted: pairs of tokens masked by hand, as query, key, query, key, ...
 * - mask_value: what hidden scores become (mask_how "fill") or have added ("add"); null: minus infinity
 * - window, softcap, softmax_sink: null means none. softmax_sink is the score of the sink, in every head
 * - dropout: the probability; 0 means none
 * - first: the position of the first token (rope)
 * - order: a permutation of the tokens: for each position the index of the token that is moved there; null: as typed
 * - edits: numbers set by hand, of X (with absolute positions: of E) and C as row, column, value, of Wq, Wk, Wv and Wo
 *   as head, row, column, value, of bq, bk and bv as head, column, value, and of bo as column, value, one after the other
 *   other_edits: those of the other layer, in a model of two layers
 * - stage, head (from 0): what is shown. cell: the number that is explained. lab: the experiment that is open
 * - experiment: the fields in which the state of the open experiment differs from this one: an experiment changes only
 *   its own walk, and the reader's stays as it is. compare: the fields in which a second state differs from that of the
 *   experiment
 * - prefill, cached, cache_step, layers: for the experiment with a KV cache: number of tokens in the prefill, whether
 *   the cache is used, the step that is shown, and the number of layers whose memory is counted. tile_queries,
 *   tile_keys, tile_step: for the experiment with tiles: size of a tile and the step that is shown. model,
 *   model_tokens: the published model whose costs are counted (null: the state itself), and for how many tokens
 * - loss: the loss whose gradients are computed: null: the one with which the model was trained; or a row and column of the
 *   output, the sum of a row, or, empty, the sum of all. loss_token: in place of the sum of a row, the loss is the
 *   cross-entropy with this token (from 0) as the right answer; in a model that points, the right key. gradient: the number whose gradient is explained
 * - trail: the cells that the reader has followed to the inspected one, oldest first
 * - bench_a, bench_b, bench_scores, bench_temperature: the operands of the two calculators; null: taken from the
 *   inspected cell. A score of null is masked
 * - picture: whether attention weights are drawn as a matrix or as lines
 */

/** @typedef {Readonly<Partial<Record<keyof typeof import("./kinds.js").editable, readonly number[]>>>} Edits */

/** The defaults of the fields that change numbers. @type {Partial<State>} */
const numberDefaults = Object.fromEntries(numberFields.map((field) => [field, defaultState[field]]));

/**
 * Checks that an object is a complete state whose fields agree with each other, and returns it.
 * @param {unknown} object
 * @returns {State}
 * @throws {AttentionError} that names the field
 */
export function checkState(object) {
  const state = checkFields(object);
  checkTexts(state);
  checkAgreement(state);
  if (state.experiment !== null) experimentState(state);
  if (state.compare !== null) comparedState(state);
  return state;
}

/**
 * Applies a change to a state that has already been checked; what it resets is said at `changeState` in index.js.
 *
 * The returned state is checked; functions that take checked states (inputsOf, fragmentOf) do not check it again.
 * @param {State} state
 * @param {Partial<State>} patch
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function changeState(state, patch) {
  checkObject("state", patch);
  const next = withTrainedModel(state, checkFields({ ...state, ...patch }), patch, numberDefaults);
  checkTexts(next);
  const whole = checkAgreement(resetInvalid(state, next, patch));
  const own = { ...whole, experiment: validChange(whole, "experiment", experimentState, "experiment" in patch) };
  return Object.freeze({ ...own, compare: validChange(own, "compare", comparedState, "compare" in patch) });
}

/**
 * Shows another stage of a state. The inspected number moves there: to the one for the same head, query, key and column,
 * as far as the stage has them.
 * @param {State} state
 * @param {string} stage
 * @returns {State} frozen
 * @throws {AttentionError} that names "stage" where the state has no such stage
 */
export function stateAtStage(state, stage) {
  const moved = changeState(state, { stage });
  const { cell } = moved;
  if (cell === null || cell.stage === stage || isParameter(cell.stage)) return moved;
  const sizes = effectiveSizes(moved);
  return changeState(moved, { cell: cellOf(questionOf(cell, null, sizes), stage, sizes) });
}

/**
 * The state of the open experiment: the reader's state with the fields of `experiment` applied.
 * @param {State} state
 * @returns {State} the same where no field differs
 * @throws {AttentionError} that names the field experiment
 */
export const experimentState = (state) =>
  state.experiment === null ? state : applied({ ...state, experiment: null }, "experiment", state.experiment);

/**
 * Returns the second state of a comparison: the state of the experiment with the fields of `compare` applied.
 * @param {State} state state whose field compare is not null
 * @returns {State}
 * @throws {AttentionError} that names the field compare
 */
export const comparedState = (state) =>
  applied(experimentState({ ...state, compare: null }), "compare", state.compare ?? {});

/**
 * @param {State} state
 * @param {"experiment" | "compare"} field the field that holds the change
 * @param {Partial<State>} change
 */
function applied(state, field, change) {
  try {
    for (const nested of ["compare", "experiment"])
      if (nested in change) throw new AttentionError(nested, "must not hold another");
    return changeState(state, change);
  } catch (error) {
    if (error instanceof AttentionError) throw new AttentionError(field, `must be a change, got ${error.message}`);
    throw error;
  }
}

/**
 * @param {State} state
 * @param {"experiment" | "compare"} field
 * @param {(state: State) => State} apply applies the change that the field holds
 * @param {boolean} isNew whether the field has just been set: an invalid new change is refused, an old one that has
 *   become invalid is dropped
 * @returns {State["compare"]} frozen
 */
function validChange(state, field, apply, isNew) {
  const change = state[field];
  if (change === null) return null;
  try {
    apply(field === "experiment" ? { ...state, compare: null } : state);
  } catch (error) {
    if (isNew) throw error;
    return null;
  }
  return Object.isFrozen(change) ? change : Object.freeze({ ...change });
}

/**
 * @param {unknown} object
 * @returns {State}
 */
function checkFields(object) {
  checkObject("state", object);
  const given = /** @type {Record<string, unknown>} */ (object);
  for (const field of Object.keys(given)) {
    if (!Object.hasOwn(fields, field)) throw unknownField(field, fieldNames);
  }
  for (const field of fieldNames) fields[field].check(field, given[field]);
  return /** @type {State} */ (object);
}
