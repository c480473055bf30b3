/** What was done in the course as a file, to be kept, or opened in another browser. */
import { refuse, unknownField } from "../state/errors.js";
import { checkObject } from "../state/kinds.js";
import { readOwnFile } from "../state/files/own-file.js";
import { lessonOf, lessons } from "./course.js";
import { askedOf, askedParts } from "./questions/asked.js";
import { isAnswer } from "./step.js";

/** @typedef {import("./progress.js").Progress} Progress */
/** @typedef {import("./questions/asked.js").Asked} Asked */
/** @typedef {Readonly<{progress: Progress, asked: Asked}>} Done */

/** The field that names the kind of file. */
const key = "attention-stepper-progress";
/** Version of the file format. It increases when a field changes its meaning. */
const version = 1;
/** Largest file that is read: one with everything in it is far smaller. */
const maxCharacters = 2 ** 20;

/** @param {Done} done @returns {string} JSON */
export const progressToFile = ({ progress, asked }) =>
  `${JSON.stringify({ [key]: version, lessons: progress, ...asked }, null, 1)}\n`;

/**
 * @param {string} name of the file
 * @param {string} text
 * @param {string} today
 * @returns {Done}
 * @throws {AttentionError} that names the file, and the field at fault
 */
export const progressFromFile = (name, text, today) =>
  readOwnFile(name, text, {
    key,
    version,
    max: maxCharacters,
    holds: "what was done in the course, as JSON",
    wanted: "a file of what was done, saved by this page",
    code: "no-progress",
    fields: ["lessons", ...askedParts],
    read: ({ lessons: done, ...others }) => Object.freeze({ progress: lessonsOf(done), asked: askedOf(others, today) }),
  });

/** @param {unknown} value @returns {Progress} */
function lessonsOf(value) {
  checkObject("lessons", value);
  const given = Object.entries(/** @type {Record<string, unknown>} */ (value));
  return Object.freeze(Object.fromEntries(given.map(([id, steps]) => [id, stepsOf(id, steps)])));
}

/** @param {string} id of a lesson @param {unknown} value @returns {Progress[string]} */
function stepsOf(id, value) {
  const lesson = lessonOf(id);
  if (!lesson)
    throw unknownField(
      id,
      lessons.map((each) => each.id),
    );
  checkObject(id, value);
  for (const [name, given] of Object.entries(/** @type {object} */ (value))) {
    const step = lesson.steps.find((each) => each.id === name);
    if (!step)
      throw unknownField(
        `${id}.${name}`,
        lesson.steps.map((each) => `${id}.${each.id}`),
      );
    if (given !== null && !isAnswer(step.question, given))
      refuse(`${id}.${name}`, "must be an answer to the question of the step, or null", given);
  }
  return Object.freeze({ .../** @type {Progress[string]} */ (value) });
}

/**
 * What was done here and what a file has, together. Where both have an answer, that of the file counts, and of a question that was
 * asked in both, the later time.
 * @param {Done} here
 * @param {Done} file
 * @returns {Done}
 */
export function together(here, file) {
  const ids = [...new Set([here, file].flatMap(({ progress }) => Object.keys(progress)))];
  const progress = ids.map((id) => [id, joined(here.progress[id] ?? {}, file.progress[id] ?? {})]);
  return Object.freeze({
    progress: Object.fromEntries(progress),
    asked: Object.freeze({
      before: file.asked.before ?? here.asked.before,
      after: file.asked.after ?? here.asked.after,
      review: file.asked.review,
      times: laterOf(here.asked.times, file.asked.times),
    }),
  });
}

/** Steps of one lesson: an answer is not lost to a step that is only done. @param {Progress[string]} here @param {Progress[string]} file */
const joined = (here, file) =>
  Object.fromEntries(Object.keys({ ...here, ...file }).map((step) => [step, file[step] ?? here[step] ?? null]));

/** @param {Asked["times"]} here @param {Asked["times"]} file @returns {Asked["times"]} */
function laterOf(here, file) {
  const later = Object.entries(file).filter(([id, { day }]) => !(here[id] && here[id].day > day));
  return Object.freeze({ ...here, ...Object.fromEntries(later) });
}
