import { html } from "lit";

import { sum, written } from "../../../course/reading.js";
import { rowOfIt } from "../../../state/recipes/trained-models.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

/**
 * The queries as a product of matrices: X, Wq and Q side by side, and the query of "it" worked out below.
 * @param {Drawn} drawn
 */
export function product({ view }) {
  const { t, queries, run } = view;
  const row = rowOfIt(queries);
  const [x, weights] = [numbersOf(run, "X"), numbersOf(run, "Wq")];
  const parts = /** @type {const} */ ([
    ["X", queries, "×"],
    ["Wq", null, "="],
    ["Q", queries, ""],
  ]);
  return html`<div class="matrices" dir="ltr">
      ${parts.map(([name, words, sign]) => html`${matrix(name, numbersOf(run, name), { words, marked: name === "Wq" ? -1 : row })}${sign === "" ? "" : html`<span class="sign" aria-hidden="true">${sign}</span>`}`)}
    </div>
    <table class="worked" dir="ltr">
      <caption>
        ${t("picture-worked", { word: queries[row] ?? "" })}
      </caption>
      <tbody>
        ${weights[0]?.map(
          (_, column) =>
            html`<tr>
              <th scope="row">${t("picture-column", { column: column + 1 })}</th>
              <td>${sumOfProducts(x[row] ?? [], columnOf(weights, column))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="small muted">${t("picture-by-hand")}</p>`;
}

/** The rows of a matrix; of one for each head, those of the first. @param {Drawn["view"]["run"]} run @param {string} name */
function numbersOf(run, name) {
  const { shape, data } = run.tensor(name);
  const [rows, columns] = /** @type {[number, number]} */ (shape.slice(-2));
  return Array.from({ length: rows }, (_, row) => Array.from(data.slice(row * columns, (row + 1) * columns), Number));
}

/** @param {readonly (readonly number[])[]} matrix @param {number} column */
const columnOf = (matrix, column) => matrix.map((row) => Number(row[column]));

/**
 * A row times a column, as it is computed: "1 · 0.5 + 1.5 · 1 = 2".
 * @param {readonly number[]} row
 * @param {readonly number[]} column
 */
export function sumOfProducts(row, column) {
  const factor = (/** @type {number} */ value) => (value < 0 ? `(${digits(value)})` : digits(value));
  const products = row.map((value, at) => value * Number(column[at]));
  const terms = row.map((value, at) => `${at === 0 ? digits(value) : factor(value)} · ${factor(Number(column[at]))}`);
  return `${terms.join(" + ")} = ${digits(sum(products))}`;
}

/**
 * @param {string} name
 * @param {readonly (readonly number[])[]} rows
 * @param {{words: readonly string[] | null, marked: number}} look words: of its rows, where they have some; marked: the row that
 *   is worked out, -1 for none
 */
function matrix(name, rows, { words, marked }) {
  return html`<table class="matrix ${name}">
    <caption>
      ${name}
    </caption>
    <tbody>
      ${rows.map(
        (numbers, row) =>
          html`<tr class=${row === marked ? "marked" : ""}>
            ${words && name === "X" ? html`<th scope="row">${words[row]}</th>` : ""}
            ${numbers.map((value) => html`<td>${digits(value)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A number that was written by hand, as short as it is. @param {number} value */
const digits = (value) => written(value, Number.isInteger(value) ? 0 : 1);
