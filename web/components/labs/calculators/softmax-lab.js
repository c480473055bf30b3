import { css, html } from "lit";
import { ref } from "lit/directives/ref.js";

import { backward } from "../../../engine/backward.js";
import { hardMax } from "../../../figures/measures/calculator-facts.js";
import { formatNumber } from "../../../figures/index.js";
import { softmaxCase } from "../../../state/calculators.js";
import { limits } from "../../../state/fields.js";
import { spokenName } from "../../arithmetic/cell-names.js";
import { numberField, typed } from "./number-field.js";
import { askedScores } from "./cell-inputs.js";
import { calculatorStyles } from "../styles.js";
import { LabElement } from "../lab-element.js";

/** @typedef {readonly (number | null)[]} Scores */
/**
 * @typedef {{weights: Float32Array, divided: Float32Array, powers: Map<number | undefined, number | undefined>,
 *   gradient: ArrayLike<number>, hard: number[]}} Facts
 */

/** A calculator for softmax of any scores at any temperature, with its limit and its gradient. Fires "state-patch". */
export class SoftmaxLab extends LabElement {
  static properties = {
    ...LabElement.properties,
    typed: { state: true },
    heat: { state: true },
    of: { state: true },
  };

  static styles = [
    calculatorStyles,
    css`
      tr.of td,
      tr.of th {
        background: var(--accent-soft);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} scores as typed, while they cannot be read */
    this.typed = null;
    /** @type {string | null} the temperature, likewise */
    this.heat = null;
    /** @type {number | null} index of the weight whose gradient is shown; null: that of the inspected number */
    this.of = null;
  }

  render() {
    const { t, state } = this.view;
    const { scores, own, name, labels } = this.#scores();
    const asked = askedScores(this.view);
    const isOwn = state.bench_scores !== null;
    const of = Math.min(this.of ?? own, scores.length - 1);
    const facts = this.#compute(scores, of);
    const onChange = (/** @type {string} */ text) => this.#type(text);
    const problem = this.typed === null ? "" : typed(this.typed, t, { hidden: true }).problem;
    const field = { id: "scores", label: t("softmax-scores"), numbers: scores, text: this.typed ?? "" };
    return html`
      <p class="muted">${t("softmax-text")} ${t("softmax-hidden-hint")}</p>
      <div class="fields">
        ${numberField({ ...field, problem, onChange })} ${this.#temperature()} ${this.#choice(labels, of)}
      </div>
      <p class="small muted">${isOwn ? t("bench-typed") : name ? t("bench-asked", { name }) : ""}</p>
      ${this.#table(scores, labels, of, facts)}
      <div class="row">
        <button @click=${() => this.#load([1, 2, 3, 4])}>
          ${t("bench-example", { name: t("softmax-example-name") })}
        </button>
        <button ?hidden=${!isOwn || !asked} @click=${() => this.#take()}>${t("bench-take")}</button>
      </div>
      <p class="result">${t("softmax-lesson", { ratio: formatNumber(this.#ratio(), 4) })}</p>
    `;
  }

  /** Loads the scores of the inspected row. Its button disappears: the focus moves to the first input. */
  #take() {
    this.#load(null);
    this.renderRoot.querySelector("input")?.focus();
  }

  /** @returns {{scores: Scores, own: number, name: string, labels: string[]}} */
  #scores() {
    const { state, keys } = this.view;
    const asked = state.bench_scores ? null : askedScores(this.view);
    if (asked) return { ...asked, name: spokenName(this.view, asked.of), labels: [...keys] };
    const scores = state.bench_scores ?? [1, 2, 3, 4];
    return { scores, own: scores.length - 1, name: "", labels: scores.map((_, at) => String(at + 1)) };
  }

  /**
   * @param {Scores} scores
   * @param {number} of the weight whose gradient is wanted
   * @returns {Facts}
   */
  #compute(scores, of) {
    const { engine, state } = this.view;
    const { spec, inputs } = softmaxCase(scores, state.bench_temperature);
    const run = engine.trace(spec, inputs).finish();
    const { data: weights } = run.tensor("weights");
    const { data: divided } = run.tensor("scaled");
    const seen = run.explain("weights", [0, 0, 0]).terms;
    const powers = new Map(seen.map(({ index, exponential }) => [index[2], exponential]));
    const dOutput = { shape: [1, scores.length], data: scores.map((_, at) => (at === of ? 1 : 0)) };
    const { data: gradient } = backward(run, dOutput).raw ?? { data: [] };
    run.free();
    return { weights, divided, powers, gradient, hard: hardMax(scores) };
  }

  /** The ratio of two weights whose scores differ by 1, computed by the engine. */
  #ratio() {
    const { engine, state } = this.view;
    const { spec, inputs } = softmaxCase([1, 0], state.bench_temperature);
    const run = engine.trace(spec, inputs).finish();
    const powers = run.explain("weights", [0, 0, 0]).terms.map(({ exponential }) => exponential);
    const [higher, lower] = /** @type {[number, number]} */ (powers);
    run.free();
    return higher / lower;
  }

  /** The input for the temperature. */
  #temperature() {
    const { t, state } = this.view;
    const { min, max } = limits.temperature;
    const problem = this.heat === null ? "" : t("bench-temperature-range", { min, max, word: this.heat });
    const onChange = (/** @type {string} */ text) => this.#heat(text);
    const field = { id: "temperature", label: t("softmax-temperature"), numbers: [state.bench_temperature] };
    return numberField({ ...field, text: this.heat ?? "", problem, onChange, narrow: true });
  }

  /** The choice of the weight whose gradient is shown. @param {string[]} labels @param {number} of its index */
  #choice(labels, of) {
    return html`<div class="field narrow">
      <label for="of" class="small muted">${this.view.t("softmax-gradient-of")}</label>
      <select
        id="of"
        @change=${(/** @type {Event} */ event) =>
          (this.of = Number(/** @type {HTMLSelectElement} */ (event.target).value))}
      >
        ${labels.map((label, at) => html`<option value=${at} ?selected=${at === of}>${label}</option>`)}
      </select>
    </div>`;
  }

  /** @param {string} text */
  #type(text) {
    const { numbers, problem } = typed(text, this.view.t, { hidden: true });
    if (problem) this.typed = text;
    else this.#load(numbers);
  }

  /** @param {Scores | null} scores */
  #load(scores) {
    this.typed = null;
    this.of = null;
    this.patch({ bench_scores: scores });
  }

  /** @param {string} text */
  #heat(text) {
    const { numbers } = typed(text, this.view.t);
    const { min, max } = limits.temperature;
    const [value] = numbers;
    const fits = numbers.length === 1 && typeof value === "number" && value >= min && value <= max;
    this.heat = fits ? null : text;
    if (fits) this.patch({ bench_temperature: value });
  }

  /**
   * @param {Scores} scores
   * @param {string[]} labels
   * @param {number} of
   * @param {Facts} facts
   */
  #table(scores, labels, of, { weights, divided, powers, gradient, hard }) {
    const { t } = this.view;
    const number = (/** @type {number | undefined} */ value) => html`<td>${formatNumber(value ?? NaN, 4)}</td>`;
    const heads = ["key", "score", "divided", "power", "weight"].map((id) => t(`softmax-${id}`));
    return html`
      <div class="scroll" tabindex="0" role="group" aria-label=${t("softmax-table")}>
        <table>
          <thead>
            <tr>
              ${heads.map((head) => html`<th scope="col">${head}</th>`)}
              <td></td>
              <th scope="col">${t("softmax-hard")}</th>
              <th scope="col">${t("softmax-gradient", { key: /** @type {string} */ (labels[of]) })}</th>
            </tr>
          </thead>
          <tbody>
            ${scores.map(
              (score, at) =>
                html`<tr class=${at === of ? "of" : ""}>
                  <th scope="row">${labels[at]}</th>
                  ${number(score ?? -Infinity)} ${number(score === null ? -Infinity : divided[at])}
                  ${number(powers.get(at) ?? 0)} ${number(weights[at])}
                  <td class="bar"><div ${ref(wide(weights[at] ?? 0))}></div></td>
                  ${number(hard[at])} ${number(gradient[at])}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    `;
  }
}

/**
 * Sets the width of a bar from script: the page's policy allows no style attributes.
 * @param {number} share from 0 to 1, of 120 px
 * @returns {(bar: Element | undefined) => void}
 */
const wide = (share) => (bar) => {
  if (bar instanceof HTMLElement) bar.style.width = `${120 * share}px`;
};

customElements.define("softmax-lab", SoftmaxLab);
