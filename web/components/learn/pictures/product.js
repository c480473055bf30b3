import { html } from "lit";

import { digits, matricesOf, workedOut } from "../../../course/pictures/product.js";

/** @typedef {import("../../../course/pictures/product.js").Matrix} Matrix */

/** The queries as a product of matrices, X, Wq and Q side by side, and how one number is worked out. @param {import("./pictures.js").Drawn} drawn */
export const product = (drawn) =>
  html`<div class="matrices" dir="ltr">
      ${matricesOf(drawn).map((each) => html`${matrix(each)}${each.sign === "" ? "" : html`<span class="sign" aria-hidden="true">${each.sign}</span>`}`)}
    </div>
    <p class="worked-out">${workedOut(drawn)}</p>`;

/** @param {Matrix} matrix */
const matrix = ({ name, words, rows, ringed, used }) =>
  html`<table class="matrix ${name}">
    <caption>
      ${name}
    </caption>
    <tbody>
      ${rows.map(
        (numbers, row) =>
          html`<tr>
            ${words[row] === undefined ? "" : html`<th scope="row">${words[row]}</th>`}
            ${numbers.map((value, at) => html`<td class=${[used(row, at) ? "used" : "", row * numbers.length + at === ringed ? "ringed" : ""].join(" ")}>${digits(value)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
