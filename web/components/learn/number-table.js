import { html, nothing, svg } from "lit";

import { written } from "../../course/reading.js";
import { digitsFor, isRounded } from "../../course/tables.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */

/**
 * A small table of numbers. In a row of differences, what differs as it is shown stands out.
 * @param {Translate} t
 * @param {string} prefix of the step's messages, after "lesson-"
 * @param {import("../../course/tables.js").Table} table
 * @param {boolean} isTurned whether the table is turned on its side, so that its rows become its columns
 */
export function numberTable(t, prefix, table, isTurned) {
  const { id, columns, rows, digits: min = 2, spread, hands = false, named = false, phone = false } = table;
  const digits = digitsFor(rows, min);
  const caption = t(`lesson-${prefix}-${id}`);
  const ids = columns ?? rows[0]?.values.map((_, column) => String(column + 1)) ?? [];
  const heads = named ? ids.map((name) => t(`dimension-${name}`)) : ids;
  const names = rows.map(({ name, word = "" }) => t(`learn-row-${name}`, { word }));
  const [across, down] = isTurned ? [names, heads] : [heads, names];
  const cell = (/** @type {number} */ line, /** @type {number} */ column) => {
    const row = rows[isTurned ? column : line];
    const text = written(Number(row?.values[isTurned ? line : column]), digits);
    return html`<td class="number ${row?.name ?? ""} ${Number(text) === 0 ? "zero" : ""}">${text}</td>`;
  };
  const only = phone ? "phone" : "";
  return html`<p class="small ${only}" aria-hidden="true"><strong>${withSubscripts(caption)}</strong></p>
    <div class="numbers small ${only}" data-table=${id} tabindex="0" role="group" aria-label=${caption}>
      <table dir="ltr" aria-label=${caption}>
        <thead>
          <tr>
            <td></td>
            ${across.map((head) => html`<th scope="col" class="number">${withSubscripts(head)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${down.map(
            (head, line) =>
              html`<tr>
                <th scope="row">${withSubscripts(head)}</th>
                ${across.map((_, column) => cell(line, column))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${isRounded(rows, digits) ? html`<p class="small muted rounded">${t("learn-rounded", { digits })}</p>` : nothing}
    ${spread ? strips(heads, spread) : nothing} ${hands ? clocks(names, rows) : nothing}`;
}

/**
 * Each row of two numbers as the hand of a clock: how far it reaches to the right, and how far up. The table says the same
 * in numbers.
 * @param {readonly string[]} names of the rows
 * @param {import("../../course/tables.js").Table["rows"]} rows
 */
const clocks = (names, rows) =>
  html`<div class="clocks small" aria-hidden="true">
    ${rows.map(
      ({ values: [x = 0, y = 0] }, at) =>
        html`<span
          ><svg viewBox="-1.1 -1.1 2.2 2.2">
            <circle r="1" />
            <path d=${`M0 0L${x} ${-y}`} /></svg
          >${names[at]}</span
        >`,
    )}
  </div>`;

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
