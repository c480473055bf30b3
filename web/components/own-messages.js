import { createTranslate, either } from "../lessons/translate.js";
import { memoised } from "../view/memoised.js";

/** @typedef {import("../lessons/translate.js").Translate} Translate */

/**
 * The messages of a part that is loaded on demand, and after them those of the page around it.
 * @param {string} text the part's messages, in Fluent syntax
 * @returns {(page: Translate) => Translate} returns the same function for the same one of the page, which changes once, when
 *   the page has loaded all its messages
 */
export function ownMessages(text) {
  const own = createTranslate("en", text);
  return memoised((page) => either(own, page));
}
