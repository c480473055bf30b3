import { html } from "lit";
import { live } from "lit/directives/live.js";

/**
 * One option of a drop-down list. All lists make their options here, because the attribute `selected` is not enough:
 * once the reader has chosen an option, the browser ignores its attribute. So the property is set, whenever it differs
 * from what the list really shows (which is what `live` compares with).
 * @param {string | number} value
 * @param {string} text
 * @param {boolean} isChosen whether the list shows this option
 * @param {boolean} [isDisabled] whether the reader cannot choose it
 */
export const option = (value, text, isChosen, isDisabled = false) =>
  html`<option value=${value} ?disabled=${isDisabled} .selected=${live(isChosen)}>${text}</option>`;
