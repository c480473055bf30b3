import { css, html, nothing } from "lit";

import { allStages, isPair, learned, rowOf } from "../../engine/stages.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { shapeText } from "../../view/view.js";
import { nameInWords } from "../arithmetic/cell-names.js";
import { withSubscripts } from "../rich-text.js";

/** What a learned parameter is; a walk may use only some of them. In the order of the stages that read them. */
const parameters = [...learned].sort(
  (a, b) => allStages.indexOf(rowOf(a)?.at ?? "") - allStages.indexOf(rowOf(b)?.at ?? ""),
);

/** Stages stand in one group where each is computed from the previous group: all of pairs do. @param {string} id */
const groupOf = (id) => (isPair(id) ? "pairs" : rowOf(id)?.group === "result" ? id : rowOf(id)?.group);

/**
 * Gathers stages by what a function says of them.
 * @param {readonly string[]} stages
 * @param {(id: string) => string | undefined} by
 * @returns {string[][]}
 */
function gathered(stages, by) {
  /** @type {Map<string | undefined, string[]>} */
  const parts = new Map();
  for (const id of stages) parts.set(by(id), [...(parts.get(by(id)) ?? []), id]);
  return [...parts.values()];
}

/** The stages in groups, each computed from the previous one. The stages within one entry have the same shape. @param {readonly string[]} stages */
const groupsOf = (stages) =>
  gathered(stages, groupOf).map((group) => gathered(group, (id) => (isPair(id) ? "pairs" : rowOf(id)?.axes.join())));

/** The parameters of which the figure of a stage shows only the columns of one head. */
const shownByHead = Object.freeze({ Q: ["Wq", "bq"], K: ["Wk", "bk"], V: ["Wv", "bv"] });

/** Shows the shapes of all stages and parameters, and marks the stage in view. */
export class ShapeSummary extends ViewElement {
  static deferred = true;
  static styles = [
    shared,
    css`
      ol,
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2) 0;
        margin: 0;
        padding: 0;
        font-size: var(--small);
        list-style: none;
      }
      ul {
        gap: var(--space-2) var(--space-16);
        margin-top: var(--space-4);
      }
      .entry {
        display: inline-block;
      }
      .entry:not(:last-child) .shape::after {
        content: ",";
        margin-inline-end: 0.3em;
      }
      ol li:not(:last-child) .entry:last-child::after {
        margin: 0 var(--space-8);
        color: var(--muted);
        content: "→" / "";
      }
      .name {
        color: var(--muted);
      }
      .slice,
      [aria-current="true"] .shape {
        color: var(--text);
        font-weight: 700;
      }
    `,
  ];

  render() {
    const { t, run, stages: shown, trace } = this.view;
    const entries = groupsOf(shown);
    const present = parameters.filter((id) => trace.tensor(id));
    return html`
      <ol aria-label=${t("shapes-label")}>
        ${entries.map((group) => html`<li>${group.map((stages) => this.#entry(stages))}</li>`)}
      </ol>
      ${
        present.length === 0
          ? nothing
          : html`<ul aria-label=${t("shapes-weights-label")}>
              ${present.map(
                (id) =>
                  html`<li>
                    <span class="name">${withSubscripts(t(`shapes-${id}`) || nameInWords(id))}</span>
                    ${run.shape(id).join(" × ")} ${this.#slice(id)}
                  </li>`,
              )}
            </ul>`
      }
    `;
  }

  /** Which columns of a parameter the figure shows, where those are only one head's. @param {string} id */
  #slice(id) {
    const { t, run, state } = this.view;
    const { stage, head } = state;
    const { heads, kv_heads } = run.spec;
    const isSliced = /** @type {Record<string, string[]>} */ (shownByHead)[stage]?.includes(id);
    if (!isSliced || head === "all" || heads === 1) return nothing;
    const ofKeys = stage !== "Q" && kv_heads < heads;
    const own = ofKeys ? Math.floor((head * kv_heads) / heads) : head;
    const width = run.shape(stage)[2] ?? 0;
    return html`<span class="slice"
      >${t("shapes-slice", {
        width,
        from: own * width + 1,
        to: (own + 1) * width,
        head: t(ofKeys ? "head-shared" : "head-one", { number: own + 1 }),
      })}</span
    >`;
  }

  /** The entry of stages that share a shape. @param {string[]} stages one or more, of the same shape */
  #entry(stages) {
    const { t, state } = this.view;
    const first = stages.find((stage) => rowOf(stage)?.instead.length === 0) ?? stages[0] ?? "";
    return html`<span class="entry" aria-current=${stages.includes(state.stage) ? "true" : "false"}>
      <span class="name">${t(first === "raw" ? "shapes-scores" : `stage-${first}`)}</span>
      <span class="shape">${shapeText(this.view, first)}</span>
    </span>`;
  }
}

customElements.define("shape-summary", ShapeSummary);
