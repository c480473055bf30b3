import { html } from "lit";

import { isAllByHand } from "../../state/edits.js";
import { modelOf } from "../../state/recipes/trained-models.js";

/** @typedef {import("../../view/view.js").View} View */

/** What a pointer's last layer computes after its weights: training never used these numbers. */
const afterAnswer = Object.freeze(["V", "context", "concat", "output"]);

/**
 * Whether the numbers of a figure come from training: "trained", "untrained", written by hand or set one by one, and
 * "unused" for what training never used in a trained model.
 * @param {View} view
 * @returns {"trained" | "untrained" | "written" | "set" | "unused"}
 */
export function weightsKind({ state, kind, hasWo }) {
  if (isAllByHand(state)) return "set";
  if (kind === "named") return "written";
  if (!modelOf({ recipe: kind })) return "untrained";
  return !hasWo && afterAnswer.includes(state.stage) ? "unused" : "trained";
}

/** A badge beside a figure that says what its weights are worth. @param {View} view */
export function weightsBadge(view) {
  const kind = weightsKind(view);
  return html`<p class="badge ${kind}" part="badge">${view.t(`badge-${kind}`)}</p>`;
}
