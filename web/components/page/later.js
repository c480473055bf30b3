/** The part of the page that the first frame of the first screen does not need. It is loaded after it. */
import "../experiments/stage-questions.js";
import "../figure/motion-player.js";
import "../layer/layer-view.js";
import "../stage/shape-summary.js";
import "../stage/stage-panel.js";
import "../stage/walk-meters.js";
import "../trained/layer-input.js";
import "../trained/next-word-panel.js";
import "../trained/output-to-word.js";

export { sceneAt } from "../../figures/scene/motion.js";
export { applyPreset, presets, showsPreset } from "../../state/presets.js";
export { stateFromFile, stateToFile } from "../../state/files/state-file.js";
export { hasMotion, motionFor } from "../../view/motion.js";
export { spokenName } from "../arithmetic/cell-names.js";
export { download } from "../download.js";
export { leadsToWord } from "../trained/output-to-word.js";
export { hasLayerInput } from "../trained/layer-input.js";
export { questionsAt } from "../experiments/questions.js";
export { stageLesson } from "../../course/stage-lessons.js";
export { stageWords } from "../stage/next-stage.js";
export { PrintStages } from "./print/print-stages.js";
export * as terms from "../terms/terms-in-text.js";
