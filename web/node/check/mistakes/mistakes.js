import { blocks } from "./blocks.js";
import { heads } from "./heads.js";
import { masks } from "./masks.js";
import { matrices } from "./matrices.js";
import { biases, encodings } from "./positions.js";
import { rotations } from "./rotations.js";
import { scales, sinks, softcaps, softmaxAxes, transposedScores } from "./scores.js";

/**
 * The usual mistakes, each as the changes of a walk that make it.
 *
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../changes.js").Mistake} Mistake
 */

/**
 * The usual mistakes that a walk can have, but for rounding and a factor that is not known; about in the order of computation.
 * @param {Source} run
 * @returns {Mistake[]}
 */
export const mistakesOf = (run) => [
  ...encodings(run),
  ...matrices(run),
  ...rotations(run),
  ...transposedScores(run),
  ...scales(run),
  ...biases(run),
  ...softcaps(run),
  ...masks(run),
  ...softmaxAxes(run),
  ...sinks(run),
  ...heads(run),
  ...blocks(run),
];
