import { css, html } from "lit";

import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";
import { shapeText } from "./view.js";

/** Stages that share one line of the ledger, because they share a shape. */
const together = [
  ["E", "P", "X"],
  ["C"],
  ["Q"],
  ["K"],
  ["V"],
  ["raw", "scaled", "masked", "weights"],
  ["context"],
  ["concat"],
  ["output"],
];

/** Every shape of the walk, live, with the current one marked. */
export class ShapeLedger extends ViewElement {
  static styles = [
    shared,
    css`
      ol {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 0;
        margin: 0;
        padding: 0;
        font-size: var(--small);
        list-style: none;
      }
      li:not(:last-child)::after {
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
    const { t, run, state } = this.view;
    const groups = together
      .map((group) => group.filter((stage) => run.stages.includes(stage)))
      .filter((group) => group.length > 0);
    return html`
      <ol aria-label=${t("ledger-label")}>
        ${groups.map(
          (group) => html`
            <li aria-current=${group.includes(state.stage) ? "true" : "false"}>
              <span class="name">${t(group.includes("raw") ? "ledger-scores" : `stage-${group.at(-1)}`)}</span>
              <span class="shape">${shapeText(this.view, group.at(-1) ?? "X")}</span>
            </li>
          `,
        )}
      </ol>
    `;
  }
}

customElements.define("shape-ledger", ShapeLedger);
