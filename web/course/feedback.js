/** What is said of an answer to a question. No DOM. */
import { isRight } from "./step.js";

/** @typedef {import("../words/translate.js").Translate} Translate */

/**
 * Why an answer is wrong: the message `-<answer>-not` or `-not`; of a number without one, what is said of all that are too large
 * or too small, `-above-not` or `-below-not`, or else that it is.
 * @type {(...args: Parameters<typeof feedbackOn>) => string}
 */
export function whyWrong(t, prefix, question, outcome, given, facts) {
  const known = { ...facts, ...outcome.facts, ...outcome.of?.(given) };
  const side = Number(given) > Number(outcome.answer) ? "above" : "below";
  return (
    t(`lesson-${prefix}-${given}-not`, known) ||
    t(`lesson-${prefix}-not`, known) ||
    (question.kind === "number" ? t(`lesson-${prefix}-${side}-not`, known) || t(`learn-${side}`) : "")
  );
}

/**
 * The verdict on an answer, and the words about it. For a wrong one they first say why it is wrong.
 * @param {Translate} t
 * @param {string} prefix of the step's messages, after "lesson-"
 * @param {import("./step.js").Question} question
 * @param {import("./step.js").Outcome} outcome
 * @param {string | number} given
 * @param {import("./step.js").Facts} facts that the step's words name
 */
export function feedbackOn(t, prefix, question, outcome, given, facts) {
  const right = t(`lesson-${prefix}-right`, outcome.facts);
  if (isRight(question, outcome, given)) return { isRight: true, verdict: t("questions-right"), words: right };
  const why = whyWrong(t, prefix, question, outcome, given, facts);
  return { isRight: false, verdict: t("questions-wrong"), words: `${why} ${right}` };
}
