import { oneOf } from "../state/kinds.js";
import { readParts, writeFields } from "../state/link-text.js";

/** The exercises in their order, with the minutes that each takes: what a list of them needs. */
export const listed = Object.freeze([
  { id: "dot-products", minutes: 4 },
  { id: "scaling", minutes: 2 },
  { id: "mask", minutes: 3 },
  { id: "softmax", minutes: 5 },
  { id: "mix", minutes: 4 },
  { id: "head", minutes: 5 },
  { id: "norm", minutes: 4 },
  { id: "block", minutes: 8 },
]);

/** How long all of them take. */
export const minutesOfAll = listed.reduce((sum, { minutes }) => sum + minutes, 0);

const kinds = Object.freeze({ place: oneOf(["write"]), exercise: oneOf(listed.map(({ id }) => id)) });

/**
 * Reads a link to an exercise, or to the list of them. A link holds no code.
 * @param {string} fragment the part of a link after "#"
 * @returns {{exercise: string | null, leftOut: import("../engine/errors.js").AttentionError[]}}
 */
export function readWriteLink(fragment) {
  const { values, errors } = readParts(kinds, fragment);
  return { exercise: typeof values.exercise === "string" ? values.exercise : null, leftOut: errors };
}

/** The fragment of a link to an exercise, without "#". @param {string | null} exercise null: to the list of them */
export const writeWriteLink = (exercise) =>
  exercise === null ? "place=write" : `place=write&${writeFields(kinds, { exercise })}`;
