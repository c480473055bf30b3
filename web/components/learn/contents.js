import { html, nothing, svg } from "lit";

import { abilitiesShown } from "../../course/abilities.js";
import { groups, minutesOf, path } from "../../course/course.js";
import { finish, writeLearnLink } from "../../course/link.js";
import { isDone, stepsDone } from "../../course/progress.js";
import { wayOn } from "../../course/questions/placement.js";
import { goOn, offer } from "../questions/course-questions.js";
import { exerciseItems } from "../write/exercise-list.js";
import { readKept } from "../../exercises/kept.js";
import { writeWriteLink } from "../../exercises/listed.js";
import { inline } from "./words.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/step.js").Lesson} Lesson */
/** @typedef {ReturnType<typeof import("../../course/progress.js").readProgress>} Progress */
/** @typedef {(lesson: string, step: string) => unknown} Miniature the picture of a step, small */

/** How long the rest of some lessons takes. @param {Progress} progress @param {readonly Lesson[]} lessons */
const minutesLeft = (progress, lessons) =>
  lessons.reduce((sum, lesson) => sum + minutesOf(lesson) - stepsDone(progress, lesson.id), 0);

/**
 * The list of lessons: the path with a way to go on, then the deeper ones in groups.
 * @param {Translate} t
 * @param {{progress: Progress, asked: import("../../course/questions/asked.js").Asked, today: string}} of asked: what was answered
 *   to the questions around the path
 * @param {unknown} record how what was done is kept
 * @param {Miniature} miniature
 */
export function listOfLessons(t, { progress, asked, today }, record, miniature) {
  const way = wayOn(progress, asked.before);
  const { skip, left, next, isBegun } = way;
  return html`<main class="contents">
    <h2 tabindex="-1">${t("learn-title")}</h2>
    <p class="lead">${t("learn-tagline", { minutes: minutesLeft({}, path) })}</p>
    <p class="start">
      ${goOn(t, way)}
      ${isBegun && left.length > 0 ? html`<span class="small muted">${t("learn-to-go", { minutes: minutesLeft(progress, left) })}</span>` : nothing}
    </p>
    ${offer(t, { asked, today, isBegun })}
    <ol class="path-list">
      ${path.map(
        (lesson, at) =>
          html`<li
            class=${isDone(progress, lesson) ? "done" : ""}
            aria-current=${lesson.id === next?.lesson ? "step" : nothing}
          >
            ${lesson.picture === undefined ? nothing : miniature(lesson.id, lesson.picture)}
            <p>
              <a href="#${writeLearnLink({ lesson: lesson.id, step: 0 })}"
                >${inline(t, t(`lesson-${lesson.id}`), {})}</a
              >
              <span class="small muted">
                ${at < skip && stepsDone(progress, lesson.id) === 0 ? t("questions-skip") : howFar(t, progress, lesson)}
              </span>
            </p>
          </li>`,
      )}
      <li class="end">
        ${shownSvg(abilitiesShown(progress, asked, skip))}
        <p>
          <a href="#${writeLearnLink(finish)}">${t("learn-finish")}</a>
          <span class="small muted">${t("learn-finish-what")}</span>
        </p>
      </li>
    </ol>
    <h3>${t("learn-deeper")}</h3>
    <p class="small muted">${t("learn-deeper-what")}</p>
    <div class="groups">${groups.map((group) => groupOf(t, progress, group))} ${writing(t)}</div>
    ${record}
  </main>`;
}

/** What one can do after the path as squares, filled where it was shown. @param {readonly boolean[]} shown */
const shownSvg = (shown) =>
  html`<svg class="miniature shapes" viewBox="0 0 35 35" aria-hidden="true">
    ${shown.map((isShown, at) => svg`<rect class=${isShown ? "share" : "not-yet"} x=${12 * (at % 3) + 0.5} y=${12 * Math.floor(at / 3) + 0.5} width="10" height="10" />`)}
  </svg>`;

/** A group of deeper lessons, with the minutes that each takes. @param {Translate} t @param {Progress} progress @param {(typeof groups)[number]} group */
const groupOf = (t, progress, { id, lessons }) =>
  html`<section aria-labelledby="group-${id}">
    <h4 id="group-${id}">${t(`learn-group-${id}`)}</h4>
    <ul>
      ${lessons.map(
        (lesson) =>
          html`<li>
            <a href="#${writeLearnLink({ lesson: lesson.id, step: 0 })}">${inline(t, t(`lesson-${lesson.id}`), {})}</a>
            <span class="small muted">${howFar(t, progress, lesson)}</span>
          </li>`,
      )}
    </ul>
  </section>`;

/** The exercises in which one writes attention. @param {Translate} t */
function writing(t) {
  const kept = readKept(() => window.localStorage);
  return html`<section aria-labelledby="group-write">
    <h4 id="group-write"><a href="#${writeWriteLink(null)}">${t("exercises-title")}</a></h4>
    <ul>
      ${exerciseItems(t, kept)}
    </ul>
  </section>`;
}

/** How far the reader is with a lesson. @param {Translate} t @param {Progress} progress @param {Lesson} lesson */
function howFar(t, progress, lesson) {
  if (isDone(progress, lesson)) return t("exercises-done");
  const minutes = minutesLeft(progress, [lesson]);
  return t(stepsDone(progress, lesson.id) > 0 ? "learn-begun" : "exercises-minutes", { minutes });
}
