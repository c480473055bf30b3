import { css, html, nothing } from "lit";

import { hasTwoLayers, isSpelt, loadedModel, modelOf } from "../../state/recipes/trained-models.js";
import { nextWordOf, residualRow } from "../../state/recipes/next-word.js";
import { lastWord } from "../../state/tokens.js";
import { number } from "../arithmetic/markup.js";
import { meterBar, meterStyle } from "../figure/meter-bar.js";
import "../scroll-box.js";
import { inlineButtonStyle, shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { endOf, wordName } from "./guess.js";
import { sectionStyle } from "./section-style.js";
import { sharesOfHeads } from "./shares-of-heads.js";
import { normedNumber, rowNumbers, wordArithmetic } from "./word-arithmetic.js";
import { writtenParts } from "./written-parts.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../state/recipes/next-word.js").NextWord} NextWord */
/** @typedef {import("../../view/view.js").View} View */

/** How many of the next words are listed. */
const listed = 8;

/** The steps from an output row to the next word, in a model of attention alone; their names and texts are messages. */
const steps = /** @type {const} */ (["output", "residual", "feed-forward", "readout", "softmax"]);

/** Whether the stage in view leads to the next word, or to what heads brought. @param {View} view */
export const leadsToWord = (view) => view.state.stage === "output" || view.state.stage === endOf(view);

/**
 * One picture from a row of what leaves a model's last layer to a guess of the next word, with the trained model's real numbers.
 * Where the weights have no readout, it says what a model would do. The row is that of the inspected number, or the last one.
 */
export class OutputToWord extends ViewElement {
  static deferred = true;
  static properties = { ...ViewElement.properties, word: { state: true }, column: { state: true } };

  static styles = [
    shared,
    meterStyle,
    inlineButtonStyle,
    sectionStyle,
    css`
      .steps {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr));
        gap: var(--space-8) var(--space-24);
        margin: 0 0 var(--space-16);
        padding: 0;
        padding-inline-start: var(--space-20); /* for the arrow before the first box of a further line */
        list-style: none;
      }
      .steps li {
        position: relative;
        padding: var(--space-8) var(--space-8);
        border: 1px solid var(--hairline);
        border-radius: var(--radius-button);
      }
      .steps li + li::before {
        position: absolute;
        inset-inline-start: -20px;
        content: "→";
        content: "→" / ""; /* screen readers skip it, where browsers know this */
        color: var(--muted);
      }
      .steps .absent {
        border-style: dashed;
        color: var(--muted);
      }
      .steps p {
        margin: 0;
      }
      table:is(.next, .shares) {
        width: 100%;
        max-width: 34rem;
      }
      table:is(.next, .shares) :is(th, td) {
        padding: var(--space-2) var(--space-12) var(--space-2) 0;
      }
      .bar-cell {
        width: 40%;
      }
      .numbers :is(th, td) {
        padding-inline-end: var(--space-8);
        white-space: nowrap;
      }
      .why {
        margin: var(--space-12) 0;
        padding: var(--space-8) var(--space-12);
        border-inline-start: 3px solid var(--text);
        background: var(--wash);
        overflow-wrap: anywhere;
      }
      .why p {
        margin: var(--space-4) 0 0;
      }
      .parts .bar-cell {
        min-width: 6rem;
      }
      .parts {
        width: 100%;
        max-width: 44rem;
      }
      .parts :is(th, td) {
        padding: var(--space-2) var(--space-12) var(--space-2) 0;
      }
      .parts th:first-child {
        text-align: start;
      }
      summary {
        min-height: 24px;
        cursor: pointer;
      }
    `,
  ];

  constructor() {
    super();
    /** The word whose probability is explained: its index in the vocabulary; null: the most probable one. @type {number | null} */
    this.word = null;
    /** The column whose normed number is explained, where the model has a norm before its readout. */
    this.column = 0;
  }

  render() {
    const t = this.view.t;
    const { engine, state } = this.view;
    const { readout, targets } = loadedModel(engine, state) ?? {};
    const isFirst = hasTwoLayers(state) && state.layer === 1;
    const asked = targets || isSpelt(modelOf(state)?.task) ? "-answer" : "";
    return html`
      ${sharesOfHeads(this.view, t)}
      ${
        state.stage === endOf(this.view)
          ? html`<section aria-labelledby="way">
              <h2 id="way">${t(`way-heading${asked}`)}</h2>
              ${readout ? (isFirst ? html`<p>${t("way-none-first")}</p>` : this.#way(t, readout, asked)) : this.#none(t)}
            </section>`
          : nothing
      }
    `;
  }

  /** @param {Translate} t */
  #none(t) {
    const { state } = this.view;
    const pointer = modelOf(state)?.pointer;
    const kind = pointer === undefined ? "" : state.layer < pointer ? "-layer-1" : "-pointer";
    return html`<p>${t(`way-none${kind}`)}</p>
      <p>
        <button id="open" @click=${() => this.send("state-preset", { id: "grammar-output", show: true })}>
          ${t("way-open")}
        </button>
      </p>`;
  }

  /**
   * @param {Translate} t
   * @param {import("../../state/recipes/next-word.js").Readout} readout
   * @param {"" | "-answer"} asked ending of messages: "-answer" where the answer is not the next word
   */
  #way(t, readout, asked) {
    const { queries, engine } = this.view;
    const row = this.#row;
    const next = nextWordOf(engine, readout, residualRow(this.view, row));
    const facts = { word: queries[row] ?? "", row: row + 1, count: next.row.length, words: next.words.length };
    const explained = this.word ?? next.ranking[0] ?? 0;
    const rest = next.ranking.slice(listed);
    const left = rest.reduce((sum, word) => sum + Number(next.probabilities[word]), 0);
    return html`
      <ol class="steps small">
        ${this.#steps(readout).map(
          (step) =>
            html`<li class=${step === "feed-forward" ? "absent" : ""}>
              <p><strong>${t(`way-${step}`)}</strong></p>
              <p>${t(`way-${step}-text${step === "readout" && !readout.bias ? "-plain" : ""}`, facts)}</p>
            </li>`,
        )}
      </ol>
      <scroll-box>
        <table class="next">
          <caption class="visually-hidden">
            ${t(`way-table${asked}`, facts)}
          </caption>
          <thead>
            <tr>
              <th scope="col">${t(`way-word${asked}`)}</th>
              <th scope="col" class="number">${t("way-logit")}</th>
              <th scope="col" class="number" colspan="2">${t("way-probability")}</th>
            </tr>
          </thead>
          <tbody>
            ${next.ranking.slice(0, listed).map((word) => this.#line(t, next, word, word === explained))}
            <tr class="muted">
              <th scope="row">${t("way-rest", { count: rest.length })}</th>
              <td></td>
              <td class="number">${number(left)}</td>
              <td class="bar-cell">${meterBar(left)}</td>
            </tr>
          </tbody>
        </table>
      </scroll-box>
      ${wordArithmetic(this.view, t, next, readout, explained, this.#nameOf(next.words[explained] ?? ""))}
      ${this.#normed(t, readout, row)} ${rowNumbers(this.view, t, next, row, facts)}
      ${writtenParts(this.view, t, readout, row, explained, (word) => this.#nameOf(word))}
    `;
  }

  /** The steps to show. @param {import("../../state/recipes/next-word.js").Readout} readout */
  #steps({ norm }) {
    if (endOf(this.view) === "output") return steps;
    return /** @type {const} */ (["stream", ...(norm ? ["norm"] : []), "readout", "softmax"]);
  }

  /**
   * How a number of the row is normed before the readout, with a choice of the column.
   * @param {Translate} t
   * @param {import("../../state/recipes/next-word.js").Readout} readout
   * @param {number} row
   */
  #normed(t, { norm }, row) {
    if (!norm) return nothing;
    return normedNumber(this.view, t, norm, row, this.column, (column) => (this.column = column));
  }

  /** The row that is read: that of the inspected number, or the last word's. */
  get #row() {
    const { cell, queries } = this.view;
    const ofRows = cell?.stage === "concat" || cell?.stage === "output" || cell?.stage === endOf(this.view);
    return (ofRows ? cell?.index[0] : undefined) ?? lastWord(queries);
  }

  /** @param {string} word of the readout */
  #nameOf(word) {
    const model = modelOf(this.view.state);
    return model ? wordName(this.view.t, model, word) : word;
  }

  /** @param {Translate} t @param {NextWord} next @param {number} word @param {boolean} isExplained */
  #line(t, next, word, isExplained) {
    const name = this.#nameOf(next.words[word] ?? "");
    const probability = Number(next.probabilities[word]);
    return html`<tr>
      <th scope="row">
        <button
          class="small"
          data-word=${name}
          aria-pressed=${isExplained}
          aria-label=${t("way-choose", { word: name })}
          @click=${() => (this.word = word)}
        >
          ${name}
        </button>
      </th>
      <td class="number">${number(Number(next.logits[word]))}</td>
      <td class="number">${number(probability)}</td>
      <td class="bar-cell">${meterBar(probability)}</td>
    </tr>`;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../../view/view.js").View | undefined} */ (changed.get("view"));
    if (before && before.state.sentence !== this.view.state.sentence) this.word = null;
    if (before && before.state.recipe !== this.view.state.recipe) this.column = 0;
  }
}

customElements.define("output-to-word", OutputToWord);
