/** A browser's storage, and what is in it. @param {number} [space] in characters, for each item */
export function storageOf(space = Infinity) {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    items,
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      if (value.length > space) throw new Error("QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (/** @type {string} */ key) => void items.delete(key),
  };
}

/** A browser that lets a page use no storage, as in a sandboxed frame. */
export const refusing = () => {
  throw new Error("SecurityError");
};
