import { html, nothing } from "lit";

import { part } from "./viewport.js";

/** @typedef {import("./viewport.js").Place} Place */

/**
 * Which part of a large matrix is shown, with buttons to its other parts; nothing where all of it is shown.
 * @param {{t: import("../../../words/translate.js").Translate, origin: Place, shape: readonly [rows: number, columns: number]}} grid
 * @param {(origin: Place) => void} show shows the part that begins at a number
 */
export function partButtons({ t, origin, shape: [rows, columns] }, show) {
  if (rows <= part.rows && columns <= part.columns) return nothing;
  const lastRow = Math.min(rows, origin.row + part.rows);
  const lastColumn = Math.min(columns, origin.column + part.columns);
  const button = (
    /** @type {string} */ id,
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {boolean} */ disabled,
  ) =>
    html`<button
      class="link"
      id=${id}
      aria-disabled=${disabled}
      @click=${() => show({ row: origin.row + row, column: origin.column + column })}
    >
      ${t(`numbers-${id}`)}
    </button>`;
  return html`<div class="more small muted">
    <span
      >${t("numbers-part", { row: origin.row + 1, lastRow, rows, column: origin.column + 1, lastColumn, columns })}</span
    >
    ${
      rows > part.rows
        ? [button("up", -part.rows, 0, origin.row === 0), button("down", part.rows, 0, lastRow === rows)]
        : nothing
    }
    ${
      columns > part.columns
        ? [
            button("left", 0, -part.columns, origin.column === 0),
            button("right", 0, part.columns, lastColumn === columns),
          ]
        : nothing
    }
  </div>`;
}
