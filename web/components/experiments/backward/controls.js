// The controls of the backward pass.

import { html, nothing } from "lit";

import { formatNumber, lengthsOf } from "../../../figures/index.js";
import { isAllByHand } from "../../../state/edits.js";
import { hasTwoLayers, modelOf } from "../../../state/recipes/trained-models.js";
import { withSubscripts } from "../../rich-text.js";
import { option } from "../../fields/option.js";
import { eventValue } from "../../fields/event-value.js";

/** @typedef {import("../../../view/view.js").View} View */

/** Values of d_k to choose from. */
const WIDTHS = [4, 16, 64, 256];

/**
 * What the loss is, with its numbers.
 * @param {View} view
 * @param {import("../../../view/walk-loss.js").WalkLoss} found
 */
export function lossText({ t, state, queries }, { kind, loss, answers, all }) {
  const written = (/** @type {number} */ probability) => formatNumber(probability);
  const [first] = answers;
  if (loss === null || !first) return html`<p class="answer">${t("backward-sum-text")}</p>`;
  const { token, probability, row } = first;
  const args = { loss: formatNumber(loss, 4), token, reader: queries[row] ?? "", probability: written(probability) };
  if (kind === "answer") {
    const probabilities = queries.map((name, at) => `${name} ${written(Number(all?.[at]))}`).join(" · ");
    return html`<p class="answer">
      ${t("backward-answer-text", { ...args, probabilities, number: Number(state.loss_token) + 1 })}
    </p>`;
  }
  if (kind === "pointer")
    return html`<p class="answer">${t(`backward-pointer-text-${hasTwoLayers(state) ? state.layer : 2}`, args)}</p>`;
  const next = answers.map(({ token, probability }) => `${token} ${written(probability)}`).join(" · ");
  return html`<p class="answer">
    ${t(`backward-${kind}-text`, { ...args, next })}
    ${kind === "tied" ? t(isAllByHand(state) ? "backward-tied-opened" : "backward-tied-random") : nothing}
    ${kind !== "tied" && hasTwoLayers(state) && state.layer === 1 ? t("backward-through-second") : nothing}
  </p>`;
}

/**
 * The choice of the loss: the model's own, or one of the sums: of all outputs, of one row, or a single number; or the
 * cross-entropy of a token.
 * @param {View} view
 * @param {import("../../../view/walk-loss.js").WalkLoss} found the present loss
 * @param {(change: Record<string, unknown>) => void} patch
 */
export function lossChoice({ t, state, queries, keys, run }, found, patch) {
  const { loss } = state;
  const isOwn = loss === null;
  const [row, column] = loss ?? [];
  const { columns } = lengthsOf({ shape: run.shape("output") });
  const choose = (/** @type {string} */ first, /** @type {string} */ second) =>
    patch({
      loss:
        first === "own" ? null : first === "" ? [] : second === "" ? [Number(first)] : [Number(first), Number(second)],
      loss_token: null,
    });
  const model = modelOf(state);
  return html`<div class="controls">
    <label>
      ${t("backward-loss")}
      <select class="row" @change=${(/** @type {Event} */ event) => choose(eventValue(event), "")}>
        ${isOwn && found.kind === "sum" ? nothing : option("own", t(model || found.kind === "pointer" ? "backward-loss-own" : "backward-loss-text"), isOwn)}
        ${option("", t("backward-loss-all"), isOwn ? found.kind === "sum" : row === undefined)}
        ${queries.map((token, at) => option(at, t("backward-loss-row", { token, number: at + 1 }), at === row))}
      </select>
    </label>
    ${
      isOwn && model?.pointer
        ? html`<label>
            ${t("backward-answer")}
            <select
              class="key"
              @change=${(/** @type {Event} */ event) =>
                patch({ loss_token: eventValue(event) === "" ? null : Number(eventValue(event)) })}
            >
              ${option("", t("backward-answer-own"), state.loss_token === null)}
              ${keys.map((token, at) =>
                option(at, t("backward-answer-token", { token, number: at + 1 }), at === state.loss_token),
              )}
            </select>
          </label>`
        : nothing
    }
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
