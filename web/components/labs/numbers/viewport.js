/** The part of a large matrix that is shown, the number in it where the keyboard is, and where keys lead. */

/** So many rows and columns are shown at a time. */
export const part = Object.freeze({ rows: 24, columns: 16 });

/** @typedef {{row: number, column: number}} Place */
/** @typedef {Readonly<{at: Place, origin: Place, shape: readonly number[]}>} Grid at: where the keyboard is; origin: the first number that is shown */
/** @typedef {[rows: number, columns: number]} Way */

/**
 * A number, and the part it is in: the shown one, moved as little as may be.
 * @param {Place} place
 * @param {Grid} grid
 * @returns {{at: Place, origin: Place}} the same objects where they do not change
 */
export function goneTo({ row, column }, { at, origin, shape: [rows = 0, columns = 0] }) {
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
 * Another part, as far as there is one, and in it the number that is nearest to where the keyboard was.
 * @param {Place} origin
 * @param {Grid} grid
 * @returns {{at: Place, origin: Place}}
 */
export function shownFrom({ row, column }, { at, shape: [rows = 0, columns = 0] }) {
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
 * How far a key moves where nothing is being typed.
 * @param {KeyboardEvent} event
 * @param {readonly number[]} shape
 * @returns {Way | undefined}
 */
export function wayOf({ key, ctrlKey, metaKey }, [rows = 0, columns = 0]) {
  const far = ctrlKey || metaKey;
  /** @type {Record<string, Way>} */
  const ways = {
    ArrowUp: [far ? -rows : -1, 0],
    ArrowDown: [far ? rows : 1, 0],
    ArrowLeft: [0, far ? -columns : -1],
    ArrowRight: [0, far ? columns : 1],
    Home: [far ? -rows : 0, -columns],
    End: [far ? rows : 0, columns],
    PageUp: [-part.rows, 0],
    PageDown: [part.rows, 0],
  };
  return ways[key];
}

/**
 * Where keys that keep what was typed go on to.
 * @param {string} key
 * @param {boolean} back
 * @returns {Way | undefined}
 */
export function wayOut(key, back) {
  if (key === "Enter") return [back ? -1 : 1, 0];
  return key === "Tab" ? [0, back ? -1 : 1] : undefined;
}

/** @param {number} at @param {number} size */
const within = (at, size) => Math.max(0, Math.min(at, size - 1));

/** @param {number} from @param {number} size @param {number} shown */
const first = (from, size, shown) => Math.max(0, Math.min(from, size - shown));

/** @param {Place} a @param {Place} b */
const isSame = (a, b) => a.row === b.row && a.column === b.column;
