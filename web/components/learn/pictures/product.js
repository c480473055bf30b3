import { html } from "lit";

import { digits, matricesOf, workedOut } from "../../../course/pictures/product.js";

/** @typedef {import("../../../course/pictures/product.js").Matrix} Matrix */

/**
 * The queries as a product of matrices: X, Wq and Q side by side, and the query of "it" worked out below.
 * @param {import("./pictures.js").Drawn} drawn
 */
export function product(drawn) {
  const { caption, lines } = workedOut(drawn);
  return html`<div class="matrices" dir="ltr">
      ${matricesOf(drawn).map((each) => html`${matrix(each)}${each.sign === "" ? "" : html`<span class="sign" aria-hidden="true">${each.sign}</span>`}`)}
    </div>
    <table class="worked" dir="ltr">
      <caption>
        ${caption}
      </caption>
      <tbody>
        ${lines.map(
          ({ name, sum }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${sum}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** @param {Matrix} matrix */
const matrix = ({ name, words, rows, marked, ringed }) =>
  html`<table class="matrix ${name}">
    <caption>
      ${name}
    </caption>
    <tbody>
      ${rows.map(
        (numbers, row) =>
          html`<tr class=${row === marked ? "marked" : ""}>
            ${words[row] === undefined ? "" : html`<th scope="row">${words[row]}</th>`}
            ${numbers.map((value, at) => html`<td class=${row * numbers.length + at === ringed ? "ringed" : ""}>${digits(value)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
