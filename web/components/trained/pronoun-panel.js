import { css, html, nothing } from "lit";

import { percentText, withCommas } from "../../figures/numbers.js";
import { hasBegunLessons } from "../../state/browser/lessons-done.js";
import { changeState } from "../../state/state.js";
import { hasTwoLayers, nothingToken, rowOfIt } from "../../state/recipes/trained-models.js";
import { pronounFacts } from "../../training/shipped-facts.js";
import { layerButtons } from "./layer-buttons.js";
import { ModelPanel } from "./model-panel.js";
import { readingOf } from "./reading.js";
import { layOutSentence } from "./sentence-arcs.js";
import { wordMeasure } from "./word-measure.js";

/** @typedef {import("./reading.js").Reading} Reading */

/** The adjectives that change what "it" means: the animal, the road, nothing. */
const adjectives = Object.freeze(["tired", "wide", "dark"]);

/** @param {string} adjective */
const sentenceWith = (adjective) => `The animal cannot cross the road because it is too ${adjective}`;

/**
 * What a trained model makes of a sentence: lines from "it" to the words that it looks at, as thick as its attention
 * weights in the walk that is shown. Fires "state-patch" with another sentence or layer, and "own-sentence" when the
 * reader wants to type one.
 */
export class PronounPanel extends ModelPanel {
  static styles = [
    ...ModelPanel.styles,
    css`
      svg text {
        font-family: var(--font-words);
        font-weight: 560;
      }
      svg text.strongest,
      svg text.reader {
        font-weight: 700;
      }
      svg text.share {
        fill: var(--role-weights);
        font-weight: 700;
        font-size: 9.5px; /* 13 px or more at each scale of sentence-arcs.js */
        font-family: var(--font);
        paint-order: stroke;
        stroke: var(--panel);
        stroke-width: 3px;
      }
      .invite {
        color: var(--text2);
      }
      a.main {
        min-height: 48px;
        padding-inline: var(--space-24);
      }
    `,
  ];

  /** Measures words as this panel writes them; where it is drawn without a browser, its owner sets it. @type {((word: string) => number) | null} */
  measureWords = null;

  connectedCallback() {
    super.connectedCallback();
    void document.fonts.ready.then(() => this.requestUpdate()); // the words have their widths then
  }

  /** The sentence itself is the picture. @param {readonly string[]} words @param {readonly number[]} weights @param {number} reader */
  layOut(words, weights, reader) {
    return layOutSentence(
      { words, weights, reader },
      this.width / this.zoom,
      (this.measureWords ??= wordMeasure(this)),
    );
  }

  render() {
    const { view } = this;
    const { t } = view;
    const { layer, sentence } = view.state;
    const { own } = this.model;
    const hasTwo = hasTwoLayers(view.state);
    const reading = this.#reading();
    return html`
      <section class="card" aria-labelledby="title">
        <div class="row">
          <h2 id="title">${t("trained-title")}</h2>
          ${this.ownButton(t)}
        </div>
        ${this.lines(t, reading)}
        <div class="row">
          <span class="small muted" id="change">${t("trained-change")}</span>
          <div class="chips" role="group" aria-labelledby="change">
            ${adjectives.map(
              (adjective) =>
                html`<button
                  data-adjective=${adjective}
                  aria-pressed=${sentence.replace(nothingToken, "").trim().toLowerCase() === sentenceWith(adjective).toLowerCase()}
                  @click=${() => this.#show({ sentence: sentenceWith(adjective) })}
                >
                  ${adjective}
                </button>`,
            )}
          </div>
        </div>
        <p class="answer">
          <span role="status">${this.#answer(reading)}</span> <span class="invite">${t("trained-invite")}</span>
          <a id="lesson" class="invite" href="#place=learn&lesson=query-key&step=ask">${t("trained-lesson")}</a>
        </p>
        <p class="small muted">
          ${hasTwo ? t("trained-two") : nothing} ${reading && (layer === 2 || !hasTwo) ? t("trained-asked") : nothing}
        </p>
        ${this.unknown(t)}
        <div class="row">
          ${this.#course(t)}
          <button id="how" @click=${() => this.#stepOn()}>
            ${t(hasTwo && layer === 1 ? "trained-on-to-layer-2" : "trained-how")}
          </button>
          <a href=${own ? `#${own.link}` : "#place=train&task=pronoun"}>${t(own ? "own-train" : "trained-train")}</a>
          ${
            hasTwo
              ? html`<div class="row layers end" role="group" aria-label=${t("trained-layers")}>
                  ${layerButtons(
                    layer,
                    (each) => t(`trained-layer-${each}`),
                    (each) => this.#show({ layer: each }),
                  )}
                </div>`
              : nothing
          }
        </div>
        ${this.origin(t, own ? nothing : this.#origin())}
        ${
          own
            ? nothing
            : html`<details class="small">
                <summary>${t("trained-checked")}</summary>
                ${t("trained-seeds", pronounFacts.seeds)}
              </details>`
        }
      </section>
    `;
  }

  /** The course: its first step, and for who has begun it the list, which says where it goes on. @param {import("../../words/translate.js").Translate} t */
  #course(t) {
    const hasBegun = hasBegunLessons(() => window.localStorage);
    return html`<a class="button main" href="#place=learn${hasBegun ? "" : "&lesson=purpose&step=tired"}"
      >${t(hasBegun ? "trained-course-on" : "trained-course")}</a
    >`;
  }

  /** The weights of "it" in the walk that is shown; null where the sentence has no "it". @returns {Reading | null} */
  #reading() {
    return readingOf(this.view.queries, this.view.run);
  }

  /** @param {Reading | null} reading */
  #answer(reading) {
    const { t } = this.view;
    if (!reading) return t("trained-no-it");
    const word = this.view.keys[reading.strongest] ?? "";
    const weight = percentText(reading.weights[reading.strongest] ?? 0, 1);
    const { state } = this.view;
    if (!hasTwoLayers(state))
      return t(word === nothingToken ? "trained-answer-one-nothing" : "trained-answer-one", { weight, word });
    if (state.layer === 1) return t("trained-gathers", { weight, word });
    return t(word === nothingToken ? "trained-answer-nothing" : "trained-answer", { weight, word });
  }

  #origin() {
    const { t } = this.view;
    const facts = pronounFacts;
    return html`${t("trained-on", {
      sentences: withCommas(facts.sentences),
      words: facts.words,
      heldOut: withCommas(facts.heldOut),
      accuracy: facts.accuracy,
    })}
    ${t("trained-nothing")}`;
  }

  /**
   * Shows another sentence or layer, and inspects the weight of the word that "it" then looks at most.
   * @param {{sentence?: string, layer?: number}} change
   */
  #show(change) {
    const { state, compute } = this.view;
    const fields = "layer" in change ? change : { ...change, token_order: null };
    if (state.stage !== "weights" || state.padding > 0) return this.patch(fields);
    const { tokens, run } = compute(changeState(state, fields));
    const reading = readingOf(tokens, run);
    run.free();
    this.patch(reading ? { ...fields, cell: { stage: "weights", index: [0, reading.at, reading.strongest] } } : fields);
  }

  /** Goes to the first stage of the first layer, and from there to that of the second. */
  #stepOn() {
    const { state } = this.view;
    const layer = state.layer === 1 && hasTwoLayers(state) ? 2 : 1;
    const row = Math.max(0, rowOfIt(this.view.queries));
    this.patch({ layer, stage: "X", cell: { stage: "X", index: [row, 0] } });
  }
}

customElements.define("pronoun-panel", PronounPanel);
