import { html } from "lit";

import { badgeText, weightsKind } from "../../view/weights-kind.js";

/** @typedef {import("../../view/view.js").View} View */

/** A badge beside a figure that says what its weights are worth. @param {View} view */
export function weightsBadge(view) {
  return html`<p class="badge ${weightsKind(view)}" part="badge"><span>${badgeText(view)}</span></p>`;
}
