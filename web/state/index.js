/** The page's state without the page: its checks, its link and file, the presets, and the tensors it stands for. No DOM. */
export { AttentionError } from "../engine/errors.js";
export { inputsFromState } from "./inputs.js";
export { applyPreset, presets } from "./presets.js";
export { stagesFor } from "./stages.js";
export { stateFromFile, stateToFile } from "./state-file.js";
export { changeState, checkState, defaultState } from "./state.js";
export { stateFromFragment, stateToFragment } from "./url.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./inputs.js").StateInputs} StateInputs
 */
