import { html, nothing } from "lit";

import { choices, comparableFields, limits } from "../../../state/fields.js";
import { defaultState } from "../../../state/state.js";
import { withSubscripts } from "../../rich-text.js";
import { nameOf, wordOf } from "../setting-text.js";
import { option } from "../../fields/option.js";
import { eventValue } from "../../fields/event-value.js";
import { whileTyping } from "../../fields/while-typing.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../state/state.js").State} State */
/** @typedef {keyof State} Field */
/** @typedef {import("../../../state/kinds.js").Range} Range */

/** The choices of a field that is one of several words. @param {Field} field @returns {readonly string[] | undefined} */
const choicesOf = (field) => /** @type {Record<string, readonly string[]>} */ (choices)[field];

/** The range of a field that is a number. @param {Field} field */
const rangeOf = (field) => /** @type {Range} */ (/** @type {Record<string, Range>} */ (limits)[field]);

/**
 * The value that B starts with: the opposite of a switch, another choice, or twice the number if that is in range.
 * @param {State} state
 * @param {Field} field
 */
function otherValue(state, field) {
  const value = state[field];
  if (typeof value === "boolean") return !value;
  const words = choicesOf(field);
  if (words) return words.find((word) => word !== value);
  const { min, max } = rangeOf(field);
  if (typeof value !== "number") return min;
  return value * 2 <= max && value > 0 ? value * 2 : value > min ? min : max;
}

/**
 * The controls that choose what B changes: a field and its value.
 * @param {View} view
 * @param {(patch: Record<string, unknown>) => void} change sets B's change; draws the controls again where it is refused
 * @param {boolean} isRefused whether what was typed last was refused
 */
export function changeChoice(view, change, isRefused) {
  const { t, state, controls } = view;
  const changed = /** @type {Field[]} */ (Object.keys(state.compare ?? {}));
  const chosen = changed.length === 1 ? comparableFields.find((field) => field === changed[0]) : undefined;
  const fields = comparableFields.filter((field) => field === chosen || controls.includes(field));
  const value = chosen && /** @type {Partial<State>} */ (state.compare)[chosen];
  return html`
    <label>
      <span>${t("compare-changes")}</span>
      <select
        @change=${(/** @type {Event} */ event) => {
          const field = /** @type {Field} */ (eventValue(event));
          change({ [field]: otherValue(state, field) });
        }}
      >
        ${chosen ? nothing : option("", changed.map((field) => nameOf(view, field)).join(", ") || t("compare-choose"), true, true)}
        ${fields.map((field) => option(field, nameOf(view, field), field === chosen))}
      </select>
    </label>
    ${chosen ? valueInput(view, chosen, value, (next) => change({ [chosen]: next }), isRefused) : nothing}
  `;
}

/**
 * The control for the value of B's field: a list of choices or a number.
 * @param {View} view
 * @param {Field} field
 * @param {unknown} value
 * @param {(value: unknown) => void} set
 * @param {boolean} isRefused
 */
function valueInput(view, field, value, set, isRefused) {
  const { t } = view;
  const words = choicesOf(field);
  const label = html`<span>${withSubscripts(t("compare-to"))}</span>`;
  if (typeof value === "boolean" || words) {
    const options = words ?? [true, false];
    return html`<label>
      ${label}
      <select @change=${(/** @type {Event} */ event) => set(options[Number(eventValue(event))])}>
        ${options.map((one, at) => option(at, wordOf(view, field, one), one === value))}
      </select>
    </label>`;
  }
  const { min, max } = rangeOf(field);
  return html`<label>
    ${label}
    <input
      type="number"
      step="any"
      min=${min}
      max=${max}
      .value=${whileTyping(value === null ? "" : String(value), (typed) => isRefused || numberOf(field, typed) === value)}
      @input=${(/** @type {Event} */ event) => set(numberOf(field, eventValue(event)))}
    />
  </label>`;
}

/**
 * The number that a text stands for. An empty text is null where the field may be unset, otherwise NaN, which is refused.
 * @param {Field} field
 * @param {string} text
 */
const numberOf = (field, text) => (text !== "" ? Number(text) : defaultState[field] === null ? null : NaN);
