import { limits } from "../state/fields.js";
import { wordsOf } from "../state/sizes.js";

/** @typedef {import("../view/view.js").View} View */
/**
 * An invalid value that the reader entered.
 * @typedef {{field: string, text: string, message: string}} Problem text: what the reader typed, "" for a control without a
 *   text field
 */

/**
 * The message of an error in the current language: the message `refused-<code>` if there is one, otherwise the error's
 * own.
 * @param {View["t"]} t
 * @param {import("../engine/errors.js").AttentionError} error
 * @returns {string}
 */
export function errorText(t, error) {
  const { reason, message } = error;
  if (reason === null) return message;
  const { code, field = error.field, places, ...values } = reason;
  // Numbers are passed as texts, so that no locale groups their digits: 4294967295 is a seed, not an amount.
  const args = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const text = t(`refused-${code}`, { field: String(field), ...args });
  return text === "" || places === undefined ? text || message : `${places}: ${text}`;
}

/**
 * A message that explains why a sentence is invalid.
 * @param {View} view
 * @param {Pick<Problem, "text" | "message">} problem
 */
export function sentenceErrorText({ t, state }, { text, message }) {
  const { characters } = limits;
  if (text.trim() === "") return t("problem-empty");
  if (text.length > characters.max) return t("problem-characters", { max: characters.max, count: text.length });
  const count = wordsOf(state, text).length;
  const max = limits.tokens.max - state.padding;
  return count > max ? t("problem-tokens", { max, count }) : message;
}
