import { AttentionError } from "../engine/errors.js";

/** A file that the browser may not read, or finds no more: a folder, say. @param {File} file */
export const unreadable = ({ name }) => new AttentionError(name.slice(0, 60), "cannot be read", { code: "no-file" });

/**
 * Why something was refused, in the locale's words where it has them: `refused-<code>`.
 * @param {import("../view/view.js").View["t"]} t
 * @param {AttentionError | string} error a text is its own words
 * @returns {string}
 */
export function refusal(t, error) {
  if (typeof error === "string") return error;
  const { field, reason, message } = error;
  if (reason === null) return message;
  const { code, within, ...given } = reason;
  // As they are: 4294967295 is a seed, not an amount.
  const args = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  return t(`refused-${code}`, { field: within === undefined ? field : `${field}: ${within}`, ...args }) || message;
}
