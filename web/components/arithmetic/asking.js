import { queryHead } from "../../state/stages.js";
import { canAsk, stepTo } from "../../state/trail.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {{stage: string, index: readonly number[]}} Cell */

// What all that leads from number to number shares: what a number is called, and where it is shown.

/**
 * In the figure of which stage that is found which is none itself.
 * @type {Readonly<Record<string, string>>}
 */
const foundAt = Object.freeze({
  ...{ Wq: "Q", bq: "Q", Wk: "K", bk: "K", Wv: "V", bv: "V", Wo: "output", bo: "output" },
  ...{ raw_content: "raw", raw_relative: "raw", relK: "raw", relV: "context", context_content: "context" },
  ...{ bias: "biased", bias_table: "biased", bias_matrix: "biased", keep: "dropped" },
  ...{ sink: "weights", sink_weight: "weights" },
});

/** @param {View} view @param {Cell} cell @returns {boolean} whether the page can ask about it */
export const canFollow = ({ state, run }, { stage, index }) =>
  (run.stages.includes(stage) || stage in foundAt) && canAsk(state, { stage, index });

/**
 * The query head whose figure shows a number: of a matrix with a block of columns for each head, that block's.
 * @param {View} view
 * @param {Cell} cell
 */
function headOf({ run, state }, { stage, index }) {
  const present = state.head === "all" ? 0 : state.head;
  const projected = /^[Wb]([qkv])$/.exec(stage)?.[1]?.toUpperCase();
  if (index.length !== 3 && !projected) return present;
  const column = index.at(-1) ?? 0;
  const own = projected ? Math.floor(column / (run.shape(projected)[2] ?? 1)) : (index[0] ?? 0);
  return queryHead(run.spec, projected ?? stage, own, present);
}

/**
 * The change of state that goes on to a number: cell, and the stage and head that show it.
 * @param {View} view
 * @param {Cell} cell
 */
export function askPatch(view, { stage, index }) {
  const shown = view.run.stages.includes(stage) ? stage : (foundAt[stage] ?? view.state.stage);
  return { stage: shown, head: headOf(view, { stage, index }), ...stepTo(view.state, { stage, index: [...index] }) };
}
