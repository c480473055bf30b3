import { bool, checkObject, definedOnly, finite, oneOf, positive, show, wholeNumber } from "./checks.js";
import { AttentionError } from "./errors.js";
import { SPEC_WORDS } from "./spec-words.js";

/**
 * The kind of positions and its parameters. first: the position of the first token; it only matters to rope, because
 * distances do not depend on it.
 * @typedef {{kind: "sinusoidal"} | {kind: "learned"}
 *   | {kind: "rope", style?: "interleaved" | "half_split", base?: number, first?: number}
 *   | {kind: "alibi", first?: number}
 *   | {kind: "shaw", clip: number, first?: number}
 *   | {kind: "t5", buckets?: number, max_distance?: number, bidirectional?: boolean, first?: number}
 *   | {kind: "distance", form: "linear", lambda: number, first?: number}
 *   | {kind: "distance", form: "gaussian", sigma: number, first?: number}
 *   | {kind: "distance", form: "matrix", first?: number}} Position
 *
 * The same as one flat object. Fields that a kind does not have are 0, false, or the first of their words.
 * @typedef {object} ResolvedPosition
 * @property {import("./spec-words.js").SpecWords["position"]} position
 * @property {number} first
 * @property {import("./spec-words.js").SpecWords["rope_style"]} rope_style
 * @property {number} rope_base
 * @property {number} clip
 * @property {number} buckets
 * @property {number} max_distance
 * @property {boolean} bidirectional
 * @property {import("./spec-words.js").SpecWords["distance_form"]} distance_form
 * @property {number} lambda
 * @property {number} sigma
 */

/** @type {Readonly<ResolvedPosition>} */
const NONE = Object.freeze({
  position: "none",
  first: 0,
  rope_style: "interleaved",
  rope_base: 0,
  clip: 0,
  buckets: 0,
  max_distance: 0,
  bidirectional: false,
  distance_form: "linear",
  lambda: 0,
  sigma: 0,
});

/** The fields that each kind of positions, or form of distance, can have in addition to its kind. */
const FIELDS = Object.freeze({
  sinusoidal: [],
  learned: [],
  rope: ["style", "base", "first"],
  alibi: ["first"],
  shaw: ["clip", "first"],
  t5: ["buckets", "max_distance", "bidirectional", "first"],
  linear: ["form", "lambda", "first"],
  gaussian: ["form", "sigma", "first"],
  matrix: ["form", "first"],
});

/** The kinds that a spec can name. For no positions, the spec leaves the field out. */
const KINDS = SPEC_WORDS.position.filter((kind) => kind !== "none");

/**
 * @param {unknown} given
 * @returns {ResolvedPosition}
 */
export function resolvePosition(given) {
  if (given === undefined) return NONE;
  const object = definedOnly(checkObject(given, "position", 'an object such as {"kind": "rope"}'));
  const kind = oneOf("position.kind", object.kind, KINDS);
  const form = kind === "distance" ? oneOf("position.form", object.form, SPEC_WORDS.distance_form) : NONE.distance_form;
  const name = kind === "distance" ? form : kind;
  /** @type {readonly string[]} */
  const fields = FIELDS[name];
  for (const field of Object.keys(object)) {
    if (field !== "kind" && !fields.includes(field)) {
      throw new AttentionError(`position.${field}`, `unknown field of position ${show(name)}`);
    }
  }
  return { ...NONE, position: kind, distance_form: form, ...members(name, fields, object) };
}

/**
 * @param {keyof typeof FIELDS} name
 * @param {readonly string[]} fields
 * @param {Record<string, unknown>} object
 * @returns {Partial<ResolvedPosition>}
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
        rope_style: oneOf("position.style", value("style", "interleaved"), SPEC_WORDS.rope_style),
        rope_base: positive("position.base", value("base", 10000)),
      };
    case "shaw":
      return { ...first, clip: whole("clip", 0, undefined) };
    case "t5":
      return {
        ...first,
        buckets: whole("buckets", 2, 32),
        max_distance: whole("max_distance", 2, 128),
        bidirectional: bool("position.bidirectional", value("bidirectional", true)),
      };
    case "linear":
      return { ...first, lambda: finite("position.lambda", object.lambda) };
    case "gaussian":
      return { ...first, sigma: positive("position.sigma", object.sigma) };
    default:
      return first;
  }
}
