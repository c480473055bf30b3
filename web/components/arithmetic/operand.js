import { html } from "lit";

import { formatNumber } from "../../figures/index.js";
import { askPatch, canFollow } from "./asking.js";
import { heardName } from "./cell-names.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */

/**
 * A number of an account, which leads to where it comes from itself.
 * @param {View} view
 * @param {Term} term
 * @param {unknown} written its value as text, or what else stands for it: those who listen hear the rest
 * @param {string} [role] of its tensor
 */
export function operand(view, term, written, role = "") {
  if (!canFollow(view, term)) return html`<span class=${role}>${written}</span>`;
  const name = heardName(view, term);
  const heard = typeof written === "string" ? name : `${formatNumber(term.value, 4)}, ${name}`;
  return html`<button class="operand ${role}" @click=${(/** @type {Event} */ event) => follow(event, view, term)}>
    ${written}<span class="only-heard">, ${heard}</span>
  </button>`;
}

/**
 * @param {Event} event
 * @param {View} view
 * @param {Term} term
 */
function follow(event, view, { stage, index }) {
  const send = (/** @type {string} */ name, /** @type {unknown} */ detail) =>
    event.target?.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  send("ask-followed", null);
  send("state-patch", { patch: askPatch(view, { stage, index }), text: "" });
}
