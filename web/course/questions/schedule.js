/** When questions come back: 1 day after what leads to them, 7 days after they were asked, and 30 days after that. Days are texts such as "2026-01-31", in the reader's own time. */
import { AttentionError } from "../../engine/errors.js";
import { describe } from "../../state/errors.js";
import { further, ten } from "./questions.js";

/** @typedef {import("./asked.js").Asked} Asked */

/** Days from the day on which something was done or asked to the next on which it is asked, by how often it was asked. */
export const intervals = Object.freeze([1, 7, 30]);

/** How many questions are asked on one visit. */
export const most = 5;

/** The day of a moment, where the reader is. @param {Date} now */
export const dayOf = (now) =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** A day some days later. @param {string} day @param {number} days */
export function daysAfter(day, days) {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

/**
 * Refuses what is no day, or one to come: a question with such a day would never be asked. A day more than today is allowed, since
 * it may be tomorrow already where the other browser was.
 * @param {string} field
 * @param {unknown} value
 * @param {string} today
 */
export function checkDay(field, value, today) {
  const isDay = typeof value === "string" && /^20\d\d-\d\d-\d\d$/.test(value) && daysAfter(value, 0) === value;
  if (isDay && value <= daysAfter(today, 1)) return;
  const got = describe(value);
  throw new AttentionError(field, `must be a day up to today, such as 2026-01-31, got ${got}`, { code: "day", got });
}

/**
 * What was done, with the questions to which it leads: those of the ten once they were answered at the end of the path, and further
 * ones once the step that says them is done.
 * @param {Asked} asked
 * @param {import("../progress.js").Progress} progress
 * @param {string} today
 * @returns {Asked} the same if nothing is new
 */
export function withDone(asked, progress, today) {
  const answered = asked.after === null ? [] : ten;
  const said = further.filter(({ lesson, step }) => Object.hasOwn(progress[lesson] ?? {}, step));
  const fresh = [...answered, ...said].filter(({ id }) => !Object.hasOwn(asked.times, id));
  if (fresh.length === 0) return asked;
  const times = Object.fromEntries(fresh.map(({ id }) => [id, Object.freeze({ day: today, count: 0 })]));
  return Object.freeze({ ...asked, times: Object.freeze({ ...asked.times, ...times }) });
}

/** The day on which a question is to be asked; null once it was asked often enough. @param {Asked["times"][string]} time */
const nextDay = ({ day, count }) => {
  const days = intervals[count];
  return days === undefined ? null : daysAfter(day, days);
};

/** Whether a question that was asked is to be asked again. @param {Asked} asked @param {string} id */
export const comesBack = ({ times }, id) => times[id] !== undefined && nextDay(times[id]) !== null;

/**
 * Ids of the questions to be asked on a day: at most five, those that have waited longest first. None where the reader wants none.
 * @param {Asked} asked
 * @param {string} today
 * @returns {string[]}
 */
export function due({ review, times }, today) {
  if (!review) return [];
  const waiting = Object.entries(times).flatMap(([id, time]) => {
    const day = nextDay(time);
    return day !== null && day <= today ? [{ id, day }] : [];
  });
  return waiting
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .slice(0, most)
    .map(({ id }) => id);
}

/** After a question was asked once more: whatever the answer was, it comes back on the next day of the schedule. @param {Asked} asked @param {string} id @param {string} today @returns {Asked} */
export function withAsked(asked, id, today) {
  const count = Math.min((asked.times[id]?.count ?? 0) + 1, intervals.length);
  return Object.freeze({
    ...asked,
    times: Object.freeze({ ...asked.times, [id]: Object.freeze({ day: today, count }) }),
  });
}
