import { css, html, nothing } from "lit";

import "../arithmetic/ask-trail.js";
import "../arithmetic/ask-uses.js";
import "../arithmetic/cell-arithmetic.js";
import { analogyText } from "./analogy.js";
import { stageFormula } from "./formula.js";
import { shared } from "../styles.js";
import { landmark, ViewElement } from "../view-element.js";
import { withSubscripts } from "../words.js";
import { stageText } from "./text.js";

/** What happens in this stage and why, its formula, the arithmetic of the number asked about, and the way on. */
export class StagePanel extends ViewElement {
  static follows = true;

  static styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 16px;
      }
      .card {
        padding: 20px;
      }
      h2 {
        margin: 0 0 4px;
        font-size: var(--title);
      }
      .text {
        margin: 0;
      }
      .formula {
        margin: 10px 0 0;
        padding-block: 6px;
        overflow-x: auto;
        font-size: 1.1875rem;
      }
      mtext {
        color: var(--muted);
      }
      details {
        margin-top: 8px;
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
        margin: 4px 0 0;
      }
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: 12px;
        justify-content: space-between;
      }
      .ways .next {
        margin-inline-start: auto;
        border-color: var(--text);
        background: var(--text);
        color: var(--panel);
      }
      .ways [aria-disabled] {
        border-color: var(--hairline);
        background: none;
        color: var(--muted);
        cursor: default;
      }
      h2:focus {
        outline: none;
      }
      cell-arithmetic {
        margin-top: 16px;
      }
    `,
  ];

  render() {
    const { t, run, state } = this.view;
    const at = run.stages.indexOf(state.stage);
    return html`
      <div class="ways">${this.#way("previous", run.stages[at - 1])} ${this.#way("next", run.stages[at + 1])}</div>
      <section class="card" role=${landmark(this.view, "region")} aria-labelledby="title">
        <h2 id="title" tabindex="-1">${at + 1} · ${t(`stage-${state.stage}-title`)}</h2>
        <p class="text">${withSubscripts(stageText(this.view))}</p>
        <div class="formula" role="group" aria-label=${t("formula-label")} tabindex="0">${stageFormula(this.view)}</div>
        ${this.#analogy()}
        <cell-arithmetic .view=${this.view} @ask-cleared=${() => this.#focusTitle()}>
          <ask-trail slot="before" .view=${this.view}></ask-trail>
          <ask-uses slot="after" .view=${this.view}></ask-uses>
        </cell-arithmetic>
      </section>
    `;
  }

  #analogy() {
    const text = analogyText(this.view);
    if (text === "") return nothing;
    return html`<details>
      <summary>${this.view.t("analogy-summary")}</summary>
      <p>${withSubscripts(text)}</p>
    </details>`;
  }

  /**
   * At an end of the walk its button stays, so that focus does.
   * @param {"previous" | "next"} way
   * @param {string | undefined} stage
   */
  #way(way, stage) {
    const { t } = this.view;
    const name = stage === undefined ? "" : t(`stage-${stage}`);
    return html`
      <button
        class=${way}
        aria-disabled=${stage === undefined ? "true" : nothing}
        aria-label=${stage === undefined ? nothing : t(`${way}-label`, { name })}
        @click=${() => stage && this.#go(stage)}
      >
        ${stage === undefined ? t(`${way}-none`) : t(way, { name })}
      </button>
    `;
  }

  #focusTitle() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#title"))?.focus();
  }

  /** @param {string} stage */
  #go(stage) {
    this.patch({ stage });
  }
}

customElements.define("stage-panel", StagePanel);
