// The controls of the backward pass.

import { html, nothing } from "lit";

import { lengthsOf } from "../../../figures/index.js";
import { withSubscripts } from "../../rich-text.js";
import { option } from "../../option.js";
import { eventValue } from "../../event-value.js";

/** @typedef {import("../../../view/view.js").View} View */

/** Values of d_k to choose from. */
const WIDTHS = [4, 16, 64, 256];

/**
 * The choice of the loss: the sum of all outputs, the sum of one row, or a single number.
 * @param {View} view
 * @param {(change: Record<string, unknown>) => void} patch
 */
export function lossChoice({ t, state, queries, run }, patch) {
  const [row, column] = state.loss;
  const { columns } = lengthsOf({ shape: run.shape("output") });
  const choose = (/** @type {string} */ first, /** @type {string} */ second) =>
    patch({ loss: first === "" ? [] : second === "" ? [Number(first)] : [Number(first), Number(second)] });
  return html`<div class="controls">
    <label>
      ${t("backward-loss")}
      <select class="row" @change=${(/** @type {Event} */ event) => choose(eventValue(event), "")}>
        ${option("", t("backward-loss-all"), row === undefined)}
        ${queries.map((token, at) => option(at, t("backward-loss-row", { token, number: at + 1 }), at === row))}
      </select>
    </label>
    ${
      row === undefined
        ? nothing
        : html`<label>
            ${t("backward-column")}
            <select class="column" @change=${(/** @type {Event} */ event) => choose(String(row), eventValue(event))}>
              ${option("", t("backward-column-all"), column === undefined)}
              ${Array.from({ length: columns }, (_, at) => option(at, String(at + 1), at === column))}
            </select>
          </label>`
    }
  </div>`;
}

/**
 * Switches for scaling and d_k, which decide whether softmax saturates.
 * @param {View} view
 * @param {(change: Record<string, unknown>) => void} patch
 */
export function softmaxSwitches({ t, state, controls }, patch) {
  return html`<div class="controls">
    ${
      controls.includes("scaling")
        ? html`<div class="choice" role="group" aria-label=${t("backward-scaling")}>
            ${[true, false].map(
              (scaling) =>
                html`<button
                  class=${scaling ? "scaled" : "unscaled"}
                  aria-pressed=${state.scaling === scaling}
                  @click=${() => patch({ scaling })}
                >
                  ${withSubscripts(t(scaling ? "backward-scaled" : "backward-unscaled"))}
                </button>`,
            )}
          </div>`
        : nothing
    }
    ${
      controls.includes("d_k")
        ? html`<div class="choice" role="group" aria-label=${t("control-d_k")}>
            ${WIDTHS.map(
              (d_k) =>
                html`<button data-width=${d_k} aria-pressed=${state.d_k === d_k} @click=${() => patch({ d_k })}>
                  ${withSubscripts(`d_k ${d_k}`)}
                </button>`,
            )}
          </div>`
        : nothing
    }
  </div>`;
}
