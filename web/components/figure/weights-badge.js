import { html } from "lit";

import { weightsKind } from "../../view/weights-kind.js";

/** @typedef {import("../../view/view.js").View} View */

/** A badge beside a figure that says what its weights are worth. @param {View} view */
export function weightsBadge(view) {
  const kind = weightsKind(view);
  return html`<p class="badge ${kind}" part="badge"><span>${view.t(`badge-${kind}`)}</span></p>`;
}
