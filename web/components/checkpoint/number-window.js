import { html, LitElement, nothing } from "lit";

import "./number-scroll.js";
import { nextTask } from "../../view/scheduling.js";
import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";
import { inlineButtonStyle } from "../styles.js";
import { numberOf } from "../fields/while-typing.js";
import { failureText } from "./model-worker.js";
import { arithmeticText, numberText } from "./number-arithmetic.js";
import { placeStyles } from "./styles.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/session.js").LayerWalked} LayerWalked */
/** @typedef {import("../../checkpoints/session.js").Operand} Operand */
/** @typedef {import("./number-scroll.js").Part} Part */

/**
 * The numbers of a layer and those outside of the layers, one stage at a time, and the arithmetic of each number, whose terms
 * lead on to theirs, in other layers too. Only what is seen is read. Fires "choose-layer" with {layer}, where a term leads to.
 */
export class NumberWindow extends LitElement {
  static properties = {
    t: { attribute: false },
    model: { attribute: false },
    layers: { attribute: false },
    layer: { attribute: false },
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
    /** The layers that have been walked. @type {readonly LayerWalked[]} */
    this.layers = [];
    /** The layer whose numbers are shown. */
    this.layer = 0;
    /** The head that the reader has chosen. */
    this.head = 0;
    this.stage = "weights";
    /** The head of the stage that is shown. */
    this.of = 0;
    /** The number that is brought into view. */
    this.at = /** @type {import("./number-scroll.js").Place} */ (Object.freeze({ row: 0, column: 0 }));
    /** @type {import("./number-arithmetic.js").Asked | null} */
    this.asked = null;
    this.problem = "";
  }

  /** At first in a task of its own: all else that the first layer brings is made in one already. */
  scheduleUpdate() {
    return this.hasUpdated ? super.scheduleUpdate() : nextTask().then(() => super.scheduleUpdate());
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    // A number of another layer is not what is in view now; one outside of the layers may be.
    if (changed.has("layer") && this.asked?.layer !== null && this.asked?.layer !== this.layer) this.asked = null;
    if (changed.has("layer") || changed.has("head")) this.problem = "";
    if (changed.has("head")) this.of = this.head;
    if (changed.has("layers") && !this.#shapeOf(this.#place(this.stage))) this.#change({ stage: "weights" });
    if (["layer", "stage", "of", "model"].some((name) => changed.has(name))) this.#read = this.#reader();
  }

  /** The stages of the layer in view. */
  get #inside() {
    return this.layers[this.layer]?.stages ?? [];
  }

  /** The tensors outside of the layers; none until all layers have been walked. */
  get #outside() {
    return this.layers.at(-1)?.outside ?? [];
  }

  /** A stage of the layer in view, or a tensor outside of the layers. @param {string} stage */
  #place(stage) {
    return { layer: this.#outside.some(({ name }) => name === stage) ? null : this.layer, stage };
  }

  /** The shape of a stage that can be shown. @param {{layer: number | null, stage: string}} place */
  #shapeOf({ layer, stage }) {
    const tensors = layer === null ? this.#outside : (this.layers[layer]?.stages ?? []);
    return tensors.find(({ name }) => name === stage)?.shape;
  }

  /** The sizes of the stage: heads, rows and columns; 1 for those that it does not have. */
  get #sizes() {
    const shape = this.#shapeOf(this.#place(this.stage)) ?? [];
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
        return (await model.window({ ...this.#place(stage), head: this.#head, ...part })).rows;
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

  /** Explains a number, and shows the window that holds it. @param {Pick<Operand, "layer" | "stage" | "index">} asked */
  async #ask({ layer, stage, index }) {
    try {
      const { arithmetic } = await this.model.explain(layer, stage, index);
      if (layer !== null && layer !== this.layer)
        this.dispatchEvent(new CustomEvent("choose-layer", { detail: { layer }, bubbles: true, composed: true }));
      this.asked = { layer, stage, index, arithmetic };
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
            <optgroup label=${t("open-inside", { layer: this.layer + 1 })}>
              ${this.#inside.map(({ name }) => option(name, name, name === stage))}
            </optgroup>
            ${
              this.#outside.length > 0
                ? html`<optgroup label=${t("open-outside")}>
                    ${this.#outside.map(({ name }) => option(name, name, name === stage))}
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
                  min="1"
                  max=${heads}
                  .value=${String(head + 1)}
                  @change=${(/** @type {Event} */ event) => this.#toHead(eventValue(event), heads)}
                />
              </label>`
            : nothing
        }
      </div>
      <p class="small muted">${t("open-shape", { shape: shape.join(" × ") })} ${t("open-scroll")}</p>
      <p class="error" role="alert" ?hidden=${this.problem === ""}>${this.problem}</p>
      <number-scroll
        .label=${t("open-matrix", { stage, head: heads > 1 ? head + 1 : 0 })}
        .shape=${[rows, columns]}
        .indexOf=${indexOf}
        .textOf=${stage === "tokens" ? String : numberText}
        .read=${this.#read}
        .at=${this.at}
        @number-chosen=${(/** @type {CustomEvent} */ { detail }) => this.#ask({ ...this.#place(stage), index: indexOf(detail.row, detail.column) })}
      ></number-scroll>
      ${
        this.asked
          ? arithmeticText(t, this.asked, {
              layer: this.layer,
              isShown: (operand) => this.#shapeOf(operand) !== undefined,
              ask: (operand) => void this.#ask(operand),
            })
          : nothing
      }
    `;
  }

  /** Shows another stage or head from its beginning. @param {{stage?: string, of?: number}} change */
  #change(change) {
    Object.assign(this, change, { at: Object.freeze({ row: 0, column: 0 }), problem: "" });
  }

  /** @param {string} text of a head, from 1 @param {number} heads */
  #toHead(text, heads) {
    const value = numberOf(text);
    if (Number.isInteger(value) && value >= 1 && value <= heads) this.#change({ of: value - 1 });
    else this.problem = this.t("open-range", { field: this.t("open-window-head"), max: heads, got: text });
  }
}

customElements.define("number-window", NumberWindow);
