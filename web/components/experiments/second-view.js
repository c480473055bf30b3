import { costOf } from "../../engine/cost.js";
import { AttentionError } from "../../engine/errors.js";
import { difference, measure } from "../../figures/measures/meters.js";
import { fields } from "../../state/fields.js";
import { changeState } from "../../state/state.js";
import { viewOf } from "../../view/view.js";
import { errorText } from "../error-text.js";
import { nameOf } from "./setting-text.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("./compare/findings.js").Side} Side */
/** @typedef {keyof State} Field */

/**
 * Measures a walk (the pass through all stages) for a comparison, over all heads, and adds up its cost over all stages.
 * @param {View} view
 * @returns {Side}
 */
export function sideOf(view) {
  const costs = Object.values(costOf(view.run));
  const total = (/** @type {"multiplyAdds" | "otherOperations" | "bytes"} */ key) =>
    costs.reduce((sum, cost) => sum + cost[key], 0);
  return {
    view,
    measured: measure(view.trace, "all"),
    cost: {
      multiplyAdds: total("multiplyAdds"),
      otherOperations: total("otherOperations"),
      bytes: total("bytes"),
    },
  };
}

/**
 * Computes the walk of a view with some settings changed. The caller must free its run.
 * @param {View} view
 * @param {Readonly<Record<string, unknown>>} patch
 * @param {import("../../view/view.js").Walk | null} [computed] the changed walk, if it has been computed already
 * @returns {{second: View, problem: ""} | {second: null, problem: string}} problem: why the walk cannot have the settings
 */
export function secondView(view, patch, computed = null) {
  try {
    const state = changeState(view.state, { ...patch, compare: null });
    const fixed = /** @type {Field[]} */ (Object.keys(patch)).find(
      (field) => fields[field].write(state[field]) !== fields[field].write(patch[field]),
    );
    if (fixed) return { second: null, problem: view.t("compare-fixed", { setting: nameOf(view, fixed) }) };
    return { second: viewOf(state, computed ?? view.compute(state), { ...view, cell: null }), problem: "" };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return { second: null, problem: errorText(view.t, error) };
  }
}

/**
 * The stage at which two walks are compared: the one in view, or the weights if B has no such stage.
 * @param {View} a
 * @param {View} b
 */
export const sharedStage = (a, b) => (b.run.stages.includes(a.state.stage) ? a.state.stage : "weights");

/**
 * The elementwise difference A − B at a stage; null if the shapes differ or a walk does not have the stage.
 * @param {View} a
 * @param {View} b
 * @param {string} stage
 */
export function differenceAt(a, b, stage) {
  const [first, second] = [a.trace.tensor(stage), b.trace.tensor(stage)];
  if (!first || !second || first.shape.join() !== second.shape.join()) return null;
  return { ...difference(first, second), shape: first.shape };
}

/**
 * A copy of a view with other numbers at one stage, for example to draw a difference in the way that stage is drawn.
 * @param {View} view
 * @param {string} stage
 * @param {import("../../figures/types.js").Tensor} tensor
 * @param {string} name
 * @returns {View}
 */
export function viewWith(view, stage, tensor, name) {
  const { trace, labels, state } = view;
  return {
    ...view,
    state: { ...state, stage },
    trace: { stages: trace.stages, tensor: (id) => (id === stage ? tensor : trace.tensor(id)) },
    labels: { ...labels, names: { ...labels.names, [stage]: name } },
    cell: null,
    explanation: null,
  };
}
