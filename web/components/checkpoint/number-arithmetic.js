/** Where a number of an opened model comes from, in words and terms. */
import { html, nothing } from "lit";

import { formatNumber } from "../../figures/index.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/session.js").Arithmetic} Arithmetic */
/** @typedef {import("../../checkpoints/session.js").Operand} Operand */
/** @typedef {Pick<Operand, "layer" | "stage" | "index"> & {arithmetic: Arithmetic}} Asked a number with its arithmetic */
/**
 * @typedef {object} Around
 * @property {number} layer that is in view
 * @property {(operand: Operand) => boolean} isShown whether a term can be shown as a number of a tensor
 * @property {(operand: Operand) => void} ask for its arithmetic
 */

/** A number as it is shown here. @param {number} value */
export const numberText = (value) => formatNumber(value, 4);

/** What stands between the terms of a number. @param {string} operation */
const signOf = (operation) =>
  ["dot", "sum", "mean"].includes(operation) ? " + " : operation === "product" ? " · " : ", ";

/** @param {Translate} t @param {Asked} asked @param {Around} around */
export function arithmeticText(t, { arithmetic, ...asked }, around) {
  const { operation, value, terms, more, between } = arithmetic;
  const text = operation === "token" ? String(value) : numberText(value);
  return html`<div class="why" role="status">
    <strong>${inWords(t, { ...asked, text }, around)}</strong>
    <p>${t("open-operation", { operation, value: text })}</p>
    <p>
      ${terms.map(
        (factors, at) =>
          html`${at === 0 ? "" : signOf(operation)}${factors.map(
            (factor, place) => html`${place === 0 ? "" : " · "}${operandButton(t, factor, around)}`,
          )}`,
      )}
      ${more > 0 ? t("open-more", { count: more }) : nothing}
    </p>
    ${
      between.length > 0
        ? html`<p class="small between">
            ${between.map((one) => t("open-between", { name: one.name, value: numberText(one.value) })).join(", ")}
          </p>`
        : nothing
    }
    ${terms.length > 0 ? html`<p class="small muted">${t("open-from", { names: stagesOf(t, terms, around) })}</p>` : nothing}
  </div>`;
}

/** The tensors that terms are of, each once. @param {Translate} t @param {Arithmetic["terms"]} terms @param {Around} around */
const stagesOf = (t, terms, around) =>
  [...new Set(terms.flat().map((operand) => stageIn(t, operand, around)))].join(", ");

/** A stage, with its layer where another one is in view. @param {Translate} t @param {{layer: number | null, stage: string}} place @param {Around} around */
const stageIn = (t, { layer, stage }, around) =>
  layer === null || layer === around.layer ? stage : t("open-stage-of", { layer: layer + 1, stage });

/** @param {Translate} t @param {Pick<Operand, "layer" | "stage" | "index"> & {text: string}} named @param {Around} around */
const inWords = (t, { index, text, ...place }, around) =>
  t("open-number", { stage: stageIn(t, place, around), index: index.join(", "), value: text });

/** A term: it leads to its own arithmetic where it can be shown. @param {Translate} t @param {Operand} operand @param {Around} around */
function operandButton(t, operand, around) {
  const { layer, stage, index, value } = operand;
  const text = value < 0 ? `(${numberText(value)})` : numberText(value);
  if (!around.isShown(operand)) return html`<span>${text}</span>`;
  return html`<button
    class="inline operand"
    data-stage=${stage}
    data-layer=${layer ?? nothing}
    aria-label=${inWords(t, { layer, stage, index, text: numberText(value) }, around)}
    @click=${() => around.ask(operand)}
  >
    ${text}
  </button>`;
}
