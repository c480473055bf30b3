import { runner } from "./runner.js";

/** @typedef {{text: string, lines: number}} Program lines: how many the reader's code has, which begins with the first line */

/**
 * What the function returned: numbers, lists, what else stands where numbers should be, as code writes it; or an object with the
 * stages that it has.
 * @typedef {number | Returned[] | {text: string} | {parts: Record<string, Returned>}} Returned
 */

/**
 * What a program posts: that it runs; then what the function returned or threw in each case; and the end. large: more than is taken.
 * @typedef {{type: "started" | "no-function" | "done"} | {type: "returned", at: number, value: Returned} | {type: "large", at: number}
 *   | {type: "threw", at: number, name: string, message: string, stack: string}} Posted
 */

/** The most values that are taken from what a function returns: many times those of any right result, and soon compared and drawn. */
export const mostValues = 2000;

/**
 * What a Worker of the reader's code can reach without it, and a function that computes has no use for. No request could leave the
 * page anyway: a Worker from a blob has the page's own policy. What posts, ends and listens belongs to the runner alone.
 */
const withheld = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts"],
  ...["Worker", "SharedWorker", "BroadcastChannel", "indexedDB", "caches"],
  ...["postMessage", "close", "addEventListener", "removeEventListener", "dispatchEvent"],
];

/**
 * What stands before the code, in its first line: so its lines are those that the browser names. The runner starts first, and stands
 * where the code sees none of its names.
 */
const opening = '"use strict"; startRunner()((() => {';

/** What stands after the code: it gives the runner the function. @param {import("./exercise.js").Exercise} exercise */
const closing = ({ name, stages }) => `
; return typeof ${name} === "function" ? ${name} : null; })());
function startRunner() { return (${runner})(${JSON.stringify(withheld)}, ${JSON.stringify(stages)}, ${mostValues}); }`;

/**
 * The script of a Worker that runs the reader's code. Its own names are out of that code's way.
 * @param {import("./exercise.js").Exercise} exercise
 * @param {string} code
 * @returns {Program}
 */
export const programOf = (exercise, code) => ({
  text: [opening + code + closing(exercise), ...exercise.helpers].join("\n"),
  lines: code.split("\n").length,
});

/**
 * The line of the reader's code at which an error arose, from 1; null where none of its lines is named.
 * @param {Program} program
 * @param {readonly number[]} named lines of the program, innermost first
 */
export const lineIn = ({ lines }, named) => named.find((line) => line >= 1 && line <= lines) ?? null;

/**
 * The line of the reader's code at which it stops making sense: a bracket that is never closed is missed after its end.
 * @param {Program} program
 * @param {number} line of the program
 */
export const lineOfSyntax = ({ lines }, line) => Math.min(lines, Math.max(1, line));

/** The lines that an error's stack names, innermost first. Browsers write them differently, but all as line:column. @param {string} stack */
export const linesIn = (stack) =>
  stack.split("\n").flatMap((frame) => {
    const [, line] = /:(\d+):\d+\)?\s*$/.exec(frame) ?? [];
    return line === undefined ? [] : [Number(line)];
  });
