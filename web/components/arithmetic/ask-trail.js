import { css, html, nothing } from "lit";
import { onNarrow } from "#breakpoints";

import { formatNumber } from "../../figures/index.js";
import { followPatch } from "./follow.js";
import { nameOf } from "./cell-names.js";
import { shared } from "../styles.js";
import { landmark, ViewElement } from "../view-element.js";

/**
 * The chain of numbers that the reader followed to the inspected one. Each is a button that goes back to it; it fires
 * "state-patch".
 */
export class AskTrail extends ViewElement {
  static styles = [
    shared,
    css`
      ol {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-4);
        margin: 0 0 var(--space-4);
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        gap: var(--space-4);
        align-items: center;
        max-width: 100%;
      }
      button {
        overflow-wrap: anywhere;
        text-align: start;
      }
      .arrow {
        color: var(--muted);
      }
      .arrow:dir(rtl) {
        scale: -1 1;
      }
      ${onNarrow} {
        /* The sheet has little height: the trail is one line, scrolled to its end. */
        ol {
          flex-wrap: nowrap;
          overflow-x: auto;
          margin-inline-end: var(--space-48);
        }
        li {
          flex: none;
        }
      }
    `,
  ];

  render() {
    const { t, run, state } = this.view;
    if (state.trail.length === 0) return nothing;
    return html`
      <div role=${landmark(this.view, "navigation")} aria-label=${t("trail-label")}>
        <ol class="small">
          ${state.trail.map((cell) => {
            const value = formatNumber(run.explain(cell.stage, [...cell.index]).value, 4);
            return html`<li>
              <button class="link small" @click=${() => this.#back(cell)}>${nameOf(this.view, cell)} = ${value}</button>
              <span class="arrow" aria-hidden="true">→</span>
            </li>`;
          })}
        </ol>
      </div>
    `;
  }

  updated() {
    const list = this.renderRoot.querySelector("ol");
    const isRtl = list && getComputedStyle(list).direction === "rtl";
    list?.scrollTo({ left: (isRtl ? -1 : 1) * Number.MAX_SAFE_INTEGER });
  }

  /** Inspects a number of the chain again. @param {import("./follow.js").Cell} cell */
  #back(cell) {
    this.send("ask-followed", null);
    this.patch(followPatch(this.view, cell));
  }
}

customElements.define("attention-ask-trail", AskTrail);
