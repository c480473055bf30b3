import { integer, oneOf } from "../state/kinds.js";
import { readParts, writeFields } from "../state/link-text.js";
import { lessonOf, lessons } from "./course.js";

/** @typedef {Readonly<{lesson: string | null, step: number}>} Position lesson: null for the list of lessons; step: from 0 */

/** The list of lessons. @type {Position} */
export const contents = Object.freeze({ lesson: null, step: 0 });

const longest = Math.max(...lessons.map(({ steps }) => steps.length));
const kinds = Object.freeze({
  place: oneOf(["learn"]),
  lesson: oneOf(lessons.map(({ id }) => id)),
  step: integer(1, longest),
});

/**
 * Reads a link to a step. What cannot be used is left out: without a lesson it is the list of lessons, and without a step
 * the first one.
 * @param {string} fragment the part of a link after "#"
 * @returns {{position: Position, leftOut: import("../engine/errors.js").AttentionError[]}}
 */
export function readLearnLink(fragment) {
  const { values, errors } = readParts(kinds, fragment);
  const lesson = typeof values.lesson === "string" ? values.lesson : null;
  if (lesson === null) return { position: contents, leftOut: errors };
  const last = lessonOf(lesson).steps.length;
  const step = Math.min(Number(values.step ?? 1), last) - 1;
  return { position: Object.freeze({ lesson, step }), leftOut: errors };
}

/** The fragment of a link to a step, without "#". @param {Position} position */
export const writeLearnLink = ({ lesson, step }) =>
  lesson === null ? "place=learn" : `place=learn&${writeFields(kinds, { lesson, step: step + 1 })}`;
