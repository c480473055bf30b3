import { cellExists } from "./consistency.js";
import { effectiveSizes } from "./sizes.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {NonNullable<State["cell"]>} Cell */

// The way back from a number to what it was made from: the numbers passed on the way, from the one asked about first.

/** @type {State["trail"]} the one empty trail, so that links can leave it out */
export const noTrail = Object.freeze([]);

/**
 * @param {Cell | null} a
 * @param {Cell | null} b
 */
export const isSameCell = (a, b) => a?.stage === b?.stage && a?.index.join() === b?.index.join();

/**
 * @param {State} state
 * @param {Cell} cell
 * @returns {boolean} whether a state can ask about it
 */
export const canAsk = (state, cell) => cellExists({ ...state, cell }, effectiveSizes(state));

/**
 * The trail after a change: it leads to one cell, so another cell starts afresh, and so does a step that is gone.
 * @param {State} before
 * @param {State} after
 * @param {Partial<State>} patch
 * @param {import("./sizes.js").Sizes} sizes after
 * @returns {State["trail"]}
 */
export function trailAfter(before, after, patch, sizes) {
  if (after.trail.length === 0) return noTrail;
  if ("trail" in patch) return after.trail;
  const exists = (/** @type {Cell} */ cell) => cellExists({ ...after, cell }, sizes);
  return isSameCell(before.cell, after.cell) && after.trail.every(exists) ? after.trail : noTrail;
}

/**
 * What is to change when the reader goes on to a cell. Back at one that was passed, the trail ends there.
 * @param {State} state
 * @param {Cell} cell
 * @returns {{cell: Cell, trail: State["trail"]}}
 */
export function stepTo({ cell: from, trail }, cell) {
  const passed = from ? [...trail, from] : trail;
  const at = passed.findIndex((before) => isSameCell(before, cell));
  return { cell, trail: at < 0 ? passed : passed.slice(0, at) };
}
