import { text as pairs } from "./texts/pairs.js";

/** The data that ships for the tasks on a reader's own data. The long text is loaded when it is first asked for. */

/** @type {Readonly<Record<import("./tasks.js").DataTaskId, () => Promise<string>>>} */
export const shippedData = Object.freeze({
  text: () => import("./texts/alice.js").then(({ text }) => text),
  pairs: () => Promise.resolve(pairs),
});
