/** The ways to mask, each walked, and how each differs from the first. */
import { difference, rowsOf } from "../../../figures/measures/meters.js";
import { leakOf } from "./perturbation.js";
import { secondView } from "../second-view.js";

/** @typedef {import("../../../view/view.js").View} View */
/**
 * One way to mask, walked.
 * @typedef {object} Way
 * @property {string} id of its message, mask-way-<id>
 * @property {import("../../../figures/types.js").Tensor} weights
 * @property {number} apart from the weights under -inf, at most
 * @property {import("../../../figures/measures/meters.js").Row[]} rows head by head
 * @property {{moved: boolean, by: number}[]} leak by row of the output
 */

/** What becomes of the scores or weights that a mask hides. */
const ways = /** @type {readonly {id: string, patch: Partial<import("../../../state/state.js").State>}[]} */ (
  Object.freeze([
    { id: "before", patch: { mask_mode: "before_softmax", mask_value: null } },
    { id: "renormalised", patch: { mask_mode: "after_softmax_renormalised", mask_value: null } },
    { id: "after", patch: { mask_mode: "after_softmax", mask_value: null } },
    { id: "fill-9", patch: { mask_mode: "before_softmax", mask_value: -1e9, mask_how: "fill" } },
    { id: "add-9", patch: { mask_mode: "before_softmax", mask_value: -1e9, mask_how: "add" } },
    { id: "fill-4", patch: { mask_mode: "before_softmax", mask_value: -1e4, mask_how: "fill" } },
    { id: "add-4", patch: { mask_mode: "before_softmax", mask_value: -1e4, mask_how: "add" } },
  ])
);

/**
 * @param {View} view
 * @param {number} token that is perturbed
 * @returns {Way[]} without those that the engine refuses
 */
export function walkedWays(view, token) {
  const walked = ways.flatMap(({ id, patch }) => {
    const { second } = secondView(view, patch);
    if (!second) return [];
    const { run, engine, spec, inputs } = second;
    const weights = run.tensor("weights");
    const leak = leakOf(engine, spec, inputs, run.tensor("output"), token);
    run.free();
    return [{ id, weights, rows: rowsOf(weights, "all"), leak }];
  });
  return walked.map((way) => ({ ...way, apart: difference(walked[0].weights, way.weights).largest }));
}
