import { html } from "lit";

import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";

/**
 * A labelled list of choices, which sets a property of its part and takes back what the part has said.
 * @param {HTMLElement & {view: import("../../view/view.js").View, said: string}} part
 * @param {object} of
 * @param {string} of.name of the property, and the id of the list
 * @param {string} of.label id of its message
 * @param {readonly string[]} of.values
 * @param {string} of.prefix of the ids of their messages
 * @param {string} of.chosen
 */
export function choice(part, { name, label, values, prefix, chosen }) {
  const { t } = part.view;
  const choose = (/** @type {Event} */ event) => Object.assign(part, { [name]: eventValue(event), said: "" });
  return html`<label class="small muted">
    ${t(label)}
    <select id=${name} @change=${choose}>
      ${values.map((value) => option(value, t(`${prefix}${value}`), value === chosen))}
    </select>
  </label>`;
}
