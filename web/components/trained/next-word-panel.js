import { css, html, nothing } from "lit";

import { percentText, withCommas } from "../../figures/numbers.js";
import { grammarFacts, translationFacts } from "../../training/shipped-facts.js";
import { hasTwoLayers, isSpelt, loadedModel, modelOf, sentenceOf } from "../../state/recipes/trained-models.js";
import { lastWord } from "../../state/tokens.js";
import { meterBar, meterStyle } from "../figure/meter-bar.js";
import "./draw-next.js";
import { endOf, guessOf, isLastWord, wordName } from "./guess.js";
import { layerButtons } from "./layer-buttons.js";
import { ModelPanel } from "./model-panel.js";
import { weightsOf } from "./reading.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../state/state.js").State} State */
/** @typedef {{label: string, fields: Partial<State>}} Example one that the panel offers: the word that changes, and the state's fields */

/** How many of the next words are listed. */
const listed = 5;

/** @type {Readonly<Record<string, readonly Example[]>>} */
const examples = Object.freeze({
  translation: [
    { label: "car", fields: { sentence: "la voiture rouge est", context: "the red car is small" } },
    { label: "book", fields: { sentence: "le livre rouge est", context: "the red book is small" } },
  ],
  grammar: [
    { label: "dogs … cat", fields: { sentence: "the dogs near this cat" } },
    { label: "dog … cats", fields: { sentence: "a dog near the cats" } },
  ],
});

/**
 * What the trained models with a readout make of a sentence: for one of its words, lines to the words that it looks at, and
 * the most probable answers: the next words, unless the task of a model that the reader trained has others. Fires
 * "state-patch" with another sentence or head, and "own-sentence" when the reader wants to type one.
 */
export class NextWordPanel extends ModelPanel {
  static properties = { ...ModelPanel.properties, row: { state: true } };

  static styles = [
    ...ModelPanel.styles,
    meterStyle,
    css`
      ol {
        display: grid;
        gap: var(--space-4);
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li.next {
        display: grid;
        grid-template-columns: minmax(6rem, auto) minmax(4rem, 16rem) 4.5rem;
        gap: var(--space-12);
        align-items: center;
        justify-content: start;
      }
      .number {
        text-align: end;
      }
    `,
  ];

  constructor() {
    super();
    /** The word after which the next one is guessed: its row; null: the last. @type {number | null} */
    this.row = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../../view/view.js").View | undefined} */ (changed.get("view"));
    if (before && before.state.sentence !== this.view.state.sentence) this.row = null;
    this.model = /** @type {import("../../state/recipes/trained-models.js").TrainedModel} */ (
      loadedModel(this.view.engine, this.view.state)
    );
  }

  render() {
    const t = this.view.t;
    const { state, queries, run } = this.view;
    const { recipe } = state;
    const { own, targets } = this.model;
    const model = /** @type {import("../../state/recipes/trained-models.js").ModelSettings} */ (modelOf(state));
    const task = model.task ?? "";
    const answers = targets ? "own-answer" : isSpelt(task) ? "own-character" : "next";
    const last = lastWord(queries);
    const row = Math.min(this.row ?? last, last);
    const reader = queries[row] ?? "";
    const head = state.head === "all" ? 0 : state.head;
    const weights = weightsOf(run, head, row);
    const strongest = weights.indexOf(Math.max(...weights));
    const next = guessOf(this.view, state, row);
    const [first = 0] = next.ranking;
    const end = endOf(this.view);
    const right = targets?.(queries)[row] ?? -1;
    return html`
      <section class="card" aria-labelledby="title">
        <div class="row">
          <h2 id="title">${t(`next-title-${own ? "own" : recipe}`, { task })}</h2>
          ${this.#examples(t)} ${this.ownButton(t)}
        </div>
        <div class="row" role="group" aria-label=${t(`${answers}-after`)}>
          <span class="small muted" aria-hidden="true">${t(`${answers}-after`)}</span>
          ${queries.map(
            (word, at) =>
              html`<button class="small" data-row=${at} aria-pressed=${at === row} @click=${() => (this.row = at)}>
                ${word}
              </button>`,
          )}
        </div>
        ${this.lines(t, { reader, at: Math.min(row, weights.length - 1), strongest, weights })}
        ${
          run.spec.heads === 1
            ? nothing
            : html`<div class="row layers" role="group" aria-label=${t("next-heads")}>
                ${Array.from(
                  { length: run.spec.heads },
                  (_, each) =>
                    html`<button
                      class="small"
                      data-head=${each}
                      aria-pressed=${each === head}
                      @click=${() => this.patch({ head: each })}
                    >
                      ${t(`next-head-${recipe === "translation" ? recipe : "grammar"}`, { head: each + 1 })}
                    </button>`,
                )}
              </div>`
        }
        ${
          hasTwoLayers(state)
            ? html`<div class="row layers" role="group" aria-label=${t("trained-layers")}>
                ${layerButtons(
                  state.layer,
                  (layer) => t("layers-layer", { layer }),
                  (layer) => this.patch({ layer }),
                )}
              </div>`
            : nothing
        }
        <p class="answer" role="status">
          ${t(`${answers}-answer`, {
            reader,
            head: head + 1,
            key: this.view.keys[strongest] ?? "",
            weight: percentText(weights[strongest] ?? 0, 1),
            word: wordName(t, model, next.words[first] ?? ""),
            share: percentText(next.probabilities[first] ?? 0, 1),
          })}
          ${right < 0 ? nothing : t("own-answer-right", { word: next.words[right] ?? "" })}
        </p>
        ${this.unknown(t)}
        <ol aria-label=${t(`${answers}-words`)}>
          ${next.ranking.slice(0, listed).map((word) => {
            const share = next.probabilities[word] ?? 0;
            return html`<li class="next">
              ${this.#add(t, row, next.words[word] ?? "")} ${meterBar(share)}
              <span class="number">${percentText(share, 1)}</span>
            </li>`;
          })}
        </ol>
        ${targets ? nothing : html`<draw-next .view=${this.view} .row=${row}></draw-next>`}
        <div class="row">
          <button
            id="how"
            class="main"
            @click=${() => this.patch({ stage: end, cell: { stage: end, index: [row, 0] } })}
          >
            ${t("next-how")}
          </button>
          <a href=${own ? `#${own.link}` : `#place=train&task=${recipe}`}>${t(own ? "own-train" : "trained-train")}</a>
        </div>
        ${this.origin(t, own ? nothing : recipe === "grammar" ? t("next-on-grammar", textsOf(grammarFacts)) : t("next-on-translation", { ...textsOf(translationFacts), own: translationFacts.heads.article.own, noun: translationFacts.heads.article.noun }))}
      </section>
    `;
  }

  /** Sentences to begin with, of a model that ships. @param {Translate} t */
  #examples(t) {
    const { state } = this.view;
    const offered = examples[state.recipe];
    if (!offered) return nothing;
    return html`<div class="chips" role="group" aria-label=${t("next-examples")}>
      ${offered.map(
        ({ label, fields }) =>
          html`<button
            data-example=${label}
            aria-pressed=${state.sentence === fields.sentence && (fields.context ?? null) === state.context}
            @click=${() => this.patch({ ...fields, token_order: null })}
          >
            ${label}
          </button>`,
      )}
    </div>`;
  }

  /**
   * A word that may come next: a button that appends it to the sentence up to this row, if the sentence goes on.
   * @param {Translate} t
   * @param {number} row
   * @param {string} word
   */
  #add(t, row, word) {
    const { queries, state } = this.view;
    const model = /** @type {import("../../state/recipes/trained-models.js").ModelSettings} */ (modelOf(state));
    const { tokens } = model;
    if (isLastWord(model, word) || row + 2 > tokens || this.model.targets)
      return html`<span>${wordName(t, model, word)}</span>`;
    const sentence = sentenceOf(state, [...queries.slice(0, row + 1), word]);
    return html`<button
      class="small"
      data-next=${word}
      aria-label=${t("next-add", { word })}
      @click=${() => this.patch({ sentence, token_order: null })}
    >
      ${word}
    </button>`;
  }
}

/** Numbers as people write them. @param {Readonly<Record<string, unknown>>} facts @returns {Record<string, string>} */
const textsOf = (facts) =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => typeof value === "number")
      .map(([name, value]) => [name, withCommas(Number(value))]),
  );

customElements.define("next-word-panel", NextWordPanel);
