import { html, nothing } from "lit";

import { formatNumber } from "../../figures/numbers.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../exercises/matrix.js").Rows} Rows */

/** The colour of what stands for a matrix with a role. */
const roles = Object.freeze(
  /** @type {Record<string, string>} */ ({ Q: "Q", K: "K", V: "V", A: "weights", weights: "weights" }),
);

/** Digits after the point that show all numbers, at most three. @param {Rows} rows */
const digitsOf = (rows) =>
  [0, 1, 2].find((digits) => rows.flat().every((value) => !(Math.abs(value - Number(value.toFixed(digits))) > 1e-9))) ??
  3;

/**
 * Rows of numbers as a table, with the indices that code has.
 * @param {Translate} t
 * @param {string} name as code names them
 * @param {Rows} rows
 * @param {{title?: string, differs?: (i: number, j: number) => boolean}} [options] differs: which numbers are marked
 */
export function matrixTable(t, name, rows, { title = "", differs } = {}) {
  const digits = digitsOf(rows);
  const size = t("exercises-size", { rows: rows.length, columns: rows[0]?.length ?? 0 });
  return html`<figure class="matrix ${roles[name] ?? ""}">
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
