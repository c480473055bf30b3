/** What a learning platform is told of the course, and what it must hold, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { path } from "../../web/course/course.js";
import { platformAround, timespan } from "../../web/scorm/platform.js";
import { record, recordIn } from "../../web/scorm/record.js";

/** @typedef {import("../../web/course/progress.js").Progress} Progress */

/** A platform that keeps what it is told. */
function platform() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    kept,
    LMSInitialize: () => "true",
    LMSGetValue: (/** @type {string} */ element) => kept.get(element) ?? "",
    LMSSetValue: (/** @type {string} */ element, /** @type {string} */ value) =>
      String(Boolean(kept.set(element, value))),
    LMSCommit: () => "true",
    LMSFinish: () => "true",
  };
}

/** The longest answers that a step can store. @param {import("../../web/course/step.js").Step} step */
function longest({ question }) {
  if (!question) return null;
  if (question.kind === "number") return -123456.789;
  if (question.kind === "choice") return [...question.options].sort((a, b) => b.length - a.length)[0] ?? null;
  return question.kind === "token" ? "12" : "0,10,10";
}

test("the whole path, with the longest answers, fits what SCORM 1.2 keeps, and comes back as it was", () => {
  const lms = platform();
  const done = Object.fromEntries(
    path.map(({ id, steps }) => [id, Object.fromEntries(steps.map((step) => [step.id, longest(step)]))]),
  );
  record(lms, done);
  const kept = lms.kept.get("cmi.suspend_data") ?? "";
  assert.ok(kept.length > 500 && kept.length <= 4096, `${kept.length} characters`);
  assert.equal(lms.kept.get("cmi.core.lesson_status"), "completed");
  assert.equal(lms.kept.get("cmi.core.score.raw"), "100");
  assert.deepEqual(
    Object.keys(recordIn(lms)),
    path.map(({ id }) => id),
  );
  for (const { id, steps } of path)
    assert.deepEqual(
      Object.keys(recordIn(lms)[id] ?? {}),
      steps.map((step) => step.id),
    );
});

test("a part of the path is incomplete; deeper lessons do not count; nothing kept is nothing done", () => {
  const lms = platform();
  assert.deepEqual(recordIn(lms), {});
  record(lms, { purpose: { tired: "2", wide: null }, softmax: { ratio: "e" } });
  assert.equal(lms.kept.get("cmi.core.lesson_status"), "incomplete");
  assert.equal(lms.kept.get("cmi.core.score.raw"), String(Math.floor((100 * 2) / 36)));
  assert.deepEqual(Object.keys(recordIn(lms)), ["purpose"]);
});

test("the platform is found around the course, or around the window that opened it, if there is one", () => {
  const API = platform();
  /** @param {object} fields @returns {any} */
  const windowOf = (fields) => {
    const made = { opener: null, ...fields };
    return { parent: made, ...made };
  };
  const top = windowOf({});
  top.parent = top;
  assert.equal(platformAround(top), null);
  assert.equal(platformAround({ parent: { API, parent: null }, opener: null }), API);
  const opener = { API, parent: null };
  const opened = /** @type {any} */ ({ opener });
  opened.parent = opened;
  assert.equal(platformAround(opened), API);
  const foreign = {
    get API() {
      throw new Error("of another site");
    },
    parent: { API },
  };
  assert.equal(platformAround({ parent: foreign, opener: null }), API);
});

test("a span of time has hours of two digits or more, minutes, and seconds of two", () => {
  assert.equal(timespan(0), "00:00:00.00");
  assert.equal(timespan(61_234), "00:01:01.23");
  assert.equal(timespan(3_600_000 * 101 + 5_000), "101:00:05.00");
});
