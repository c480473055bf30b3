/** Runs the program of an exercise in Node, where its Worker is a context of its own. */
import { runInNewContext } from "node:vm";

import { outcomeOf } from "../../../web/exercises/outcome.js";
import { programOf } from "../../../web/exercises/program.js";

/** @typedef {import("../../../web/exercises/program.js").Posted} Posted */

/**
 * What comes of some code.
 * @param {import("../../../web/exercises/exercise.js").Exercise} exercise
 * @param {readonly import("../../../web/exercises/cases.js").Case[]} cases
 * @param {string} code
 */
export function ranIn(exercise, cases, code) {
  const program = programOf(exercise, code);
  /** @type {Posted[]} */
  const posted = [];
  /** @type {((event: {data: unknown}) => void)[]} */
  const listeners = [];
  let isOpen = true;
  runInNewContext(program.text, {
    postMessage: (/** @type {unknown} */ message) =>
      isOpen && posted.push(structuredClone(/** @type {Posted} */ (message))),
    close: () => {
      isOpen = false;
    },
    addEventListener: (/** @type {string} */ _, /** @type {(typeof listeners)[number]} */ listener) =>
      listeners.push(listener),
  });
  for (const listener of listeners) listener({ data: cases.map(({ given }) => Object.values(given)) });
  return outcomeOf(program, posted, posted.at(-1)?.type === "no-function" ? "no-function" : "done");
}
