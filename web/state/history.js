import { controlOf } from "./controls.js";

/** @typedef {import("./state.js").State} State */
/**
 * The undo history: past states, the present one, and future ones that can be redone. Immutable plain data.
 * - gesture: the field of the last change while a further step of the same drag or typing can still be merged with it;
 *   otherwise ""
 * - time: time of the last change, in ms
 * @typedef {Readonly<{past: readonly State[], present: State, future: readonly State[], gesture: string, time: number}>} History
 */

/** Maximum number of past states; the oldest are dropped first. */
export const longestPast = 200;
/** A step of a slider or a text within this time after the previous one, in ms, is merged with it into one change. */
const pause = 1000;

/** The steps that players show. They are merged whatever the time between them: a player may be slow. */
const playerSteps = Object.freeze(["cache_step", "tile_step"]);

/**
 * @param {State} present
 * @returns {History}
 */
export const startHistory = (present) => Object.freeze({ past: [], present, future: [], gesture: "", time: 0 });

/**
 * Returns the history after a change. Steps of one drag, of typing in one field, or of a player are merged into one
 * change. A state
 * that equals the present one adds nothing.
 * @param {History} history
 * @param {State} next
 * @param {number} time in ms
 * @returns {History}
 */
export function record(history, next, time) {
  const fields = changedFields(history.present, next);
  if (fields.length === 0) return Object.freeze({ ...history, present: next });
  const gesture = gestureOf(history.present, next);
  const isSoon = time - history.time < pause || playerSteps.some((step) => gesture.endsWith(step));
  const joins = gesture !== "" && gesture === history.gesture && isSoon;
  const past = joins ? history.past : [...history.past, history.present].slice(-longestPast);
  return Object.freeze({ past, present: next, future: [], gesture, time });
}

/**
 * @param {History} history
 * @returns {History} the same where there is nothing to undo
 */
export function undo(history) {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return Object.freeze({
    past: past.slice(0, -1),
    present: before,
    future: [present, ...future],
    gesture: "",
    time: 0,
  });
}

/**
 * @param {History} history
 * @returns {History} the same where there is nothing to redo
 */
export function redo(history) {
  const { past, present, future } = history;
  const [after, ...rest] = future;
  if (after === undefined) return history;
  return Object.freeze({ past: [...past, present], present: after, future: rest, gesture: "", time: 0 });
}

/**
 * What a slider has moved, while one undo takes exactly that back: its field, the value that it had, and the state before.
 * @typedef {Readonly<{field: keyof State, value: number, state: State}>} Former
 */

/**
 * @param {History} history
 * @returns {Former | null} null where the last change was another one, or the slider is back where it was
 */
export function formerOf({ past, present, gesture }) {
  const state = past.at(-1);
  const field = /** @type {keyof State} */ (gesture);
  if (!state || !controlOf[field]?.stops) return null;
  const [value, now] = [state, present].map((each) => each[field] ?? (field === "kv_heads" ? each.heads : null));
  return typeof value === "number" && value !== now ? Object.freeze({ field, value, state }) : null;
}

/**
 * The fields in which two states differ.
 * @param {State} a
 * @param {State} b
 * @returns {(keyof State)[]}
 */
export function changedFields(a, b) {
  const fields = /** @type {(keyof State)[]} */ (Object.keys(b));
  return fields.filter((field) => a[field] !== b[field] && JSON.stringify(a[field]) !== JSON.stringify(b[field]));
}

/**
 * Fields that change as a consequence of other changes, so they do not identify the control that the reader has moved.
 */
const dependent = new Set(["cell", "head", "stage", "token_order"]);

/**
 * The name of the field if exactly one number or text was changed; "" for every other change (a switch, a list, several
 * fields at once).
 * @param {State} before
 * @param {State} next
 * @returns {string}
 */
function gestureOf(before, next) {
  const moved = changedFields(before, next).filter((field) => !dependent.has(field));
  const [field] = moved;
  if (moved.length !== 1 || field === undefined || field === "theme" || field === "experiment") return "";
  if (field === "experiment_state") {
    const [own, changed] = [before, next].map(({ experiment_state }) => ({
      ...before,
      ...experiment_state,
      experiment_state: null,
    }));
    const inside = own && changed ? gestureOf(own, changed) : "";
    return inside && `experiment ${inside}`;
  }
  return ["number", "string"].includes(typeof next[field]) ? field : "";
}
