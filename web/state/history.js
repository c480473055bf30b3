/** @typedef {import("./state.js").State} State */
/**
 * What can be undone and redone: states before, now, and after. Plain data, never altered.
 * - gesture: the fields of the last change, where more of the same may still join it; otherwise ""
 * - time: of the last change, in ms
 * @typedef {Readonly<{past: readonly State[], present: State, future: readonly State[], gesture: string, time: number}>} History
 */

/** How many states before the present one are kept; the oldest are dropped first. */
export const longestPast = 200;
/** A slider's or a text's next step within this time, in ms, belongs to the change before. */
const pause = 1000;

/**
 * @param {State} present
 * @returns {History}
 */
export const startHistory = (present) => Object.freeze({ past: [], present, future: [], gesture: "", time: 0 });

/**
 * The history after a change. Steps of one drag, or of typing in one field, are one change. A state that equals the
 * present one adds no change.
 * @param {History} history
 * @param {State} next
 * @param {number} time in ms
 * @returns {History}
 */
export function record(history, next, time) {
  const fields = changedFields(history.present, next);
  if (fields.length === 0) return Object.freeze({ ...history, present: next });
  const gesture = gestureOf(history.present, next);
  const joins = gesture !== "" && gesture === history.gesture && time - history.time < pause;
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
 * The fields in which two states differ.
 * @param {State} a
 * @param {State} b
 * @returns {(keyof State)[]}
 */
export function changedFields(a, b) {
  const fields = /** @type {(keyof State)[]} */ (Object.keys(b));
  return fields.filter((field) => a[field] !== b[field] && JSON.stringify(a[field]) !== JSON.stringify(b[field]));
}

/** Fields that change along with others: they do not say what the reader has moved. */
const dependent = new Set(["cell", "head", "stage", "order"]);

/**
 * The one number or text that was changed, "" for every other change (a switch, a list, several fields at once).
 * @param {State} before
 * @param {State} next
 */
function gestureOf(before, next) {
  const moved = changedFields(before, next).filter((field) => !dependent.has(field));
  const [field] = moved;
  if (moved.length !== 1 || field === undefined || field === "theme" || field === "lab") return "";
  return ["number", "string"].includes(typeof next[field]) ? field : "";
}
