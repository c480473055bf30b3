/** What was answered to the questions around the path, and when they were asked: stored beside the progress, in this browser only. */
import { AttentionError } from "../../engine/errors.js";
import { readStored, writeStored } from "../../state/browser/stored.js";
import { refuse, unknownField } from "../../state/errors.js";
import { boolean, checkObject, integer, oneOf } from "../../state/kinds.js";
import { questionOf, questions, ten } from "./questions.js";
import { checkDay, intervals } from "./schedule.js";

/** @typedef {import("./questions.js").Answers} Answers */
/**
 * - before, after: what was answered to the ten before the path and after it; null: not asked
 * - review: whether the reader wants questions on later visits
 * - times: by question, the day on which what leads to it was done, or on which it was asked last, and how often it was asked since
 * @typedef {Readonly<{before: Answers | null, after: Answers | null, review: boolean,
 *   times: Readonly<Record<string, Readonly<{day: string, count: number}>>>}>} Asked
 */

/** Who has answered nothing yet. @type {Asked} */
export const nothingAsked = Object.freeze({ before: null, after: null, review: true, times: Object.freeze({}) });

/** The key under which the browser stores it. */
const key = "attention-stepper-questions";

/**
 * Answers to the ten, each checked.
 * @param {string} field
 * @param {unknown} value an answer, or null, for each of the ten
 * @returns {Answers}
 * @throws {AttentionError} that names the question at fault
 */
export function answersOf(field, value) {
  checkObject(field, value);
  const given = /** @type {Record<string, unknown>} */ (value);
  const unknown = Object.keys(given).find((id) => !ten.some((question) => question.id === id));
  if (unknown !== undefined)
    throw unknownField(
      unknown,
      ten.map(({ id }) => id),
    );
  const answers = ten.map(({ id, options }) => {
    if (!Object.hasOwn(given, id))
      refuse(`${field}.${id}`, "must be an answer, or null for one that was passed", undefined);
    if (given[id] !== null) oneOf(options).check(`${field}.${id}`, given[id]);
    return [id, given[id]];
  });
  return Object.freeze(Object.fromEntries(answers));
}

/** The parts of it, each with what checks it and makes it. @type {Readonly<{[P in keyof Asked]: (value: unknown, today: string) => Asked[P]}>} */
const partsOf = Object.freeze({
  before: (value) => (value === null ? null : answersOf("before", value)),
  after: (value) => (value === null ? null : answersOf("after", value)),
  review: (value) => {
    boolean.check("review", value);
    return Boolean(value);
  },
  times: (value, today) => {
    checkObject("times", value);
    return Object.freeze(
      Object.fromEntries(
        Object.entries(/** @type {object} */ (value)).map(([id, time]) => [id, timeOf(id, time, today)]),
      ),
    );
  },
});

/** The names of the parts. */
export const askedParts = Object.freeze(/** @type {(keyof Asked)[]} */ (Object.keys(partsOf)));

/** @param {string} id @param {unknown} value @param {string} today */
function timeOf(id, value, today) {
  if (!questionOf(id))
    throw unknownField(
      id,
      questions.map((question) => question.id),
    );
  const field = `times.${id}`;
  checkObject(field, value);
  const { day, count, ...others } = /** @type {Record<string, unknown>} */ (value);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw unknownField(`${field}.${unknown}`, [`${field}.day`, `${field}.count`]);
  checkDay(`${field}.day`, day, today);
  integer(0, intervals.length).check(`${field}.count`, count);
  return Object.freeze({ day: String(day), count: Number(count) });
}

/**
 * It as a file has it, each part checked.
 * @param {Readonly<Record<string, unknown>>} value
 * @param {string} today
 * @returns {Asked}
 * @throws {AttentionError} that names the part, and the field in it
 */
export function askedOf({ before, after, review, times }, today) {
  return Object.freeze({
    before: partsOf.before(before, today),
    after: partsOf.after(after, today),
    review: partsOf.review(review, today),
    times: partsOf.times(times, today),
  });
}

/**
 * What the browser has stored. A part that cannot be used, as another version of the page may have stored it, is as if nothing had
 * been asked.
 * @param {import("../../state/browser/stored.js").Readable} storage
 * @param {string} today
 * @returns {Asked}
 */
export function readAsked(storage, today) {
  const stored = Object(readStored(storage, key));
  const read = askedParts.map((part) => [part, orElse(() => partsOf[part](stored[part], today), nothingAsked[part])]);
  return Object.freeze(Object.fromEntries(read));
}

/** @template T @param {() => T} read @param {T} otherwise */
function orElse(read, otherwise) {
  try {
    return read();
  } catch (error) {
    if (error instanceof AttentionError) return otherwise;
    throw error;
  }
}

/** Stores it; where the browser refuses, it is known until the page is closed. @param {import("../../state/browser/stored.js").Writable} storage @param {Asked} asked */
export const writeAsked = (storage, asked) => writeStored(storage, key, asked);
