import { css, html, nothing } from "lit";

import { formatNumber } from "../../../figures/index.js";
import "../../figure/scene-view.js";
import { sceneOf } from "../../../view/scenes.js";
import { questionStyles } from "../styles.js";
import { blindRows } from "./perturbation.js";
import "./mask-painter.js";
import { walkedWays } from "./mask-methods.js";
import { viewWith } from "../second-view.js";
import { LabElement } from "../lab-element.js";

/** @typedef {import("./mask-methods.js").Way} Way */

/** Drawn side by side; the others stand in the table. */
const DRAWN = 3;

/** Ways to mask side by side, a mask to paint, and a test whether a hidden token leaks. Fires "state-patch". */
export class MaskLab extends LabElement {
  static properties = { ...LabElement.properties, token: { state: true }, tables: { state: true } };

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
        padding-inline-end: 8px;
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

  /** @type {Way[]} */
  #ways = [];
  /** @type {number[]} rows that may not see the token */
  #blind = [];

  constructor() {
    super();
    /** The token that is perturbed, the last unless chosen. */
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
      ${trace.tensor("allow") ? this.#results() : html`<p role="status" class="result">${t("mask-none")}</p>`}
    `;
  }

  #token() {
    return Math.min(this.token, this.view.keys.length - 1);
  }

  #walk() {
    const { view } = this;
    const allow = view.trace.tensor("allow");
    this.#ways = allow ? walkedWays(view, this.#token()) : [];
    if (allow) this.#blind = blindRows(allow, this.#token(), view.state.context === null);
  }

  #results() {
    const { t } = this.view;
    return html`
      <h4>${t("mask-ways")}</h4>
      <div class="sides">
        ${this.#ways.slice(0, DRAWN).map(
          (way) =>
            html`<figure>
              <figcaption>${t(`mask-way-${way.id}`)}</figcaption>
              <scene-view
                .t=${t}
                .name=${t(`mask-way-${way.id}`)}
                .file=${`mask-${way.id}`}
                .tables=${this.tables}
                .draw=${this.#draw(way)}
              ></scene-view>
              <p class="small muted">${t(`mask-way-${way.id}-text`)}</p>
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

  /** @param {Way} way @returns {import("../../figure/scene-image.js").Draw} */
  #draw({ weights }) {
    return (room) =>
      sceneOf(viewWith(this.view, "weights", weights, this.view.t("stage-weights")), { ...room, alone: true });
  }

  /** What becomes of rows that may see nothing. */
  #empty() {
    const { t, keys } = this.view;
    const first = this.#ways[0];
    const row = first ? first.rows.findIndex(({ sum }) => sum === 0) : -1;
    if (row < 0 || !first) return nothing;
    const shown = this.#ways.filter(({ id }) => id !== "renormalised" && id !== "after");
    const count = first.rows.length / (first.weights.shape[0] ?? 1);
    return html`
      <h4>${t("mask-empty")}</h4>
      <p>${t("mask-empty-text", { query: this.view.queries[row % count] ?? "" })}</p>
      <ul>
        ${shown.map(
          ({ id, rows }) =>
            html`<li>
              ${t("mask-empty-way", { way: t(`mask-way-${id}`), sum: formatNumber(rows[row]?.sum ?? NaN), largest: formatNumber(rows[row]?.largest ?? NaN), even: formatNumber(1 / keys.length) })}
            </li>`,
        )}
      </ul>
    `;
  }

  #choice() {
    const { t, keys } = this.view;
    return html`<label>
      <span>${t("mask-token")}</span>
      <select
        @change=${(/** @type {Event} */ event) => (this.token = Number(/** @type {HTMLSelectElement} */ (event.target).value))}
      >
        ${keys.map((key, at) => html`<option value=${at} ?selected=${at === this.#token()}>${at + 1} · ${key}</option>`)}
      </select>
    </label>`;
  }

  #verdict() {
    const { t, keys } = this.view;
    const key = keys[this.#token()] ?? "";
    if (this.#blind.length === 0) return t("mask-seen", { key });
    const leaking = this.#ways.filter((way) => this.#isLeaking(way));
    const names = leaking.map(({ id }) => t(`mask-way-${id}`)).join("; ");
    const args = { key, count: this.#blind.length };
    return leaking.length === 0 ? t("mask-tight", args) : t("mask-leaks", { ...args, ways: names });
  }

  /** How far a token moves rows that may not see it, at most. @param {Way} way */
  #leaks({ leak }) {
    return Math.max(0, ...this.#blind.map((row) => leak[row]?.by ?? 0));
  }

  /** Numbers that are none are no rounding either. @param {Way} way */
  #isLeaking(way) {
    return !(this.#leaks(way) <= ROUNDING);
  }

  #table() {
    const { t } = this.view;
    const moved = (/** @type {Way} */ { leak }) => this.#blind.filter((row) => leak[row]?.moved).length;
    return html`
      <div class="scroll" tabindex="0" role="group" aria-label=${t("mask-table")}>
        <table>
          <caption class="visually-hidden">
            ${t("mask-table")}
          </caption>
          <thead>
            <tr>
              <th scope="col">${t("mask-way")}</th>
              <th scope="col" class="number">${t("mask-moved")}</th>
              <th scope="col" class="number">${t("mask-by")}</th>
              <th scope="col" class="number">${t("mask-apart")}</th>
              ${this.#blind.slice(0, SHOWN).map((row) => html`<th scope="col" class="number">${this.view.queries[row]}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${this.#ways.map(
              (way) => html`
                <tr data-way=${way.id}>
                  <th scope="row">${t(`mask-way-${way.id}`)}</th>
                  <td class="number">${t("meter-of", { count: moved(way), all: this.#blind.length })}</td>
                  <td class="number ${this.#isLeaking(way) ? "leaks" : ""}">${small(this.#leaks(way))}</td>
                  <td class="number">${small(way.apart)}</td>
                  ${this.#blind.slice(0, SHOWN).map((row) => html`<td class="number">${this.#cell(way, row)}</td>`)}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  /** @param {Way} way @param {number} row */
  #cell({ leak }, row) {
    const { moved, by } = leak[row] ?? { moved: false, by: 0 };
    return small(moved ? by : 0);
  }
}

/** What differs by less is rounding: the same ratios of numbers that were divided by another sum. */
const ROUNDING = 1e-5;

/** Columns of single rows, of those that may not see the token. */
const SHOWN = 6;

/** @param {number} value */
const small = (value) =>
  value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(1).replace("-", "−") : formatNumber(value, 3);

customElements.define("mask-lab", MaskLab);
