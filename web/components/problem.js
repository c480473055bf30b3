import { limits } from "../state/limits.js";
import { wordsOf } from "../state/sizes.js";

/**
 * Why a sentence could not be used, in the locale's words where it has them.
 * @param {import("./view.js").View} view
 * @param {{text: string, message: string}} problem
 */
export function problemText({ t, state }, { text, message }) {
  const { tokens, characters } = limits;
  if (text.trim() === "") return t("problem-empty");
  if (text.length > characters.max) return t("problem-characters", { most: characters.max, count: text.length });
  const count = wordsOf(state, text).length;
  return count > tokens.max ? t("problem-tokens", { most: tokens.max, count }) : message;
}
