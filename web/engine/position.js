import { bool, checkObject, definedOnly, finite, oneOf, positive, show, wholeNumber } from "./checks.js";
import { AttentionError } from "./errors.js";

/**
 * How positions come in. first: where the first token stands; distances do not depend on it, so only rope can tell.
 * @typedef {{kind: "sinusoidal"} | {kind: "learned"}
 *   | {kind: "rope", style?: "interleaved" | "half_split", base?: number, first?: number}
 *   | {kind: "alibi", first?: number}
 *   | {kind: "shaw", clip: number, first?: number}
 *   | {kind: "t5", buckets?: number, max_distance?: number, bidirectional?: boolean, first?: number}
 *   | {kind: "distance", form: "linear", lambda: number, first?: number}
 *   | {kind: "distance", form: "gaussian", sigma: number, first?: number}
 *   | {kind: "distance", form: "matrix", first?: number}} Position
 *
 * The same flat and in numbers, as members of attention_spec; 0 where the kind has no such member.
 * @typedef {object} ResolvedPosition
 * @property {number} position
 * @property {number} first
 * @property {number} rope_style
 * @property {number} rope_base
 * @property {number} clip
 * @property {number} buckets
 * @property {number} max_distance
 * @property {number} bidirectional
 * @property {number} distance_form
 * @property {number} lambda
 * @property {number} sigma
 */

/** How the words are numbered in c/attention.h. */
export const POSITIONS = ["none", "sinusoidal", "learned", "rope", "alibi", "shaw", "t5", "distance"];
const STYLES = ["interleaved", "half_split"];
const FORMS = ["linear", "gaussian", "matrix"];

const NONE = Object.freeze({
  ...{ position: 0, first: 0, rope_style: 0, rope_base: 0, clip: 0, buckets: 0, max_distance: 0, bidirectional: 0 },
  ...{ distance_form: 0, lambda: 0, sigma: 0 },
});

/** @type {Record<string, readonly string[]>} */
const FIELDS = {
  sinusoidal: [],
  learned: [],
  rope: ["style", "base", "first"],
  alibi: ["first"],
  shaw: ["clip", "first"],
  t5: ["buckets", "max_distance", "bidirectional", "first"],
  linear: ["form", "lambda", "first"],
  gaussian: ["form", "sigma", "first"],
  matrix: ["form", "first"],
};

/**
 * @param {unknown} given
 * @returns {ResolvedPosition}
 */
export function resolvePosition(given) {
  if (given === undefined) return NONE;
  const object = definedOnly(checkObject(given, "position"));
  const position = oneOf("position.kind", object.kind, POSITIONS.slice(1)) + 1;
  const kind = POSITIONS[position] ?? "";
  const form = kind === "distance" ? oneOf("position.form", object.form, FORMS) : 0;
  const name = kind === "distance" ? (FORMS[form] ?? "") : kind;
  const fields = FIELDS[name] ?? [];
  for (const field of Object.keys(object)) {
    if (field !== "kind" && !fields.includes(field)) {
      throw new AttentionError(`position.${field}`, `is no field of position ${show(name)}`);
    }
  }
  return { ...NONE, position, distance_form: form, ...members(name, fields, object) };
}

/**
 * @param {string} name
 * @param {readonly string[]} fields
 * @param {Record<string, unknown>} object
 */
function members(name, fields, object) {
  const value = (/** @type {string} */ field, /** @type {unknown} */ otherwise) => object[field] ?? otherwise;
  const whole = (/** @type {string} */ field, /** @type {number} */ least, /** @type {unknown} */ otherwise) =>
    wholeNumber(`position.${field}`, value(field, otherwise), least);
  const first = fields.includes("first") ? { first: whole("first", -1048576, 0) } : {};
  switch (name) {
    case "rope":
      return {
        ...first,
        rope_style: oneOf("position.style", value("style", "interleaved"), STYLES),
        rope_base: positive("position.base", value("base", 10000)),
      };
    case "shaw":
      return { ...first, clip: whole("clip", 0, undefined) };
    case "t5":
      return {
        ...first,
        buckets: whole("buckets", 2, 32),
        max_distance: whole("max_distance", 2, 128),
        bidirectional: Number(bool("position.bidirectional", value("bidirectional", true))),
      };
    case "linear":
      return { ...first, lambda: finite("position.lambda", object.lambda) };
    case "gaussian":
      return { ...first, sigma: positive("position.sigma", object.sigma) };
    default:
      return first;
  }
}
