import { html } from "lit";

import { rowOf } from "../../engine/stages.js";
import { formatNumber } from "../../figures/index.js";
import { fallbackStage, queryHead } from "../../state/stages.js";
import { canAsk, stepTo } from "../../state/trail.js";
import { spokenName } from "./cell-names.js";

// The arithmetic of a number contains links to its operands. The reader follows a link to inspect that operand instead.

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */
/** @typedef {{stage: string, index: readonly number[]}} Cell */

/** Whether a number can be inspected. @param {View} view @param {Cell} cell @returns {boolean} */
export const canFollow = ({ state, run }, { stage, index }) =>
  (run.stages.includes(stage) || Boolean(rowOf(stage)?.at)) && canAsk(state, { stage, index });

/**
 * The query head to show while a number is inspected. In a weight matrix or bias with a block of columns for each head,
 * it is the head of the number's block.
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
 * The change of state that makes a number the inspected one: its cell, and the stage and head whose figure shows it.
 * @param {View} view
 * @param {Cell} cell
 */
export function followPatch(view, { stage, index }) {
  const { stages } = view.run;
  const at = stages.includes(stage) ? stage : (rowOf(stage)?.at ?? view.state.stage);
  const shown = stages.includes(at) ? at : fallbackStage(at, stages); // W_up without a gate
  return { stage: shown, head: headOf(view, { stage, index }), ...stepTo(view.state, { stage, index: [...index] }) };
}

/**
 * An operand in the arithmetic of another number. It is a button that inspects the operand, or plain text if the
 * operand cannot be inspected.
 * @param {View} view
 * @param {Term} term
 * @param {unknown} written what to show: its value as text, or a template instead. Screen readers also get its name, and
 *   its value if a template is shown
 * @param {string} [role] of its tensor, which gives it a colour
 */
export function operand(view, term, written, role = "") {
  if (!canFollow(view, term)) return html`<span class=${role}>${written}</span>`;
  const isText = typeof written === "string";
  const value = isText ? "" : formatNumber(term.value, 4);
  return html`<button
    class="inline operand ${role}"
    @click=${(/** @type {Event} */ event) => follow(event, view, term)}
  >
    ${isText ? written : html`<span aria-hidden="true">${written}</span>`}<span class="visually-hidden"
      >${value}, ${spokenName(view, term)}</span
    >
  </button>`;
}

/**
 * Inspects an operand: fires "ask-followed", then "state-patch" with {patch, text}.
 * @param {Event} event the click, whose target fires the events
 * @param {View} view
 * @param {Term} term
 */
function follow(event, view, term) {
  const send = (/** @type {string} */ name, /** @type {unknown} */ detail) =>
    event.target?.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  send("ask-followed", null);
  send("state-patch", { patch: followPatch(view, term), text: "" });
}
