import { defaultState } from "../state.js";
import { fragmentOrNull, readLink } from "../url.js";
import { readStored, writeStored } from "./stored.js";

/** @typedef {import("../state.js").State} State */

/** The key under which the browser stores the link to the model that the reader trained last. It stays on this computer. */
const key = "attention-stepper-own-run";

/**
 * The link to the model which the reader trained last, without the #; null where none was trained to its end, or the browser has
 * stored something else.
 * @param {import("./stored.js").Readable} storage
 * @returns {string | null}
 */
export function readOwnRun(storage) {
  const stored = readStored(storage, key);
  if (typeof stored !== "string") return null;
  const { state, leftOut } = readLink(stored, defaultState);
  return leftOut.length === 0 && state.recipe === "trained" ? stored : null;
}

/** @param {import("./stored.js").Writable} storage @param {State} state a model of the reader's */
export const writeOwnRun = (storage, state) => writeStored(storage, key, fragmentOrNull(state));
