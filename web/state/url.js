import { AttentionError } from "../engine/errors.js";
import { codecs } from "./codecs.js";
import { nearest, quote } from "./describe.js";
import { refuse } from "./fields.js";
import { changeState, checkState, defaultState } from "./state.js";

/** @typedef {import("./state.js").State} State */

// What programs that pass links on can be trusted with. What does not fit belongs in a file.
const longest = 20000;

/** @type {Readonly<Record<string, import("./codecs.js").Codec>>} */
const all = Object.freeze({
  ...codecs,
  compare: {
    write: (value) => (value === null ? "none" : writeFields(value)),
    // B of a comparison compares with nothing: a link can be of comparisons of comparisons a thousand deep.
    read: (value) => (value === "none" ? null : readFields(value, codecs)),
  },
});

/**
 * A link's fragment for a state, without "#": only what differs from the default, e.g. `sentence=I+love+Science&d_k=8`.
 * The default state gives "".
 * @param {State} state
 * @returns {string}
 * @throws {AttentionError} about "link" where it would be too long, or that names what is no state's
 */
export function stateToFragment(state) {
  checkState(state);
  const written = (/** @type {State} */ of, /** @type {string} */ field) =>
    all[field].write(of[/** @type {keyof State} */ (field)]);
  const changed = Object.entries(state).filter(([field]) => written(state, field) !== written(defaultState, field));
  const fragment = writeFields(Object.fromEntries(changed));
  if (fragment.length <= longest) return fragment;
  throw new AttentionError(
    "link",
    `at most ${longest} characters, got ${fragment.length}: save the state as a file instead`,
  );
}

/**
 * @param {State} state
 * @returns {string | null} its fragment; null where no link can hold it
 */
export function fragmentOrNull(state) {
  try {
    return stateToFragment(state);
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return null;
  }
}

/**
 * The state of a fragment, with or without "#".
 * @param {string} fragment
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function stateFromFragment(fragment) {
  return changeState(defaultState, fieldsFromFragment(fragment));
}

/**
 * The fields that a fragment holds, each read but not yet checked.
 * @param {string} fragment
 * @returns {Record<string, unknown>}
 * @throws {AttentionError} that names the field
 */
export function fieldsFromFragment(fragment) {
  if (typeof fragment !== "string") return refuse("fragment", "must be a text", fragment);
  const bare = fragment.replace(/^#/, "");
  if (bare.length > longest) {
    const reason = { code: "characters", max: longest, got: bare.length };
    throw new AttentionError("fragment", `at most ${longest} characters, got ${bare.length}`, reason);
  }
  return readFields(bare);
}

/**
 * @param {Readonly<Record<string, unknown>>} fields
 * @returns {string} in the order of the codecs
 */
function writeFields(fields) {
  const written = Object.keys(all).filter((field) => Object.hasOwn(fields, field));
  return written.map((field) => `${field}=${encode(all[field].write(fields[field]))}`).join("&");
}

/**
 * @param {string} text field=value&field=value
 * @param {Readonly<Record<string, import("./codecs.js").Codec>>} [known] fields that may stand there
 * @returns {Record<string, unknown>}
 */
function readFields(text, known = all) {
  /** @type {Record<string, unknown>} */
  const fields = {};
  for (const part of text === "" ? [] : text.split("&")) {
    const [field, value] = readPart(part, known);
    if (Object.hasOwn(fields, field))
      throw new AttentionError(field, "must stand once in a link, got it twice", { code: "twice" });
    fields[field] = value;
  }
  return fields;
}

/**
 * @param {string} part one field=value
 * @param {Readonly<Record<string, import("./codecs.js").Codec>>} known
 * @returns {[string, unknown]}
 */
function readPart(part, known) {
  const at = part.indexOf("=");
  const field = at < 0 ? part : part.slice(0, at);
  if (!Object.hasOwn(known, field)) {
    const near = nearest(field, Object.keys(known));
    const message = `must hold fields of the state, got ${quote(field)}, the nearest is ${near}`;
    throw new AttentionError("fragment", message, { code: "unknown", got: quote(field), near });
  }
  const written = at < 0 ? "" : part.slice(at + 1);
  const value = known[field].read(decode(field, written));
  if (value === undefined)
    throw unreadable(field, `must be written as in links of this page, got ${quote(written)}`, written);
  return [field, value];
}

/**
 * All but letters, digits and the inner signs of numbers is escaped: programs that find links in text leave out a
 * final point, bracket or exclamation mark.
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
