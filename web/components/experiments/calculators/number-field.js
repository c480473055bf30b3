import { html, nothing } from "lit";

import { readNumbers, writeNumbers } from "../../../state/typed-numbers.js";
import { eventValue } from "../../fields/event-value.js";
import { problemBelow } from "../../fields/number-input.js";
import { whileTyping } from "../../fields/while-typing.js";

/** @typedef {import("../../../words/translate.js").Translate} Translate */

/**
 * An input field for a list of numbers, with an error message below it if its text is invalid.
 * @param {object} field
 * @param {string} field.id
 * @param {string} field.label
 * @param {readonly (number | null)[]} field.numbers
 * @param {string | null} field.text the text that the reader entered, if it cannot be used; otherwise null
 * @param {string} field.problem the error message; "" if there is none
 * @param {(text: string) => void} field.onChange called with the text as the reader types it
 * @param {boolean} [field.narrow] whether the field is for a single number
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
      .value=${whileTyping(text ?? writeNumbers(numbers), (now) => text === null && isSame(now, numbers))}
      aria-invalid=${problem ? "true" : nothing}
      aria-describedby=${problem ? `${id}-problem` : nothing}
      @input=${(/** @type {Event} */ event) => onChange(eventValue(event))}
    />
    ${problemBelow(`${id}-problem`, problem)}
  </div>
`;

/** Whether a text stands for these numbers. @param {string} text @param {readonly (number | null)[]} numbers */
function isSame(text, numbers) {
  const read = readNumbers(text, { hidden: true });
  return "numbers" in read && read.numbers.join() === numbers.join();
}

/**
 * Parses a list of numbers that the reader entered.
 * @param {string} text
 * @param {Translate} t
 * @param {{hidden?: boolean}} [options]
 * @returns {{numbers: (number | null)[], problem: string}} numbers: empty if the text is invalid; problem: the error
 *   message, "" if the text is valid
 */
export function typed(text, t, options) {
  const read = readNumbers(text, options);
  if ("numbers" in read) return { numbers: read.numbers, problem: "" };
  return { numbers: [], problem: t(`bench-${read.problem}`, { word: read.word }) };
}
