import { css, html, nothing } from "lit";
import { onNarrow, onPhone, onSidewaysPhone } from "#breakpoints";

import { explanationOf } from "./explanations.js";
import { nameOf, spokenName } from "./cell-names.js";
import { isTouch } from "../pointer.js";
import { inlineButtonStyle, roleStyle, shared } from "../styles.js";
import { landmark, ViewElement } from "../view-element.js";

/**
 * Explains how the inspected number is computed, with its actual operands in the order in which the engine uses them.
 */
export class CellArithmetic extends ViewElement {
  static styles = [
    shared,
    inlineButtonStyle,
    roleStyle,
    css`
      .hint {
        margin: 0;
      }
      .explanation {
        padding: var(--space-12) var(--space-16);
        border-inline-start: 3px solid var(--text);
        border-radius: var(--radius-button);
        background: var(--wash);
      }
      h3 {
        margin: 0;
        font-size: var(--unit);
        overflow-wrap: anywhere;
      }
      p {
        margin: var(--space-4) 0 0;
        overflow-wrap: anywhere;
      }
      /* What closes the sum follows on the same line. */
      details:not([open]) {
        display: inline-block;
      }
      summary {
        min-height: 30px; /* a number of the line above may reach into it */
        align-content: end;
        cursor: pointer;
      }
      :is(.Q, .K, .V, .weights) {
        color: var(--role);
      }
      math {
        font-size: 1.15em;
      }
      .own {
        font-weight: 700;
      }
      .clear {
        float: inline-end;
      }
      :is(h3, .hint):focus {
        outline: none;
      }
      ${onNarrow} {
        /* On narrow screens the arithmetic is a sheet at the bottom of the window, since the tapped number may be far away. */
        .sheet {
          position: fixed;
          z-index: 1;
          inset: auto 0 0;
          max-height: 34vh;
          overflow-y: auto;
          border: 0;
          border-top: 3px solid var(--text);
          border-radius: 0;
        }
      }
      ${onSidewaysPhone} {
        /* Here it covers the words, but not the figure beside them. */
        .sheet {
          inset-block: 0;
          inset-inline: auto 0;
          width: 38%;
          max-height: none;
          border-top: 0;
          border-inline-start: 3px solid var(--text);
        }
      }
      @media screen {
        ${onPhone} {
          /* On a phone, a number that the page itself has selected is explained once it is tapped. */
          .first {
            display: none;
          }
        }
      }
      @media print {
        .sheet {
          position: static;
          max-height: none;
        }
        .clear {
          display: none;
        }
      }
    `,
  ];

  /** How to move the focus, after the reader followed an operand or cleared the number: what had it goes. @type {FocusOptions | null} */
  #focusing = null;

  render() {
    const { t, explanation, cellChosen, embedded } = this.view;
    if (!explanation)
      return html`<p class="hint muted small" tabindex="-1">${t(isTouch() ? "figure-hint-touch" : "ask-hint")}</p>`;
    return html`
      <section
        class="explanation ${embedded ? "" : cellChosen ? "sheet" : "first"}"
        role=${landmark(this.view, "region")}
        aria-labelledby="what"
        @ask-followed=${() => (this.#focusing = {})}
        @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.#clear()}
      >
        <button class="clear link small" part="clear" @click=${this.#clear}>${t("ask-clear")}</button>
        <slot name="before"></slot>
        <h3 id="what" tabindex="-1" aria-label=${spokenName(this.view, explanation)}>
          ${nameOf(this.view, explanation)}
        </h3>
        ${explanationOf(this.view, explanation)} ${this.#calculatorButton(explanation.operation)}
        <slot name="after"></slot>
      </section>
    `;
  }

  /** The focus goes to the name of the number that is inspected now, or to the hint where there is none. */
  updated() {
    if (!this.#focusing) return;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h3, .hint"))?.focus(this.#focusing);
    this.#focusing = null;
  }

  /**
   * The button that opens these numbers in a calculator; nothing if there is no calculator for the operation.
   * @param {import("../../engine/explain/explain.js").Explanation["operation"]} operation
   */
  #calculatorButton(operation) {
    const { t, embedded } = this.view;
    if (embedded || (operation !== "dot" && operation !== "softmax")) return nothing;
    const own = operation === "dot" ? { dot_a: null, dot_b: null } : { softmax_scores: null, softmax_temperature: 1 };
    return html`<button class="link small" @click=${() => this.patch({ experiment: operation, ...own })}>
      ${operation === "dot" ? t("bench-open-dot") : t("bench-open-softmax")}
    </button>`;
  }

  #clear() {
    this.#focusing = { preventScroll: true };
    this.patch({ cell: null });
  }
}

customElements.define("attention-cell-arithmetic", CellArithmetic);
