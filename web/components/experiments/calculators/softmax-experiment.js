import { css, html } from "lit";

import { hardMax } from "../../../figures/measures/calculator-facts.js";
import { formatNumber } from "../../../figures/index.js";
import { softmaxCase } from "../../../state/experiments/calculators.js";
import { limits } from "../../../state/fields.js";
import { spokenName } from "../../arithmetic/cell-names.js";
import { numberField, typed } from "./number-field.js";
import { inspectedScores } from "./cell-inputs.js";
import { calculatorStyles } from "./styles.js";
import { GradientExperiment } from "../gradient-experiment.js";
import { option } from "../../fields/option.js";
import { eventValue } from "../../fields/event-value.js";
import { scrollTable } from "../../scroll-box.js";

/** @typedef {readonly (number | null)[]} Scores */
/**
 * Everything that the table shows, each with one number per score.
 * @typedef {{weights: Float32Array, divided: Float32Array, powers: Map<number | undefined, number | undefined>,
 *   gradient: ArrayLike<number>, hard: number[]}} Facts weights: the softmax; divided: scores divided by the temperature;
 *   powers: the exponentials by index of the score, without those of hidden keys; gradient: the derivative of the chosen
 *   weight by each score; hard: the softmax's limit as the temperature goes to 0
 */

/**
 * A calculator that shows the softmax of any scores at any temperature, its limit at temperature 0 and its gradient.
 * Fires "state-patch" when the reader enters scores or a temperature.
 */
export class SoftmaxExperiment extends GradientExperiment {
  static properties = {
    ...GradientExperiment.properties,
    typed: { state: true },
    typedTemperature: { state: true },
    of: { state: true },
  };

  static styles = [
    calculatorStyles,
    css`
      tr.of td,
      tr.of th {
        background: var(--wash);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} the text of the scores while it is invalid; null while it is valid */
    this.typed = null;
    /** @type {string | null} the text of the temperature while it is invalid; null while it is valid */
    this.typedTemperature = null;
    /** @type {number | null} index of the weight whose gradient is shown; null: the weight of the inspected key */
    this.of = null;
  }

  /** @override */
  content() {
    const { t, state } = this.view;
    const { scores, own, name, labels } = this.#scores();
    const inspected = inspectedScores(this.view);
    const isOwn = state.softmax_scores !== null;
    const of = Math.min(this.of ?? own, scores.length - 1);
    const facts = this.#compute(scores, of);
    const onChange = (/** @type {string} */ text) => this.#type(text);
    const problem = this.typed === null ? "" : typed(this.typed, t, { hidden: true }).problem;
    const field = { id: "scores", label: t("softmax-scores"), numbers: scores, text: this.typed };
    return html`
      <p class="muted">${t("softmax-text")} ${t("softmax-hidden-hint")}</p>
      <div class="fields">
        ${numberField({ ...field, problem, onChange })} ${this.#temperature()} ${this.#choice(labels, of)}
      </div>
      <p class="small muted">${isOwn ? t("bench-typed") : name ? t("bench-inspected", { name }) : ""}</p>
      ${this.#table(scores, labels, of, facts)}
      <div class="row">
        <button @click=${() => this.#load([1, 2, 3, 4])}>
          ${t("bench-example", { name: t("softmax-example-name") })}
        </button>
        <button ?hidden=${!isOwn || !inspected} @click=${() => this.#take()}>${t("bench-take")}</button>
      </div>
      <p class="result">${t("softmax-lesson", { ratio: formatNumber(this.#ratio(), 4) })}</p>
    `;
  }

  /**
   * Loads the scores of the inspected row. This hides the button that was clicked, so the focus moves to the first
   * input.
   */
  #take() {
    this.#load(null);
    this.renderRoot.querySelector("input")?.focus();
  }

  /**
   * The scores to show: those that the reader entered, otherwise those of the inspected row, otherwise an example.
   * @returns {{scores: Scores, own: number, name: string, labels: string[]}} own: the index of the weight whose gradient is
   *   shown by default; name: the inspected number in words, "" if the scores are not from it; labels: one for each score
   */
  #scores() {
    const { state, keys } = this.view;
    const inspected = state.softmax_scores ? null : inspectedScores(this.view);
    if (inspected) return { ...inspected, name: spokenName(this.view, inspected.of), labels: [...keys] };
    const scores = state.softmax_scores ?? [1, 2, 3, 4];
    return { scores, own: scores.length - 1, name: "", labels: scores.map((_, at) => String(at + 1)) };
  }

  /**
   * Computes the softmax and its gradient with the engine.
   * @param {Scores} scores
   * @param {number} of index of the weight whose gradient is wanted
   * @returns {Facts}
   */
  #compute(scores, of) {
    const { engine, state } = this.view;
    const { spec, inputs } = softmaxCase(scores, state.softmax_temperature);
    const run = engine.trace(spec, inputs).finish();
    const { data: weights } = run.tensor("weights");
    const { data: divided } = run.tensor("scaled");
    const seen = run.explain("weights", [0, 0, 0]).terms;
    const powers = new Map(seen.map(({ index, exponential }) => [index[2], exponential]));
    const dOutput = { shape: [1, scores.length], data: scores.map((_, at) => (at === of ? 1 : 0)) };
    const { data: gradient } = this.gradientsOf(run, dOutput).raw ?? { data: [] };
    run.free();
    return { weights, divided, powers, gradient, hard: hardMax(scores) };
  }

  /** The ratio of two weights whose scores differ by 1 at the current temperature, computed by the engine. */
  #ratio() {
    const { engine, state } = this.view;
    const { spec, inputs } = softmaxCase([1, 0], state.softmax_temperature);
    const run = engine.trace(spec, inputs).finish();
    const powers = run.explain("weights", [0, 0, 0]).terms.map(({ exponential }) => exponential);
    const [higher, lower] = /** @type {[number, number]} */ (powers);
    run.free();
    return higher / lower;
  }

  /** The input field for the temperature. */
  #temperature() {
    const { t, state } = this.view;
    const { min, max } = limits.temperature;
    const problem =
      this.typedTemperature === null ? "" : t("bench-temperature-range", { min, max, word: this.typedTemperature });
    const onChange = (/** @type {string} */ text) => this.#typeTemperature(text);
    const field = { id: "temperature", label: t("softmax-temperature"), numbers: [state.softmax_temperature] };
    return numberField({ ...field, text: this.typedTemperature, problem, onChange, narrow: true });
  }

  /**
   * The select box for the weight whose gradient is shown.
   * @param {string[]} labels
   * @param {number} of index of the weight
   */
  #choice(labels, of) {
    return html`<div class="field narrow">
      <label for="of" class="small muted">${this.view.t("softmax-gradient-of")}</label>
      <select id="of" @change=${(/** @type {Event} */ event) => (this.of = Number(eventValue(event)))}>
        ${labels.map((label, at) => option(at, label, at === of))}
      </select>
    </div>`;
  }

  /** Reads scores that the reader entered; an invalid text stays in the field. @param {string} text */
  #type(text) {
    const { numbers, problem } = typed(text, this.view.t, { hidden: true });
    if (problem) this.typed = text;
    else this.#load(numbers);
  }

  /** Asks for other scores. @param {Scores | null} scores null: those of the inspected row */
  #load(scores) {
    this.typed = null;
    this.of = null;
    this.patch({ softmax_scores: scores });
  }

  /** Reads a temperature that the reader entered; an invalid text stays in the field. @param {string} text */
  #typeTemperature(text) {
    const { numbers } = typed(text, this.view.t);
    const { min, max } = limits.temperature;
    const [value] = numbers;
    const fits = numbers.length === 1 && typeof value === "number" && value >= min && value <= max;
    this.typedTemperature = fits ? null : text;
    if (fits) this.patch({ softmax_temperature: value });
  }

  /** Sets the widths of bars from script, because the page's content security policy allows no style attributes. */
  updated() {
    const bars = /** @type {NodeListOf<HTMLElement>} */ (this.renderRoot.querySelectorAll(".bar div"));
    for (const bar of bars) bar.style.width = `${120 * Number(bar.dataset.share)}px`;
  }

  /**
   * The table with one row for each score.
   * @param {Scores} scores
   * @param {string[]} labels one for each score
   * @param {number} of index of the weight whose gradient is shown
   * @param {Facts} facts
   */
  #table(scores, labels, of, { weights, divided, powers, gradient, hard }) {
    const { t } = this.view;
    const number = (/** @type {number | undefined} */ value) => html`<td>${formatNumber(value ?? NaN, 4)}</td>`;
    const heads = [
      ...["key", "score", "divided", "power", "weight"].map((id) => t(`softmax-${id}`)),
      ...["", t("softmax-hard"), t("softmax-gradient", { key: /** @type {string} */ (labels[of]) })],
    ];
    const body = html`<tbody>
      ${scores.map(
        (score, at) =>
          html`<tr class=${at === of ? "of" : ""}>
            <th scope="row">${labels[at]}</th>
            ${number(score ?? -Infinity)} ${number(score === null ? -Infinity : divided[at])}
            ${number(powers.get(at) ?? 0)} ${number(weights[at])}
            <td class="bar"><div data-share=${weights[at] ?? 0}></div></td>
            ${number(hard[at])} ${number(gradient[at])}
          </tr>`,
      )}
    </tbody>`;
    return scrollTable(t("softmax-table"), heads, body);
  }
}

customElements.define("softmax-experiment", SoftmaxExperiment);
