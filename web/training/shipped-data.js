/** The data that ships for the tasks on a reader's own data. Each is loaded when it is first asked for. */

/** @type {Readonly<Record<import("./tasks.js").DataTaskId, () => Promise<string>>>} */
export const shippedData = Object.freeze({
  text: () => import("./texts/alice.js").then(({ text }) => text),
  pairs: () => import("./texts/pairs.js").then(({ text }) => text),
});
