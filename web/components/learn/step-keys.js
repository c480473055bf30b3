import { questionKey } from "../questions/question-key.js";

/** @typedef {import("../../course/step.js").Question} Question */

/** How many options of a question have a key. @param {Question | undefined} question @param {readonly string[]} tokens the options where a token is asked for */
export function keysOf(question, tokens) {
  const options = { choice: question?.kind === "choice" ? question.options : [], token: tokens, number: [], cell: [] };
  return question ? Math.min(9, options[question.kind].length) : 0;
}

/**
 * Does what a key asks of the step of a lesson that is in view, by pressing the button that is there for it. So a key can do no
 * more than what is shown: Enter goes on once the way on stands out.
 * @param {KeyboardEvent} event
 * @param {import("lit").LitElement} host
 * @param {{question: Question | undefined, isMoved: boolean}} step isMoved: whether the slider of a guess was moved
 */
export function pressInStep(event, host, { question, isMoved }) {
  const key = questionKey(event, host, (focused) => focused.id === "guess");
  if (key === null) return;
  const find = (/** @type {string} */ selector) =>
    /** @type {NodeListOf<HTMLElement>} */ (host.renderRoot.querySelectorAll(selector));
  const isOptions = question?.kind === "choice" || question?.kind === "token";
  const pressed = {
    option: () => (key.asks === "option" && isOptions ? find("[data-option]")[key.number - 1] : undefined),
    enter: () => (find("#commit").length > 0 ? (isMoved ? find("#commit")[0] : undefined) : find("#next.main")[0]),
    back: () => find(".ways .back")[0],
    on: () => find("#next")[0],
  }[key.asks]();
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
}
