/** What the page's first frame does without; it is loaded behind it. */
import "./lab-bench.js";
import "./motion-player.js";
import "./shape-ledger.js";
import "./stage-panel.js";
import "./walk-meters.js";

export { sceneAt } from "../figures/motion.js";
export { text } from "../lessons/more-words-en.js";
export { applyPreset, presetGroups, presets } from "../state/presets.js";
export { stateFromFile, stateToFile } from "../state/state-file.js";
export { heardName } from "./cell-names.js";
export { download } from "./download.js";
export { motionFor } from "./motion-source.js";
