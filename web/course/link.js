import { AttentionError } from "../engine/errors.js";
import { quote } from "../state/errors.js";
import { oneOf } from "../state/kinds.js";
import { readParts, writeFields } from "../state/link-text.js";
import { lessonOf, lessons } from "./course.js";
import { formerSteps } from "./former-steps.js";

/** @typedef {Readonly<{lesson: string | null, step: number}>} Position lesson: null for the list of lessons, or one of `pages`; step: from 0 */

/** The list of lessons. @type {Position} */
export const contents = Object.freeze({ lesson: null, step: 0 });

/** The end of the path. @type {Position & {lesson: string}} */
export const finish = Object.freeze({ lesson: "finish", step: 0 });

/** What is in the course beside its lessons: its end, and questions before the path, after it, and on later visits. */
const pages = Object.freeze([finish.lesson, "before", "after", "review"]);

/** Whether this is no lesson, but a page beside them. @param {string | null} lesson */
export const isPage = (lesson) => lesson !== null && pages.includes(lesson);

const known = oneOf([...lessons.map(({ id }) => id), ...pages]);
const kinds = Object.freeze({
  place: oneOf(["learn"]),
  lesson: {
    ...known,
    check: (/** @type {string} */ field, /** @type {unknown} */ value) => {
      if (!Object.hasOwn(formerSteps, String(value))) known.check(field, value);
    },
  },
  /** Checked with the lesson that it is a step of. */
  step: { check: () => {}, write: String, read: String },
});

/**
 * Reads a link to a step, which names it or, in older links, says its number from 1. What cannot be used is left out: without a
 * lesson it is the list of lessons, and without a step of that lesson the first one.
 * @param {string} fragment the part of a link after "#"
 * @returns {{position: Position, leftOut: AttentionError[]}}
 */
export function readLearnLink(fragment) {
  const { values, errors } = readParts(kinds, fragment);
  const lesson = typeof values.lesson === "string" ? values.lesson : null;
  if (lesson === null) {
    const needed = new AttentionError("step", "must come with a lesson, got none", { code: "lesson" });
    return { position: contents, leftOut: "step" in values && errors.length === 0 ? [needed] : errors };
  }
  if (isPage(lesson)) return { position: Object.freeze({ lesson, step: 0 }), leftOut: errors };
  const position = stepNamed(lesson, typeof values.step === "string" ? values.step : null);
  if (position) return { position, leftOut: errors };
  const ids = stepsOf(lesson);
  const named = ids.length > 0 ? `one of ${ids.join(", ")}, or ` : "";
  const wanted = `must be ${named}a whole number from 1 to ${numbered(lesson).length}`;
  const wrong = new AttentionError("step", `${wanted}, got ${quote(String(values.step))}`);
  return { position: first(lesson), leftOut: [...errors, wrong] };
}

/** The fragment of a link to a step, without "#". @param {Position} position */
export const writeLearnLink = ({ lesson, step }) =>
  lesson === null
    ? "place=learn"
    : isPage(lesson)
      ? `place=learn&lesson=${lesson}`
      : `place=learn&${writeFields(kinds, { lesson, step: lessonOf(lesson).steps[step]?.id })}`;

/** Ids of a lesson's steps; none of a lesson that is gone. @param {string} id */
const stepsOf = (id) => lessons.find((lesson) => lesson.id === id)?.steps.map((step) => step.id) ?? [];

/** The names of the steps that a lesson's numbers mean: of those that it had. @param {string} lesson */
const numbered = (lesson) => (formerSteps[lesson] ? Object.keys(formerSteps[lesson]) : stepsOf(lesson));

/** The beginning of a lesson; of one that is gone, what stands for it now. @param {string} lesson @returns {Position} */
const first = (lesson) =>
  stepsOf(lesson).length > 0 ? Object.freeze({ lesson, step: 0 }) : /** @type {Position} */ (stepNamed(lesson, "1"));

/** The step with a name or a number; null if there is none. @param {string} lesson @param {string | null} step @returns {Position | null} */
function stepNamed(lesson, step) {
  if (step === null) return first(lesson);
  const name = /^[1-9]\d*$/.test(step) ? numbered(lesson)[Number(step) - 1] : step;
  const former = formerSteps[lesson] ?? {};
  const now = name !== undefined && Object.hasOwn(former, name) ? former[name] : null;
  const [of = "", id = ""] = now?.split("/") ?? [lesson, name];
  const at = stepsOf(of).indexOf(id);
  return at < 0 ? null : Object.freeze({ lesson: of, step: at });
}
