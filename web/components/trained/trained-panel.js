import { css, html, nothing, svg } from "lit";
import { createRef, ref } from "lit/directives/ref.js";

import { formatNumber } from "../../figures/index.js";
import { countEdits } from "../../state/edits.js";
import { nothingToken } from "../../state/recipes/trained-models.js";
import { newMeasure } from "../figure/text-measure.js";
import { SizeController } from "../figure/size-controller.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { layOutWords } from "./word-lines.js";

/** @typedef {import("../../state/recipes/trained-models.js").TrainedModel} TrainedModel */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */
/** @typedef {import("./word-lines.js").WordLines} WordLines */
/** @typedef {{it: number, strongest: number, weights: number[]}} Reading where "it" stands, which word it looks at most, and its weights */

/** The adjectives that change what "it" means: the animal, the road, nothing. */
const adjectives = Object.freeze(["tired", "wide", "dark"]);

/** @param {string} adjective */
const sentenceWith = (adjective) => `The animal cannot cross the road because it is too ${adjective}`;

const fontSize = 16;

/**
 * What a trained model makes of a sentence: lines from "it" to the words that it looks at, as thick as its attention
 * weights in the walk that is shown. Fires "state-patch" with another sentence or layer, and "own-sentence" when the
 * reader wants to type one.
 */
export class TrainedPanel extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    t: { attribute: false },
    model: { attribute: false },
    facts: { attribute: false },
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
        fill: var(--accent);
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
      @media (max-width: 30rem) {
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
  #drawing = /** @type {import("lit/directives/ref.js").Ref<SVGElement>} */ (createRef());

  constructor() {
    super();
    /** @type {Translate} the messages of this panel, and those of the page */
    this.t = (id) => id;
    this.model = /** @type {TrainedModel} */ (/** @type {unknown} */ (undefined));
    this.facts = /** @type {typeof import("../../training/trained-facts.js").pronounFacts} */ (
      /** @type {unknown} */ (undefined)
    );
    /** Whether the field for an own sentence is open. */
    this.own = false;
    this.width = 0;
    this.zoom = 1;
  }

  /** Measured here, so that the first frame already has the lines. */
  async prepare() {
    this.#size.fit(this.clientWidth - 42);
  }

  render() {
    const { t, view } = this;
    const { layer, sentence } = view.state;
    const reading = this.#reading();
    return html`
      <section class="card" aria-labelledby="title">
        <div class="row">
          <h2 id="title">${t("trained-title")}</h2>
          <span class="small muted" id="change">${t("trained-change")}</span>
          <div class="chips" role="group" aria-labelledby="change">
            ${adjectives.map(
              (adjective) =>
                html`<button
                  data-adjective=${adjective}
                  aria-pressed=${sentence === sentenceWith(adjective)}
                  @click=${() => this.#show({ sentence: sentenceWith(adjective) })}
                >
                  ${adjective}
                </button>`,
            )}
          </div>
          <button id="own" class="link end" aria-expanded=${this.own} @click=${() => this.send("own-sentence", {})}>
            ${t("trained-own")}
          </button>
        </div>
        <div ${ref(this.#size.ruler)}></div>
        ${this.#lines(reading)}
        <p class="answer" role="status">${this.#answer(reading)}</p>
        ${this.#unknown()}
        <div class="row">
          <button id="how" class="main" @click=${() => this.#stepOn()}>
            ${t(layer === 1 ? "trained-on-to-layer-2" : "trained-how")}
          </button>
          <a href="#place=train&task=pronoun">${t("trained-train")}</a>
          <div class="row layers end" role="group" aria-label=${t("trained-layers")}>
            ${[1, 2].map(
              (each) =>
                html`<button
                  class="small"
                  data-layer=${each}
                  aria-pressed=${layer === each}
                  @click=${() => this.#show({ layer: each })}
                >
                  ${t(`trained-layer-${each}`)}
                </button>`,
            )}
          </div>
        </div>
        <p class="small">${this.#origin()}</p>
      </section>
    `;
  }

  /** The weights of "it" in the walk that is shown; null where the sentence has no "it". @returns {Reading | null} */
  #reading() {
    return readingOf(this.view.queries, this.view.run);
  }

  /** @param {Reading | null} reading */
  #lines(reading) {
    const words = this.view.keys;
    if (this.width <= 0) return nothing;
    const weights = reading?.weights ?? words.map(() => 0);
    const measure = (/** @type {string} */ word) => this.#measure(word, fontSize) * 1.06;
    const drawing = layOutWords(words, weights, reading?.it ?? 0, this.width / this.zoom, measure);
    const zoomed = (/** @type {number} */ px) => Math.round(px * this.zoom);
    return html`
      <svg
        ${ref(this.#drawing)}
        aria-hidden="true"
        width=${zoomed(drawing.width)}
        height=${zoomed(drawing.height)}
        viewBox="0 0 ${drawing.width} ${drawing.height}"
      >
        ${drawing.lines.map(({ at, path, width }) => svg`<path data-word=${at} d=${path} stroke-width=${width}></path>`)}
        ${words.map((word, at) => this.#word(drawing, word, at, at === reading?.strongest ? "strongest" : ""))}
        ${reading ? this.#word({ ...drawing, words: [drawing.reader] }, "it", 0, "reader") : nothing}
      </svg>
      <ul class="visually-hidden" aria-label=${this.t("trained-words")}>
        ${words.map((word, at) => html`<li>${this.t("trained-line", { word, weight: formatNumber(weights[at] ?? 0, 4) })}</li>`)}
      </ul>
    `;
  }

  /**
   * @param {WordLines} drawing
   * @param {string} word
   * @param {number} at
   * @param {string} role
   */
  #word({ words, isColumn }, word, at, role) {
    const { x, y } = /** @type {import("./word-lines.js").Word} */ (words[at]);
    const kind = this.model.knows(word) ? role : `${role} unknown`;
    return svg`<text class=${kind} x=${x} y=${y} text-anchor=${isColumn ? "start" : "middle"}>${word}</text>`;
  }

  /** @param {Reading | null} reading */
  #answer(reading) {
    const { t } = this;
    if (!reading) return t("trained-no-it");
    const word = this.view.keys[reading.strongest] ?? "";
    const weight = weightText(reading.weights[reading.strongest] ?? 0, t);
    if (this.view.state.layer === 1) return t("trained-gathers", { weight, word });
    return t(word === nothingToken ? "trained-answer-nothing" : "trained-answer", { weight, word });
  }

  #unknown() {
    const unknown = [...new Set(this.view.queries.filter((word) => !this.model.knows(word)))];
    if (unknown.length === 0) return nothing;
    const words = unknown.map((word) => `“${word}”`).join(", ");
    return html`<p class="error" role="status">${this.t("trained-unknown", { count: unknown.length, words })}</p>`;
  }

  #origin() {
    const { t, facts, view } = this;
    const edits = countEdits(view.state.edits);
    return html`<span class="badge">${t("badge-trained")}</span> ${t("trained-on", {
        sentences: facts.sentences.toLocaleString("en"),
        words: facts.words,
        heldOut: facts.heldOut.toLocaleString("en"),
        accuracy: facts.accuracy,
      })}
      ${t("trained-seeds", facts.seeds)} ${t("trained-nothing")}
      ${edits > 0 ? t("trained-edited", { count: edits }) : nothing}`;
  }

  /**
   * Shows another sentence or layer, and inspects the weight of the word that "it" then looks at most.
   * @param {{sentence?: string, layer?: number}} change
   */
  #show(change) {
    const { state, compute } = this.view;
    const fields = "layer" in change ? change : { ...change, order: null };
    if (state.stage !== "weights" || state.padding > 0) return this.patch(fields);
    const { tokens, run } = compute({ ...state, ...fields, context: change.sentence ?? state.context, edits: {} });
    const reading = readingOf(tokens, run);
    run.free();
    this.patch(reading ? { ...fields, cell: { stage: "weights", index: [0, reading.it, reading.strongest] } } : fields);
  }

  /** Goes to the first stage of the first layer, and from there to that of the second. */
  #stepOn() {
    const layer = this.view.state.layer === 1 ? 2 : 1;
    const row = Math.max(0, this.view.queries.indexOf("it"));
    this.patch({ layer, stage: "X", cell: { stage: "X", index: [row, 0] } });
  }
}

/**
 * What "it" reads in a walk.
 * @param {readonly string[]} tokens of the queries
 * @param {import("../../engine/run.js").Run} run
 * @returns {Reading | null} null where no token is "it"
 */
function readingOf(tokens, run) {
  const it = tokens.findIndex((token) => token.toLowerCase() === "it");
  if (it < 0) return null;
  const { shape, data } = run.tensor("weights");
  const keys = /** @type {number} */ (shape[2]);
  const weights = Array.from(data.subarray(it * keys, (it + 1) * keys));
  return { it, strongest: weights.indexOf(Math.max(...weights)), weights };
}

/** A share as people read it; a weight below 1 is never written as 100 %. @param {number} weight @param {Translate} t */
function weightText(weight, t) {
  const percent = (weight * 100).toFixed(1);
  return percent === "100.0" && weight < 1 ? t("trained-almost-all") : `${percent} %`;
}

customElements.define("trained-panel", TrainedPanel);
