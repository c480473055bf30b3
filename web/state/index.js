import { stagesFor as stagesOf } from "./stages.js";
import { changeState, defaultState } from "./state.js";

/** The page's state without the page: its checks, its link and file, the presets, and the tensors it stands for. No DOM. */
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
 * The stages of a state's walk, in walking order: what the engine's `run.stages` will hold.
 * @param {Partial<State>} state fields left out are the default state's
 * @returns {string[]}
 * @throws {AttentionError} that names the field
 */
export const stagesFor = (state) => stagesOf(changeState(defaultState, state));
