import { limits } from "../../state/fields.js";
import { wordsOf } from "../../state/sizes.js";

/** @typedef {{field: string, text: string, message: string}} Problem what was asked for and could not be done */

/**
 * Why a sentence could not be used, in the locale's words where it has them.
 * @param {import("../../view/view.js").View} view
 * @param {Pick<Problem, "text" | "message">} problem
 */
export function problemText({ t, state }, { text, message }) {
  const { characters } = limits;
  if (text.trim() === "") return t("problem-empty");
  if (text.length > characters.max) return t("problem-characters", { most: characters.max, count: text.length });
  const count = wordsOf(state, text).length;
  const most = limits.tokens.max - state.padding;
  return count > most ? t("problem-tokens", { most, count }) : message;
}
