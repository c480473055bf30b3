// Computes which part of a large matrix is shown, which number has the focus, and how keys move the focus.

/** The number of rows and columns that are shown at a time. */
export const part = Object.freeze({ rows: 24, columns: 16 });

/** @typedef {{row: number, column: number}} Place */
/** @typedef {Readonly<{at: Place, origin: Place, shape: readonly [rows: number, columns: number]}>} Grid at: the number that has the focus; origin: the first number that is shown */
/** @typedef {[rows: number, columns: number]} Move */

/**
 * Moves the focus to a number, and shifts the visible part no further than needed to show it.
 * @param {Place} place
 * @param {Grid} grid
 * @returns {{at: Place, origin: Place}} an object that does not change is returned as it is
 */
export function withFocusAt({ row, column }, { at, origin, shape: [rows, columns] }) {
  const to = { row: within(row, rows), column: within(column, columns) };
  const shift = (/** @type {number} */ place, /** @type {number} */ from, /** @type {number} */ shown) =>
    place < from ? place : place >= from + shown ? place - shown + 1 : from;
  const from = {
    row: first(shift(to.row, origin.row, part.rows), rows, part.rows),
    column: first(shift(to.column, origin.column, part.columns), columns, part.columns),
  };
  return { at: isSame(to, at) ? at : to, origin: isSame(from, origin) ? origin : from };
}

/**
 * Shows another part of the matrix. The focus moves to the nearest number inside that part.
 * @param {Place} origin
 * @param {Grid} grid
 * @returns {{at: Place, origin: Place}}
 */
export function shownFrom({ row, column }, { at, shape: [rows, columns] }) {
  const origin = { row: first(row, rows, part.rows), column: first(column, columns, part.columns) };
  const inside = (/** @type {number} */ place, /** @type {number} */ from, /** @type {number} */ shown) =>
    Math.max(from, Math.min(place, from + shown - 1));
  return {
    origin,
    at: {
      row: within(inside(at.row, origin.row, part.rows), rows),
      column: within(inside(at.column, origin.column, part.columns), columns),
    },
  };
}

/**
 * The number of rows and columns by which a key moves the focus while no number is being edited.
 * @param {KeyboardEvent} event
 * @param {readonly [rows: number, columns: number]} shape
 * @returns {Move | undefined}
 */
export function keyMove({ key, ctrlKey, metaKey }, [rows, columns]) {
  const far = ctrlKey || metaKey;
  /** @type {Record<string, Move>} */
  const moves = {
    ArrowUp: [far ? -rows : -1, 0],
    ArrowDown: [far ? rows : 1, 0],
    ArrowLeft: [0, far ? -columns : -1],
    ArrowRight: [0, far ? columns : 1],
    Home: [far ? -rows : 0, -columns],
    End: [far ? rows : 0, columns],
    PageUp: [-part.rows, 0],
    PageDown: [part.rows, 0],
  };
  return moves[key];
}

/**
 * The number of rows and columns by which a key that confirms an edit moves the focus.
 * @param {string} key
 * @param {boolean} back with the shift key
 * @returns {Move | undefined}
 */
export function confirmMove(key, back) {
  if (key === "Enter") return [back ? -1 : 1, 0];
  return key === "Tab" ? [0, back ? -1 : 1] : undefined;
}

/** Limits an index to the matrix. @param {number} at @param {number} size */
const within = (at, size) => Math.max(0, Math.min(at, size - 1));

/**
 * Limits the first visible index, so that the visible part stays inside the matrix.
 * @param {number} from
 * @param {number} size
 * @param {number} shown
 */
const first = (from, size, shown) => Math.max(0, Math.min(from, size - shown));

/** Whether two places are equal. @param {Place} a @param {Place} b */
const isSame = (a, b) => a.row === b.row && a.column === b.column;
