import { html } from "lit";
import { live } from "lit/directives/live.js";

import { eventValue } from "../fields/event-value.js";
import { indented, newLine } from "./indent.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */

/**
 * The field in which the reader writes code. Tab leaves it, as it leaves any field.
 * @param {Translate} t
 * @param {string} code
 * @param {{changed: (code: string) => void, run: () => void}} act
 */
export const codeField = (t, code, { changed, run }) =>
  html`<label for="code">${t("exercises-code")}</label>
    <textarea
      id="code"
      dir="ltr"
      wrap="off"
      rows=${Math.min(20, Math.max(8, code.split("\n").length + 1))}
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      aria-describedby="keys"
      .value=${live(code)}
      @input=${(/** @type {Event} */ event) => changed(eventValue(event))}
      @keydown=${(/** @type {KeyboardEvent} */ event) => key(event, run)}
    ></textarea>
    <p id="keys" class="small muted">${t("exercises-keys")}</p>`;

/** @param {KeyboardEvent} event @param {() => void} run */
function key(event, run) {
  const edit = editOf(event);
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  else if (!edit) return;
  event.preventDefault();
  if (edit) apply(/** @type {HTMLTextAreaElement} */ (event.currentTarget), edit);
}

/** What a key does to the code; null where it does what it always does. @param {KeyboardEvent} event @returns {import("./indent.js").Edit | null} */
function editOf({ key, code, ctrlKey, metaKey, altKey, isComposing, currentTarget }) {
  const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (currentTarget);
  if (altKey || metaKey || isComposing) return null;
  if (key === "Enter" && !ctrlKey) return newLine(value, selectionStart, selectionEnd);
  // By its sign, or where a keyboard has other signs there, by its place.
  const [isBack, isOn] = [key === "[" || code === "BracketLeft", key === "]" || code === "BracketRight"];
  return ctrlKey && (isBack || isOn) ? indented(value, selectionStart, selectionEnd, isBack) : null;
}

/** Edits the field as typing does, so that the browser can undo it. @param {HTMLTextAreaElement} field @param {import("./indent.js").Edit} edit */
function apply(field, { from, to, text, select }) {
  field.setSelectionRange(from, to);
  // The one way to edit a field that leaves its undo as it was.
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
  field.setSelectionRange(...select);
}

/** Selects a line of the code. @param {HTMLTextAreaElement} field @param {number} line from 1 */
export function selectLine(field, line) {
  const lines = field.value.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  field.focus();
  field.setSelectionRange(from, from + Number(lines[line - 1]?.length));
}
