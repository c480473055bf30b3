import { lessonOf, path, placeOnPath } from "../course.js";
import { firstOpen, isDone, stepsDone } from "../progress.js";
import { isKnown, ten } from "./questions.js";

/** @typedef {import("./questions.js").Answers} Answers */
/** @typedef {import("../progress.js").Progress} Progress */

/**
 * How many lessons at the beginning of the path one can skip: those before the first of whose questions one was not answered rightly.
 * All of them if all were.
 * @param {Answers | null} answers null: not asked
 */
export function skippable(answers) {
  if (answers === null) return 0;
  const open = path.findIndex(({ id }) => ten.some((each) => each.lesson === id && !isKnown(answers, each)));
  return open < 0 ? path.length : open;
}

/**
 * How far the reader is on the path, and where it goes on. A lesson that can be skipped is never still to do.
 * - skip: how many lessons at the beginning can be skipped
 * - skipped: how many of these are not done
 * - done: how many lessons are done
 * - left: those that are still to do
 * - next: the first step of these that is not done; null if nothing is left
 * - lesson: the number of its lesson on the path, from 1; 0 if nothing is left
 * - isBegun: whether any step of the path is done
 * @param {Progress} progress
 * @param {Answers | null} before what was answered to the ten before the path
 */
export function wayOn(progress, before) {
  const skip = skippable(before);
  const toDo = path.slice(skip);
  const next = firstOpen(progress, toDo);
  return Object.freeze({
    skip,
    skipped: path.slice(0, skip).filter((lesson) => !isDone(progress, lesson)).length,
    done: path.filter((lesson) => isDone(progress, lesson)).length,
    left: toDo.filter((lesson) => !isDone(progress, lesson)),
    next,
    lesson: next === null ? 0 : placeOnPath(lessonOf(next.lesson)),
    isBegun: path.some(({ id }) => stepsDone(progress, id) > 0),
  });
}
