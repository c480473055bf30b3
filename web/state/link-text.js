import { AttentionError } from "../engine/errors.js";
import { nearest, quote } from "./errors.js";

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
 * @param {Kinds} kinds of the fields that the text may hold
 * @param {string} text
 * @returns {Record<string, unknown>} not yet checked
 * @throws {AttentionError} that names the field
 */
export function readFields(kinds, text) {
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const part of text === "" ? [] : text.split("&")) {
    const [field, value] = readPart(kinds, part);
    if (Object.hasOwn(values, field))
      throw new AttentionError(field, "must stand once in a link, got it twice", { code: "twice" });
    values[field] = value;
  }
  return values;
}

/**
 * @param {Kinds} kinds
 * @param {string} part one field=value
 * @returns {[field: string, value: unknown]}
 */
function readPart(kinds, part) {
  const at = part.indexOf("=");
  const field = at < 0 ? part : part.slice(0, at);
  const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined;
  if (!kind) {
    const near = nearest(field, Object.keys(kinds));
    const message = `must hold fields of the state, got ${quote(field)}, the nearest is ${near}`;
    throw new AttentionError("fragment", message, { code: "unknown", got: quote(field), near });
  }
  const written = at < 0 ? "" : part.slice(at + 1);
  const value = kind.read(decode(field, written));
  if (value === undefined)
    throw unreadable(field, `must be written as in links of this page, got ${quote(written)}`, written);
  return [field, value];
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
