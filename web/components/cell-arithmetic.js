import { css, html } from "lit";

import { accountOf } from "./accounts.js";
import { heardName, nameOf } from "./cell-names.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";

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
      button {
        float: inline-end;
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

  render() {
    const { t, explanation, asked } = this.view;
    if (!explanation) return html`<p class="hint muted small">${t("ask-hint")}</p>`;
    return html`
      <section class="account ${asked ? "sheet" : ""}" aria-labelledby="what">
        <button class="link small" @click=${this.#clear}>${t("ask-clear")}</button>
        <h3 id="what" aria-label=${heardName(this.view, explanation)}>${nameOf(this.view, explanation)}</h3>
        ${accountOf(this.view, explanation)}
      </section>
    `;
  }

  #clear() {
    this.patch({ cell: null });
    this.send("ask-cleared", null);
  }
}

customElements.define("cell-arithmetic", CellArithmetic);
