/** The parts of the page that the first frame does not need. They are loaded after it. */
import "../labs/stage-questions.js";
import "../figure/motion-player.js";
import "../stage/shape-summary.js";
import "../stage/stage-panel.js";
import "../stage/walk-meters.js";

// The methods of a run that experiments use; they are loaded here once rather than with each experiment.
export { FullEngine } from "../../engine/full-engine.js";
export { sceneAt } from "../../figures/scene/motion.js";
export { text } from "../../lessons/deferred-words-en.js";
export { applyPreset, presetGroups, presets, showsPreset } from "../../state/presets.js";
export { stateFromFile, stateToFile } from "../../state/state-file.js";
export { questionsAt } from "../labs/questions.js";
export { stageWords } from "../stage/next-stage.js";
export { spokenName } from "../arithmetic/cell-names.js";
export { download } from "../download.js";
export { text as settingsText } from "./settings.js";
export { hasMotion, motionFor } from "../../view/motion.js";
