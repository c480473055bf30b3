import { html, nothing } from "lit";

import { captionOf, cellsOf, holdsShares } from "../../../course/pictures/grid.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */
/** @typedef {import("../../../course/pictures/grid.js").Cell} Cell */

/**
 * The scores or attention weights as a table. What is hidden is hatched. Where a cell is asked for, each is a button.
 * @param {Drawn} drawn
 */
export function grid(drawn) {
  const { view, picture, asks, answer } = drawn;
  const { t, queries, keys } = view;
  const box = (
    /** @type {Cell} */ { at, text, kind, strength, chosen },
    /** @type {number} */ row,
    /** @type {number} */ column,
  ) =>
    html`<td class="${kind} ${chosen} s${Math.round(10 * strength)}">
      ${
        asks
          ? html`<button
              data-option=${at}
              @click=${() => answer(at)}
              aria-label=${t("picture-cell", { row: queries[row] ?? "", column: keys[column] ?? "", value: text })}
            >
              ${text}
            </button>`
          : text
      }
    </td>`;
  return html`
    <table class="grid" dir="ltr">
      <caption class="visually-hidden">
        ${captionOf(drawn)}
      </caption>
      <thead>
        <tr>
          <td class="corner"></td>
          ${keys.map((word) => html`<th scope="col">${word}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${cellsOf(drawn).map(
          (cells, row) =>
            html`<tr>
              <th scope="row">${queries[row]}</th>
              ${cells.map((cell, column) => box(cell, row, column))}
            </tr>`,
        )}
      </tbody>
    </table>
    ${holdsShares(picture) ? html`<p class="small muted">${t("picture-in-percent")}</p>` : nothing}
  `;
}
