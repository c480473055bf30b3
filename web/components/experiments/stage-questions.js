import { css, html } from "lit";

import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { questionsAt } from "./questions.js";
import { withSubscripts } from "../rich-text.js";

/** The look of the buttons that ask questions. */
export const questionButtonStyle = css`
  [data-experiment] {
    padding-block: var(--space-6);
    line-height: 1.4;
    text-align: start;
  }
  [data-experiment][aria-expanded="true"] {
    border-color: var(--text);
    background: var(--wash);
    color: var(--text);
  }
`;

/**
 * The questions about the figure above, and a button to all questions. Fires "question-asked" with {experiment, place: "figure"},
 * "question-closed", and "questions-listed".
 */
export class StageQuestions extends ViewElement {
  static properties = { ...ViewElement.properties, answered: { attribute: false } };

  static styles = [
    shared,
    questionButtonStyle,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-8);
        align-items: center;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Whether the answer to the open question is shown below these questions. */
    this.answered = false;
  }

  render() {
    const { t, state } = this.view;
    const send = (/** @type {string} */ name, /** @type {unknown} */ detail) => this.send(name, detail);
    return html`
      <h2 class="visually-hidden">${t("questions-here")}</h2>
      ${questionsAt(state.stage).map((experiment) => questionButton({ t, send }, experiment, "figure", this.answered && experiment === state.experiment))}
      <button class="link small" @click=${() => this.send("questions-listed", null)}>${t("questions-more")}</button>
    `;
  }
}

/**
 * A button that asks a question, or closes its answer.
 * @param {{t: import("../../words/translate.js").Translate, send: ViewElement["send"]}} asker
 * @param {string} experiment id of the experiment that answers it
 * @param {"figure" | "list"} place where the reader asks, and where the answer opens
 * @param {boolean} isOpen whether its answer is shown there
 */
export const questionButton = ({ t, send }, experiment, place, isOpen) =>
  html`<button
    data-experiment=${experiment}
    aria-expanded=${isOpen}
    @click=${() => (isOpen ? send("question-closed", null) : send("question-asked", { experiment, place }))}
  >
    ${withSubscripts(t(`experiment-${experiment}`))}
  </button>`;

customElements.define("stage-questions", StageQuestions);
