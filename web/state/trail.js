import { AttentionError } from "../engine/errors.js";
import { cellExists } from "./consistency.js";

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
export const canAsk = (state, cell) => cellExists({ ...state, cell });

/**
 * The trail after a change: it leads to one cell, so another cell starts afresh, and so does a step that is gone.
 * @param {State} before
 * @param {State} after
 * @param {Partial<State>} patch
 * @returns {State["trail"]}
 */
export function trailAfter(before, after, patch) {
  if (after.trail.length === 0) return noTrail;
  if ("trail" in patch) return after.trail;
  const stays = isSameCell(before.cell, after.cell) && after.trail.every((cell) => canAsk(after, cell));
  return stays ? after.trail : noTrail;
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

/** @param {State} state */
export function checkTrail(state) {
  if (state.trail.length > 0 && state.cell === null) {
    throw new AttentionError("trail", `must be empty without a cell to lead to, got ${state.trail.length} cells`);
  }
  const gone = state.trail.find((cell) => !canAsk(state, cell));
  if (!gone) return;
  throw new AttentionError("trail", `must hold cells of the walk, got ${gone.stage} [${gone.index.join(", ")}]`);
}
