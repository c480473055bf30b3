import { stagesFor as stagesOf } from "./stages.js";
import { changeState, defaultState } from "./state.js";

/**
 * The state of the page, without the page and without a DOM: its checks, its link and its file, the presets, and the
 * tensors that it describes.
 */
export { AttentionError } from "../engine/errors.js";
export { inputsFromState } from "./inputs.js";
export { applyPreset, presets } from "./presets.js";
export { stateFromFile, stateToFile } from "./state-file.js";
export { changeState, checkState, defaultState } from "./state.js";
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
export const stagesFor = (state) => stagesOf(changeState(defaultState, state));
