import { html, nothing } from "lit";

import { lessons } from "../../course/course.js";
import { contents, writeLearnLink } from "../../course/link.js";
import { sources } from "../../course/sources.js";
import { startOf } from "../../state/experiments/starts.js";
import { changeState, defaultState } from "../../state/state.js";
import { fragmentOrNull } from "../../state/url.js";
import { embedButton } from "../embed-button.js";
import { controlBars } from "../controls/control-bar.js";
import { withSubscripts } from "../rich-text.js";
import { numberTable } from "./number-table.js";
import { questionCard } from "./question.js";
import { slider } from "./step-figure.js";
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
 * @property {import("../error-text.js").Problem | null} problem
 * @property {(table: string) => boolean} isTurned whether a table lies on its side
 * @property {unknown} figure
 * @property {(guess: string | number) => void} choose
 * @property {(given: string | number) => void} answer
 * @property {() => void} again asks the question once more
 * @property {Follow} follow
 * @property {(patch: Record<string, unknown>) => void} patch
 * @property {() => void} openWalk
 */

/** A step of a lesson: its words and question beside its figure. @param {Translate} t @param {Page} page */
export function lessonPage(t, page) {
  const { lesson, at, view, shown, reading, answering, wasDone, problem, isTurned, figure, patch } = page;
  const step = /** @type {Step} */ (lesson.steps[at]);
  const prefix = `${lesson.id}-${step.id}`;
  const { facts } = reading;
  const isAnswered = answering.given !== null;
  // Below what the reader changes: however long it is, that stays under the hand.
  const solved = shown.task ? taskStatus(t, prefix, shown.task, facts, wasDone) : nothing;
  const { choose, answer, again, follow, openWalk } = page;
  const tokens = step.question?.kind === "token" ? shown.reading[step.question.side] : [];
  return html`<main class="lesson">
    <article class="words">
      <p class="small muted">
        <a href="#place=learn" @click=${(/** @type {Event} */ event) => follow(event, contents)}>${t("learn-all")}</a>
        · <span id="where">${whereText(t, lesson, at)}</span>
      </p>
      <progress max=${lesson.steps.length} value=${at + 1} aria-hidden="true"></progress>
      <h2 tabindex="-1" aria-describedby="where">${inline(t, t(`lesson-${lesson.id}`), facts)}</h2>
      ${paragraphs(t, t(`lesson-${prefix}`, facts), facts)}
      ${questionCard(
        t,
        { prefix, step, tokens, outcome: reading.outcome, answering, facts },
        { choose, answer, again },
      )}
      ${step.train ? html`<p><a class="button" href="#place=train&task=${step.train}&seed=1">${t("learn-train")}</a></p>` : nothing}
      ${step.explore && isAnswered ? html`<p><a class="button" href=${linkToQuestion(step.explore)}>${withSubscripts(t(`experiment-${step.explore}`))}</a></p>` : nothing}
      ${shown.task ? html`<p class="card task"><strong>${t("learn-now-you")}</strong> ${inline(t, t(`lesson-${prefix}-task`), facts)}</p>` : nothing}
    </article>
    <div class="more">
      ${step.question && !isAnswered ? nothing : (step.misconceptions ?? []).map((id) => misconception(t, id, facts))}
      ${at < lesson.steps.length - 1 ? nothing : sourcesOf(t, lesson)}
    </div>
    <section class="card figure" tabindex="-1" aria-label=${t("learn-figure")}>
      ${step.controls ? controlBars(view, step.controls, problem) : nothing}
      ${step.edit ? slider(t, shown.reading, step.edit, patch) : nothing} ${step.experiment ? nothing : solved}
      ${step.strip ? html`<lesson-strip .view=${view}></lesson-strip>` : nothing}
      ${[...shown.atStart, ...reading.tables].map((table) => numberTable(t, prefix, table, isTurned(table.id)))}
      ${figure} ${step.experiment ? solved : nothing}
      <p class="open"><button @click=${openWalk}>${t("learn-open")}</button> ${embedButton(t, () => view.state)}</p>
    </section>
    <nav class="ways" aria-label=${t("learn-ways")}>${ways(t, lesson, at, follow)}</nav>
  </main>`;
}

/** Which step this is. @param {Translate} t @param {Lesson} lesson @param {number} at */
export const whereText = (t, lesson, at) =>
  t("learn-where", { lesson: lessons.indexOf(lesson) + 1, step: at + 1, of: lesson.steps.length });

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

/** The ways back and on. @param {Translate} t @param {Lesson} lesson @param {number} at @param {Follow} follow */
function ways(t, lesson, at, follow) {
  const back = neighbour(lesson, at, -1);
  const next = neighbour(lesson, at, 1);
  const isLast = next.lesson !== lesson.id;
  // Seen beside the words, "back" is the step before; heard alone, it must say to what.
  const where = (/** @type {Position} */ to) =>
    to.lesson === lesson.id
      ? t("motion-count", { step: to.step + 1, steps: lesson.steps.length })
      : t(to.lesson === null ? "learn-all" : `lesson-${to.lesson}`);
  return html`
    <a
      class="button back"
      aria-label=${t("learn-back-to", { where: where(back) })}
      href="#${writeLearnLink(back)}"
      @click=${(/** @type {Event} */ event) => follow(event, back)}
    >
      ${t("learn-back")}
    </a>
    <a
      class="button main"
      id="next"
      aria-label=${t("learn-next-to", { where: where(next) })}
      href="#${writeLearnLink(next)}"
      @click=${(/** @type {Event} */ event) => follow(event, next)}
    >
      ${isLast ? inline(t, t("learn-next-lesson", { title: where(next) }), {}) : t("learn-next")}
    </a>
  `;
}

/**
 * The step before or after one; the list of lessons before the first and after the last.
 * @param {Lesson} lesson
 * @param {number} at
 * @param {-1 | 1} direction
 * @returns {Position}
 */
function neighbour(lesson, at, direction) {
  if (lesson.steps[at + direction]) return { lesson: lesson.id, step: at + direction };
  const other = lessons[lessons.indexOf(lesson) + direction];
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
  return html`<p role="status" class="card solved ${done || wasDone ? "right" : ""}">
    ${wasDone && !done ? html`<strong>${t("learn-solved")}</strong>` : nothing}
    ${inline(t, t(`lesson-${prefix}-${end}`, facts), shown)}
  </p>`;
}

/** A sentence that circulates and is not so, and what is so. @param {Translate} t @param {string} id @param {Facts} facts */
const misconception = (t, id, facts) =>
  html`<details class="card misconception">
    <summary><strong>${t("learn-misconception")}</strong> ${inline(t, t(`misconception-${id}-said`), facts)}</summary>
    <p>${inline(t, t(`misconception-${id}-so`), facts)}</p>
  </details>`;
