import { effectiveSizes } from "./sizes.js";
import { cellExists } from "./stages.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {NonNullable<State["cell"]>} Cell */

// The trail: the cells that a reader has inspected on the way to the present one, the first of them first.

/** @type {State["trail"]} */
const empty = Object.freeze([]);

/**
 * @param {Cell | null} a
 * @param {Cell | null} b
 */
export const isSameCell = (a, b) => a?.stage === b?.stage && a?.index.join() === b?.index.join();

/**
 * Whether a cell exists in a state, so that it can be inspected.
 * @param {State} state
 * @param {Cell} cell
 */
export const canAsk = (state, cell) => cellExists({ ...state, cell }, effectiveSizes(state));

/**
 * The trail after a change. It leads to one cell: another cell starts a new trail, and so does a step that is gone.
 * @param {State} before
 * @param {State} after
 * @param {Partial<State>} patch
 * @param {import("./sizes.js").Sizes} sizes after
 * @returns {State["trail"]}
 */
export function trailAfter(before, after, patch, sizes) {
  if (after.trail.length === 0) return empty;
  if ("trail" in patch) return after.trail;
  const exists = (/** @type {Cell} */ cell) => cellExists({ ...after, cell }, sizes);
  return isSameCell(before.cell, after.cell) && after.trail.every(exists) ? after.trail : empty;
}

/**
 * The change when the reader goes on to a cell. Back at one of the trail, the trail ends there.
 * @param {State} state
 * @param {Cell} cell
 * @returns {{cell: Cell, trail: State["trail"]}}
 */
export function stepTo({ cell: from, trail }, cell) {
  const passed = from ? [...trail, from] : trail;
  const at = passed.findIndex((before) => isSameCell(before, cell));
  return { cell, trail: at < 0 ? passed : passed.slice(0, at) };
}
