import { html, nothing } from "lit";

import { path, placeOnPath } from "../../course/course.js";
import { contents, finish, isPage, writeLearnLink } from "../../course/link.js";
import { sources } from "../../course/sources.js";
import { startOf } from "../../state/experiments/starts.js";
import { changeState, defaultState } from "../../state/state.js";
import { fragmentOrNull } from "../../state/url.js";
import { embedButton } from "../embed-button.js";
import "../figure/scene-save.js";
import { controlBars } from "../controls/control-bar.js";
import { offerBefore } from "../questions/course-questions.js";
import { withSubscripts } from "../rich-text.js";
import { linkFromCourse } from "../train/course-link.js";
import { numberTable } from "./number-table.js";
import { answerTo } from "./question.js";
import { slider } from "./step-figure.js";
import { keysOf } from "./step-keys.js";
import { inline, paragraphs } from "./words.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/step.js").Step} Step */
/** @typedef {import("../../course/step.js").Lesson} Lesson */
/** @typedef {import("../../course/step.js").Facts} Facts */
/** @typedef {import("../../course/link.js").Position} Position */
/** @typedef {(event: Event, to: Position) => void} Follow */

/**
 * @typedef {object} Page
 * @property {Lesson} lesson
 * @property {number} at which step, from 0
 * @property {View} view
 * @property {import("./step-reading.js").Shown} shown
 * @property {import("./step-reading.js").StepReading} reading
 * @property {import("./question.js").Answering} answering
 * @property {boolean} wasDone whether the step was done before, whatever the reader has changed since
 * @property {{isNew: boolean, isDone: boolean}} path isNew: nothing of it is done, nor was the reader asked where to begin; isDone: none of
 *   it is left
 * @property {import("../error-text.js").Problem | null} problem
 * @property {(table: string) => boolean} isTurned whether a table lies on its side
 * @property {unknown} figure
 * @property {{shown: boolean, toggle: () => void}} numbers whether the tables of a stage's figure are visible, and what changes that
 * @property {(() => import("../embed-button.js").CoursePicture) | null} pictureNow the step's picture, to be saved; null where it has none
 * @property {(guess: string | number) => void} choose
 * @property {(given: string | number) => void} answer
 * @property {() => void} again asks the question once more
 * @property {Follow} follow
 * @property {"lesson" | "step" | null} alone what is shown alone in a frame; null for all of Learn
 * @property {(patch: Record<string, unknown>) => void} patch
 * @property {() => void} openWalk
 */

/**
 * A step of a lesson: its words and question, its figure, and what one answers with, where the feedback stands afterwards. The
 * figure comes before the answer, so that on a phone the answer is near the thumb; what leads elsewhere comes after it.
 * @param {Translate} t
 * @param {Page} page
 */
export function lessonPage(t, page) {
  const { lesson, at, follow, alone } = page;
  return html`<main class="lesson" data-alone=${alone ?? nothing}>
    <div class="screen">${wordsOf(t, page)} ${figureOf(t, page)} ${answerOf(t, page)}</div>
    ${alone === "step" ? nothing : html`<nav class="ways" aria-label=${t("learn-ways")}>${ways(t, page, follow)}</nav>`}
    <div class="more">
      ${alone === "step" ? nothing : keysIn(t, page)} ${moreOf(t, page)} ${asideOf(t, page)}
      ${at < lesson.steps.length - 1 ? nothing : sourcesOf(t, lesson)}
    </div>
  </main>`;
}

/** Where one is, the words, and what is asked. @param {Translate} t @param {Page} page */
function wordsOf(t, { lesson, at, shown, reading, follow, alone }) {
  const step = /** @type {Step} */ (lesson.steps[at]);
  const prefix = `${lesson.id}-${step.id}`;
  const { facts } = reading;
  return html`<article class="words">
    <p class="where small muted">
      <a href="#place=learn" @click=${(/** @type {Event} */ event) => follow(event, contents)}
        >${t("exercises-lessons")}</a
      >
      ${alone === "step" ? nothing : html`· <span id="where">${whereText(t, lesson, at)}</span>`}
    </p>
    ${alone === "step" ? nothing : html`<progress max=${lesson.steps.length} value=${at + 1} aria-hidden="true"></progress>`}
    <h2 tabindex="-1" aria-describedby=${alone === "step" ? nothing : "where"}>
      ${inline(t, t(`lesson-${lesson.id}`), facts)}
    </h2>
    ${paragraphs(t, t(`lesson-${prefix}`, facts), facts)}
    ${step.question ? html`<p id="ask" class="ask">${inline(t, t(`lesson-${prefix}-ask`, facts), facts)}</p>` : nothing}
    ${shown.task ? html`<p class="ask task">${inline(t, t(`lesson-${prefix}-task`), facts)}</p>` : nothing}
  </article>`;
}

/** What one answers with; once one has answered, the feedback in its place. @param {Translate} t @param {Page} page */
function answerOf(t, { lesson, at, shown, reading, answering, wasDone, path: onPath, alone, choose, answer, again }) {
  const step = /** @type {Step} */ (lesson.steps[at]);
  const prefix = `${lesson.id}-${step.id}`;
  const { facts, outcome } = reading;
  const tokens = step.question?.kind === "token" ? shown.reading[step.question.side] : [];
  const isAnswered = answering.given !== null;
  const isOffered = placeOnPath(lesson) === 1 && at === 0 && onPath.isNew && !isAnswered && alone === null;
  return html`<section class="answer ${step.question ? "" : "brief"}">
    ${answerTo(t, { prefix, step, tokens, outcome, answering, facts }, { choose, answer, again })}
    ${shown.task ? taskStatus(t, prefix, shown.task, facts, wasDone) : nothing}
    ${step.train ? html`<p><a class="button ${wasDone ? "" : "main"}" id="to-train" href="#${linkFromCourse(step.train)}">${t("learn-train")}</a></p>` : nothing}
    ${step.checkpoint ? html`<p><a class="button" href="#place=checkpoint">${t("open-model")}</a></p>` : nothing}
    ${step.explore && isAnswered ? html`<p><a class="button" href=${linkToQuestion(step.explore)}>${withSubscripts(t(`experiment-${step.explore}`))}</a></p>` : nothing}
    ${isOffered ? offerBefore(t) : nothing}
  </section>`;
}

/** @param {Translate} t @param {Page} page */
function figureOf(t, page) {
  const { lesson, at, view, shown, reading, problem, isTurned, figure, patch } = page;
  const step = /** @type {Step} */ (lesson.steps[at]);
  const prefix = `${lesson.id}-${step.id}`;
  return html`<section class="card figure" tabindex="-1" aria-label=${t("learn-figure")}>
    ${step.controls ? controlBars(view, step.controls, problem) : nothing}
    ${step.edit ? slider(t, shown.reading, step.edit, patch) : nothing}
    ${step.strip ? html`<lesson-strip .view=${view}></lesson-strip>` : nothing} ${figure}
    ${[...shown.atStart, ...reading.tables].map((table) => numberTable(t, prefix, table, isTurned(table.id)))}
  </section>`;
}

/** What one can do with the figure besides the step: its tables, the ways to Explore and into another page. @param {Translate} t @param {Page} page */
function asideOf(t, { lesson, at, view, openWalk, alone, pictureNow, numbers }) {
  const step = /** @type {Step} */ (lesson.steps[at]);
  const course = () => ({ lesson: lesson.id, step: step.id, picture: pictureNow?.() ?? null });
  const isStage = !step.picture && !step.experiment;
  return html`<details class="card aside">
    <summary>${t("learn-aside")}</summary>
    <p class="open">
      <button class="link" @click=${openWalk}>${t("learn-open")}</button>
      ${alone ? nothing : embedButton(t, () => view.state, course)}
      ${isStage ? html`<button class="link" id="tables" aria-expanded=${numbers.shown} @click=${numbers.toggle}>${t(numbers.shown ? "tables-hide" : "tables-show")}</button>` : nothing}
    </p>
    ${
      pictureNow
        ? html`<scene-save
            .t=${t}
            .draw=${() => pictureNow().draw("light")}
            .label=${t(`lesson-${lesson.id}`)}
            .file=${`${lesson.id}-${step.id}`}
          ></scene-save>`
        : nothing
    }
  </details>`;
}

/** What keys do in a step. @param {Translate} t @param {Page} page */
function keysIn(t, { lesson, at, shown }) {
  const { question } = /** @type {Step} */ (lesson.steps[at]);
  const tokens = question?.kind === "token" ? shown.reading[question.side] : [];
  return html`<p class="small muted keys">${t("learn-keys", { options: keysOf(question, tokens) })}</p>`;
}

/** What goes further than the step, once its question is answered. @param {Translate} t @param {Page} page */
function moreOf(t, { lesson, at, reading, answering }) {
  const { id, question, misconceptions = [] } = /** @type {Step} */ (lesson.steps[at]);
  if (question && answering.given === null) return nothing;
  const facts = { ...reading.facts, ...reading.outcome?.facts };
  const more = t(`lesson-${lesson.id}-${id}-more`, facts);
  return html`${
    more === ""
      ? nothing
      : html`<details class="card misconception">
          <summary>${t("learn-more")}</summary>
          <p>${inline(t, more, facts)}</p>
        </details>`
  }
  ${misconceptions.map((each) => misconception(t, each, facts))}`;
}

/** Which step this is. @param {Translate} t @param {Lesson} lesson @param {number} at */
export function whereText(t, lesson, at) {
  const place = { lesson: placeOnPath(lesson), lessons: path.length, step: at + 1, of: lesson.steps.length };
  return t(place.lesson > 0 ? "learn-where" : "learn-where-deeper", place);
}

/** What the facts of a lesson can be checked against. @param {Translate} t @param {Lesson} lesson */
const sourcesOf = (t, { sources: ids }) =>
  html`<section class="sources small">
    <h3>${t("learn-sources")}</h3>
    <ul>
      ${ids.map((id) => {
        const { title, authors, url } = sources[id];
        return html`<li><a href=${url} rel="noreferrer">${title}</a>, ${authors}</li>`;
      })}
    </ul>
  </section>`;

/**
 * The ways back and on: on stands out once the step is done. Where all of the path is done, the end of each lesson leads to the finish,
 * too: one may have come from there. A lesson alone has none out of it.
 * @param {Translate} t
 * @param {Page} page
 * @param {Follow} follow
 */
function ways(t, { lesson, at, answering, shown, wasDone, path: onPath, alone }, follow) {
  const back = neighbour(lesson, at, -1);
  const next = neighbour(lesson, at, 1);
  const isShown = (/** @type {Position} */ to) => alone === null || to.lesson === lesson.id;
  const isLast = next.lesson !== lesson.id;
  /** Whether the way on leads to a lesson: not to the finish, nor to the list of lessons. */
  const toLesson = next.lesson !== null && !isPage(next.lesson);
  const { question, train } = /** @type {Step} */ (lesson.steps[at]);
  const isLeft = train !== undefined || (shown.task !== null && !shown.task.done);
  const isOpen = question ? answering.given === null : isLeft && !wasDone;
  // Seen beside the words, "back" is the step before; heard alone, it must say to what.
  const where = (/** @type {Position} */ to) =>
    to.lesson === lesson.id
      ? t("motion-count", { step: to.step + 1, steps: lesson.steps.length })
      : t(
          to.lesson === null
            ? "exercises-lessons"
            : to.lesson === finish.lesson
              ? "learn-finish"
              : `lesson-${to.lesson}`,
        );
  // On a phone the name of a lesson is too long for a button of one line: it is heard, and stands above the lesson itself.
  const wordsOn = isLast ? "learn-next-lesson" : isOpen ? "learn-skip" : "learn-next";
  const wayBack = html`<a
    class="button back"
    aria-label=${t("learn-back-to", { where: where(back) })}
    href="#${writeLearnLink(back)}"
    @click=${(/** @type {Event} */ event) => follow(event, back)}
    >${t("learn-back")}</a
  >`;
  const wayOn = html`<a
    class="button ${isOpen ? "" : "main"}"
    id="next"
    aria-label=${t(toLesson ? `${wordsOn}-to` : "learn-next-to", { where: where(next) })}
    href="#${writeLearnLink(next)}"
    @click=${(/** @type {Event} */ event) => follow(event, next)}
    >${toLesson ? t(wordsOn) : t("exercises-next", { title: where(next) })}</a
  >`;
  const isToFinish = isLast && onPath.isDone && toLesson && alone === null;
  const toFinish = html`<a
    class="alone to-finish"
    href="#${writeLearnLink(finish)}"
    @click=${(/** @type {Event} */ event) => follow(event, finish)}
    >${t("learn-to-finish")}</a
  >`;
  return html`${isShown(back) ? wayBack : nothing} ${isToFinish ? toFinish : nothing} ${isShown(next) ? wayOn : nothing}`;
}

/**
 * The step before or after one: on the path through all its lessons, and to the finish; of a deeper lesson, the list of lessons
 * comes before and after.
 * @param {Lesson} lesson
 * @param {number} at
 * @param {-1 | 1} direction
 * @returns {Position}
 */
function neighbour(lesson, at, direction) {
  if (lesson.steps[at + direction]) return { lesson: lesson.id, step: at + direction };
  const place = placeOnPath(lesson);
  if (place === path.length && direction > 0) return finish;
  const other = place > 0 ? path[place - 1 + direction] : undefined;
  return other ? { lesson: other.id, step: direction < 0 ? other.steps.length - 1 : 0 } : contents;
}

/** The link to a question in Explore, as its list opens it. @param {string} id */
const linkToQuestion = (id) =>
  `#${fragmentOrNull(changeState(defaultState, { experiment: id, experiment_state: startOf(defaultState, id) }))}`;

/**
 * How far the reader is with the task at the end of a lesson.
 * @param {Translate} t
 * @param {string} prefix
 * @param {{done: boolean, facts: Facts}} task
 * @param {Facts} shown what notes on terms may name
 * @param {boolean} wasDone whether the task was solved before, whatever the reader has changed since
 */
function taskStatus(t, prefix, { done, facts }, shown, wasDone) {
  const end = done ? "done" : "open";
  return html`<p role="status" class="solved ${done || wasDone ? "right" : ""}">
    ${done ? nothing : html`<strong>${t(wasDone ? "learn-solved" : "learn-unsolved")}</strong>`}
    ${inline(t, t(`lesson-${prefix}-${end}`, facts), shown)}
  </p>`;
}

/** A sentence that circulates and is not so, and what is so. @param {Translate} t @param {string} id @param {Facts} facts */
const misconception = (t, id, facts) =>
  html`<details class="card misconception">
    <summary><strong>${t("learn-misconception")}</strong> ${inline(t, t(`misconception-${id}-said`), facts)}</summary>
    <p>${inline(t, t(`misconception-${id}-so`), facts)}</p>
  </details>`;
