import { html } from "lit";

import { tableOf } from "../../figures/index.js";

/** @typedef {import("../../figures/types.js").Matrix} Matrix */
/** @typedef {import("../../figures/types.js").Cell} Cell */
/** @typedef {(event: any, cell: Cell) => void} Handler */

/** The move inside a grid for each key. */
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
 * The move inside a grid that a key asks for. Ctrl with Home or End goes to the first or last cell.
 * @param {KeyboardEvent} event
 * @returns {"first" | "last" | (typeof moves)[keyof typeof moves] | undefined}
 */
export function moveOf({ key, ctrlKey, metaKey, altKey }) {
  if (ctrlKey && (key === "Home" || key === "End")) return key === "Home" ? "first" : "last";
  return ctrlKey || metaKey || altKey ? undefined : moves[/** @type {keyof typeof moves} */ (key)];
}

/**
 * A matrix as an HTML table for the keyboard and screen readers. The Tab key reaches one of its cells, arrow keys the
 * others.
 * @param {Matrix} matrix
 * @param {{inspected: Cell | null, stop: Cell | null, corner: string, onKey: Handler, onFocus: Handler, onClick: Handler}} options
 *   inspected: the inspected cell; stop: the cell that the Tab key reaches, by default the first; corner: text of the top left
 *   cell
 */
export function figureTable(matrix, { inspected, stop, corner, onKey, onFocus, onClick }) {
  const table = tableOf(matrix, 4);
  const keyOf = (/** @type {Cell | null} */ cell) => (cell?.stage === matrix.stage ? cell.index.join() : undefined);
  const keys = new Set(table.rows.flatMap((row) => row.cells.map((cell) => cell.index.join())));
  const first = table.rows[0]?.cells[0]?.index.join();
  const stopKey = keyOf(stop);
  const tabStop = stopKey !== undefined && keys.has(stopKey) ? stopKey : first;
  const inspectedKey = keyOf(inspected);
  // There may be hundreds of cells. To keep them cheap, the table listens for their events, and lit does not manage their
  // texts.
  const cellOf = (/** @type {import("../../figures/painters/table.js").TableCell} */ { stage, index, text }) => {
    const key = index.join();
    return html`<td
      role="gridcell"
      tabindex=${key === tabStop ? 0 : -1}
      aria-selected=${key === inspectedKey}
      data-cell=${`${stage} ${key}`}
      .textContent=${text}
    ></td>`;
  };
  const onCell = (/** @type {Handler} */ react) => (/** @type {Event} */ event) => {
    const cell = cellOfEvent(event);
    if (cell) react(event, cell);
  };
  return html`
    <table
      role="grid"
      dir="ltr"
      data-matrix=${matrix.id}
      @focusin=${onCell(onFocus)}
      @click=${onCell(onClick)}
      @keydown=${onCell(onKey)}
    >
      <caption .textContent=${table.caption}></caption>
      <thead>
        <tr>
          ${corner ? html`<th scope="col" .textContent=${corner}></th>` : html`<td></td>`}
          ${table.columns.map((column) => html`<th scope="col" .textContent=${column}></th>`)}
        </tr>
      </thead>
      <tbody>
        ${table.rows.map(
          (row) =>
            html`<tr>
              <th scope="row" .textContent=${row.header}></th>
              ${row.cells.map(cellOf)}
            </tr>`,
        )}
      </tbody>
    </table>
  `;
}

/** The cell of a table in which an event happened; null for a header. @param {Event} event @returns {Cell | null} */
function cellOfEvent({ target }) {
  const name = /** @type {HTMLElement} */ (target).closest("td")?.dataset.cell;
  if (!name) return null;
  const [stage = "", index = ""] = name.split(" ");
  return { stage, index: index.split(",").map(Number) };
}
