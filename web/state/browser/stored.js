/** @typedef {() => Pick<Storage, "getItem">} Readable may throw: a sandboxed frame is not allowed to use a storage */
/** @typedef {() => Pick<Storage, "setItem" | "removeItem">} Writable may throw, as above */

/**
 * What the browser has stored; null where it has nothing, refuses, or has what is no JSON.
 * @param {Readable} storage
 * @param {string} key
 * @returns {unknown} of unknown form: another version of the page, or another program, may have stored it
 */
export function readStored(storage, key) {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores a value as JSON.
 * @param {Writable} storage
 * @param {string} key
 * @param {unknown} value null: nothing is stored any more
 * @returns {boolean} false where the browser refuses, or has no room
 */
export function writeStored(storage, key, value) {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
