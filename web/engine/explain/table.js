import { dropout } from "./dropout.js";
import { inputs } from "./inputs.js";
import { mix } from "./mix.js";
import { mlp } from "./mlp.js";
import { norms } from "./norm.js";
import { projections } from "./projections.js";
import { scores } from "./scores.js";
import { stream } from "./stream.js";
import { weights } from "./weights.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("../stages.js").StageId | import("../stages.js").Beside} Computed */
/**
 * How a tensor is computed. Each function names the dimensions of the tensor that its index points into: the index has
 * one number for each of them.
 *
 * explain: one number of this tensor. uses: the indices of this tensor's numbers that have the number at stage, index
 * among their terms. gradient: the parts of the gradient of the number at stage, index that come back through this tensor.
 *
 * @typedef {{
 *   explain(run: Source, index: number[]): import("./explain.js").Origin,
 *   uses(run: Source, stage: string, index: number[]): number[][],
 *   gradient(backward: import("./parts.js").Backward, stage: string, index: number[]): import("./gradients.js").Part[],
 * }} Rule
 */

/**
 * A rule for every tensor that a walk computes: the type checker asks for each. What a stage stores beside its
 * result comes before the stage itself.
 * @type {Readonly<Record<Computed, Rule>>}
 */
export const rules = Object.freeze({
  ...inputs,
  ...projections,
  ...scores,
  ...weights,
  ...dropout,
  ...mix,
  ...norms,
  ...mlp,
  ...stream,
});
