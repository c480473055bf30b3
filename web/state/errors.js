import { nearestName, suggest } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";

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
 * An error about a part of something larger, such as a field of a screen in a file. Where places hold each other, each adds
 * itself in front.
 * @param {string} place
 * @param {AttentionError} error
 * @returns {AttentionError} its reason names the field itself and the places around it, from the outside in
 */
export function within(place, { field, message, reason }) {
  const places = reason?.places === undefined ? place : `${place}: ${reason.places}`;
  return new AttentionError(place, message, reason && { ...reason, field: reason.field ?? field, places });
}

/**
 * Describes any value in a short, safe text, for the "got ..." end of an error message.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === "object" && value !== null) {
    const type = typeOf(value);
    return type === "Object" ? "an object" : `${/^[AEIO]/.test(type) ? "an" : "a"} ${type}`;
  }
  return typeof value === "function" ? "a function" : String(value);
}

/**
 * The name of a value's built-in type, such as Object, Array, Map or Date. Unlike instanceof it also recognises values
 * from another window, as in messages to a frame.
 * @param {unknown} value
 */
export const typeOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/**
 * Puts a text in double quotes, cut after 40 characters.
 * @param {string} text
 * @returns {string}
 */
export function quote(text) {
  const characters = Array.from(text.slice(0, 82));
  return JSON.stringify(characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : text);
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
