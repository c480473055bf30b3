import { css, html, nothing } from "lit";
import { onAnyPhone } from "#breakpoints";

import "../arithmetic/ask-trail.js";
import "../arithmetic/ask-uses.js";
import "../arithmetic/cell-arithmetic.js";
import { stageFormula } from "./formula.js";
import { shared } from "../styles.js";
import { landmark, ViewElement } from "../view-element.js";
import { withoutTerms, withSubscripts } from "../rich-text.js";
import { analogyOf, stageText } from "./text.js";
import { stageName, stageTitle } from "../../view/stage-names.js";

/**
 * What makes the words of the panel explain themselves.
 * @typedef {object} Explained
 * @property {(view: import("../../view/view.js").View, text: string) => unknown} withTerms a text with notes on its terms
 */

/** Explains the stage in view: its text, formula and analogy, the arithmetic of the inspected number, and buttons to the neighbouring stages. */
export class StagePanel extends ViewElement {
  static properties = { ...ViewElement.properties, terms: { attribute: false }, lesson: { attribute: false } };

  static deferred = true;

  static styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: var(--space-16);
      }
      .card {
        padding-block: var(--space-12);
      }
      h2 {
        margin: 0 0 var(--space-4);
        font-size: var(--heading);
      }
      .text {
        margin: 0;
      }
      .formula {
        margin: var(--space-8) 0 0;
        padding-block: var(--space-6);
        overflow: auto hidden;
        font-size: calc(1.1875 * var(--unit));
      }
      mtext {
        color: var(--muted);
      }
      details {
        margin-top: var(--space-8);
      }
      summary {
        min-height: 24px;
        width: fit-content;
        color: var(--muted);
        font-size: var(--small);
        cursor: pointer;
      }
      summary:hover {
        color: var(--text);
      }
      details p {
        margin: var(--space-4) 0 0;
      }
      .lesson {
        margin: var(--space-8) 0 0;
      }
      .lesson a {
        display: inline-block;
        min-height: 24px;
        color: inherit;
      }
      .neighbours {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-12);
        justify-content: space-between;
      }
      .neighbours .next {
        margin-inline-start: auto;
      }
      .neighbours [aria-disabled] {
        border-color: var(--hairline);
        background: none;
        color: var(--muted);
        cursor: default;
      }
      attention-cell-arithmetic {
        margin-top: var(--space-16);
      }
      @media print {
        .neighbours,
        .lesson {
          display: none;
        }
      }
      ${onAnyPhone} {
        .card {
          padding-block: var(--space-8);
        }
        .formula,
        .text {
          font-size: var(--number);
        }
        .text {
          line-height: 1.4;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Explained | null} null until the page has loaded it */
    this.terms = null;
    /** @type {{lesson: string, step: string} | null} the step of the course that explains the stage, where there is one to go to */
    this.lesson = null;
  }

  render() {
    const { view } = this;
    const { t, stages, state, later } = view;
    const at = stages.indexOf(state.stage);
    const text = later?.stageWords?.(view) ?? stageText(view);
    return html`
      <div class="neighbours">
        ${this.#neighbour("previous", stages[at - 1])} ${this.#neighbour("next", stages[at + 1])}
      </div>
      <section class="card" part="card" role=${landmark(this.view, "region")} aria-labelledby="title">
        <div part="words">
          <h2 id="title">${at + 1} · ${stageTitle(this.view)}</h2>
          <p class="text reading">${this.#explained(text)}</p>
        </div>
        <div class="formula" role="group" aria-label=${t("formula-label")} tabindex="0">${stageFormula(this.view)}</div>
        ${this.#analogy()} ${this.#toLesson()}
        <attention-cell-arithmetic .view=${this.view}>
          <attention-ask-trail slot="before" .view=${this.view}></attention-ask-trail>
          <attention-ask-uses slot="after" .view=${this.view}></attention-ask-uses>
        </attention-cell-arithmetic>
      </section>
    `;
  }

  #analogy() {
    const { t } = this.view;
    const id = analogyOf(this.view);
    if (id === "") return nothing;
    return html`<details>
      <summary>${t("analogy-summary")}</summary>
      <p>${this.#explained(t(id))}</p>
    </details>`;
  }

  #toLesson() {
    const { t } = this.view;
    if (!this.lesson) return nothing;
    const { lesson, step } = this.lesson;
    return html`<p class="lesson small">
      <a id="lesson" href="#place=learn&lesson=${lesson}&step=${step}"
        >${withSubscripts(t("stage-lesson", { title: t(`stage-lesson-${lesson}`) }))}</a
      >
    </p>`;
  }

  /** A text whose terms explain themselves as soon as they can. @param {string} text */
  #explained(text) {
    return this.terms?.withTerms(this.view, text) ?? withSubscripts(withoutTerms(text));
  }

  /**
   * The button to a neighbouring stage. At the first or last stage it is disabled but still focusable, so that it keeps
   * the focus.
   * @param {"previous" | "next"} side
   * @param {string | undefined} stage
   */
  #neighbour(side, stage) {
    const { t } = this.view;
    const name = stage === undefined ? "" : stageName(this.view, stage);
    return html`
      <button
        class="${side} ${side === "next" && stage !== undefined ? "main" : ""}"
        aria-disabled=${stage === undefined ? "true" : nothing}
        aria-label=${stage === undefined ? nothing : t(`${side}-label`, { name })}
        @click=${() => stage && this.#go(stage)}
      >
        ${stage === undefined ? t(`${side}-none`) : t(side, { name })}
      </button>
    `;
  }

  /** Shows a stage: fires "state-patch". @param {string} stage */
  #go(stage) {
    this.patch({ stage });
  }
}

customElements.define("attention-stage-panel", StagePanel);
