import { css, html, nothing } from "lit";

import { formatNumber } from "../../../figures/index.js";
import "../../figure/scene-view.js";
import { sceneOf } from "../../../view/scenes.js";
import { atStage } from "../../../view/view.js";
import { questionStyles } from "../styles.js";
import { blindRows } from "./perturbation.js";
import "./mask-painter.js";
import { maskResults } from "./mask-methods.js";
import { viewWith } from "../second-view.js";
import { ExperimentElement } from "../experiment-element.js";
import { option } from "../../fields/option.js";
import { eventValue } from "../../fields/event-value.js";
import { scrollTable } from "../../scroll-box.js";

/** @typedef {import("./mask-methods.js").MaskResult} MaskResult */

/** The number of methods whose weights are drawn side by side; the table lists all methods. */
const DRAWN = 3;

/**
 * Compares masking methods, lets the reader paint a mask, and tests whether a hidden token still changes the output (a
 * leak). Fires "state-patch" when the reader changes the mask.
 */
export class MaskExperiment extends ExperimentElement {
  static properties = { ...ExperimentElement.properties, token: { state: true }, tables: { state: true } };

  static styles = [
    questionStyles,
    css`
      table {
        max-width: none;
      }
      tbody tr > * {
        border-top: 1px solid var(--hairline);
      }
      tbody th {
        min-width: 8rem;
      }
      .number:not(:last-child) {
        padding-inline-end: var(--space-8);
      }
      .number:last-child {
        padding-inline-end: 0;
      }
      .leaks {
        color: var(--error);
        font-weight: 600;
      }
    `,
  ];

  /** @type {MaskResult[]} one for each masking method; empty without a mask */
  #results = [];
  /** @type {number[]} indices of the queries from which the token is hidden */
  #blind = [];

  constructor() {
    super();
    /** Index of the token that the leak test changes; Infinity stands for the last token. */
    this.token = Infinity;
    this.tables = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("token") || this.renumbered(changed)) this.#walk();
  }

  render() {
    const { t, trace } = this.view;
    return html`
      <p class="muted">${t("mask-text")}</p>
      <h4>${t("mask-paint")}</h4>
      <p class="muted">${t("mask-paint-text")}</p>
      <mask-painter .view=${this.view}></mask-painter>
      ${trace.tensor("allow") ? this.#comparison() : html`<p role="status" class="result">${t("mask-none")}</p>`}
    `;
  }

  /** Index of the token that the leak test changes, within the sentence. */
  #token() {
    return Math.min(this.token, this.view.keys.length - 1);
  }

  #walk() {
    const { view } = this;
    const allow = view.trace.tensor("allow");
    this.#results = allow ? maskResults(view, this.#token()) : [];
    if (allow) this.#blind = blindRows(allow, this.#token(), view.state.context === null);
  }

  #comparison() {
    const { t } = this.view;
    return html`
      <h4>${t("mask-ways")}</h4>
      <div class="sides">
        ${this.#results.slice(0, DRAWN).map(
          (result) =>
            html`<figure>
              <figcaption>${t(`mask-way-${result.id}`)}</figcaption>
              <scene-view
                .t=${t}
                .views=${[atStage(this.view, "weights")]}
                .name=${t(`mask-way-${result.id}`)}
                .file=${`mask-${result.id}`}
                .tables=${this.tables}
                .draw=${this.#draw(result)}
              ></scene-view>
              <p class="small muted">${t(`mask-way-${result.id}-text`)}</p>
            </figure>`,
        )}
      </div>
      <button class="link" aria-expanded=${this.tables} @click=${() => (this.tables = !this.tables)}>
        ${t(this.tables ? "tables-hide" : "tables-show")}
      </button>
      ${this.#empty()}
      <h4>${t("mask-leak")}</h4>
      <p class="muted">${t("mask-leak-text")}</p>
      <div class="controls">${this.#choice()}</div>
      <div role="status"><p class="result">${this.#verdict()}</p></div>
      ${this.#table()}
    `;
  }

  /** @param {MaskResult} result @returns {import("../../figure/scene-image.js").Draw} */
  #draw({ weights }) {
    return (space) =>
      sceneOf(viewWith(this.view, "weights", weights, this.view.t("stage-weights")), { ...space, alone: true });
  }

  /** What each method computes for a query from which every key is hidden. */
  #empty() {
    const { t, keys, queries } = this.view;
    const [first] = this.#results;
    const at = first ? first.rows.findIndex(({ sum }) => sum === 0) : -1;
    if (at < 0) return nothing;
    const shown = this.#results.filter(({ id }) => id !== "renormalised" && id !== "after");
    return html`
      <h4>${t("mask-empty")}</h4>
      <p>${t("mask-empty-text", { query: /** @type {string} */ (queries[at % queries.length]) })}</p>
      <ul>
        ${shown.map(({ id, rows }) => {
          const { sum, largest } = /** @type {import("../../../figures/measures/meters.js").Row} */ (rows[at]);
          const numbers = {
            sum: formatNumber(sum),
            largest: formatNumber(largest),
            even: formatNumber(1 / keys.length),
          };
          return html`<li>${t("mask-empty-way", { way: t(`mask-way-${id}`), ...numbers })}</li>`;
        })}
      </ul>
    `;
  }

  #choice() {
    const { t, keys } = this.view;
    return html`<label>
      <span>${t("mask-token")}</span>
      <select @change=${(/** @type {Event} */ event) => (this.token = Number(eventValue(event)))}>
        ${keys.map((key, at) => option(at, `${at + 1} · ${key}`, at === this.#token()))}
      </select>
    </label>`;
  }

  #verdict() {
    const { t, keys } = this.view;
    const key = /** @type {string} */ (keys[this.#token()]);
    if (this.#blind.length === 0) return t("mask-seen", { key });
    const leaking = this.#results.filter((result) => this.#isLeaking(result));
    const names = leaking.map(({ id }) => t(`mask-way-${id}`)).join("; ");
    const args = { key, count: this.#blind.length };
    return leaking.length === 0 ? t("mask-tight", args) : t("mask-leaks", { ...args, ways: names });
  }

  /** The largest change of a row from which the token is hidden. @param {MaskResult} result */
  #largestLeak({ leaks }) {
    return Math.max(0, ...this.#blind.map((row) => leakAt(leaks, row).by));
  }

  /** Whether a hidden row changes by more than rounding; NaN counts as a leak. @param {MaskResult} result */
  #isLeaking(result) {
    return !(this.#largestLeak(result) <= ROUNDING);
  }

  #table() {
    const { t } = this.view;
    const moved = (/** @type {MaskResult} */ { leaks }) => this.#blind.filter((row) => leakAt(leaks, row).moved).length;
    const shown = this.#blind.slice(0, SHOWN);
    const heads = [
      ...["way", "moved", "by", "apart"].map((id) => t(`mask-${id}`)),
      ...shown.map((row) => this.view.queries[row]),
    ];
    const body = html`<tbody>
      ${this.#results.map(
        (result) => html`
          <tr data-way=${result.id}>
            <th scope="row">${t(`mask-way-${result.id}`)}</th>
            <td class="number">${t("meter-of", { count: moved(result), all: this.#blind.length })}</td>
            <td class="number ${this.#isLeaking(result) ? "leaks" : ""}">${small(this.#largestLeak(result))}</td>
            <td class="number">${small(result.difference)}</td>
            ${shown.map((row) => html`<td class="number">${this.#cell(result, row)}</td>`)}
          </tr>
        `,
      )}
    </tbody>`;
    return scrollTable(t("mask-table"), heads, body, { numbers: 1 });
  }

  /** @param {MaskResult} result @param {number} row */
  #cell({ leaks }, row) {
    const { moved, by } = leakAt(leaks, row);
    return small(moved ? by : 0);
  }
}

/** Smaller changes count as rounding: renormalisation divides the same ratios by a different sum. */
const ROUNDING = 1e-5;

/** The table has a column for at most this many of the rows from which the token is hidden. */
const SHOWN = 6;

/** @param {MaskResult["leaks"]} leaks @param {number} row */
const leakAt = (leaks, row) => /** @type {MaskResult["leaks"][number]} */ (leaks[row]);

/** A change as text, in scientific notation below a thousandth. @param {number} value */
const small = (value) =>
  value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(1).replace("-", "−") : formatNumber(value, 3);

customElements.define("mask-experiment", MaskExperiment);
