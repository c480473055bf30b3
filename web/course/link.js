import { AttentionError } from "../engine/errors.js";
import { integer, oneOf } from "../state/kinds.js";
import { readParts, writeFields } from "../state/link-text.js";
import { lessonOf, lessons } from "./course.js";

/** @typedef {Readonly<{lesson: string | null, step: number}>} Position lesson: null for the list of lessons, "finish" for the end of the path; step: from 0 */

/** The list of lessons. @type {Position} */
export const contents = Object.freeze({ lesson: null, step: 0 });

/** The end of the path. @type {Position & {lesson: string}} */
export const finish = Object.freeze({ lesson: "finish", step: 0 });

const longest = Math.max(...lessons.map(({ steps }) => steps.length));
const kinds = Object.freeze({
  place: oneOf(["learn"]),
  lesson: oneOf([...lessons.map(({ id }) => id), finish.lesson]),
  step: integer(1, longest),
});

/**
 * Reads a link to a step. What cannot be used is left out: without a lesson it is the list of lessons, and without a step
 * of that lesson the first one.
 * @param {string} fragment the part of a link after "#"
 * @returns {{position: Position, leftOut: import("../engine/errors.js").AttentionError[]}}
 */
export function readLearnLink(fragment) {
  const { values, errors } = readParts(kinds, fragment);
  const lesson = typeof values.lesson === "string" ? values.lesson : null;
  const step = Number(values.step ?? 1);
  if (lesson === null) {
    const needed = new AttentionError("step", "must come with a lesson, got none", { code: "lesson" });
    return { position: contents, leftOut: "step" in values && errors.length === 0 ? [needed] : errors };
  }
  if (lesson === finish.lesson) return { position: finish, leftOut: errors };
  const last = lessonOf(lesson).steps.length;
  if (step <= last) return { position: Object.freeze({ lesson, step: step - 1 }), leftOut: errors };
  const beyond = new AttentionError("step", `must be a whole number from 1 to ${last}, got ${step}`);
  return { position: Object.freeze({ lesson, step: 0 }), leftOut: [...errors, beyond] };
}

/** The fragment of a link to a step, without "#". @param {Position} position */
export const writeLearnLink = ({ lesson, step }) =>
  lesson === null
    ? "place=learn"
    : lesson === finish.lesson
      ? `place=learn&lesson=${lesson}`
      : `place=learn&${writeFields(kinds, { lesson, step: step + 1 })}`;
