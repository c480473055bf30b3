import { html } from "lit";

import { eventValue } from "./event-value.js";
import { numberOf, whileTyping } from "./while-typing.js";

/** @typedef {Readonly<{text: string, message: string}>} Refused what was typed and cannot be used, and why */

/**
 * A field for one number, which is used as it is typed. What cannot be used stays there until the reader corrects it.
 * @param {object} field
 * @param {string} field.id
 * @param {number} field.value
 * @param {number} field.min
 * @param {number} field.max
 * @param {Refused | null} field.refused
 * @param {string} field.describedBy ids of its explanation and of its problem
 * @param {(value: number, text: string, input: EventTarget | null) => void} field.change called with NaN for a text that is no number
 * @param {unknown} [field.label] its name, where it has no label of its own; otherwise `nothing`
 */
export const numberInput = ({ id, value, min, max, refused, describedBy, change, label }) =>
  html`<input
    id=${id}
    type="number"
    min=${min}
    max=${max}
    step="any"
    .value=${whileTyping(refused?.text || String(value), (typed) => refused !== null || numberOf(typed) === value)}
    aria-label=${label}
    aria-invalid=${refused ? "true" : "false"}
    aria-describedby=${describedBy}
    @input=${(/** @type {Event} */ event) => change(numberOf(eventValue(event)), eventValue(event), event.target)}
  />`;

/** Why what was typed in a field cannot be used, directly below it. @param {string} id of the message @param {string} message "" for none */
export const problemBelow = (id, message) =>
  html`<div class="what">
    <p class="error over small" id=${id} role="alert" ?hidden=${message === ""}>${message}</p>
  </div>`;
