import { lessonOf } from "./course.js";
import { givenIn } from "./progress.js";
import { isRight } from "./step.js";

/**
 * What one can do after the path, and the step in which one did it, with the right answer to its question, which no walk has to be
 * computed for: the words are the messages `learn-ability-<id>`.
 * @type {readonly Readonly<{id: string, lesson: string, step: string, answer: string | number}>[]}
 */
export const abilities = Object.freeze([
  { id: "purpose", lesson: "purpose", step: "tired", answer: "2" },
  { id: "score", lesson: "query-key", step: "dot", answer: 0.5 },
  { id: "table", lesson: "query-key", step: "table", answer: "0,3,0" },
  { id: "softmax", lesson: "shares", step: "add", answer: "same" },
  { id: "scaling", lesson: "shares", step: "divide", answer: "evener" },
  { id: "value", lesson: "mix", step: "alive", answer: 1.796 },
  { id: "heads", lesson: "several-heads", step: "mix", answer: "article" },
  { id: "order", lesson: "order-future", step: "why", answer: "2" },
  { id: "training", lesson: "learns", step: "slope", answer: "up" },
]);

/** Whether the question of an ability was answered rightly, at first or later: the last answer counts. @param {(typeof abilities)[number]} ability @param {import("./progress.js").Progress} progress */
export function isShownIn({ lesson, step, answer }, progress) {
  const given = givenIn(progress, lesson, step);
  const question = lessonOf(lesson).steps.find(({ id }) => id === step)?.question;
  return given !== null && question !== undefined && isRight(question, { answer, facts: {} }, given);
}
