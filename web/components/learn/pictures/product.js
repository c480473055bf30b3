import { html } from "lit";

import { digits, matricesOf } from "../../../course/pictures/product.js";

/** @typedef {import("../../../course/pictures/product.js").Matrix} Matrix */

/** The queries as a product of matrices: X, Wq and Q side by side. @param {import("./pictures.js").Drawn} drawn */
export const product = (drawn) =>
  html`<div class="matrices" dir="ltr">
    ${matricesOf(drawn).map((each) => html`${matrix(each)}${each.sign === "" ? "" : html`<span class="sign" aria-hidden="true">${each.sign}</span>`}`)}
  </div>`;

/** @param {Matrix} matrix */
const matrix = ({ name, words, rows, ringed }) =>
  html`<table class="matrix ${name}">
    <caption>
      ${name}
    </caption>
    <tbody>
      ${rows.map(
        (numbers, row) =>
          html`<tr>
            ${words[row] === undefined ? "" : html`<th scope="row">${words[row]}</th>`}
            ${numbers.map((value, at) => html`<td class=${row * numbers.length + at === ringed ? "ringed" : ""}>${digits(value)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
