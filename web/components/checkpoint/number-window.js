import { html, LitElement, nothing } from "lit";

import "./number-scroll.js";
import { formatNumber } from "../../figures/index.js";
import { eventValue } from "../event-value.js";
import { option } from "../option.js";
import { inlineButtonStyle } from "../styles.js";
import { numberOf } from "../while-typing.js";
import { failureText } from "./model-worker.js";
import { placeStyles } from "./styles.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/session.js").LayerWalked} LayerWalked */
/** @typedef {import("../../checkpoints/session.js").Arithmetic} Arithmetic */
/** @typedef {import("./number-scroll.js").Part} Part */

/** A number as it is shown here. @param {number} value */
const number = (value) => formatNumber(value, 4);

/**
 * The numbers of a layer and those outside of the layers, one stage at a time, and the arithmetic of each number, whose terms
 * lead on to theirs. Only what is seen is read.
 */
export class NumberWindow extends LitElement {
  static properties = {
    t: { attribute: false },
    model: { attribute: false },
    walked: { attribute: false },
    outside: { attribute: false },
    head: { attribute: false },
    stage: { state: true },
    at: { state: true },
    of: { state: true },
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
    /** The tensors outside of the layers; none until all layers have been walked. @type {LayerWalked["outside"]} */
    this.outside = [];
    /** The head that the reader has chosen. */
    this.head = 0;
    this.stage = "weights";
    /** The head of the stage that is shown. */
    this.of = 0;
    /** The number that is brought into view. */
    this.at = /** @type {import("./number-scroll.js").Place} */ (Object.freeze({ row: 0, column: 0 }));
    /** @type {{stage: string, index: readonly number[], arithmetic: Arithmetic} | null} */
    this.asked = null;
    this.problem = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("walked")) this.asked = null;
    if (changed.has("walked") || changed.has("head")) this.problem = "";
    if (changed.has("head")) this.of = this.head;
    if (changed.has("outside") && !this.#isKnown) this.#change({ stage: "weights" });
    if (["walked", "stage", "of", "model"].some((name) => changed.has(name))) this.#read = this.#reader();
  }

  /** Whether the stage is one of the layer's or stands outside of the layers. */
  get #isKnown() {
    return [...this.walked.stages, ...this.outside].some(({ name }) => name === this.stage);
  }

  /** The layer of a stage; null: it stands outside of the layers. @param {string} stage */
  #layerOf(stage) {
    return this.outside.some(({ name }) => name === stage) ? null : this.walked.layer;
  }

  /** The sizes of the stage: heads, rows and columns; 1 for those that it does not have. */
  get #sizes() {
    const { shape = [] } = [...this.walked.stages, ...this.outside].find(({ name }) => name === this.stage) ?? {};
    return {
      heads: shape.length > 2 ? (shape[0] ?? 1) : 1,
      rows: shape.length > 1 ? (shape.at(-2) ?? 1) : 1,
      columns: shape.at(-1) ?? 1,
      shape,
    };
  }

  /** The head that is shown: the stage may have fewer than are chosen. */
  get #head() {
    return Math.min(this.of, this.#sizes.heads - 1);
  }

  /** What reads a part of the stage in view. */
  #read = this.#reader();

  /** @returns {(part: Part) => Promise<number[][] | null>} */
  #reader() {
    return async (part) => {
      const { stage, model } = this;
      try {
        return (await model.window({ layer: this.#layerOf(stage), stage, head: this.#head, ...part })).rows;
      } catch (error) {
        this.#fail(error);
        return null;
      }
    };
  }

  /** @param {unknown} error */
  #fail(error) {
    this.problem = failureText(error);
  }

  /** Explains a number, and shows the window that holds it. @param {string} stage @param {readonly number[]} index */
  async #ask(stage, index) {
    try {
      const { arithmetic } = await this.model.explain(this.#layerOf(stage), stage, index);
      this.asked = { stage, index, arithmetic };
      const [head = 0, row = 0, column = 0] = [...[0, 0, 0], ...index].slice(-3);
      this.stage = stage;
      if (this.#sizes.heads > 1) this.of = head;
      this.at = Object.freeze({ row, column });
      this.problem = "";
    } catch (error) {
      this.#fail(error);
    }
  }

  render() {
    const { t, stage } = this;
    const { heads, rows, columns, shape } = this.#sizes;
    const head = this.#head;
    const indexOf = (/** @type {number} */ row, /** @type {number} */ column) =>
      [head, row, column].slice(-shape.length);
    return html`
      <div class="row">
        <label class="small-field">
          ${t("open-stage")}
          <select id="stage" @change=${(/** @type {Event} */ event) => this.#change({ stage: eventValue(event) })}>
            <optgroup label=${t("open-inside", { layer: this.walked.layer })}>
              ${this.walked.stages.map(({ name }) => option(name, name, name === stage))}
            </optgroup>
            ${
              this.outside.length > 0
                ? html`<optgroup label=${t("open-outside")}>
                    ${this.outside.map(({ name }) => option(name, name, name === stage))}
                  </optgroup>`
                : nothing
            }
          </select>
        </label>
        ${
          heads > 1
            ? html`<label class="small-field">
                ${t("open-window-head")}
                <input
                  id="head"
                  type="number"
                  min="0"
                  max=${heads - 1}
                  .value=${String(head)}
                  @change=${(/** @type {Event} */ event) => this.#toHead(eventValue(event), heads)}
                />
              </label>`
            : nothing
        }
      </div>
      <p class="small muted">${t("open-shape", { shape: shape.join(" × ") })} ${t("open-scroll")}</p>
      <p class="error" role="alert" ?hidden=${this.problem === ""}>${this.problem}</p>
      <number-scroll
        .label=${t("open-matrix", { stage, head: heads > 1 ? head : -1 })}
        .shape=${[rows, columns]}
        .indexOf=${indexOf}
        .read=${this.#read}
        .at=${this.at}
        @number-chosen=${(/** @type {CustomEvent} */ { detail }) => this.#ask(stage, indexOf(detail.row, detail.column))}
      ></number-scroll>
      ${this.#arithmetic()}
    `;
  }

  /** Shows another stage or head from its beginning. @param {{stage?: string, of?: number}} change */
  #change(change) {
    Object.assign(this, change, { at: Object.freeze({ row: 0, column: 0 }), problem: "" });
  }

  /** @param {string} text @param {number} heads */
  #toHead(text, heads) {
    const value = numberOf(text);
    if (Number.isInteger(value) && value >= 0 && value < heads) this.#change({ of: value });
    else this.problem = this.t("open-range", { field: this.t("open-window-head"), max: heads - 1, got: text });
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
