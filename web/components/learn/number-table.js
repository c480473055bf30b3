import { html } from "lit";

import { written } from "../../course/reading.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../lessons/translate.js").Translate} Translate */

/**
 * A small table of numbers. In a row of differences, what differs as it is shown stands out.
 * @param {Translate} t
 * @param {string} prefix of the step's messages, after "lesson-"
 * @param {import("../../course/tables.js").Table} table
 */
export function numberTable(t, prefix, { id, columns, rows, digits = 2 }) {
  const caption = t(`lesson-${prefix}-${id}`);
  const heads = columns ?? rows[0]?.values.map((_, column) => String(column + 1)) ?? [];
  return html`<p class="small" aria-hidden="true"><strong>${withSubscripts(caption)}</strong></p>
    <div class="numbers small" tabindex="0" role="group" aria-label=${caption}>
      <table aria-label=${caption}>
        <thead>
          <tr>
            <td></td>
            ${heads.map((head) => html`<th scope="col" class="number">${withSubscripts(head)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, word = "", values }) =>
              html`<tr class=${name}>
                <th scope="row">${t(`learn-row-${name}`, { word })}</th>
                ${values.map((value) => {
                  const text = written(value, digits);
                  return html`<td class="number ${Number(text) === 0 ? "zero" : ""}">${text}</td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
