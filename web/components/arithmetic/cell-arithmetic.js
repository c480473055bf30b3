import { css, html, nothing } from "lit";

import { accountOf } from "./explanations.js";
import { heardName, nameOf } from "./cell-names.js";
import { shared } from "../styles.js";
import { landmark, ViewElement } from "../view-element.js";

/** Where the asked number comes from, with the real operands, in the engine's order. */
export class CellArithmetic extends ViewElement {
  static styles = [
    shared,
    css`
      .hint {
        margin: 0;
      }
      .account {
        padding: 12px 16px;
        border-inline-start: 3px solid var(--accent);
        border-radius: 6px;
        background: var(--accent-soft);
      }
      h3 {
        margin: 0;
        font-size: 1rem;
        overflow-wrap: anywhere;
      }
      p {
        margin: 4px 0 0;
        overflow-wrap: anywhere;
      }
      sup {
        font-size: 0.75em;
        line-height: 0;
      }
      summary {
        min-height: 24px;
        cursor: pointer;
      }
      .Q {
        color: var(--role-Q);
      }
      .K {
        color: var(--role-K);
      }
      .V {
        color: var(--role-V);
      }
      .weights {
        color: var(--role-weights);
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
      /* An operand: a number that can be asked in its turn. */
      .operand {
        min-width: 24px;
        min-height: 24px;
        padding: 0;
        border: 0;
        border-bottom: 1px dotted currentcolor;
        border-radius: 0;
        background: none;
      }
      .operand:hover {
        border-bottom-style: solid;
        background: var(--panel);
      }
      h3:focus {
        outline: none;
      }
      .term {
        white-space: nowrap;
      }
      @media (max-width: 60rem) {
        /* The number that was tapped may be far from here: its arithmetic comes to the reader, as a sheet. */
        .sheet {
          position: fixed;
          z-index: 1;
          inset: auto 0 0;
          max-height: 34vh;
          overflow-y: auto;
          border: 0;
          border-top: 3px solid var(--accent);
          border-radius: 0;
        }
      }
    `,
  ];

  #follows = false;

  render() {
    const { t, explanation, asked, embedded } = this.view;
    if (!explanation) return html`<p class="hint muted small">${t("ask-hint")}</p>`;
    return html`
      <section
        class="account ${asked && !embedded ? "sheet" : ""}"
        role=${landmark(this.view, "region")}
        aria-labelledby="what"
        @ask-followed=${() => (this.#follows = true)}
      >
        <button class="clear link small" @click=${this.#clear}>${t("ask-clear")}</button>
        <slot name="before"></slot>
        <h3 id="what" tabindex="-1" aria-label=${heardName(this.view, explanation)}>
          ${nameOf(this.view, explanation)}
        </h3>
        ${accountOf(this.view, explanation)} ${this.#bench(explanation.operation)}
        <slot name="after"></slot>
      </section>
    `;
  }

  /** The operand that led here is gone: the reader goes on from the name of the number it led to. */
  updated() {
    if (!this.#follows) return;
    this.#follows = false;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h3"))?.focus();
  }

  /** @param {import("../../engine/explain/explain.js").Explanation["operation"]} operation */
  #bench(operation) {
    const { t, embedded } = this.view;
    if (embedded || (operation !== "dot" && operation !== "softmax")) return nothing;
    const own = operation === "dot" ? { bench_a: null, bench_b: null } : { bench_scores: null, bench_temperature: 1 };
    return html`<button class="link small" @click=${() => this.patch({ lab: operation, ...own })}>
      ${operation === "dot" ? t("bench-open-dot") : t("bench-open-softmax")}
    </button>`;
  }

  #clear() {
    this.patch({ cell: null });
    this.send("ask-cleared", null);
  }
}

customElements.define("cell-arithmetic", CellArithmetic);
