/** @typedef {{text: string, lines: number}} Program lines: how many the reader's code has, which begins with the first line */

/**
 * What a program posts: that it runs; then what the function returned or threw in each case; and the end.
 * @typedef {{type: "started" | "no-function" | "done"} | {type: "returned", at: number, value: unknown}
 *   | {type: "threw", at: number, name: string, message: string, stack: string}} Posted
 */

/**
 * What a Worker of the reader's code can reach without it, and a function that computes has no use for. No request could leave the
 * page anyway: a Worker from a blob has the page's own policy.
 */
const withheld = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts"],
  ...["Worker", "SharedWorker", "BroadcastChannel", "indexedDB", "caches"],
];

/** What stands before the code, in its first line: so its lines are those that the browser names. */
const opening = [
  '"use strict";',
  "const say = postMessage.bind(globalThis);",
  `for (const name of ${JSON.stringify(withheld)})`,
  "for (let at = globalThis; at; at = Object.getPrototypeOf(at)) delete at[name];",
  'say({ type: "started" });',
  "const written = (() => {",
].join(" ");

/** Calls the function with each case, and posts what it returns or throws. @param {string} name of the function */
const closing = (name) => `
; return typeof ${name} === "function" ? ${name} : null; })();
addEventListener("message", ({ data: cases }) => {
  if (written === null) return say({ type: "no-function" });
  cases.forEach((given, at) => {
    try {
      say({ type: "returned", at, value: written(...given) });
    } catch (error) {
      const { name = "", message = String(error), stack = "" } = Object(error);
      say({ type: "threw", at, name: String(name), message: String(message), stack: String(stack) });
    }
  });
  say({ type: "done" });
});
`;

/**
 * The script of a Worker that runs the reader's code. Its own names are out of that code's way.
 * @param {import("./exercise.js").Exercise} exercise
 * @param {string} code
 * @returns {Program}
 */
export const programOf = ({ name, helpers }, code) => ({
  text: [opening + code + closing(name), ...helpers].join("\n"),
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
