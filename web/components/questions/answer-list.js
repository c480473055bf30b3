import { html, nothing } from "lit";

import { lessonOf, placeOnPath } from "../../course/course.js";
import { writeLearnLink } from "../../course/link.js";
import { isKnown, questionOf } from "../../course/questions/questions.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/questions/questions.js").Question} Question */
/** @typedef {import("../../course/questions/questions.js").Answers} Answers */

/**
 * What was answered: of what was not known, what decides it and the step that says it.
 * @param {Translate} t
 * @param {Answers} answers
 */
export const answerList = (t, answers) =>
  html`<ol class="answers">
    ${Object.keys(answers).map((id) => entry(t, questionOf(id), answers))}
  </ol>`;

/** @param {Translate} t @param {Question} question @param {Answers} answers */
function entry(t, question, answers) {
  const { id, answer } = question;
  const given = answers[id] ?? null;
  const isRight = isKnown(answers, question);
  const why = given === null ? `question-${id}-right` : `question-${id}-${given}-not`;
  const words = (/** @type {string} */ option) => t(`question-${id}-${option}`);
  return html`<li class=${isRight ? "right" : "wrong"}>
    <span class="sign" aria-hidden="true">${isRight ? "✓" : "–"}</span>
    <p class="asked">${withSubscripts(t(`question-${id}`))}</p>
    ${
      isRight
        ? nothing
        : html`<p>
            ${given === null ? t("questions-passed") : withSubscripts(t("questions-yours", { answer: words(given) }))}
          </p>`
    }
    <p>${withSubscripts(t("questions-answer", { answer: words(answer) }))}</p>
    ${isRight ? nothing : html`<p class="why">${withSubscripts(t(why))} ${stepLink(t, question)}</p>`}
  </li>`;
}

/** The link to the step that says it. @param {Translate} t @param {Question} question */
function stepLink(t, { lesson: id, step }) {
  const lesson = lessonOf(id);
  const at = lesson.steps.findIndex((each) => each.id === step);
  const place = placeOnPath(lesson);
  return html`<a href="#${writeLearnLink({ lesson: id, step: at })}">
    ${t(place > 0 ? "questions-step" : "questions-step-deeper", { lesson: place, step: at + 1 })}
  </a>`;
}
