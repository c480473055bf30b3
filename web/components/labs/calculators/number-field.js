import { html, nothing } from "lit";

import { readNumbers, writeNumbers } from "../../../state/typed-numbers.js";

/** @typedef {import("../../../lessons/translate.js").Translate} Translate */

/**
 * An input for numbers, with a message below it where they cannot be read.
 * @param {object} field
 * @param {string} field.id
 * @param {string} field.label
 * @param {readonly (number | null)[]} field.numbers
 * @param {string} field.text as typed, where it cannot be read; otherwise ""
 * @param {string} field.problem
 * @param {(text: string) => void} field.onChange
 * @param {boolean} [field.narrow] for one number
 */
export const numberField = ({ id, label, numbers, text, problem, onChange, narrow = false }) => html`
  <div class=${narrow ? "field narrow" : "field"}>
    <label for=${id} class="small muted">${label}</label>
    <input
      id=${id}
      type="text"
      inputmode="text"
      autocomplete="off"
      spellcheck="false"
      .value=${problem ? text : writeNumbers(numbers)}
      aria-invalid=${problem ? "true" : nothing}
      aria-describedby=${problem ? `${id}-problem` : nothing}
      @change=${(/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.target).value)}
    />
    <p class="error small" id="${id}-problem" role="alert" ?hidden=${!problem}>${problem}</p>
  </div>
`;

/**
 * Reads numbers from what was typed.
 * @param {string} text
 * @param {Translate} t
 * @param {{hidden?: boolean}} [options]
 * @returns {{numbers: (number | null)[], problem: string}} no numbers where there is a problem; "" where there is none
 */
export function typed(text, t, options) {
  const read = readNumbers(text, options);
  if ("numbers" in read) return { numbers: read.numbers, problem: "" };
  return { numbers: [], problem: t(`bench-${read.problem}`, { word: read.word }) };
}
