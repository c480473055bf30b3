import { listed } from "./listed.js";

/** @typedef {Readonly<{code: string | null, tried: boolean, solved: boolean}>} Kept code: null where it is as it was to begin with */
/** @typedef {Readonly<Record<string, Kept>>} AllKept by exercise */

/** The key under which the browser stores what the reader wrote. It stays on this computer. */
const key = "attention-stepper-exercises";

/** @type {Kept} */
const nothing = Object.freeze({ code: null, tried: false, solved: false });

/** The longest code that is stored. */
const longest = 20_000;

/** What is kept of an exercise. @param {AllKept} all @param {string} id */
export const keptOf = (all, id) => all[id] ?? nothing;

/**
 * What the browser has stored; nothing where it stores nothing, as in a sandboxed frame, or something else.
 * @param {() => Pick<Storage, "getItem">} storage may throw: a frame may not be allowed to use it
 * @returns {AllKept}
 */
export function readKept(storage) {
  try {
    const stored = Object(JSON.parse(storage().getItem(key) ?? "{}"));
    return Object.fromEntries(
      listed.flatMap(({ id }) => {
        if (!Object.hasOwn(stored, id)) return [];
        const { code, tried, solved } = Object(stored[id]);
        const text = typeof code === "string" && code.length <= longest ? code : null;
        return [[id, Object.freeze({ code: text, tried: tried === true, solved: solved === true })]];
      }),
    );
  } catch {
    return {};
  }
}

/**
 * Stores what is kept. Without a storage it is known only until the page is closed.
 * @param {() => Pick<Storage, "setItem">} storage
 * @param {AllKept} all
 */
export function writeKept(storage, all) {
  try {
    storage().setItem(key, JSON.stringify(all));
  } catch {
    // A sandboxed frame and a full storage refuse; the exercise goes on.
  }
}

/** @param {AllKept} all @param {string} id @param {Partial<Kept>} change @returns {AllKept} */
export const withKept = (all, id, change) => ({ ...all, [id]: Object.freeze({ ...keptOf(all, id), ...change }) });
