import { effectiveSizes } from "./sizes.js";
import { cellExists, cellsOf } from "./stages.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {NonNullable<State["cell"]>} Cell */

// The trail: the cells that a reader has followed from number to number to the inspected one, oldest first.

/** @type {State["trail"]} */
const empty = Object.freeze([]);

/**
 * @param {Cell | null} a
 * @param {Cell | null} b
 */
export const isSameCell = (a, b) => a?.stage === b?.stage && a?.index.join() === b?.index.join();

/**
 * Whether a cell exists in a state and can be inspected.
 * @param {State} state
 * @param {Cell} cell
 */
export const canAsk = (state, cell) => cellExists({ ...state, cell }, effectiveSizes(state));

/**
 * Returns the trail after a change of the state. Unless the change sets the trail itself, the trail becomes empty when
 * another cell is inspected or when one of its cells no longer exists.
 * @param {State} before
 * @param {State} after
 * @param {Partial<State>} patch
 * @param {import("./sizes.js").Sizes} sizes after
 * @returns {State["trail"]}
 */
export function trailAfter(before, after, patch, sizes) {
  if (after.trail.length === 0) return empty;
  if ("trail" in patch) return after.trail;
  const exists = cellsOf(after, sizes);
  return isSameCell(before.cell, after.cell) && after.trail.every(exists) ? after.trail : empty;
}

/**
 * Returns the change of the state when the reader follows a term to another cell. If that cell is already in the trail,
 * the trail is cut there.
 * @param {State} state
 * @param {Cell} cell
 * @returns {{cell: Cell, trail: State["trail"]}}
 */
export function stepTo({ cell: from, trail }, cell) {
  const passed = from ? [...trail, from] : trail;
  const at = passed.findIndex((before) => isSameCell(before, cell));
  return { cell, trail: at < 0 ? passed : passed.slice(0, at) };
}
