import { html, nothing } from "lit";

import { written } from "../../../course/reading.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

/**
 * The scores or attention weights as a table: a row for each word that looks, a column for each that is looked at. What is
 * hidden is hatched. Where a cell is asked for, each is a button.
 * @param {Drawn} drawn
 */
export function grid({ view, picture, isHidden, asks, answer, given, cell }) {
  const { t, queries, keys, run } = view;
  const { stage = "weights" } = picture;
  const numbers = Array.from(run.tensor(stage).data, Number);
  const largest = Math.max(...numbers.map(Math.abs), 1e-9);
  const isShare = stage === "weights";
  const box = (/** @type {number} */ row, /** @type {number} */ column) => {
    const value = Number(numbers[row * keys.length + column]);
    const at = [0, row, column].join();
    const text = isShare ? (value === 0 ? "0" : (100 * value).toFixed(0)) : written(value, 1);
    const isOff = isShare && value === 0;
    const strength = isHidden ? 0 : Math.round((10 * Math.abs(value)) / largest);
    const name = `${isOff ? "off" : isHidden ? "" : value < 0 ? "minus" : isShare ? "share" : "plus"} ${cell === at ? "right-cell" : ""} ${given === at ? "given" : ""} s${strength}`;
    const shown = isHidden && !isOff ? "?" : text;
    return html`<td class=${name}>
      ${
        asks
          ? html`<button
              data-option=${at}
              @click=${() => answer(at)}
              aria-label=${t("picture-cell", { row: queries[row] ?? "", column: keys[column] ?? "", value: shown })}
            >
              ${shown}
            </button>`
          : shown
      }
    </td>`;
  };
  return html`
    <table class="grid" dir="ltr">
      <caption class="visually-hidden">
        ${t(isShare ? "picture-grid" : "picture-grid-scores")}
      </caption>
      <thead>
        <tr>
          <td class="corner"></td>
          ${keys.map((word) => html`<th scope="col">${word}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${queries.map(
          (word, row) =>
            html`<tr>
              <th scope="row">${word}</th>
              ${keys.map((_, column) => box(row, column))}
            </tr>`,
        )}
      </tbody>
    </table>
    ${isShare ? html`<p class="small muted">${t("picture-in-percent")}</p>` : nothing}
  `;
}
