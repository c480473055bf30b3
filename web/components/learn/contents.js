import { html, nothing } from "lit";

import { lessons } from "../../course/course.js";
import { writeLearnLink } from "../../course/link.js";
import { isDone, stepsDone } from "../../course/progress.js";
import { inline } from "./words.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/step.js").Lesson} Lesson */
/** @typedef {ReturnType<typeof import("../../course/progress.js").readProgress>} Progress */

/** The list of lessons. @param {Translate} t @param {Progress} progress */
export function listOfLessons(t, progress) {
  const done = lessons.filter((lesson) => isDone(progress, lesson)).length;
  const deeper = lessons.filter((lesson) => lesson.deeper);
  const core = lessons.filter((lesson) => !lesson.deeper);
  return html`<main class="contents">
    <h2 tabindex="-1">${t("learn-title")}</h2>
    <p>${t("learn-tagline")}</p>
    <p class="small muted">${t("learn-progress", { done, of: lessons.length })} ${t("learn-private")}</p>
    ${list(t, progress, core)}
    ${
      deeper.length === 0
        ? nothing
        : html`<h3>${t("learn-deeper")}</h3>
            ${list(t, progress, deeper)}`
    }
  </main>`;
}

/** @param {Translate} t @param {Progress} progress @param {readonly Lesson[]} shown */
const list = (t, progress, shown) =>
  html`<ol start=${lessons.indexOf(/** @type {Lesson} */ (shown[0])) + 1}>
    ${shown.map(
      (lesson) =>
        html`<li>
          <a href="#${writeLearnLink({ lesson: lesson.id, step: 0 })}">${inline(t, t(`lesson-${lesson.id}`), {})}</a>
          <span class="small muted">${howFar(t, progress, lesson)}</span>
        </li>`,
    )}
  </ol>`;

/** How far the reader is with a lesson. @param {Translate} t @param {Progress} progress @param {Lesson} lesson */
function howFar(t, progress, lesson) {
  const steps = stepsDone(progress, lesson.id);
  if (isDone(progress, lesson)) return t("learn-done");
  return steps > 0
    ? t("learn-begun", { steps, of: lesson.steps.length })
    : t("learn-steps", { count: lesson.steps.length });
}
