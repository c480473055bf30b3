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
  const numbersOf = (/** @type {string} */ id) => Array.from(run.tensor(id).data, Number);
  const numbers = numbersOf(stage === "scores" ? String(run.stages[run.stages.indexOf("weights") - 1]) : stage);
  // Scores keep their colours when a mask hides the largest of them.
  const largest = Math.max(...(stage === "scores" ? numbersOf("scaled") : numbers).map(Math.abs), 1e-9);
  const isShare = stage === "weights";
  const box = (/** @type {number} */ row, /** @type {number} */ column) => {
    const value = Number(numbers[row * keys.length + column]);
    const at = [0, row, column].join();
    const text = isShare ? (value === 0 ? "0" : (100 * value).toFixed(0)) : written(value, 1);
    const isOff = value === (isShare ? 0 : -Infinity);
    const strength = isHidden || isOff ? 0 : Math.round((10 * Math.abs(value)) / largest);
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
