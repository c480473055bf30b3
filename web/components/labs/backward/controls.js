// The controls of the backward pass.

import { html, nothing } from "lit";

import { formatNumber, lengthsOf } from "../../../figures/index.js";
import { readoutLoss } from "../../../figures/measures/readout-loss.js";
import { withSubscripts } from "../../rich-text.js";
import { option } from "../../option.js";
import { eventValue } from "../../event-value.js";

/** @typedef {import("../../../view/view.js").View} View */

/** Values of d_k to choose from. */
const WIDTHS = [4, 16, 64, 256];

/**
 * The cross-entropy of the chosen token as the right answer of the chosen row; null where the loss is a sum.
 * @param {View} view
 */
export function answerOf({ run, state }) {
  const [row] = state.loss;
  if (row === undefined || state.loss_token === null) return null;
  return readoutLoss(run.tensor("output"), run.tensor("X"), row, state.loss_token);
}

/**
 * What the readout makes of the chosen row, and the loss.
 * @param {View} view
 * @param {ReturnType<typeof readoutLoss>} answer
 */
export function answerText({ t, state, queries }, { loss, probabilities }) {
  const token = /** @type {number} */ (state.loss_token);
  return html`<p class="answer">
    ${t("backward-answer-text", {
      probabilities: queries
        .map((name, at) => `${name} ${formatNumber(/** @type {number} */ (probabilities[at]))}`)
        .join(" · "),
      token: queries[token] ?? "",
      number: token + 1,
      loss: formatNumber(loss, 4),
    })}
  </p>`;
}

/**
 * The choice of the loss: the sum of all outputs, the sum of one row, a single number, or the cross-entropy of a token.
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
              ${t("backward-answer")}
              <select
                class="answer"
                @change=${(/** @type {Event} */ event) =>
                  patch({ loss: [row], loss_token: eventValue(event) === "" ? null : Number(eventValue(event)) })}
              >
                ${option("", t("backward-answer-none"), state.loss_token === null)}
                ${
                  columns === state.d_model
                    ? queries.map((token, at) =>
                        option(at, t("backward-answer-token", { token, number: at + 1 }), at === state.loss_token),
                      )
                    : nothing
                }
              </select>
            </label>
            <label>
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
