import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { formatNumber, lengthsOf } from "../../../figures/index.js";
import { effectiveSizes, sentenceInOrder, walkedWords } from "../../../state/sizes.js";
import { changeState } from "../../../state/state.js";
import { eventValue } from "../../fields/event-value.js";
import { option } from "../../fields/option.js";
import { questionStyles } from "../styles.js";
import { ExperimentElement } from "../experiment-element.js";
import { causesOf, resultOf } from "./order-result.js";
import "../../scroll-box.js";

/** How many numbers of an output row, and how many words, the table shows at most. */
const shownNumbers = 6;
const shownWords = 3;

/**
 * A word whose place was changed or kept: its index in the sentence as typed, its index in the order of the walk, and its
 * output row in both orders.
 * @typedef {{word: string, from: number, to: number, before: Float32Array, after: Float32Array}} Moved
 */

/**
 * Swaps two words, and shows their output rows and that of another word before and after. Fires "state-patch" with the
 * order.
 */
export class OrderExperiment extends ExperimentElement {
  static properties = { ...ExperimentElement.properties, pair: { state: true } };

  static styles = [
    questionStyles,
    css`
      .rows {
        width: auto;
      }
      .rows :is(th, td) {
        white-space: nowrap;
      }
      .rows tr.before > * {
        border-top: 1px solid var(--hairline);
        padding-top: var(--space-8);
      }
      .changed {
        color: var(--text);
        font-weight: 600;
      }
    `,
  ];

  /** @type {Moved[]} every word, in the order of the walk; empty in the order as typed */
  #words = [];

  constructor() {
    super();
    /** @type {[number, number]} the words that the next click swaps, by their places in the sentence as typed */
    this.pair = [0, Infinity];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.renumbered(changed)) this.#compare();
  }

  render() {
    const { t, state, controls } = this.view;
    if (!controls.includes("token_order")) return html`<p class="muted">${t("order-single")}</p>`;
    const isSwapped = state.token_order !== null;
    return html`
      <p class="muted">${t("order-text")} ${state.context === null ? "" : t("order-cross")}</p>
      <div class="controls">
        ${isSwapped ? nothing : [this.#choice(0), this.#choice(1)]}
        <button class="swap" @click=${() => this.patch({ token_order: isSwapped ? null : this.#swapped() })}>
          ${t(isSwapped ? "order-restore" : "order-swap")}
        </button>
        ${controls.includes("causal") ? this.#switch("causal", state.causal, (on) => ({ causal: on })) : nothing}
        ${
          controls.includes("position")
            ? this.#switch("position", state.position !== "none", (on) => ({ position: on ? "sinusoidal" : "none" }))
            : nothing
        }
      </div>
      ${isSwapped ? html`<p>${t("order-words", { words: sentenceInOrder(state) })}</p>` : nothing}
      <div role="status">${isSwapped ? html`<p class="result">${this.#result()}</p>` : nothing}</div>
      ${isSwapped ? this.#table() : nothing}
    `;
  }

  /** The two places to swap, within the sentence, the earlier one first. @returns {[number, number]} */
  #places() {
    const last = walkedWords(this.view.state).length - 1;
    const [first, second] = this.pair;
    return [Math.min(first, last), Math.min(second, last)];
  }

  /** The order with the two chosen words swapped. */
  #swapped() {
    const [first, second] = this.#places();
    const order = walkedWords(this.view.state).map((_, at) => at);
    [order[first], order[second]] = [second, first];
    return order;
  }

  /** The choice of one of the two words to swap. @param {0 | 1} which */
  #choice(which) {
    const { t, state } = this.view;
    const places = this.#places();
    const [own, other] = which === 0 ? places : [places[1], places[0]];
    return html`<label>
      ${t(which === 0 ? "order-first" : "order-second")}
      <select
        class="word"
        @change=${(/** @type {Event} */ event) => {
          const chosen = Number(eventValue(event));
          this.pair = which === 0 ? [chosen, other] : [other, chosen];
        }}
      >
        ${walkedWords(state).map((word, at) => (at === other ? nothing : option(at, `${at + 1} · ${word}`, at === own)))}
      </select>
    </label>`;
  }

  /**
   * A switch for a setting that lets attention see the order.
   * @param {"causal" | "position"} field
   * @param {boolean} isOn
   * @param {(isOn: boolean) => Record<string, unknown>} change
   */
  #switch(field, isOn, change) {
    return html`<label>
      <input
        id=${field}
        type="checkbox"
        .checked=${live(isOn)}
        @change=${(/** @type {Event} */ { target }) =>
          this.patch(change(/** @type {HTMLInputElement} */ (target).checked))}
      />
      ${this.view.t(`control-${field}`)}
    </label>`;
  }

  /** Computes the walk in the order as typed, and pairs the output rows of each word. */
  #compare() {
    const { state, run, compute } = this.view;
    this.#words = [];
    if (state.token_order === null) return;
    const { run: typed } = compute(changeState(state, { token_order: null }));
    const first = state.context === null && state.padding_side === "start" ? effectiveSizes(state).pads : 0;
    const output = typed.tensor("output");
    typed.free();
    const { columns } = lengthsOf(output);
    const rowOf = (/** @type {Float32Array} */ rows, /** @type {number} */ place) =>
      rows.slice((first + place) * columns, (first + place + 1) * columns);
    const now = run.tensor("output").data;
    const words = walkedWords(state);
    this.#words = state.token_order.map((from, to) => ({
      word: /** @type {string} */ (words[from]),
      from,
      to,
      before: rowOf(output.data, from),
      after: rowOf(now, to),
    }));
  }

  #result() {
    const { t, run, state } = this.view;
    const causes = causesOf(state, run.spec);
    const swapped = this.#words.filter(({ from, to }) => from !== to).map(({ word }) => word);
    const [id, args] = resultOf(this.#words, causes, swapped);
    return t(id, { ...args, causes: causes.map((cause) => t(`order-cause-${cause}`)).join(", ") });
  }

  /** The output rows of moved words, and of one that stayed where it was, before and after. */
  #table() {
    const { t } = this.view;
    const moved = this.#words.filter(({ from, to }) => from !== to).sort((a, b) => a.from - b.from);
    const still = this.#words.filter(({ from, to }) => from === to);
    const shown = [...moved.slice(0, shownWords - 1), ...still].slice(0, shownWords);
    const columns = Math.min(shownNumbers, this.#words[0]?.before.length ?? 0);
    const caption = t("order-table", { count: columns });
    return html`<scroll-box .name=${caption}>
      <table class="rows">
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${t("order-word")}</th>
            <th scope="col">${t("order-place")}</th>
            <th scope="colgroup" colspan=${columns}>${t("order-row")}</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map((moved) => this.#rowsOf(moved, columns))}
        </tbody>
      </table>
    </scroll-box>`;
  }

  /** The two rows of a word. Numbers that differ as they are shown are marked. @param {Moved} moved @param {number} columns */
  #rowsOf({ word, from, to, before, after }, columns) {
    const { t } = this.view;
    const [old, now] = [before, after].map((row) =>
      Array.from(row.subarray(0, columns), (value) => formatNumber(value)),
    );
    return html`
      <tr class="before">
        <th scope="rowgroup" rowspan="2">${word}</th>
        <td>${t("order-before", { place: from + 1 })}</td>
        ${old?.map((value) => html`<td class="number">${value}</td>`)}
      </tr>
      <tr class="after">
        <td>${t("order-after", { place: to + 1 })}</td>
        ${now?.map((value, at) => html`<td class="number ${value === old?.[at] ? "" : "changed"}">${value}</td>`)}
      </tr>
    `;
  }
}

customElements.define("order-experiment", OrderExperiment);
