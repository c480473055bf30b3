import { path } from "../course/course.js";
import { isDone, readProgress, stepsDone } from "../course/progress.js";

/** @typedef {import("../course/progress.js").Progress} Progress */
/** @typedef {import("./platform.js").Platform} Platform */

/** The steps of the path. */
const steps = path.reduce((sum, { steps: { length } }) => sum + length, 0);

/** What the platform has kept: which steps of the path are done, and what was answered. @param {Platform} platform @returns {Progress} */
export const recordIn = (platform) => readProgress(() => ({ getItem: () => platform.LMSGetValue("cmi.suspend_data") }));

/**
 * Tells the platform what is done: the path's steps in percent as the score, whether it is completed, and what is needed to go on.
 * @param {Platform} platform
 * @param {Progress} progress
 */
export function record(platform, progress) {
  const onPath = Object.fromEntries(path.flatMap(({ id }) => (progress[id] ? [[id, progress[id]]] : [])));
  const done = path.reduce((sum, { id }) => sum + stepsDone(onPath, id), 0);
  platform.LMSSetValue("cmi.suspend_data", JSON.stringify(onPath)); // far below the 4,096 characters that it may have
  platform.LMSSetValue("cmi.core.score.min", "0");
  platform.LMSSetValue("cmi.core.score.max", "100");
  platform.LMSSetValue("cmi.core.score.raw", String(Math.floor((100 * done) / steps)));
  const isCompleted = path.every((lesson) => isDone(onPath, lesson));
  platform.LMSSetValue("cmi.core.lesson_status", isCompleted ? "completed" : "incomplete");
  platform.LMSCommit("");
}
