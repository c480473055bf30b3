import { html } from "lit";

import { written } from "../../../course/reading.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

/** The queries as a product of matrices: X, Wq and Q side by side. @param {Drawn} drawn */
export function product({ view }) {
  const { t, queries } = view;
  const parts = /** @type {const} */ ([
    ["X", queries, "×"],
    ["Wq", null, "="],
    ["Q", queries, ""],
  ]);
  return html`<div class="matrices" dir="ltr">
      ${parts.map(([name, words, sign]) => html`${matrix(view, name, words)}${sign === "" ? "" : html`<span class="sign" aria-hidden="true">${sign}</span>`}`)}
    </div>
    <p class="small muted">${t("picture-by-hand")}</p>`;
}

/** @param {Drawn["view"]} view @param {string} name @param {readonly string[] | null} words of its rows, where they have some */
function matrix({ run }, name, words) {
  const { shape, data } = run.tensor(name);
  const [rows, columns] = /** @type {[number, number]} */ (shape.slice(-2));
  return html`<table class="matrix ${name}">
    <caption>
      ${name}
    </caption>
    <tbody>
      ${Array.from(
        { length: rows },
        (_, row) =>
          html`<tr>
            ${words && name === "X" ? html`<th scope="row">${words[row]}</th>` : ""}
            ${Array.from({ length: columns }, (__, column) => html`<td>${digits(Number(data[row * columns + column]))}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A number that was written by hand, as short as it is. @param {number} value */
const digits = (value) => written(value, Number.isInteger(value) ? 0 : 1);
