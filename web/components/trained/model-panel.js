import { css, html, nothing, svg } from "lit";

import { formatNumber } from "../../figures/index.js";
import { percentText } from "../../figures/numbers.js";
import { countEdits } from "../../state/edits.js";
import { unknownText, unknownWords } from "../../view/origin.js";
import { newMeasure } from "../figure/text-measure.js";
import { SizeController } from "../figure/size-controller.js";
import { phone, shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { attributesOf, layOutWords } from "./word-lines.js";

/** @typedef {import("../../state/recipes/trained-models.js").TrainedModel} TrainedModel */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("./word-lines.js").WordLines} WordLines */
/** @typedef {import("./reading.js").Reading} Reading */

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
        gap: var(--space-12);
        padding-block: var(--space-16);
      }
      h2 {
        margin: 0;
        font-size: var(--heading);
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
        gap: var(--space-6) var(--space-12);
        align-items: center;
      }
      .row > .end {
        margin-inline-start: auto;
      }
      .chips {
        display: inline-flex;
        flex-wrap: wrap;
        gap: 0 var(--space-20);
        margin: 0;
        padding: 0;
      }
      .chips button {
        padding: 0;
        border: 0;
        border-radius: 0;
        color: var(--muted);
        font-family: var(--font-words);
        font-size: var(--heading);
      }
      .chips button[aria-pressed="true"] {
        color: var(--text);
      }
      svg {
        display: block;
        overflow: visible;
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
      }
      .answer {
        font-family: var(--font-words);
        font-size: var(--heading);
        line-height: 1.3;
      }
      .badge {
        display: inline-block;
        padding: 0 var(--space-8);
        border-radius: var(--radius-button);
        background: var(--weights-soft);
        color: var(--role-weights);
        font-weight: 600;
      }
      .layers {
        gap: var(--space-6);
      }
      a {
        color: inherit;
      }
      @media ${phone} {
        .answer {
          font-size: var(--reading);
        }
        .row > .end {
          margin-inline-start: 0;
        }
      }
    `,
  ];

  #size = new SizeController(this);
  /** @type {import("../../figures/types.js").Measure | null} */
  #measure = null;

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
    this.#size.fit(this.clientWidth);
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
   * The places of words and lines, in units of px at the usual size.
   * @param {readonly string[]} words
   * @param {readonly number[]} weights
   * @param {number} reader index of the word that reads
   * @returns {WordLines & {scale?: number, share?: import("./sentence-arcs.js").Share}} scale: px of a unit; share: where the largest
   *   weight is written, if it is
   */
  layOut(words, weights, reader) {
    const measureText = (this.#measure ??= newMeasure());
    const measure = (/** @type {string} */ word) => measureText(word, fontSize) * 1.06;
    return layOutWords(words, weights, reader, this.width / this.zoom, measure);
  }

  /**
   * @param {readonly string[]} words
   * @param {readonly number[]} weights
   * @param {Reading | null} reading
   */
  #drawing(words, weights, reading) {
    const drawing = this.layOut(words, weights, reading?.at ?? 0);
    const { picture, lines, words: places } = attributesOf(drawing, this.zoom);
    return html`
      <svg aria-hidden="true" width=${picture.width} height=${picture.height} viewBox=${picture.viewBox}>
        ${lines.map(
          (line, at) =>
            svg`<path data-word=${drawing.lines[at]?.at} d=${line.d} stroke-width=${line["stroke-width"]}></path>`,
        )}
        ${words.map((word, at) => {
          const role = at === reading?.strongest ? "strongest" : drawing.share && at === reading?.at ? "reader" : "";
          return wordAt(places[at], word, role, this.model.knows(word, "keys"));
        })}
        ${reading ? this.#beside(drawing, reading) : nothing}
      </svg>
    `;
  }

  /**
   * The largest weight at its arc; or, where the words are not a sentence to read, once more the word that reads.
   * @param {ReturnType<ModelPanel["layOut"]>} drawing
   * @param {Reading} reading
   */
  #beside(drawing, { reader, strongest, weights }) {
    const { words, share } = attributesOf({ ...drawing, words: [drawing.reader] }, this.zoom);
    return share
      ? textAt(share, percentText(weights[strongest] ?? 0, 1), "share")
      : wordAt(words[0], reader, "reader", this.model.knows(reader));
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

/** @typedef {ReturnType<typeof attributesOf>["words"][number]} Place */

/** @param {Place | undefined} place @param {string} text @param {string} name of its class */
const textAt = (place, text, name) =>
  svg`<text class=${name} x=${place?.x} y=${place?.y} text-anchor=${place?.["text-anchor"]}>${text}</text>`;

/** @param {Place | undefined} place @param {string} word @param {string} role @param {boolean} isKnown */
const wordAt = (place, word, role, isKnown) => textAt(place, word, isKnown ? role : `${role} unknown`);
