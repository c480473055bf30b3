import { html, nothing } from "lit";

import { widthOf } from "../../exercises/matrix.js";
import { roleOf } from "../../figures/matrices.js";
import { formatNumber } from "../../figures/numbers.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../exercises/matrix.js").Rows} Rows */

/** Digits after the point that show all numbers: at most three, or five where all are small. @param {Rows} rows */
function digitsOf(rows) {
  const numbers = rows.flat();
  const shows = (/** @type {number} */ digits) =>
    numbers.every((value) => !(Math.abs(value - Number(value.toFixed(digits))) > 1e-9));
  const most = numbers.some((value) => Math.abs(value) >= 0.1) ? 3 : 5;
  return [0, 1, 2, 3, 4].find((digits) => digits < most && shows(digits)) ?? most;
}

/**
 * Rows of numbers as a table, with the indices that code has.
 * @param {Translate} t
 * @param {string} name as code names them
 * @param {Rows} rows
 * @param {string} stage a stage or an input, in whose colour the name stands
 * @param {{title?: string, differs?: (i: number, j: number) => boolean}} [options] differs: which numbers are marked
 */
export function matrixTable(t, name, rows, stage, { title = "", differs } = {}) {
  const digits = digitsOf(rows);
  const size = t("exercises-size", { rows: rows.length, columns: widthOf(rows) });
  return html`<figure class="matrix ${roleOf(stage)}">
    <figcaption>
      ${title === "" ? nothing : html`<strong>${title}</strong> `}<code dir="ltr">${name}</code>
      <span class="small muted">${size}</span>
    </figcaption>
    <scroll-box .name=${`${title} ${name}`.trim()}>
      <table dir="ltr" aria-label=${`${title} ${name}`.trim()}>
        <thead>
          <tr>
            <td></td>
            ${rows[0]?.map((_, j) => html`<th scope="col">${j}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row, i) =>
              html`<tr>
                <th scope="row">${i}</th>
                ${row.map((value, j) => {
                  const isMarked = differs?.(i, j) === true;
                  const mark = isMarked
                    ? html`<span class="visually-hidden"> ${t("exercises-differs")}</span>`
                    : nothing;
                  return html`<td class="number ${isMarked ? "differs" : ""}">
                    ${formatNumber(value, digits)}${mark}
                  </td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </scroll-box>
  </figure>`;
}

/** A number by its name. @param {string} name @param {number} value */
export const numberLine = (name, value) =>
  html`<p class="matrix"><code dir="ltr">${name} = ${formatNumber(value, 0)}</code></p>`;
