import { html, nothing } from "lit";

import { feedbackOn } from "../../course/feedback.js";
import { sliderStart } from "../../course/step.js";
import { written } from "../../course/reading.js";
import { eventValue } from "../event-value.js";
import { inline } from "./words.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/step.js").Step} Step */
/** @typedef {import("../../course/step.js").Outcome} Outcome */
/** @typedef {import("../../course/step.js").Facts} Facts */
/** @typedef {{guess: string | number | null, given: string | number | null}} Answering guess: what is chosen, not yet committed to; given: the answer, null before */

/**
 * The question of a step: the reader commits to an answer, then sees the right one, as the engine computed it.
 * @param {Translate} t
 * @param {{prefix: string, step: Step, tokens: readonly string[], outcome: Outcome | null, answering: Answering, facts: Facts}} of
 *   prefix: of the step's messages, after "lesson-"; tokens: the options where a token is asked for; outcome: null before the
 *   answer; facts: what notes on terms may name
 * @param {{choose: (guess: string | number) => void, answer: (given: string | number) => void, again: () => void}} act
 */
export function questionCard(t, { prefix, step, tokens, outcome, answering, facts }, { choose, answer, again }) {
  const { question } = step;
  if (!question) return nothing;
  const { given } = answering;
  return html`<section class="card question" aria-labelledby="before">
      <p id="ask">
        <strong id="before">${t(step.look ? "learn-look" : "learn-before")}</strong>
        ${inline(t, t(`lesson-${prefix}-ask`, facts), facts)}
      </p>
      ${options(t, { prefix, question, tokens, answering }, { choose, answer })}
    </section>
    <div role="status" class="feedback">
      ${given === null || !outcome ? nothing : feedbackCard(t, feedbackOn(t, prefix, question, outcome, given, facts), facts)}
    </div>
    ${given === null ? nothing : html`<p class="small"><button class="link" id="answer-again" @click=${again}>${t("learn-again")}</button></p>`}`;
}

/** @param {Translate} t @param {ReturnType<typeof feedbackOn>} said @param {Facts} facts */
const feedbackCard = (t, { isRight, verdict, words }, facts) =>
  html`<section class="card ${isRight ? "right" : "wrong"}">
    <p><strong>${verdict}</strong> ${inline(t, words, facts)}</p>
  </section>`;

/**
 * @param {Translate} t
 * @param {{prefix: string, question: import("../../course/step.js").Question, tokens: readonly string[], answering: Answering}} of
 * @param {{choose: (guess: string | number) => void, answer: (given: string | number) => void}} act
 */
function options(t, { prefix, question, tokens, answering: { guess, given } }, { choose, answer }) {
  if (question.kind === "number") {
    const { min, max, step } = question;
    const value = Number(given ?? guess ?? sliderStart(question));
    const text = written(value, Number.isInteger(step) ? 0 : 2);
    return html`<div class="options">
      <input
        id="guess"
        type="range"
        min=${min}
        max=${max}
        step=${step}
        .value=${String(value)}
        aria-labelledby="ask"
        aria-valuetext=${text}
        ?disabled=${given !== null}
        @input=${(/** @type {Event} */ event) => choose(Number(eventValue(event)))}
      />
      <output for="guess" aria-live="off">${text}</output>
      <button id="commit" class="main" aria-disabled=${given !== null} @click=${() => given === null && answer(value)}>
        ${t("learn-commit")}
      </button>
    </div>`;
  }
  if (question.kind === "cell") return html`<p class="small muted">${t("learn-point")}</p>`;
  const choices =
    question.kind === "token"
      ? tokens.map((token, at) => ({ id: String(at), words: token }))
      : question.options.map((id) => ({ id, words: t(`lesson-${prefix}-${id}`) }));
  return html`<div class="options" role="group" aria-labelledby="ask">
    ${choices.map(
      ({ id, words }) =>
        html`<button
          data-option=${id}
          aria-pressed=${String(given) === id}
          aria-disabled=${given !== null}
          @click=${() => given === null && answer(id)}
        >
          ${inline(t, words, {})}
        </button>`,
    )}
  </div>`;
}
