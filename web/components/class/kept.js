import { readStored, writeStored } from "../../state/browser/stored.js";
import { crc32 } from "../../tensors/crc32.js";
import { changesOnScreen, stateWithChanges } from "./screen.js";

/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {import("../../state/browser/stored.js").Readable} Readable */
/** @typedef {import("../../state/browser/stored.js").Writable} Writable */

/** The key of the class that no link can hold. It is kept for one tab, so that two tabs do not overwrite each other. */
const classKey = "attention-stepper-class";

/** The key of what readers changed on screens. */
const changesKey = "attention-stepper-class-changes";

/** How many screens' changes are kept; the oldest make room. */
const maxScreens = 200;

/** @typedef {{file: string, isSaved: boolean}} KeptClass file: as `classToFile` writes it; isSaved: whether a file holds it too */

/**
 * Keeps a class over a reload.
 * @param {Writable} storage of the tab
 * @param {KeptClass | null} kept null: nothing is to be kept
 * @returns {boolean} false where the browser refuses, or has no room
 */
export const keepClass = (storage, kept) => writeStored(storage, classKey, kept);

/** The class that is kept; null without one. @param {Readable} storage */
export const keptClass = (storage) => /** @type {KeptClass | null} */ (readStored(storage, classKey));

/** What readers changed on the screens of classes: kept in this browser, for each screen as it was prepared. */
export class KeptChanges {
  #storage;
  /** @type {WeakMap<Screen, string>} */
  #keys = new WeakMap();
  /** What is known without the storage; null: nothing was changed. @type {Map<string, Record<string, unknown> | null>} */
  #known = new Map();
  /** Whether the browser keeps changes after the page is closed. */
  lasts = true;

  /** @param {() => Pick<Storage, "getItem" | "setItem" | "removeItem">} storage may throw */
  constructor(storage) {
    this.#storage = storage;
  }

  /** The state that a screen shows: as the reader left it, or as it was prepared. @param {Screen} screen */
  stateOf(screen) {
    const key = this.#keyOf(screen);
    if (!this.#known.has(key)) this.#known.set(key, this.#stored()[key] ?? null);
    const changes = this.#known.get(key);
    if (!changes) return screen.state;
    try {
      return stateWithChanges(screen, changes);
    } catch {
      return screen.state; // stored by another version of the page, or by another program
    }
  }

  /** @param {Screen} screen @param {Screen["state"]} state what the screen shows now */
  keep(screen, state) {
    const key = this.#keyOf(screen);
    const changes = changesOnScreen(screen, state);
    this.#known.set(key, changes);
    const all = new Map(Object.entries(this.#stored()));
    all.delete(key);
    if (changes !== null) all.set(key, changes);
    this.lasts = writeStored(this.#storage, changesKey, Object.fromEntries([...all].slice(-maxScreens)));
  }

  /** @returns {Record<string, Record<string, unknown>>} by screen, the oldest first */
  #stored() {
    return Object(readStored(this.#storage, changesKey));
  }

  /** @param {Screen} screen */
  #keyOf(screen) {
    const key = this.#keys.get(screen) ?? `screen-${crc32(JSON.stringify(screen))}`;
    this.#keys.set(screen, key);
    return key;
  }
}
