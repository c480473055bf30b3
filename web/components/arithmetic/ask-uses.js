import { css, html, nothing } from "lit";

import { usesOf } from "../../engine/explain/uses.js";
import { formatNumber } from "../../figures/index.js";
import { usesByStage } from "../../figures/measures/uses-by-stage.js";
import { isSameCell } from "../../state/trail.js";
import { canFollow, followPatch } from "./follow.js";
import { nameOf } from "./cell-names.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { withSubscripts } from "../rich-text.js";
import { stageName } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * Lists the stages that use the inspected number, each with a link to the largest number computed from it. A link fires
 * "state-patch".
 */
export class AskUses extends ViewElement {
  static styles = [
    shared,
    css`
      h4 {
        margin: var(--space-12) 0 0;
        font-size: var(--small);
        font-weight: 600;
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li,
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      button.link {
        text-align: start;
      }
    `,
  ];

  /** @type {ReturnType<typeof usesByStage>} */
  #stages = [];

  /** @type {{run: View["run"], cell: View["state"]["cell"]} | null} the run and number that #stages was computed for */
  #known = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /**
   * Schedules a new list. If only the values have changed, the reader may be moving a slider, so the list waits for a
   * pause.
   */
  shouldUpdate() {
    const { run, state } = this.view;
    clearTimeout(this.#timer);
    if (!this.#known || this.#known.run === run || !isSameCell(this.#known.cell, state.cell)) return true;
    this.#timer = setTimeout(() => {
      this.#known = null;
      this.requestUpdate();
    }, 120);
    return false;
  }

  willUpdate() {
    const { run, state } = this.view;
    const { cell } = state;
    // The list is only for a selected number, because a moving pointer passes over many.
    if (!cell || (this.#known?.run === run && isSameCell(this.#known.cell, cell))) return;
    this.#known = { run, cell };
    this.#stages = usesByStage(usesOf(run, cell.stage, cell.index));
  }

  render() {
    const { t, state, cell, run } = this.view;
    if (!state.cell || !isSameCell(state.cell, cell)) return nothing;
    return html`
      <h4>${t("uses-heading")}</h4>
      ${
        this.#stages.length === 0
          ? html`<p class="small muted">${t(state.cell.stage === run.stages.at(-1) ? "uses-end" : "uses-none")}</p>`
          : html`<ul class="small">
              ${this.#stages.map((stage) => this.#stage(stage))}
            </ul>`
      }
    `;
  }

  /** The list entry of one stage. @param {ReturnType<typeof usesByStage>[number]} uses */
  #stage({ stage, count, largest }) {
    const { t } = this.view;
    const name = stageName(this.view, stage) || stage;
    const value = formatNumber(largest.value, 4);
    const written = html`${nameOf(this.view, largest)} = ${value}`;
    const leads = canFollow(this.view, largest)
      ? html`<button class="link small" @click=${() => this.#go(largest)}>${written}</button>`
      : html`<span>${written}</span>`;
    return html`<li>
      ${withSubscripts(t("uses-count", { name, count }))} ${count > 1 ? t("uses-largest") : ""} ${leads}
    </li>`;
  }

  /** Inspects a number. @param {import("./follow.js").Cell} cell */
  #go(cell) {
    this.send("ask-followed", null);
    this.patch(followPatch(this.view, cell));
  }
}

customElements.define("attention-ask-uses", AskUses);
