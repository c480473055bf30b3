import { stagesFor as stagesOf } from "./stages.js";
import { changeState as changeChecked, checkState, defaultState } from "./state.js";

/**
 * The state of the page, without the page and without a DOM: its checks, its link and its file, the presets, and the
 * tensors that it describes.
 */
export { AttentionError } from "../engine/errors.js";
export { inputsFromState } from "./inputs.js";
export { applyPreset, presets } from "./presets.js";
export { stateFromFile, stateToFile } from "./files/state-file.js";
export { checkState, defaultState } from "./state.js";
export { stateFromFragment, stateToFragment } from "./url.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./inputs.js").StateInputs} StateInputs
 */

/**
 * The stages of a state's walk (the pass through attention), in the order in which they are computed. They equal
 * `run.stages` of the engine's run.
 * @param {Partial<State>} state fields that are left out have their defaults
 * @returns {string[]}
 * @throws {AttentionError} that names the field
 */
export const stagesFor = (state) => stagesOf(changeChecked(defaultState, state));

/**
 * Applies a change to a state. Fields that the change makes invalid and does not set itself are reset: the order when
 * the words change, a stage that no longer exists (to a similar one), a head that no longer exists (to the last), a
 * cell that no longer exists, kv_heads that no longer divides heads, and masked pairs and edits outside the new sizes.
 * A new head moves the cell to that head, a new cell selects its head, and a new cell starts a new trail. All other
 * fields stay as they are. A change that leads to an invalid state is refused with an error.
 * @param {State} state
 * @param {Partial<State>} patch
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export const changeState = (state, patch) => changeChecked(checkState(state), patch);
