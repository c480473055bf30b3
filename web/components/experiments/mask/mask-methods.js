// Computes the walk (the pass through all stages) with each masking method, and compares it with the first method.

import { difference, rowsOf } from "../../../figures/measures/meters.js";
import { leaksOf } from "./perturbation.js";
import { secondView } from "../second-view.js";

/** @typedef {import("../../../view/view.js").View} View */
/**
 * The walk under one masking method.
 * @typedef {object} MaskResult
 * @property {string} id of its message, mask-way-<id>
 * @property {import("../../../figures/types.js").Tensor} weights [heads, n_q, n_k]
 * @property {number} difference the largest difference between these weights and those of the method -inf
 * @property {import("../../../figures/measures/meters.js").Row[]} rows of the weights, head by head
 * @property {import("./perturbation.js").Leak[]} leaks for each row of the output
 */

/** The methods: what is done to the scores or weights that a mask hides. The first is the reference. */
const methods = /** @type {readonly {id: string, patch: Partial<import("../../../state/state.js").State>}[]} */ (
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
 * Computes the walk under each masking method.
 * @param {View} view
 * @param {number} token index of the key whose embedding is changed to find leaks
 * @returns {MaskResult[]} one for each method that the engine accepts with these settings
 */
export function maskResults(view, token) {
  const results = methods.flatMap(({ id, patch }) => {
    const { second } = secondView(view, patch);
    if (!second) return [];
    const { run, engine, spec, inputs } = second;
    const weights = run.tensor("weights");
    const leaks = leaksOf(engine, spec, inputs, run.tensor("output"), token);
    run.free();
    return [{ id, weights, rows: rowsOf(weights, "all"), leaks }];
  });
  const [reference] = results;
  if (!reference) return [];
  return results.map((result) => ({
    ...result,
    difference: difference(reference.weights, result.weights).largest,
  }));
}
