import { AttentionError } from "../engine/errors.js";
import { nearest, quote } from "./describe.js";
import { changeState, defaultState } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {{write(value: any): string, read(text: string): unknown}} Codec read gives undefined where it cannot */

// More than the longest state of the page needs, and little enough to read at once.
const longest = 20000;

/** @type {Codec} */
const text = { write: (value) => value, read: (value) => value };

/** @type {Codec} */
const integer = { write: String, read: (value) => (/^(0|[1-9]\d{0,9})$/.test(value) ? Number(value) : undefined) };

/** @type {Codec} */
const boolean = { write: String, read: (value) => ({ true: true, false: false })[value] };

/** @type {Codec} */
const integers = {
  write: (value) => value.join("."),
  read: (value) => {
    const numbers = value.split(".").map(integer.read);
    return numbers.includes(undefined) ? undefined : numbers;
  },
};

/** @type {Codec} */
const head = { write: String, read: (value) => (value === "all" ? value : integer.read(value)) };

/** @type {Codec} e.g. weights.1.3.2, or none */
const cell = {
  write: (value) => (value === null ? "none" : [value.stage, ...value.index].join(".")),
  read: (value) => {
    if (value === "none") return null;
    const [stage, ...places] = value.split(".");
    const index = integers.read(places.join("."));
    return index && { stage, index };
  },
};

/** @type {Codec} e.g. weights.1.3.2-masked.1.3.2 */
const cells = {
  write: (value) => value.map(cell.write).join("-"),
  read: (value) => {
    const read = value.split("-").map(cell.read);
    return read.every((one) => one) ? read : undefined;
  },
};

/** @type {Readonly<Record<keyof State, Codec>>} */
const codecs = Object.freeze({
  sentence: text,
  context: text,
  recipe: text,
  seed: integer,
  d_model: integer,
  d_k: integer,
  d_v: integer,
  heads: integer,
  causal: boolean,
  scaling: boolean,
  weights: boolean,
  padding: integer,
  padding_side: text,
  position: text,
  order: integers,
  stage: text,
  head,
  cell,
  theme: text,
  lab: text,
  trail: cells,
});

/**
 * A link's fragment for a state, without "#": only what differs from the default, e.g. `sentence=I+love+Science&d_k=8`.
 * The default state gives "".
 * @param {State} state
 * @returns {string}
 */
export function stateToFragment(state) {
  const fields = /** @type {(keyof State)[]} */ (Object.keys(codecs));
  const written = fields.filter((field) => state[field] !== defaultState[field]);
  return written.map((field) => `${field}=${encode(codecs[field].write(state[field]))}`).join("&");
}

/**
 * The state of a fragment, with or without "#".
 * @param {string} fragment
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function stateFromFragment(fragment) {
  const bare = fragment.replace(/^#/, "");
  if (bare.length > longest) throw new AttentionError("fragment", `at most ${longest} characters, got ${bare.length}`);
  /** @type {Record<string, unknown>} */
  const patch = {};
  for (const part of bare === "" ? [] : bare.split("&")) {
    const [field, value] = readPart(part);
    if (Object.hasOwn(patch, field)) throw new AttentionError(field, "must stand once in a link, got it twice");
    patch[field] = value;
  }
  return changeState(defaultState, patch);
}

/**
 * @param {string} part one field=value
 * @returns {[string, unknown]}
 */
function readPart(part) {
  const at = part.indexOf("=");
  const field = at < 0 ? part : part.slice(0, at);
  if (!Object.hasOwn(codecs, field)) {
    const near = nearest(field, Object.keys(codecs));
    throw new AttentionError("fragment", `must hold fields of the state, got ${quote(field)}, the nearest is ${near}`);
  }
  const written = at < 0 ? "" : part.slice(at + 1);
  const value = codecs[/** @type {keyof State} */ (field)].read(decode(field, written));
  if (value === undefined)
    throw new AttentionError(field, `must be written as in links of this page, got ${quote(written)}`);
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
    throw new AttentionError(field, `must be UTF-8 in % escapes, got ${quote(written)}`);
  }
}
