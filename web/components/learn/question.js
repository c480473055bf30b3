import { html, nothing } from "lit";

import { feedbackOn } from "../../course/feedback.js";
import { isAnsweredInPicture, sliderStart } from "../../course/step.js";
import { written } from "../../course/reading.js";
import { eventValue } from "../fields/event-value.js";
import { inline, plainText } from "./words.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/step.js").Step} Step */
/** @typedef {import("../../course/step.js").Question} Question */
/** @typedef {import("../../course/step.js").Outcome} Outcome */
/** @typedef {import("../../course/step.js").Facts} Facts */
/** @typedef {{guess: string | number | null, given: string | number | null}} Answering guess: what is chosen, not yet committed to; given: the answer, null before */

/**
 * What one answers the question of a step with; then, in its place, the right answer, as the engine computed it.
 * @param {Translate} t
 * @param {{prefix: string, step: Step, tokens: readonly string[], outcome: Outcome | null, answering: Answering, facts: Facts}} of
 *   prefix: of the step's messages, after "lesson-"; tokens: the options where a token is asked for; outcome: null before the
 *   answer; facts: what notes on terms may name
 * @param {{choose: (guess: string | number) => void, answer: (given: string | number) => void, again: () => void}} act
 */
export function answerTo(t, { prefix, step, tokens, outcome, answering, facts }, { choose, answer, again }) {
  const { question } = step;
  if (!question) return nothing;
  const { given } = answering;
  const isAnswered = given !== null && outcome !== null;
  return html`<div class="question">
    ${isAnswered ? nothing : options(t, { prefix, step, question, tokens, guess: answering.guess }, { choose, answer })}
    ${
      isAnswered
        ? html`<p class="given small muted" data-given=${given}>
            ${t("learn-given", { answer: nameOf(t, prefix, question, given, tokens) })}
            <button class="link" id="answer-again" @click=${again}>${t("learn-again")}</button>
          </p>`
        : nothing
    }
    <div role="status" class="feedback">
      ${isAnswered ? feedback(t, { prefix, question, outcome, given, facts }) : nothing}
    </div>
  </div>`;
}

/**
 * What is said of an answer.
 * @param {Translate} t
 * @param {{prefix: string, question: Question, outcome: Outcome, given: string | number, facts: Facts}} of
 */
function feedback(t, { prefix, question, outcome, given, facts }) {
  const { isRight, verdict, words } = feedbackOn(t, prefix, question, outcome, given, facts);
  return html`<p class=${isRight ? "right" : "wrong"}><strong>${verdict}</strong> ${inline(t, words, facts)}</p>`;
}

/** An answer in words. @param {Translate} t @param {string} prefix @param {Question} question @param {string | number} given @param {readonly string[]} tokens */
function nameOf(t, prefix, question, given, tokens) {
  if (question.kind === "number") return numberText(question, Number(given));
  if (question.kind === "token") return tokens[Number(given)] ?? "";
  if (question.kind === "choice") return plainText(t(`lesson-${prefix}-${given}`));
  const [, row, column] = String(given).split(",").map(Number);
  return t("learn-given-cell", { row: Number(row) + 1, column: Number(column) + 1 });
}

/** A number of a question, as its slider says it. @param {Extract<Question, {kind: "number"}>} question @param {number} value */
const numberText = ({ step, percent }, value) =>
  percent ? `${written(100 * value, 0)}\u00a0%` : written(value, String(step).split(".")[1]?.length ?? 0);

/**
 * @param {Translate} t
 * @param {{prefix: string, step: Step, question: Question, tokens: readonly string[], guess: string | number | null}} of
 * @param {{choose: (guess: string | number) => void, answer: (given: string | number) => void}} act
 */
function options(t, { prefix, step, question, tokens, guess }, { choose, answer }) {
  if (question.kind === "number") {
    const value = Number(guess ?? sliderStart(question));
    const text = numberText(question, value);
    const [least, most] = [question.min, question.max].map((end) => numberText(question, end));
    return html`<div class="options number-options">
      <span class="small muted" aria-hidden="true">${least}</span>
      <input
        id="guess"
        type="range"
        min=${question.min}
        max=${question.max}
        step=${question.step}
        .value=${String(value)}
        aria-labelledby="ask"
        aria-valuetext=${text}
        @input=${(/** @type {Event} */ event) => choose(Number(eventValue(event)))}
      />
      <span class="small muted" aria-hidden="true">${most}</span>
      <p>
        <button id="commit" class="main" @click=${() => answer(value)}>${t("learn-commit")}</button>
        <output for="guess" aria-live="off">${text}</output>
      </p>
    </div>`;
  }
  if (isAnsweredInPicture(step)) return html`<p class="small muted">${t(`learn-tap-${question.kind}`)}</p>`;
  const choices =
    question.kind === "choice"
      ? question.options.map((id) => ({ id, words: t(`lesson-${prefix}-${id}`) }))
      : tokens.map((token, at) => ({ id: String(at), words: token }));
  return html`<div class="options" role="group" aria-labelledby="ask">
    ${choices.map(
      ({ id, words }, at) =>
        html`<button data-option=${id} aria-keyshortcuts=${at + 1} @click=${() => answer(id)}>
          ${inline(t, words, {})}
        </button>`,
    )}
  </div>`;
}
