import { lessons } from "./course.js";

/** @typedef {Readonly<Record<string, readonly string[]>>} Progress ids of the steps that are done, by lesson */

/** The key under which the browser stores which steps are done. It stays on this computer. */
const key = "attention-stepper-lessons";

/**
 * What is done, as the browser has stored it; nothing where it stores nothing, as in a sandboxed frame, or something else.
 * @param {() => Pick<Storage, "getItem">} storage may throw: a frame may not be allowed to use it
 * @returns {Progress}
 */
export function readProgress(storage) {
  try {
    const stored = Object(JSON.parse(storage().getItem(key) ?? "{}"));
    return Object.fromEntries(
      lessons.flatMap(({ id, steps }) => {
        const done = Array.isArray(stored[id]) ? stored[id] : [];
        const known = steps.map((step) => step.id).filter((step) => done.includes(step));
        return known.length > 0 ? [[id, known]] : [];
      }),
    );
  } catch {
    return {};
  }
}

/**
 * Stores what is done. Without a storage it is known only until the page is closed.
 * @param {() => Pick<Storage, "setItem">} storage
 * @param {Progress} progress
 */
export function writeProgress(storage, progress) {
  try {
    storage().setItem(key, JSON.stringify(progress));
  } catch {
    // A sandboxed frame and a full storage refuse; the lesson goes on.
  }
}

/** The progress with one more step done. @param {Progress} progress @param {string} lesson @param {string} step @returns {Progress} */
export const withStep = (progress, lesson, step) =>
  progress[lesson]?.includes(step) ? progress : { ...progress, [lesson]: [...(progress[lesson] ?? []), step] };

/** Whether all steps of a lesson are done. @param {Progress} progress @param {import("./step.js").Lesson} lesson */
export const isDone = (progress, { id, steps }) => steps.every((step) => progress[id]?.includes(step.id));
