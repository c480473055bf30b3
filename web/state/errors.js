import { nearestName, suggest } from "../engine/checks.js";
import { describe, quote } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";

export { describe, quote, typeOf } from "../engine/describe.js";
export { within } from "../engine/errors.js";

/**
 * Throws an AttentionError that says what was wanted and ends with a short description of the value that came.
 * @param {string} field
 * @param {string} wanted
 * @param {unknown} value what came
 * @param {Readonly<{code: string} & Record<string, string | number>> | null} [reason] the reason in machine-readable
 *   form; the value that came is added to it
 * @returns {never}
 */
export function refuse(field, wanted, value, reason = null) {
  const got = describe(value);
  throw new AttentionError(field, `${wanted}, got ${got}`, reason && { ...reason, got });
}

/**
 * The error for a name that is no field, with a suggestion where a known name is close.
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {AttentionError}
 */
export function unknownField(name, known) {
  const near = nearestName(name, known);
  const reason = { code: near ? "misspelt" : "unknown", got: quote(name), ...(near ? { near } : {}) };
  return new AttentionError(name.slice(0, 40), `unknown field${suggest(name, known)}`, reason);
}
