import { readStored, writeStored } from "../state/browser/stored.js";
import { listed } from "./listed.js";

/** @typedef {Readonly<{code: string | null, tried: boolean, solved: boolean}>} Kept code: null where it is as it was to begin with */
/** @typedef {Readonly<Record<string, Kept>>} AllKept by exercise */

/** The key under which the browser stores what the reader wrote. It stays on this computer. */
const key = "attention-stepper-exercises";

/** @type {Kept} */
const nothing = Object.freeze({ code: null, tried: false, solved: false });

/** What is kept of an exercise. @param {AllKept} all @param {string} id */
export const keptOf = (all, id) => all[id] ?? nothing;

/**
 * What the browser has stored; nothing where it stores nothing, as in a sandboxed frame, or something else.
 * @param {import("../state/browser/stored.js").Readable} storage
 * @returns {AllKept}
 */
export function readKept(storage) {
  const stored = Object(readStored(storage, key));
  return Object.fromEntries(
    listed.flatMap(({ id }) => {
      if (!Object.hasOwn(stored, id)) return [];
      const { code, tried, solved } = Object(stored[id]);
      const text = typeof code === "string" ? code : null;
      return [[id, Object.freeze({ code: text, tried: tried === true, solved: solved === true })]];
    }),
  );
}

/**
 * Stores what is kept. Where the browser refuses, it is known only until the page is closed.
 * @param {import("../state/browser/stored.js").Writable} storage
 * @param {AllKept} all
 * @returns {boolean} whether it is stored
 */
export const writeKept = (storage, all) => writeStored(storage, key, all);

/** @param {AllKept} all @param {string} id @param {Partial<Kept>} change @returns {AllKept} */
export const withKept = (all, id, change) => ({ ...all, [id]: Object.freeze({ ...keptOf(all, id), ...change }) });
