import { css, html, nothing } from "lit";

import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { shapeText } from "../../view/view.js";
import { withSubscripts } from "../words.js";

/** What is made from what: each group from the one before, stages of one entry sharing a shape. */
const groups = [
  [["X", "E", "P"], ["C"]],
  [["Q", "Q_rot"], ["K", "K_rot"], ["V"]],
  ["raw scaled biased capped masked weights_unmasked zeroed weights dropped".split(" ")],
  [["context"]],
  [["concat"]],
  [["output"]],
];
/** What is learned, as far as the walk has it. */
const weights = "Wq bq Wk bk Wv bv relK relV bias_table sink Wo bo".split(" ");

/** Every shape of the walk, live, with the current one marked. */
export class ShapeLedger extends ViewElement {
  static follows = true;
  static styles = [
    shared,
    css`
      ol,
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 0;
        margin: 0;
        padding: 0;
        font-size: var(--small);
        list-style: none;
      }
      ul {
        gap: 2px 16px;
        margin-top: 4px;
      }
      .entry {
        display: inline-block;
      }
      .entry:not(:last-child) .shape::after {
        content: ",";
        margin-inline-end: 0.3em;
      }
      ol li:not(:last-child) .entry:last-child::after {
        margin: 0 8px;
        color: var(--muted);
        content: "→" / "";
      }
      .name {
        color: var(--muted);
      }
      [aria-current="true"] .shape {
        color: var(--role-weights);
        font-weight: 600;
      }
    `,
  ];

  render() {
    const { t, run, trace } = this.view;
    const entries = groups.map((group) =>
      group.map((stages) => stages.filter((stage) => run.stages.includes(stage))).filter((stages) => stages.length > 0),
    );
    const given = weights.filter((id) => trace.tensor(id));
    return html`
      <ol aria-label=${t("ledger-label")}>
        ${entries.map((group) => html`<li>${group.map((stages) => this.#entry(stages))}</li>`)}
      </ol>
      ${
        given.length === 0
          ? nothing
          : html`<ul aria-label=${t("ledger-weights-label")}>
              ${given.map((id) => html`<li><span class="name">${withSubscripts(t(`ledger-${id}`) || id)}</span> ${run.shape(id).join(" × ")}</li>`)}
            </ul>`
      }
    `;
  }

  /** @param {string[]} stages */
  #entry(stages) {
    const { t, state } = this.view;
    const [first = "X"] = stages;
    return html`<span class="entry" aria-current=${stages.includes(state.stage) ? "true" : "false"}>
      <span class="name">${t(first === "raw" ? "ledger-scores" : `stage-${first}`)}</span>
      <span class="shape">${shapeText(this.view, first)}</span>
    </span>`;
  }
}

customElements.define("shape-ledger", ShapeLedger);
