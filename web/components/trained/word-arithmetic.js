/** The numbers behind a guess of the next word: a word's probability, and the row that is read. */
import { html } from "lit";

import { addedStages } from "../../engine/model/contributions.js";
import { formatNumber } from "../../figures/index.js";
import { residualRow } from "../../state/recipes/next-word.js";
import { stageName } from "../../view/stage-names.js";
import { operand } from "../arithmetic/follow.js";
import { line, number, result, signed, sumOf } from "../arithmetic/markup.js";
import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";
import { unbroken } from "../rich-text.js";
import { scrollTable } from "../scroll-box.js";
import { outerNorm } from "./outer-norm.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../state/recipes/next-word.js").NextWord} NextWord */

/**
 * The arithmetic of one word's probability.
 * @param {View} view
 * @param {Translate} t
 * @param {NextWord} next
 * @param {import("../../state/recipes/next-word.js").Readout} readout
 * @param {number} word
 * @param {string} name of the word
 */
export function wordArithmetic(view, t, next, { weight, bias }, word, name) {
  const count = /** @type {number} */ (weight.shape[1]);
  const factors = Array.from(next.read, (value, at) => [value, Number(weight.data[at * count + word])]);
  const terms = [...factors, ...(bias ? [[Number(bias.data[word])]] : [])];
  const logit = Number(next.logits[word]);
  const largest = Number(next.logits[/** @type {number} */ (next.ranking[0])]);
  const total = next.logits.reduce((sum, each) => sum + Math.exp(each - largest), 0);
  return html`<div class="why" id="why">
    <strong>${t("way-why", { word: name })}</strong>
    <p>${t("way-logit-is")}</p>
    ${line(
      sumOf(
        view,
        terms.map((numbers) => unbroken(numbers.map((each) => signed(each)).join("·"))),
        terms.map((numbers) => numbers.reduce((product, each) => product * each, 1)),
      ),
    )}
    ${result(logit)}
    <p>${t("way-probability-is")}</p>
    ${line(html`e<sup>${number(logit)} − ${signed(largest)}</sup> / ${number(total)}`)}
    ${result(Number(next.probabilities[word]))}
  </div>`;
}

/**
 * How a number of a row is normed before the readout.
 * @param {View} view
 * @param {Translate} t
 * @param {import("../../state/recipes/trained-models.js").Norm} norm
 * @param {number} row
 * @param {number} column
 * @param {(column: number) => void} choose
 */
export function normedNumber(view, t, norm, row, column, choose) {
  const values = residualRow(view, row);
  const end = /** @type {string} */ (view.run.stages.at(-1)); // what is normed is the row that leaves the layer
  return html`<div class="why" id="norm">
    <label for="column">${t("way-normed")}</label>
    <select id="column" @change=${(/** @type {Event} */ event) => choose(Number(eventValue(event)))}>
      ${Array.from(values, (_, at) => option(at, t("way-column", { number: at + 1 }), at === column))}
    </select>
    ${outerNorm(view, norm, values, column, (at) => ({ stage: end, index: [row, at] }))}
  </div>`;
}

/**
 * The numbers of the row: X, what the layer adds to it, and their sum. Those that are stages can be inspected.
 * @param {View} view
 * @param {Translate} t
 * @param {NextWord} next
 * @param {number} row
 * @param {Record<string, string | number>} facts
 */
export function rowNumbers(view, t, next, row, facts) {
  const rows = ["X", ...addedStages(view.run.stages)].map((stage) => {
    const { data } = view.run.tensor(stage);
    return {
      name: stage,
      cells: Array.from(next.row, (_, column) => {
        const value = Number(data[row * next.row.length + column]);
        return operand(view, { stage, index: [row, column], value }, formatNumber(value, 4));
      }),
    };
  });
  const name = t("way-row", facts);
  const heads = ["", ...rows.map(({ name }) => stageName(view, name)), t(rows.length > 2 ? "way-sum-all" : "way-sum")];
  const body = html`<tbody>
    ${Array.from(
      next.row,
      (value, column) =>
        html`<tr>
          <th scope="row">${t("way-column", { number: column + 1 })}</th>
          ${rows.map(({ cells }) => html`<td class="number">${cells[column]}</td>`)}
          <td class="number">${number(value)}</td>
        </tr>`,
    )}
  </tbody>`;
  return html`<details>
    <summary>${name}</summary>
    ${scrollTable(name, heads, body, { numbers: 1, look: "numbers small" })}
  </details>`;
}
