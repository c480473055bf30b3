import { css, html, nothing } from "lit";

import { models } from "../../../state/experiments/published-models.js";
import { withSubscripts } from "../../rich-text.js";
import { ExperimentElement } from "../experiment-element.js";
import { questionStyles } from "../styles.js";
import { scrollTable } from "../../scroll-box.js";
import { phone } from "../../styles.js";

/** The kinds of attention, each with the preset that shows it and the messages of its row. */
export const kinds = Object.freeze([
  { id: "encoder", preset: "encoder", queries: "text", keys: "own", mask: "padding" },
  { id: "decoder", preset: "causal", queries: "written", keys: "own", mask: "causal" },
  { id: "cross", preset: "cross", queries: "written", keys: "read", mask: "padding" },
]);

const sizes = /** @type {const} */ (["d_model", "heads", "kv_heads", "d_k", "layers"]);

/**
 * Explains where models use attention and what they used before it, and lists the sizes of known models. Fires
 * "state-preset" when the reader chooses an example.
 */
export class PlaceExperiment extends ExperimentElement {
  static styles = [
    questionStyles,
    css`
      h4:first-of-type {
        margin-top: var(--space-8);
      }
      .kinds {
        max-width: none;
        margin: var(--space-4) 0 var(--space-16);
      }
      .kinds :is(th, td) {
        vertical-align: top;
      }
      tbody tr {
        border-top: 1px solid var(--hairline);
      }
      tbody th {
        font-weight: 600;
      }
      .use {
        max-width: 26rem;
      }
      .sizes {
        width: auto;
        margin: var(--space-4) 0 var(--space-8);
      }
      .sizes :is(th, td) {
        padding-inline-end: var(--space-20);
      }
      .sizes tbody :is(th, td) {
        white-space: nowrap;
      }
      .sizes thead th {
        max-width: 7rem;
        vertical-align: bottom;
      }
      @media ${phone} {
        .sizes :is(th, td) {
          padding-inline-end: var(--space-8);
        }
      }
      .walk {
        color: var(--muted);
      }
      button {
        white-space: nowrap;
      }
      @media (max-width: 56rem) {
        .kinds thead {
          position: absolute;
          clip-path: inset(50%);
        }
        .kinds :is(tbody, tr, th, td) {
          display: block;
        }
        .kinds tr {
          padding-block: var(--space-8);
        }
        .kinds td {
          padding-block: 0 var(--space-4);
        }
        .use {
          max-width: var(--measure);
        }
        .kinds [data-label]::before {
          color: var(--muted);
          content: attr(data-label) ": ";
        }
      }
    `,
  ];

  render() {
    const { t } = this.view;
    return html`
      <h4>${t("place-heading")}</h4>
      ${this.#kinds()}
      <p>${t("place-layer")}</p>
      <h4>${t("place-before-heading")}</h4>
      <p>${t("place-before-static")}</p>
      <p>${t("place-before-recurrent")}</p>
      <h4>${t("place-models-heading")}</h4>
      ${this.#models()}
      <p class="small muted">${withSubscripts(t("place-models-text"))}</p>
    `;
  }

  #kinds() {
    const { t } = this.view;
    const columns = /** @type {const} */ (["queries", "keys", "mask"]);
    return html`
      <table class="kinds" role="table">
        <caption class="visually-hidden">
          ${t("place-caption")}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            ${["kind", ...columns, "use"].map((id) => html`<th scope="col" role="columnheader">${t(`place-${id}`)}</th>`)}
            <td role="cell"></td>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${kinds.map(
            (kind) => html`
              <tr role="row">
                <th scope="row" role="rowheader">${t(`place-${kind.id}`)}</th>
                ${columns.map(
                  (column) =>
                    html`<td role="cell" data-label=${t(`place-${column}`)}>${t(`place-${kind[column]}`)}</td>`,
                )}
                <td role="cell" class="use">${t(`place-${kind.id}-use`)}</td>
                <td role="cell">
                  <button
                    data-preset=${kind.preset}
                    aria-label=${t("place-show-label", { name: t(`place-${kind.id}`) })}
                    @click=${() => this.send("state-preset", { id: kind.preset, show: true })}
                  >
                    ${t("place-show")}
                  </button>
                </td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }

  #models() {
    const { t, run } = this.view;
    const { spec } = run;
    const walk = { name: t("place-walk"), ...spec, layers: 1, tokens: 0 };
    const name = (/** @type {typeof sizes[number]} */ id) => (id.startsWith("d_") ? id : t(`place-${id}`));
    const heads = [t("place-model"), ...sizes.map(name), t("place-product"), t("place-tokens")].map(withSubscripts);
    const body = html`<tbody>
      ${[...Object.values(models), walk].map(
        (model) => html`
          <tr class=${model === walk ? "walk" : nothing}>
            <th scope="row">${model.name}</th>
            ${sizes.map((id) => html`<td class="number">${model[id]}</td>`)}
            <td class="number">${model.heads * model.d_k}</td>
            <td class="number">${model.tokens || "–"}</td>
          </tr>
        `,
      )}
    </tbody>`;
    return scrollTable(t("place-models"), heads, body, { numbers: 1, look: "sizes" });
  }
}

customElements.define("place-experiment", PlaceExperiment);
