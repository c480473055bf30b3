import { html, nothing } from "lit";

import { abilities, abilitiesShown } from "../../course/abilities.js";
import { lessonOf, path } from "../../course/course.js";
import { contents, writeLearnLink } from "../../course/link.js";
import { answersIn, firstOpen } from "../../course/progress.js";
import { wayOn } from "../../course/questions/placement.js";
import { readOwnRun } from "../../state/browser/own-run.js";
import { offerAtFinish } from "../questions/course-questions.js";
import { withSubscripts } from "../rich-text.js";
import "./own-model-card.js";
import { inline } from "./words.js";

/** @typedef {ReturnType<typeof import("../../course/progress.js").readProgress>} Progress */

/** Where the path leads on, by the words of the link: messages `learn-on-<id>` and `-what`. */
const ways = Object.freeze({
  deeper: `#${writeLearnLink(contents)}`,
  model: "#place=checkpoint",
  class: "#place=class",
});

/** More lessons than these are counted, and not named. */
const mostNamed = 3;

/**
 * What is still open: each lesson by its name, which leads to its first step that is not done; of many, how many they are, and the way
 * on. No mark follows a name, which may end with its own.
 * @param {import("../../words/translate.js").Translate} t
 * @param {Progress} progress
 * @param {readonly import("../../course/step.js").Lesson[]} left
 * @param {import("../../course/link.js").Position} next
 */
function stillOpen(t, progress, left, next) {
  if (left.length > mostNamed)
    return html`${t("learn-finish-left", { left: left.length })}
      <a href="#${writeLearnLink(next)}">${t("learn-finish-on")}</a>.`;
  const named = left.map((lesson, at) => {
    const to = firstOpen(progress, [lesson]) ?? next;
    const link = html`<a href="#${writeLearnLink(to)}">${inline(t, t(`lesson-${lesson.id}`), {})}</a>`;
    return at === 0 ? link : html`, ${link}`;
  });
  return html`${t("learn-finish-open", { left: left.length })} ${named}`;
}

/**
 * The end of the path: the ten questions, what one can do now, each ability with the step in which one showed it, the model that
 * one trained, and the ways on. Where lessons are still open, these come first, and the questions after the abilities.
 * @param {import("../../view/view.js").View} view
 * @param {Progress} progress
 * @param {import("../../course/questions/asked.js").Asked} asked what was answered to the questions around the path
 * @param {import("./contents.js").Miniature} miniature
 */
export function finishPage(view, progress, asked, miniature) {
  const { t } = view;
  const { skip, skipped, done, left, next } = wayOn(progress, asked.before);
  const shown = abilitiesShown(progress, asked, skip);
  const isDone = next === null;
  const questions = offerAtFinish(t, asked, isDone);
  return html`<main class="contents finish">
    <h2 tabindex="-1">${t(isDone ? "learn-finish-title" : "learn-finish-before")}</h2>
    ${isDone ? questions : html`<p class="lead">${stillOpen(t, progress, left, next)}</p>`}
    <p class="lead">
      ${
        isDone
          ? t("learn-finish-done", { done, skipped, answers: answersIn(progress, path) })
          : t("learn-finish-see", { left: left.length })
      }
    </p>
    <p class="small muted">${t("learn-finish-signs")}</p>
    <ul class="abilities">
      ${abilities.map(({ id, lesson, step }, ability) => {
        const at = lessonOf(lesson).steps.findIndex((each) => each.id === step);
        return html`<li class=${shown[ability] ? "able" : ""}>
          ${miniature(lesson, step)}
          <a href="#${writeLearnLink({ lesson, step: at })}">${withSubscripts(t(`learn-ability-${id}`))}</a>
        </li>`;
      })}
    </ul>
    <own-model-card .view=${view} .link=${readOwnRun(() => window.localStorage)}></own-model-card>
    ${isDone ? nothing : questions}
    <h3>${t("learn-ways-on")}</h3>
    <ul class="ways-on">
      ${Object.entries(ways).map(
        ([id, link]) =>
          html`<li>
            <a href=${link}>${t(`learn-on-${id}`)}</a>
            <span class="small muted">${t(`learn-on-${id}-what`)}</span>
          </li>`,
      )}
    </ul>
  </main>`;
}
