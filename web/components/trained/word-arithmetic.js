/** The numbers behind a guess of the next word: a word's probability, and the row that is read. */
import { html } from "lit";

import { formatNumber } from "../../figures/index.js";
import { operand } from "../arithmetic/follow.js";
import { line, number, result, signed, sumOf } from "../arithmetic/markup.js";
import { unbroken } from "../rich-text.js";
import { scrollTable } from "../scroll-box.js";

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
 */
export function wordArithmetic(view, t, next, { weight, bias }, word) {
  const count = /** @type {number} */ (weight.shape[1]);
  const factors = Array.from(next.read, (value, at) => [value, Number(weight.data[at * count + word])]);
  const terms = [...factors, ...(bias ? [[Number(bias.data[word])]] : [])];
  const logit = Number(next.logits[word]);
  const largest = Number(next.logits[/** @type {number} */ (next.ranking[0])]);
  const total = next.logits.reduce((sum, each) => sum + Math.exp(each - largest), 0);
  return html`<div class="why" id="why">
    <strong>${t("way-why", { word: next.words[word] ?? "" })}</strong>
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
 * The numbers of the row: X, output and their sum. Those of X and output can be inspected.
 * @param {View} view
 * @param {Translate} t
 * @param {NextWord} next
 * @param {number} row
 * @param {Record<string, string | number>} facts
 */
export function rowNumbers(view, t, next, row, facts) {
  const rows = /** @type {const} */ (["X", "output"]).map((stage) => {
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
  const heads = ["", ...rows.map(({ name }) => name), t("way-sum")];
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
