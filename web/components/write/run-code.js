import { outcomeOf } from "../../exercises/outcome.js";
import { lineOfSyntax, programOf } from "../../exercises/program.js";

/** @typedef {import("../../exercises/outcome.js").Outcome} Outcome */
/** @typedef {import("../../exercises/program.js").Posted} Posted */

/** How long the reader's code may take for all cases, in seconds. */
export const patience = 2;

/** How long the browser may take to start a Worker, in seconds. */
const startPatience = 20;

/** The address of a script for a Worker. @param {string} text */
const addressOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** Whether a Worker can be started from a blob at all. @returns {Promise<boolean>} */
async function startsWorkers() {
  const address = addressOf("postMessage(null)");
  const worker = new Worker(address);
  const starts = await new Promise((resolve) => {
    worker.onmessage = () => resolve(true);
    worker.onerror = () => resolve(false);
  });
  worker.terminate();
  URL.revokeObjectURL(address);
  return starts;
}

/**
 * Runs the reader's code in a Worker of its own, made from a blob: it has the page's policy, so that no request can leave, and can be
 * ended whatever it does.
 * @param {import("../../exercises/exercise.js").Exercise} exercise
 * @param {string} code
 * @param {readonly import("../../exercises/cases.js").Case[]} cases
 * @param {AbortSignal} signal ends it
 * @returns {Promise<Outcome>}
 */
export function runCode(exercise, code, cases, signal) {
  const program = programOf(exercise, code);
  const address = addressOf(program.text);
  /** @type {Posted[]} */
  const posted = [];
  return new Promise((resolve) => {
    /** @type {Worker | null} */
    let worker = null;
    let timer = setTimeout(() => end("no-worker"), 1000 * startPatience);
    /** @param {Outcome["ended"]} ended @param {Outcome["failure"]} [failure] */
    const end = (ended, failure) => {
      clearTimeout(timer);
      worker?.terminate();
      URL.revokeObjectURL(address);
      resolve(outcomeOf(program, posted, ended, failure));
    };
    signal.addEventListener("abort", () => end("slow"), { once: true });
    try {
      worker = new Worker(address);
    } catch {
      return end("no-worker");
    }
    worker.onmessage = ({ data }) => {
      const { type } = /** @type {Posted} */ (Object(data));
      posted.push(data);
      if (type === "done" || type === "no-function") end(type);
      if (type !== "started") return;
      clearTimeout(timer);
      timer = setTimeout(() => end("slow"), 1000 * patience);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const { message, lineno } = event;
      // Firefox says no more of code that it cannot read than of a Worker that a policy refuses.
      if (!message && !lineno) return void startsWorkers().then((starts) => end(starts ? "unread" : "no-worker"));
      end("failed", { message: message.replace(/^Uncaught /, ""), line: lineOfSyntax(program, lineno) });
    };
    worker.postMessage(cases.map(({ given }) => Object.values(given)));
  });
}
