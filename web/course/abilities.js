import { lessonOf, placeOnPath } from "./course.js";
import { givenIn } from "./progress.js";
import { isKnown, questionOf } from "./questions/questions.js";
import { isRight } from "./step.js";

/**
 * What one can do after the path, and the step in which one did it, with the right answer to its question, which no walk has to be
 * computed for, and those of the ten questions that ask for it: the words are the messages `learn-ability-<id>`.
 * @type {readonly Readonly<{id: string, lesson: string, step: string, answer: string | number, asked: readonly string[]}>[]}
 */
export const abilities = Object.freeze([
  { id: "purpose", lesson: "purpose", step: "tired", answer: "2", asked: ["purpose"] },
  { id: "score", lesson: "query-key", step: "dot", answer: 0.5, asked: ["length"] },
  { id: "table", lesson: "query-key", step: "table", answer: "0,3,0", asked: ["table"] },
  { id: "softmax", lesson: "shares", step: "add", answer: "same", asked: ["softmax"] },
  { id: "scaling", lesson: "shares", step: "divide", answer: 15.911, asked: ["divide"] },
  { id: "value", lesson: "mix", step: "back", answer: "1", asked: ["value"] },
  { id: "heads", lesson: "several-heads", step: "mix", answer: "article", asked: ["output"] },
  { id: "order", lesson: "order-future", step: "why", answer: "2", asked: ["order", "future"] },
  { id: "training", lesson: "learns", step: "slope", answer: "up", asked: ["training"] },
]);

/**
 * Whether an ability was shown: the question of its step was answered rightly, at first or later, where the last answer counts; or those of the
 * ten that ask for it were, before the path or after it.
 * @param {(typeof abilities)[number]} ability
 * @param {import("./progress.js").Progress} progress
 * @param {Pick<import("./questions/asked.js").Asked, "before" | "after">} answers
 */
export function isShownIn({ lesson, step, answer, asked }, progress, { before, after }) {
  const isKnownIn = (/** @type {import("./questions/questions.js").Answers | null} */ answers) =>
    answers !== null && asked.every((id) => isKnown(answers, questionOf(id)));
  if (isKnownIn(before) || isKnownIn(after)) return true;
  const given = givenIn(progress, lesson, step);
  const question = lessonOf(lesson).steps.find(({ id }) => id === step)?.question;
  return given !== null && question !== undefined && isRight(question, { answer, facts: {} }, given);
}

/**
 * Which abilities were shown, or belong to lessons that one can skip.
 * @param {Parameters<typeof isShownIn>[1]} progress
 * @param {Parameters<typeof isShownIn>[2]} answers
 * @param {number} skip how many lessons of the path one can skip
 */
export const abilitiesShown = (progress, answers, skip) =>
  abilities.map((ability) => isShownIn(ability, progress, answers) || placeOnPath(lessonOf(ability.lesson)) <= skip);
