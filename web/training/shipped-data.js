import { text as pairs } from "./texts/pairs.js";

/** The data that ships for the tasks on a reader's own data. Long ones are loaded when they are first asked for. */

/** @type {Readonly<Record<import("./tasks.js").DataTaskId, () => Promise<string>>>} */
export const shippedData = Object.freeze({
  names: () => import("./texts/names.js").then(({ text }) => text),
  text: () => import("./texts/alice.js").then(({ text }) => text),
  pairs: () => Promise.resolve(pairs),
});
