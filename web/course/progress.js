import { lessonsKey } from "../state/browser/lessons-done.js";
import { readStored, writeStored } from "../state/browser/stored.js";
import { lessons } from "./course.js";
import { isAnswer } from "./step.js";

/** @typedef {string | number | null} Given the answer to a step's question; null for a step that asks none */
/** @typedef {Readonly<Record<string, Readonly<Record<string, Given>>>>} Progress what was answered, by step that is done, by lesson */

/**
 * What is done, as the browser has stored it; nothing where it stores nothing, as in a sandboxed frame, or something else.
 * @param {import("../state/browser/stored.js").Readable} storage
 * @returns {Progress}
 */
export function readProgress(storage) {
  const stored = Object(readStored(storage, lessonsKey));
  return Object.fromEntries(
    lessons.flatMap(({ id, steps }) => {
      const done = Object(stored[id]);
      const known = steps.filter((step) => Object.hasOwn(done, step.id));
      const given = known.map((step) => [step.id, isAnswer(step.question, done[step.id]) ? done[step.id] : null]);
      return known.length > 0 ? [[id, Object.fromEntries(given)]] : [];
    }),
  );
}

/**
 * Stores what is done. Where the browser refuses, it is known only until the page is closed.
 * @param {import("../state/browser/stored.js").Writable} storage
 * @param {Progress} progress
 */
export const writeProgress = (storage, progress) => writeStored(storage, lessonsKey, progress);

/** What was answered to the question of a step; null if it is not answered or asks nothing. @param {Progress} progress @param {string} lesson @param {string} step */
export const givenIn = (progress, lesson, step) => progress[lesson]?.[step] ?? null;

/**
 * The progress with one more step done. What was answered stays, unless there is another answer.
 * @param {Progress} progress
 * @param {string} lesson
 * @param {string} step
 * @param {Given} [given]
 * @returns {Progress}
 */
export function withStep(progress, lesson, step, given = null) {
  const before = progress[lesson]?.[step];
  if (before !== undefined && (given === null || given === before)) return progress;
  return { ...progress, [lesson]: { ...progress[lesson], [step]: given } };
}

/** How many steps of a lesson are done. @param {Progress} progress @param {string} lesson */
export const stepsDone = (progress, lesson) => Object.keys(progress[lesson] ?? {}).length;

/** Whether all steps of a lesson are done. @param {Progress} progress @param {import("./step.js").Lesson} lesson */
export const isDone = (progress, { id, steps }) => stepsDone(progress, id) === steps.length;

/** The first step of some lessons that is not done; null if all are. @param {Progress} progress @param {readonly import("./step.js").Lesson[]} lessons */
export function firstOpen(progress, lessons) {
  for (const { id, steps } of lessons) {
    const step = steps.findIndex((each) => !Object.hasOwn(progress[id] ?? {}, each.id));
    if (step >= 0) return { lesson: id, step };
  }
  return null;
}

/** How many questions of some lessons were answered. @param {Progress} progress @param {readonly import("./step.js").Lesson[]} lessons */
export const answersIn = (progress, lessons) =>
  lessons.reduce((sum, { id }) => sum + Object.values(progress[id] ?? {}).filter((given) => given !== null).length, 0);
