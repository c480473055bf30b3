import { lineIn, linesIn } from "./program.js";

/** @typedef {Readonly<{message: string, line: number | null}>} Failure line: of the reader's code, from 1 */
/** @typedef {{value: import("./program.js").Returned} | {failure: Failure} | "large"} Answer large: more than is compared */
/**
 * What came of running the reader's code.
 * @typedef {object} Outcome
 * @property {"done" | "slow" | "failed" | "unread" | "no-function" | "no-worker"} ended slow: it was ended; failed: it did not start;
 *   unread: it is no JavaScript, and the browser does not say why
 * @property {Failure | null} failure why it did not start
 * @property {readonly (Answer | undefined)[]} answers by case; undefined: none
 */

/**
 * @param {import("./program.js").Program} program
 * @param {readonly import("./program.js").Posted[]} posted what it posted
 * @param {Outcome["ended"]} ended
 * @param {Failure | null} [failure]
 * @returns {Outcome}
 */
export function outcomeOf(program, posted, ended, failure = null) {
  /** @type {(Answer | undefined)[]} */
  const answers = [];
  for (const message of posted) {
    if (message.type === "returned") answers[message.at] = { value: message.value };
    if (message.type === "large") answers[message.at] = "large";
    if (message.type === "threw") answers[message.at] = { failure: failureOf(program, message) };
  }
  return { ended, failure, answers };
}

/** @param {import("./program.js").Program} program @param {Extract<import("./program.js").Posted, {type: "threw"}>} threw @returns {Failure} */
const failureOf = (program, { name, message, stack }) => ({
  message: name === "" ? message : `${name}: ${message}`,
  line: lineIn(program, linesIn(stack)),
});
