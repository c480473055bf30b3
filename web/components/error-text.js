import { AttentionError } from "../engine/errors.js";
import { limits } from "../state/fields.js";
import { wordsOf } from "../state/sizes.js";

/** @typedef {import("../view/view.js").View} View */
/**
 * What the reader entered and could not be used.
 * @typedef {{field: string, text: string, message: string}} Problem text: as typed, "" for a control that is not typed in
 */

/** A file that the browser cannot read: a folder, or one that was moved. @param {File} file */
export const unreadable = ({ name }) => new AttentionError(name.slice(0, 60), "cannot be read", { code: "no-file" });

/**
 * An error in the locale's words where it has them (the message `refused-<code>`), else in the error's own.
 * @param {View["t"]} t
 * @param {AttentionError | string} error a text is shown as it is
 * @returns {string}
 */
export function errorText(t, error) {
  if (typeof error === "string") return error;
  const { field, reason, message } = error;
  if (reason === null) return message;
  const { code, within, ...values } = reason;
  // As text, so that no locale groups digits: 4294967295 is a seed, not an amount.
  const args = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return t(`refused-${code}`, { field: within === undefined ? field : `${field}: ${within}`, ...args }) || message;
}

/**
 * Why a sentence could not be used.
 * @param {View} view
 * @param {Pick<Problem, "text" | "message">} problem
 */
export function sentenceErrorText({ t, state }, { text, message }) {
  const { characters } = limits;
  if (text.trim() === "") return t("problem-empty");
  if (text.length > characters.max) return t("problem-characters", { most: characters.max, count: text.length });
  const count = wordsOf(state, text).length;
  const most = limits.tokens.max - state.padding;
  return count > most ? t("problem-tokens", { most, count }) : message;
}
