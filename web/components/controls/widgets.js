import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { controlOf, wordsOf } from "../../state/controls.js";
import { choices, limits } from "../../state/fields.js";
import { isCausal } from "../../state/sizes.js";
import { withSubscripts } from "../rich-text.js";
import { option } from "../fields/option.js";
import { eventValue } from "../fields/event-value.js";
import { numberInput, problemBelow } from "../fields/number-input.js";
import { holdStill } from "../fields/while-typing.js";

/** @typedef {import("../../view/view.js").View} View */
/**
 * The element that shows a control.
 * @typedef {{view: View, problem: import("../error-text.js").Problem | null,
 *   patch(patch: Record<string, unknown>, text?: string): void, send(name: string, detail: unknown): void}} Host
 */

/**
 * The control of a field; nothing if the field has no effect in this state.
 * @param {Host} host
 * @param {string} field
 */
export function control(host, field) {
  if (!host.view.controls.includes(/** @type {keyof View["state"]} */ (field))) return nothing;
  const { on, stops } = controlOf[field] ?? {};
  if (on) return optional(host, field);
  if (stops) return slider(host, field);
  if (field in choices) return choice(host, field);
  return field.endsWith("seed") ? seed(host, field) : toggle(host, field);
}

/**
 * @param {View} view
 * @param {string} field
 */
const valueOf = ({ state }, field) => /** @type {Record<string, unknown>} */ (state)[field];

/** Fields whose visible label is a symbol; screen readers read the full name. */
const symbolFields = Object.freeze(["d_k", "d_model"]);

/**
 * @param {View} view
 * @param {string} field
 */
const labelOf = ({ t }, field) =>
  withSubscripts(t(symbolFields.includes(field) ? `control-${field}-short` : `control-${field}`));

/**
 * The explanation of a control, and the error message if its last value was invalid.
 * @param {Host} host
 * @param {string} field
 * @param {string} [id] of the message
 */
function hintAndError({ view, problem }, field, id = `control-${field}-hint`) {
  const error = problem?.field === field ? problem.message : "";
  const { heads, kv_heads } = view.state;
  const value = String(valueOf(view, field));
  const hint = view.t(id, { value, each: heads / (kv_heads ?? heads) });
  return html`
    <div class="what">
      ${problemBelow(`${field}-problem`, error)}
      <span class="small muted" id="${field}-what" part="what">${withSubscripts(hint)}</span>
    </div>
  `;
}

/**
 * @param {Host} host
 * @param {string} field
 */
function slider(host, field) {
  const { view } = host;
  const state = view.state;
  const value = Number(valueOf(view, field) ?? (field === "kv_heads" ? state.heads : NaN));
  return html`
    <div class="slider">
      <label for=${field}>${labelOf(view, field)}</label>
      ${range(host, field, value, view.t(`control-${field}`))} ${hintAndError(host, field)}
    </div>
  `;
}

/**
 * A slider with its value. The value is a number field if the slider does not offer all valid values. Screen readers hear it
 * from the slider: an output would announce it once more.
 * @param {Host} host
 * @param {string} field
 * @param {number} value
 * @param {string} label
 */
function range(host, field, value, label) {
  const { view } = host;
  const stops = controlOf[field]?.stops?.(view.state) ?? [];
  const at = nearestStop(stops, value);
  const text = field === "kv_heads" ? sharing(view, value) : String(value);
  return html`
    <span class="track"
      ><input
        id=${field}
        type="range"
        min="0"
        max=${stops.length - 1}
        .value=${live(String(at))}
        aria-label=${label}
        aria-valuetext=${text}
        aria-describedby="${field}-what"
        @input=${(/** @type {Event} */ event) =>
          holdStill(event.target, () => host.patch({ [field]: stops[Number(eventValue(event))] }))}
      />${ring(host, field, stops)}</span
    >
    ${controlOf[field]?.isComplete ? html`<output for=${field} aria-live="off">${text}</output>` : number(host, field, value, label)}
  `;
}

/**
 * Where the slider was before its last change: a ring, which takes that change back.
 * @param {Host} host
 * @param {string} field
 * @param {number[]} stops
 */
function ring(host, field, stops) {
  const { former, t } = host.view;
  if (former?.field !== field) return nothing;
  const back = (/** @type {Event} */ { currentTarget }) => {
    const slider = /** @type {HTMLElement} */ (currentTarget).previousElementSibling;
    /** @type {HTMLElement} */ (slider).focus(); // the ring goes
    host.send("history-move", -1);
  };
  const share = nearestStop(stops, former.value) / (stops.length - 1);
  const name = t("control-former", { value: String(former.value) });
  return html`<button
    class="former"
    aria-label=${name}
    title=${name}
    .style=${`--share: ${share}`}
    @click=${back}
  ></button>`;
}

/**
 * @param {number[]} stops
 * @param {number} value
 */
function nearestStop(stops, value) {
  const distances = stops.map((stop) => Math.abs(stop - value));
  return distances.indexOf(Math.min(...distances));
}

/**
 * The name of the attention that results from a number of key/value heads: multi-head, grouped-query or multi-query.
 * @param {View} view
 * @param {number} count
 */
function sharing({ t, state }, count) {
  const kind = count === state.heads ? "multi-head" : count === 1 ? "multi-query" : "grouped";
  return t(`control-kv_heads-${kind}`, { count });
}

/**
 * @param {Host} host
 * @param {string} field
 * @param {number} value
 * @param {string} label
 */
function number(host, field, value, label) {
  const { min, max } = limits[/** @type {keyof typeof limits} */ (field)];
  return numberInput({
    id: `${field}-value`,
    value,
    min,
    max,
    label,
    refused: host.problem?.field === field ? host.problem : null,
    describedBy: `${field}-what ${field}-problem`,
    change: (typed, text, input) => holdStill(input, () => host.patch({ [field]: typed }, text)),
  });
}

/**
 * A switch that reveals a slider for its value.
 * @param {Host} host
 * @param {string} field
 */
function optional(host, field) {
  const { view } = host;
  const value = valueOf(view, field);
  const start = () => controlOf[field]?.on?.(view.state) ?? 0;
  return html`
    <div class="optional">
      <input
        id="${field}-on"
        type="checkbox"
        aria-describedby="${field}-what"
        .checked=${live(value !== null)}
        @change=${(/** @type {Event} */ { target }) =>
          holdStill(target, () =>
            host.patch({ [field]: /** @type {HTMLInputElement} */ (target).checked ? start() : null }),
          )}
      />
      <label for="${field}-on">${withSubscripts(view.t(`control-${field}`))}</label>
      ${
        value === null
          ? nothing
          : html`<div class="value">${range(host, field, Number(value), view.t(`control-${field}`))}</div>`
      }
      ${hintAndError(host, field)}
    </div>
  `;
}

/**
 * @param {Host} host
 * @param {string} field
 */
function toggle(host, field) {
  const { view } = host;
  return html`
    <div class="switch">
      <input
        id=${field}
        type="checkbox"
        aria-describedby="${field}-what"
        .checked=${live(valueOf(view, field) === true)}
        @change=${(/** @type {Event} */ { target }) =>
          holdStill(target, () => host.patch({ [field]: /** @type {HTMLInputElement} */ (target).checked }))}
      />
      <label for=${field}>${labelOf(view, field)}</label>
      ${hintAndError(host, field)}
    </div>
  `;
}

/**
 * @param {Host} host
 * @param {string} field
 */
function choice(host, field) {
  const { view } = host;
  const value = valueOf(view, field) ?? "none";
  return html`
    <div class="choice">
      <label for=${field}>${labelOf(view, field)}</label>
      <select
        id=${field}
        aria-describedby="${field}-what"
        @change=${(/** @type {Event} */ event) =>
          holdStill(event.target, () => host.patch(chosen(field, eventValue(event))))}
      >
        ${optionsOf(view, field, String(value)).map(([word, id]) => option(word, view.t(id), word === value))}
      </select>
      ${hintAndError(host, field, choiceHint(view, field, String(value)))}
    </div>
  `;
}

/** Whether the causal mask of two sentences has one diagonal, whichever corner it ends in. @param {View} view */
const isSquare = ({ run: { spec } }) => spec.n_q === spec.n_k;

/**
 * The options of a choice, each with the message that names it. One diagonal is offered once.
 * @param {View} view
 * @param {string} field
 * @param {string} value
 * @returns {[option: string, messageId: string][]}
 */
function optionsOf(view, field, value) {
  const own = field === "align" && isSquare(view) ? ["none", value === "none" ? "bottom_right" : value] : null;
  return (own ?? wordsOf(field, view.state))
    .filter((word) => !["trained", "given"].includes(word) || word === value) // opened from Train or a file, not chosen
    .map((word) => [word, `option-${field}-${own && word !== "none" ? "both" : word}`]);
}

/**
 * The message that explains a choice, or its present value.
 * @param {View} view
 * @param {string} field
 * @param {string} value
 */
function choiceHint(view, field, value) {
  const hint = `control-${field}-hint`;
  if (field === "align") return isSquare(view) ? `${hint}-both` : hint;
  if (field !== "position" && field !== "mask_mode") return hint;
  if (value !== "none") return `${hint}-${value}`;
  const mask = isCausal(view.state) ? "-causal" : view.state.window === null ? "" : "-window";
  return `${hint}-none${mask}`;
}

/**
 * The change of state for a choice. Choosing an alignment of the causal mask also switches that mask on.
 * @param {string} field
 * @param {string} option
 */
const chosen = (field, option) =>
  field === "align" ? (option === "none" ? { align: null } : { align: option, causal: true }) : { [field]: option };

/**
 * @param {Host} host
 * @param {string} field
 */
function seed(host, field) {
  const { view } = host;
  const { min, max } = limits[/** @type {"seed" | "dropout_seed"} */ (field)];
  const value = Number(valueOf(view, field));
  return html`
    <div class="slider seed">
      <label for="${field}-value">${labelOf(view, field)}</label>
      ${number(host, field, value, view.t(`control-${field}`))}
      <button
        id="${field}-next"
        @click=${(/** @type {Event} */ { currentTarget }) =>
          holdStill(currentTarget, () => host.patch({ [field]: value === max ? min : value + 1 }))}
      >
        ${view.t("control-seed-next")}
      </button>
      ${hintAndError(host, field)}
    </div>
  `;
}
