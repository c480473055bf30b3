import { AttentionError } from "../engine/errors.js";
import { quote, unknownField } from "./errors.js";
import { nameNow } from "./old-names.js";

/** @typedef {Readonly<Record<string, import("./kinds.js").Kind>>} Kinds by field */

// The text of fields in a link: field=value&field=value, percent-encoded.

/**
 * @param {Kinds} kinds
 * @param {Readonly<Record<string, unknown>>} values
 * @returns {string} in the order of the kinds
 */
export const writeFields = (kinds, values) =>
  Object.entries(kinds)
    .filter(([field]) => Object.hasOwn(values, field))
    .map(([field, kind]) => `${field}=${encode(kind.write(values[field]))}`)
    .join("&");

/**
 * Reads and checks fields, each by itself. Empty parts, as after a trailing "&", mean nothing.
 * @param {Kinds} kinds of the fields that the text may hold
 * @param {string} text
 * @returns {{values: Record<string, unknown>, errors: AttentionError[]}} values: the valid fields; errors: one for each
 *   part that cannot be used
 */
export function readParts(kinds, text) {
  /** @type {Record<string, unknown>} */
  const values = {};
  /** @type {AttentionError[]} */
  const errors = [];
  for (const part of text.split("&").filter(Boolean)) {
    try {
      const [field, value] = readPart(kinds, part);
      if (Object.hasOwn(values, field)) {
        throw new AttentionError(field, "must appear once in a link, got it twice", { code: "twice" });
      }
      values[field] = value;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      errors.push(error);
    }
  }
  return { values, errors };
}

/**
 * Does the same, and refuses a text of which any part cannot be used.
 * @param {Kinds} kinds
 * @param {string} text
 * @returns {Record<string, unknown>}
 * @throws {AttentionError} that names the field
 */
export function readFields(kinds, text) {
  const { values, errors } = readParts(kinds, text);
  if (errors[0]) throw errors[0];
  return values;
}

/**
 * @param {Kinds} kinds
 * @param {string} part one field=value
 * @returns {[field: string, value: unknown]} the value has passed its check
 */
function readPart(kinds, part) {
  const at = part.indexOf("=");
  const name = at < 0 ? part : part.slice(0, at);
  const written = at < 0 ? "" : part.slice(at + 1);
  const text = decode(name, written);
  const field = nameNow(kinds, name, text);
  const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined;
  if (!kind) throw unknownField(field, Object.keys(kinds));
  const value = kind.read(text);
  if (value === undefined) throw malformed(kind, field, text, written);
  kind.check(field, value);
  return [field, value];
}

/**
 * The error for a malformed value: the one of the kind's check where that says what is wanted, such as the range of a
 * number.
 * @param {import("./kinds.js").Kind} kind
 * @param {string} field
 * @param {string} text the value
 * @param {string} written the same as in the link
 * @returns {AttentionError}
 */
function malformed(kind, field, text, written) {
  try {
    kind.check(field, text);
  } catch (error) {
    if (error instanceof AttentionError && error.reason) return error;
  }
  return unreadable(field, `must be written as in links of this page, got ${quote(written)}`, written);
}

/**
 * Escapes everything except letters, digits and signs within numbers, because programs that detect links in text leave
 * out a final full stop, bracket or exclamation mark.
 * @param {string} value
 */
function encode(value) {
  const escaped = encodeURIComponent(value).replaceAll("%20", "+");
  return escaped.replace(/[!'()*~]|\.(?!\d)/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * @param {string} field
 * @param {string} written
 */
function decode(field, written) {
  try {
    return decodeURIComponent(written.replaceAll("+", " "));
  } catch {
    throw unreadable(field, `must be UTF-8 in % escapes, got ${quote(written)}`, written);
  }
}

/** @param {string} field @param {string} message @param {string} written */
const unreadable = (field, message, written) =>
  new AttentionError(field, message, { code: "unreadable", got: quote(written) });
