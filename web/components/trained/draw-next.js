import { css, html, nothing } from "lit";

import { AttentionError } from "../../engine/errors.js";
import { candidatesOf, choose } from "../../engine/model/sampling.js";
import { formatNumber } from "../../figures/index.js";
import { percentText } from "../../figures/numbers.js";
import { integer, real } from "../../state/kinds.js";
import { modelOf, sentenceOf } from "../../state/recipes/trained-models.js";
import { changeState } from "../../state/state.js";
import { errorText } from "../error-text.js";
import { numberInput, problemBelow } from "../fields/number-input.js";
import { scrollTable } from "../scroll-box.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { guessOf, isLastWord, wordName } from "./guess.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../engine/model/sampling.js").Candidate} Candidate */
/** @typedef {"temperature" | "top_k" | "top_p" | "seed"} Setting */
/** @typedef {{candidates: Candidate[], words: readonly string[], drawn: Candidate, uniform: number}} Draw */

/** The settings, with the values that each may have. @param {number} words of the vocabulary */
const kindsFor = (words) =>
  Object.freeze({
    temperature: real(0, 10),
    top_k: integer(1, words),
    top_p: real(0.01, 1),
    seed: integer(0, 2 ** 32 - 1),
  });

/** How many words are listed at most. */
const listed = 8;

/**
 * Draws the next token of a sentence by chance, as `model.generate` does: temperature, top-k and top-p make chances of the
 * logits, and a number of torch.rand's stream chooses. The token in row r is drawn with the stream's number r, so that the
 * same seed always writes the same. Fires "state-patch" with the longer sentence.
 */
export class DrawNext extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    row: { type: Number },
    settings: { state: true },
    refused: { state: true },
  };

  static styles = [
    shared,
    css`
      .settings {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-8) var(--space-20);
        margin: var(--space-8) 0;
      }
      .settings label {
        display: grid;
        gap: var(--space-2);
      }
      .settings input {
        width: 6.5rem;
      }
      p {
        margin: var(--space-8) 0;
      }
      .drawn {
        font-weight: 600;
      }
      summary {
        min-height: 24px;
        cursor: pointer;
      }
      table :is(th, td) {
        padding: var(--space-2) var(--space-16) var(--space-2) 0;
      }
      th:first-child {
        text-align: start;
      }
    `,
  ];

  constructor() {
    super();
    /** The row after which the token is drawn. */
    this.row = 0;
    /** The settings; top_k Infinity: all words. */
    this.settings = Object.freeze({ temperature: 1, top_k: Infinity, top_p: 1, seed: 1 });
    /** What was typed in a field and cannot be used. @type {Partial<Record<Setting, {text: string, message: string}>>} */
    this.refused = {};
  }

  render() {
    const { t } = this.view;
    const { drawn, words, uniform, candidates } = this.#draw(this.view.state, this.row);
    const word = words[drawn.token] ?? "";
    const facts = { word: this.#nameOf(word), uniform: formatNumber(uniform, 4), number: this.row + 1 };
    const isLast = isLastWord(this.#model, word) || this.row + 2 > this.#model.tokens;
    return html`<details>
      <summary>${t("draw-title")}</summary>
      <p class="small">${t("draw-text")}</p>
      <div class="settings">
        ${/** @type {const} */ (["temperature", "top_k", "top_p", "seed"]).map((name) => this.#field(name, words.length))}
      </div>
      ${this.#table(candidates, words, drawn)}
      <p role="status">${t("draw-drawn", { ...facts, chance: percentText(drawn.chance, 1) })}</p>
      ${
        isLast
          ? nothing
          : html`<p>
              <button id="draw" @click=${() => this.#write(1)}>${t("draw-add", facts)}</button>
              <button id="write" @click=${() => this.#write(Infinity)}>${t("draw-all")}</button>
            </p>`
      }
    </details>`;
  }

  /** @param {string} word */
  #nameOf = (word) => wordName(this.view.t, this.#model, word);

  get #model() {
    return /** @type {import("../../state/recipes/trained-models.js").ModelSettings} */ (modelOf(this.view.state));
  }

  /**
   * Draws the token after a row.
   * @param {import("../../state/state.js").State} state
   * @param {number} row
   * @returns {Draw}
   */
  #draw(state, row) {
    const { seed, ...sampling } = this.settings;
    const { logits, words } = guessOf(this.view, state, row);
    const candidates = candidatesOf(logits, sampling);
    const uniform = Number(this.view.engine.torchRandom(seed).rand(row + 1)[row]);
    return { candidates, words, uniform, drawn: choose(candidates, uniform) };
  }

  /**
   * The likeliest tokens, and the one that was drawn: probability, chance, and the part of [0, 1) that chooses it.
   * @param {readonly Candidate[]} candidates
   * @param {readonly string[]} words
   * @param {Candidate} drawn
   */
  #table(candidates, words, drawn) {
    const { t } = this.view;
    let from = 0;
    const rows = candidates.map((candidate) => {
      const part = { candidate, from, to: from + candidate.chance };
      from = part.to;
      return part;
    });
    const shown = rows.filter(({ candidate }, at) => at < listed || candidate === drawn);
    const body = html`<tbody>
      ${shown.map(
        ({ candidate, from: low, to }) =>
          html`<tr class=${candidate === drawn ? "drawn" : ""}>
            <th scope="row">${this.#nameOf(words[candidate.token] ?? "")}</th>
            <td class="number">${formatNumber(candidate.logit, 4)}</td>
            <td class="number">${percentText(candidate.probability, 1)}</td>
            <td class="number">${percentText(candidate.chance, 1)}</td>
            <td class="number">
              ${candidate.chance > 0 ? `${formatNumber(low, 4)} – ${formatNumber(to, 4)}` : t("draw-left-out")}
            </td>
          </tr>`,
      )}
    </tbody>`;
    const heads = [t("way-word-answer"), t("way-logit"), t("way-probability"), t("draw-chance"), t("draw-range")];
    return scrollTable(t("draw-table"), heads, body, { numbers: 1, look: "small" });
  }

  /** @param {Setting} name @param {number} words of the vocabulary */
  #field(name, words) {
    const { t } = this.view;
    const refused = this.refused[name] ?? null;
    const { min, max } = kindsFor(words)[name].range;
    return html`<div>
      <label for=${name}>${t(`draw-${name}`)}</label>
      ${numberInput({
        id: name,
        value: Math.min(this.settings[name], max),
        min,
        max,
        refused,
        describedBy: `${name}-problem`,
        change: (given, text) => this.#set(name, given, text, words),
        label: nothing,
      })}
      ${problemBelow(`${name}-problem`, refused?.message ?? "")}
    </div>`;
  }

  /**
   * Uses a setting, or says why it cannot be used.
   * @param {Setting} name
   * @param {number} value NaN for a text that is no number
   * @param {string} text
   * @param {number} words of the vocabulary
   */
  #set(name, value, text, words) {
    const { [name]: before, ...refused } = this.refused;
    try {
      kindsFor(words)[name].check(name, value);
      this.settings = Object.freeze({ ...this.settings, [name]: value });
      if (before) this.refused = refused;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.refused = { ...refused, [name]: { text, message: errorText(this.view.t, error) } };
    }
  }

  /** Draws tokens and appends them, until the text ends or has no more room. @param {number} count at most */
  #write(count) {
    const { tokens } = this.#model;
    let { state } = this.view;
    let words = this.view.queries.slice(0, this.row + 1);
    for (let made = 0; made < count && words.length < tokens; made++) {
      const { drawn, words: all } = this.#draw(state, words.length - 1);
      const word = all[drawn.token] ?? "";
      if (isLastWord(this.#model, word) && word !== ".") break;
      words = [...words, word];
      state = changeState(state, { sentence: sentenceOf(state, words), token_order: null });
      if (word === ".") break;
    }
    this.patch({ sentence: state.sentence, token_order: null });
  }
}

customElements.define("draw-next", DrawNext);
