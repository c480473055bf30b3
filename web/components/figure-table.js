import { html } from "lit";

import { tableOf } from "../figures/index.js";

/** @typedef {import("../figures/types.js").Matrix} Matrix */
/** @typedef {import("../figures/types.js").Cell} Cell */
/** @typedef {(event: Event, cell: Cell) => void} Handler */

/** Keys that move inside a grid. */
const moves = /** @type {const} */ ({
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "home",
  End: "end",
  PageUp: "previous",
  PageDown: "next",
});

/**
 * Where a key leads inside a grid; Ctrl with Home and End goes to the corners.
 * @param {KeyboardEvent} event
 * @returns {"first" | "last" | (typeof moves)[keyof typeof moves] | undefined}
 */
export function moveOf({ key, ctrlKey, metaKey, altKey }) {
  if (ctrlKey && (key === "Home" || key === "End")) return key === "Home" ? "first" : "last";
  return ctrlKey || metaKey || altKey ? undefined : moves[/** @type {keyof typeof moves} */ (key)];
}

/**
 * A matrix as a real table, which is what the keyboard and screen readers use: one tab stop, arrow keys inside.
 * @param {Matrix} matrix
 * @param {{asked: Cell | null, stop: Cell | null, corner: string, onKey: Handler, onFocus: Handler, onClick: Handler}} how
 *   asked: the cell whose arithmetic is shown; stop: the cell that Tab leads to, the first unless given
 */
export function figureTable(matrix, { asked, stop, corner, onKey, onFocus, onClick }) {
  const table = tableOf(matrix, 4);
  const keyOf = (/** @type {Cell | null} */ cell) => (cell?.stage === matrix.stage ? cell.index.join() : undefined);
  const keys = new Set(table.rows.flatMap((row) => row.cells.map((cell) => cell.index.join())));
  const first = table.rows[0]?.cells[0]?.index.join();
  const stopKey = keyOf(stop);
  const tabStop = stopKey !== undefined && keys.has(stopKey) ? stopKey : first;
  const cellOf = (/** @type {import("../figures/table.js").TableCell} */ cell) => {
    const key = cell.index.join();
    const target = { stage: cell.stage, index: cell.index };
    return html`<td
      role="gridcell"
      tabindex=${key === tabStop ? 0 : -1}
      aria-selected=${key === keyOf(asked)}
      data-cell="${cell.stage} ${key}"
      @focus=${(/** @type {Event} */ event) => onFocus(event, target)}
      @click=${(/** @type {Event} */ event) => onClick(event, target)}
      @keydown=${(/** @type {Event} */ event) => onKey(event, target)}
    >
      ${cell.text}
    </td>`;
  };
  return html`
    <table role="grid" aria-label=${table.caption} data-matrix=${matrix.id}>
      <caption>
        ${table.caption}
      </caption>
      <thead>
        <tr>
          <td>${corner}</td>
          ${table.columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${table.rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${row.header}</th>
              ${row.cells.map(cellOf)}
            </tr>`,
        )}
      </tbody>
    </table>
  `;
}
