import { viewFields } from "../state/fields.js";
import { isTied } from "../state/sizes.js";
import { defaultState } from "../state/state.js";
import { walkOf } from "./walk.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("./walk.js").Walk} Walk */

/**
 * What code is written for, of a state that was computed.
 * @param {State} state
 * @param {Pick<import("../state/inputs.js").StateInputs, "inputs" | "tokens" | "contextTokens">} made its inputs
 * @param {import("../engine/run.js").Run} run its walk, finished
 * @param {string} file name of the .npz file beside the code
 * @returns {Walk}
 */
export function walkOfState(state, { inputs, tokens, contextTokens }, run, file) {
  const tied = isTied(state, run.spec);
  const drawn = { seed: state.seed, tokens, contextTokens, tied, edits: state.edits };
  const recipe = state.recipe === "random" ? drawn : null;
  return { ...walkOf(run, inputs), stage: state.stage, head: state.head, recipe, file };
}

/**
 * What a state has set otherwise than the default and changes numbers: enough for `inputsFromState`.
 * @param {State} state
 * @returns {Partial<State>}
 */
export function settingsOf(state) {
  const standard = /** @type {Record<string, unknown>} */ (defaultState);
  return Object.fromEntries(
    Object.entries(state).filter(([field, value]) => !viewFields.includes(field) && value !== standard[field]),
  );
}
