import { html, nothing, svg } from "lit";

import { written } from "../../course/reading.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../lessons/translate.js").Translate} Translate */

/** What sums of float32 in another order may differ by. */
const rounding = 1e-5;

/**
 * Digits after the point with which no difference is rounded to 0: at least `least`, at most 4.
 * @param {import("../../course/tables.js").Table["rows"]} rows
 * @param {number} least
 */
function digitsFor(rows, least) {
  const apart = rows.filter(({ name }) => name === "difference").flatMap(({ values }) => [...values]);
  const isSeen = (/** @type {number} */ digits) =>
    apart.every((value) => Math.abs(value) < rounding || Number(value.toFixed(digits)) !== 0);
  return [least, least + 1].find(isSeen) ?? 4;
}

/**
 * A small table of numbers. In a row of differences, what differs as it is shown stands out.
 * @param {Translate} t
 * @param {string} prefix of the step's messages, after "lesson-"
 * @param {import("../../course/tables.js").Table} table
 */
export function numberTable(t, prefix, { id, columns, rows, digits: least = 2, spread }) {
  const digits = digitsFor(rows, least);
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
                <th scope="row">${withSubscripts(t(`learn-row-${name}`, { word }))}</th>
                ${values.map((value) => {
                  const text = written(value, digits);
                  return html`<td class="number ${Number(text) === 0 ? "zero" : ""}">${text}</td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${spread ? strips(heads, spread) : nothing}`;
}

/**
 * For each column a strip on which each of its numbers is a stroke; all have one scale, with 0 in the middle. The table says
 * the same in numbers.
 * @param {readonly string[]} heads
 * @param {readonly (readonly number[])[]} spread
 */
function strips(heads, spread) {
  const far = 1.02 * Math.max(...spread.flat().map(Math.abs));
  return html`<div class="strips small" aria-hidden="true">
    ${spread.map(
      (numbers, at) =>
        html`<span>${withSubscripts(heads[at] ?? "")}</span>
          <svg viewBox="${-far} 0 ${2 * far} 1" preserveAspectRatio="none">
            ${svg`<path d=${numbers.map((value) => `M${value} 0v1`).join("")} />`}
          </svg>`,
    )}
  </div>`;
}
