import { block } from "./block.js";
import { head } from "./head.js";
import { mask } from "./mask.js";
import { mix } from "./mix.js";
import { norm } from "./norm.js";
import { scale } from "./scale.js";
import { scores } from "./scores.js";
import { softmax } from "./softmax.js";

/** The exercises, in the order of `listed`. */
export const exercises = Object.freeze([scores, scale, mask, softmax, mix, head, norm, block]);

/** An exercise by its id, which must exist. @param {string} id */
export const exerciseOf = (id) =>
  /** @type {import("./exercise.js").Exercise} */ (exercises.find((exercise) => exercise.id === id));
