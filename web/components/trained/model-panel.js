import { css, html, nothing, svg } from "lit";

import { formatNumber } from "../../figures/index.js";
import { percentText } from "../../figures/numbers.js";
import { countEdits } from "../../state/edits.js";
import { unknownText, unknownWords } from "../../view/origin.js";
import { newMeasure } from "../figure/text-measure.js";
import { SizeController } from "../figure/size-controller.js";
import { phone, shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { layOutWords } from "./word-lines.js";

/** @typedef {import("../../state/recipes/trained-models.js").TrainedModel} TrainedModel */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("./word-lines.js").WordLines} WordLines */
/**
 * What one word reads: its text, its place in the drawing, and its attention weights, one for each key.
 * @typedef {{reader: string, at: number, strongest: number, weights: readonly number[]}} Reading
 */

const fontSize = 16;

/**
 * What the panels of trained models share: lines from a word to those that it looks at, words that the model does not know,
 * and the badge.
 */
export class ModelPanel extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    model: { attribute: false },
    own: { attribute: false },
    width: { state: true },
  };

  static styles = [
    shared,
    css`
      section {
        display: grid;
        gap: 10px;
        padding: 16px 20px;
      }
      h2 {
        margin: 0;
        font-size: var(--title);
      }
      p {
        margin: 0;
      }
      summary {
        min-height: 24px;
        cursor: pointer;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 12px;
        align-items: center;
      }
      .row > .end {
        margin-inline-start: auto;
      }
      .chips {
        display: inline-flex;
        margin: 0;
        padding: 0;
        border: 1px solid var(--control);
        border-radius: 18px;
        overflow: hidden;
      }
      .chips button {
        border: 0;
        border-radius: 0;
      }
      .chips button:focus-visible {
        outline-offset: -4px;
      }
      svg {
        display: block;
        max-width: 100%;
        font-size: 1rem;
      }
      text {
        fill: var(--text);
        font-size: ${fontSize}px;
      }
      text.strongest {
        fill: var(--role-weights);
        font-weight: 600;
      }
      text.reader {
        fill: var(--text);
        font-weight: 600;
      }
      text.unknown {
        fill: var(--error);
        text-decoration: underline wavy;
      }
      path {
        fill: none;
        stroke: var(--role-weights);
        stroke-linecap: round;
        opacity: 0.8;
      }
      .answer {
        font-size: 1.125rem;
      }
      .badge {
        display: inline-block;
        padding: 0 10px;
        border-radius: 6px;
        background: var(--weights-soft);
        color: var(--role-weights);
        font-weight: 600;
      }
      .layers {
        gap: 6px;
      }
      .main {
        border-color: var(--text);
        background: var(--text);
        color: var(--panel);
      }
      a {
        color: inherit;
      }
      @media ${phone} {
        section {
          padding: 12px;
        }
        .row > .end {
          margin-inline-start: 0;
        }
      }
    `,
  ];

  #size = new SizeController(this);
  #measure = newMeasure();

  constructor() {
    super();
    this.model = /** @type {TrainedModel} */ (/** @type {unknown} */ (undefined));
    /** Whether the field for an own sentence is open. */
    this.own = false;
    this.width = 0;
    this.zoom = 1;
  }

  /** Measured here, so that the first frame already has the lines. */
  async prepare() {
    this.#size.fit(this.clientWidth - 42);
  }

  /** Opens the field for a sentence of the reader's own, and the settings. @param {Translate} t */
  ownButton(t) {
    return html`<button
      id="own"
      class="link end"
      aria-expanded=${this.own}
      @click=${() => this.send("own-sentence", {})}
    >
      ${t("trained-own")}
    </button>`;
  }

  /**
   * The keys, and lines to them from the word that reads; and the same as a list, for screen readers.
   * @param {Translate} t
   * @param {Reading | null} reading null: no lines
   */
  lines(t, reading) {
    const words = this.view.keys;
    const weights = reading?.weights ?? words.map(() => 0);
    return html`
      <div class="ruler"></div>
      ${this.width > 0 ? this.#drawing(words, weights, reading) : nothing}
      <ul class="visually-hidden" aria-label=${t("trained-words", { reader: reading?.reader ?? "" })}>
        ${words.map((word, at) => html`<li>${t("trained-line", { word, weight: formatNumber(weights[at] ?? 0, 4) })}</li>`)}
      </ul>
    `;
  }

  /**
   * @param {readonly string[]} words
   * @param {readonly number[]} weights
   * @param {Reading | null} reading
   */
  #drawing(words, weights, reading) {
    const measure = (/** @type {string} */ word) => this.#measure(word, fontSize) * 1.06;
    const drawing = layOutWords(words, weights, reading?.at ?? 0, this.width / this.zoom, measure);
    const zoomed = (/** @type {number} */ px) => Math.round(px * this.zoom);
    return html`
      <svg
        aria-hidden="true"
        width=${zoomed(drawing.width)}
        height=${zoomed(drawing.height)}
        viewBox="0 0 ${drawing.width} ${drawing.height}"
      >
        ${drawing.lines.map(({ at, path, width }) => svg`<path data-word=${at} d=${path} stroke-width=${width}></path>`)}
        ${words.map((word, at) =>
          this.#word(drawing, at, word, at === reading?.strongest ? "strongest" : "", this.model.knows(word, "keys")),
        )}
        ${
          reading
            ? this.#word(
                { ...drawing, words: [drawing.reader] },
                0,
                reading.reader,
                "reader",
                this.model.knows(reading.reader),
              )
            : nothing
        }
      </svg>
    `;
  }

  /**
   * @param {WordLines} drawing
   * @param {number} at
   * @param {string} word
   * @param {string} role
   * @param {boolean} isKnown
   */
  #word({ words, isColumn }, at, word, role, isKnown) {
    const { x, y } = /** @type {import("./word-lines.js").Word} */ (words[at]);
    return svg`<text class=${isKnown ? role : `${role} unknown`} x=${x} y=${y}
      text-anchor=${isColumn ? "start" : "middle"}>${word}</text>`;
  }

  /** The words that the model does not know. @param {Translate} t */
  unknown(t) {
    const unknown = unknownWords(this.view);
    if (unknown.length === 0) return nothing;
    return html`<p class="error" role="status">${unknownText(t, unknown)}</p>`;
  }

  /**
   * The badge, on what the model was trained, and how many trained numbers were changed by hand.
   * @param {Translate} t
   * @param {unknown} words on what a model that ships was trained
   */
  origin(t, words) {
    const { state } = this.view;
    const { own } = this.model;
    const edits = countEdits(state.edits) + countEdits(state.layer_edits);
    const byReader = own && { steps: own.steps, accuracy: percentText(own.accuracy, 1) };
    return html`<p class="small">
      <span class="badge">${t(own?.steps === 0 ? "badge-untrained" : "badge-trained")}</span>
      ${byReader ? t("trained-in-train", byReader) : words}
      ${edits > 0 ? t("trained-edited", { count: edits }) : nothing}
    </p>`;
  }
}

/**
 * A row of attention weights.
 * @param {import("../../engine/run.js").Run} run
 * @param {number} head
 * @param {number} row
 */
export function weightsOf(run, head, row) {
  const { shape, data } = run.tensor("weights");
  const [, rows, keys] = /** @type {[number, number, number]} */ (/** @type {unknown} */ (shape));
  const from = (head * rows + row) * keys;
  return Array.from(data.subarray(from, from + keys));
}
