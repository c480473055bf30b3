import { html, LitElement, nothing } from "lit";

import { formatNumber } from "../../figures/index.js";
import { eventValue } from "../event-value.js";
import { option } from "../option.js";
import { scrollTable } from "../scroll-box.js";
import { inlineButtonStyle } from "../styles.js";
import { numberOf } from "../while-typing.js";
import { ModelFailure } from "./model-worker.js";
import { placeStyles } from "./styles.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/session.js").LayerWalked} LayerWalked */
/** @typedef {import("../../checkpoints/session.js").Arithmetic} Arithmetic */
/** @typedef {import("../../checkpoints/session.js").Window} Window */

/** How many rows and columns a window shows. */
const side = 8;

/** A number as it is shown here. @param {number} value */
const number = (value) => formatNumber(value, 4);

/**
 * The numbers of a layer, a window of one stage at a time, and the arithmetic of each number, whose terms lead on to theirs. Only
 * what is seen is read.
 */
export class NumberWindow extends LitElement {
  static properties = {
    t: { attribute: false },
    model: { attribute: false },
    walked: { attribute: false },
    head: { attribute: false },
    stage: { state: true },
    at: { state: true },
    rows: { state: true },
    asked: { state: true },
    problem: { state: true },
  };

  static styles = [...placeStyles, inlineButtonStyle];

  constructor() {
    super();
    this.t = /** @type {Translate} */ (/** @type {unknown} */ (undefined));
    this.model = /** @type {import("./model-worker.js").ModelWorker} */ (/** @type {unknown} */ (undefined));
    /** The layer whose numbers are shown. */
    this.walked = /** @type {LayerWalked} */ (/** @type {unknown} */ (undefined));
    /** The head that the reader has chosen. */
    this.head = 0;
    this.stage = "weights";
    /** The first head, row and column. */
    this.at = /** @type {Readonly<Record<"head" | "row" | "column", number>>} */ ({ head: 0, row: 0, column: 0 });
    /** @type {number[][] | null} the numbers of the window; null until they have come */
    this.rows = null;
    /** @type {{stage: string, index: readonly number[], arithmetic: Arithmetic} | null} */
    this.asked = null;
    this.problem = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("walked")) this.asked = null;
    if (changed.has("head")) this.at = Object.freeze({ ...this.at, head: this.head });
    if (changed.has("walked") || changed.has("stage") || changed.has("at")) void this.#read();
  }

  /** The sizes of the stage: heads, rows and columns; 1 for those that it does not have. */
  get #sizes() {
    const { shape = [] } = this.walked.stages.find(({ name }) => name === this.stage) ?? {};
    return {
      heads: shape.length > 2 ? (shape[0] ?? 1) : 1,
      rows: shape.at(-2) ?? 1,
      columns: shape.at(-1) ?? 1,
      shape,
    };
  }

  /** The window within the stage. @returns {Window} */
  get #window() {
    const { heads, rows, columns } = this.#sizes;
    const from = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(at, Math.max(0, size - 1));
    const [row, column] = [from(this.at.row, rows), from(this.at.column, columns)];
    return {
      layer: this.walked.layer,
      stage: this.stage,
      head: from(this.at.head, heads),
      rows: [row, Math.min(rows, row + side)],
      columns: [column, Math.min(columns, column + side)],
    };
  }

  async #read() {
    const window = this.#window;
    try {
      const { rows } = await this.model.window(window);
      if (JSON.stringify(window) === JSON.stringify(this.#window)) this.rows = rows;
      this.problem = "";
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof ModelFailure)) throw error;
    if (error.message !== "closed") this.problem = error.message;
  }

  /** Explains a number, and shows the window that holds it. @param {string} stage @param {readonly number[]} index */
  async #ask(stage, index) {
    try {
      const { arithmetic } = await this.model.explain(this.walked.layer, stage, index);
      this.asked = { stage, index, arithmetic };
      const [head, row, column] = [...[0, 0, 0], ...index].slice(-3);
      const isShown = stage === this.stage && this.#holds(head ?? 0, row ?? 0, column ?? 0);
      if (!isShown) {
        this.stage = stage;
        this.at = Object.freeze({ head: head ?? 0, row: row ?? 0, column: column ?? 0 });
      }
      this.problem = "";
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {number} head @param {number} row @param {number} column */
  #holds(head, row, column) {
    const { head: shown, rows, columns } = this.#window;
    return head === shown && row >= rows[0] && row < rows[1] && column >= columns[0] && column < columns[1];
  }

  render() {
    const { t } = this;
    const { heads, rows, columns, shape } = this.#sizes;
    const field = (/** @type {"head" | "row" | "column"} */ name, /** @type {number} */ size) =>
      html`<label class="small-field">
        ${t(`open-window-${name}`)}
        <input
          id=${name}
          type="number"
          min="0"
          max=${size - 1}
          .value=${String(Math.min(this.at[name], size - 1))}
          @change=${(/** @type {Event} */ event) => this.#move(name, eventValue(event), size)}
        />
      </label>`;
    return html`
      <div class="row">
        <label class="small-field">
          ${t("open-stage")}
          <select id="stage" @change=${(/** @type {Event} */ event) => (this.stage = eventValue(event))}>
            ${this.walked.stages.map(({ name }) => option(name, name, name === this.stage))}
          </select>
        </label>
        ${heads > 1 ? field("head", heads) : nothing} ${rows > 1 ? field("row", rows) : nothing}
        ${columns > 1 ? field("column", columns) : nothing}
      </div>
      <p class="small muted">${t("open-shape", { shape: shape.join(" × ") })}</p>
      <p class="error" role="alert" ?hidden=${this.problem === ""}>${this.problem}</p>
      ${this.rows ? this.#table(this.rows) : nothing} ${this.#arithmetic()}
    `;
  }

  /** @param {"head" | "row" | "column"} name @param {string} text @param {number} size */
  #move(name, text, size) {
    const value = numberOf(text);
    if (Number.isInteger(value) && value >= 0 && value < size) this.at = Object.freeze({ ...this.at, [name]: value });
    else this.problem = this.t("open-range", { field: this.t(`open-window-${name}`), max: size - 1, got: text });
  }

  /** @param {number[][]} numbers */
  #table(numbers) {
    const { head, rows, columns, stage } = this.#window;
    const { shape } = this.#sizes;
    const name = this.t("open-window", { stage, row: rows[0], column: columns[0] });
    const heads = ["", ...(numbers[0] ?? []).map((_, at) => String(columns[0] + at))];
    const body = html`<tbody>
      ${numbers.map(
        (row, at) =>
          html`<tr>
            <th scope="row">${rows[0] + at}</th>
            ${row.map((value, column) => {
              const index = [head, rows[0] + at, columns[0] + column].slice(-shape.length);
              return html`<td>
                <button
                  class="inline"
                  aria-label=${this.t("open-number", { stage, index: index.join(", "), value: number(value) })}
                  data-index=${index.join()}
                  @click=${() => this.#ask(stage, index)}
                >
                  ${number(value)}
                </button>
              </td>`;
            })}
          </tr>`,
      )}
    </tbody>`;
    return scrollTable(name, heads, body, { numbers: 1, look: "numbers small" });
  }

  #arithmetic() {
    if (!this.asked) return nothing;
    const { t } = this;
    const { stage, index, arithmetic } = this.asked;
    const { operation, value, terms, more } = arithmetic;
    return html`<div class="why" role="status">
      <strong>${t("open-number", { stage, index: index.join(", "), value: number(value) })}</strong>
      <p>${t("open-operation", { operation })}</p>
      <p>
        ${terms.map(
          (factors, at) =>
            html`${at === 0 ? "" : operation === "norm" || operation === "softmax" ? ", " : " + "}${factors.map(
              (factor, place) => html`${place === 0 ? "" : " · "}${this.#factor(factor)}`,
            )}`,
        )}
        ${more > 0 ? t("open-more", { count: more }) : nothing}
      </p>
    </div>`;
  }

  /** @param {Arithmetic["terms"][number][number]} factor */
  #factor({ stage, index, value, isHere }) {
    const text = value < 0 ? `(${number(value)})` : number(value);
    if (!isHere) return html`<span>${text}</span>`;
    return html`<button
      class="inline operand"
      data-stage=${stage}
      aria-label=${this.t("open-number", { stage, index: index.join(", "), value: number(value) })}
      @click=${() => this.#ask(stage, index)}
    >
      ${text}
    </button>`;
  }
}

customElements.define("number-window", NumberWindow);
