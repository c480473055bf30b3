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

/** @typedef {import("./fields.js").State} State */
/** @typedef {import("./kinds.js").Edits} Edits */

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
  if (state.experiment_state !== null) experimentState(state);
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
  const next = withTrainedModel(state, checkFields({ ...state, ...patch }, state), patch, numberDefaults);
  checkTexts(next);
  const whole = checkAgreement(resetInvalid(state, next, patch));
  const own = {
    ...whole,
    experiment_state: validChange(whole, "experiment_state", experimentState, "experiment_state" in patch),
  };
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
 * The state of the open experiment: the reader's state with the fields of `experiment_state` applied.
 * @param {State} state
 * @returns {State} the same where no field differs
 * @throws {AttentionError} that names the field experiment_state
 */
export const experimentState = (state) =>
  state.experiment_state === null
    ? state
    : applied({ ...state, experiment_state: null }, "experiment_state", state.experiment_state);

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
 * @param {"experiment_state" | "compare"} field the field that holds the change
 * @param {Partial<State>} change
 */
function applied(state, field, change) {
  try {
    for (const nested of ["compare", "experiment_state"])
      if (nested in change) throw new AttentionError(nested, "must not hold another");
    return changeState(state, change);
  } catch (error) {
    if (error instanceof AttentionError) throw new AttentionError(field, `must be a change, got ${error.message}`);
    throw error;
  }
}

/**
 * @param {State} state
 * @param {"experiment_state" | "compare"} field
 * @param {(state: State) => State} apply applies the change that the field holds
 * @param {boolean} isNew whether the field has just been set: an invalid new change is refused, an old one that has
 *   become invalid is dropped
 * @returns {State["compare"]} frozen
 */
function validChange(state, field, apply, isNew) {
  const change = state[field];
  if (change === null) return null;
  try {
    apply(field === "experiment_state" ? { ...state, compare: null } : state);
  } catch (error) {
    if (isNew) throw error;
    return null;
  }
  return Object.isFrozen(change) ? change : Object.freeze({ ...change });
}

/**
 * @param {unknown} object
 * @param {State} [checked] a state whose values need no check
 * @returns {State}
 */
function checkFields(object, checked) {
  checkObject("state", object);
  const given = /** @type {Record<string, unknown>} */ (object);
  for (const field of Object.keys(given)) {
    if (!Object.hasOwn(fields, field)) throw unknownField(field, fieldNames);
  }
  for (const field of fieldNames)
    if (!(checked && Object.is(given[field], checked[field]))) fields[field].check(field, given[field]);
  return /** @type {State} */ (object);
}
