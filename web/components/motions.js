/** How numbers come about, step by step. */
import "./motion-player.js";

export { sceneAt } from "../figures/motion.js";
export { motionFor } from "./motion-source.js";
