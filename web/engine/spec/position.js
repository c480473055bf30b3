import { bool, checkObject, definedOnly, finite, oneOf, positive, show, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { SPEC_WORDS } from "./spec-words.js";

/**
 * The kind of positions and its parameters. first: the position of the first token; it only matters to rope, because
 * distances do not depend on it.
 * @typedef {{kind: "sinusoidal"} | {kind: "learned"}
 *   | {kind: "rope", style?: "interleaved" | "half_split", base?: number, first?: number, dims?: number,
 *       scaling?: RopeScaling}
 *   | {kind: "alibi", first?: number}
 *   | {kind: "shaw", clip: number, first?: number}
 *   | {kind: "t5", buckets?: number, max_distance?: number, bidirectional?: boolean, first?: number}
 *   | {kind: "distance", form: "linear", lambda: number, first?: number}
 *   | {kind: "distance", form: "gaussian", sigma: number, first?: number}
 *   | {kind: "distance", form: "matrix", first?: number}} Position
 *
 * How rope's angles are stretched: a factor for all, or for the pairs that turn slowly in the original_max_position
 * tokens of training, as Llama 3.1 and YaRN do it. dims, above: how many components are rotated; all.
 * @typedef {{type: "linear", factor: number}
 *   | {type: "llama3", factor: number, original_max_position: number, low_freq_factor?: number, high_freq_factor?: number}
 *   | {type: "yarn", factor: number, original_max_position: number, beta_fast?: number, beta_slow?: number,
 *       attention_factor?: number}} RopeScaling
 *
 * The same as one flat object. Fields that a kind does not have are 0, false, or the first of their words.
 * @typedef {object} ResolvedPosition
 * @property {import("./spec-words.js").SpecWords["position"]} position
 * @property {number} first
 * @property {import("./spec-words.js").SpecWords["rope_style"]} rope_style
 * @property {number} rope_base
 * @property {number} rotary_dims 0: all
 * @property {import("./spec-words.js").SpecWords["rope_scaling"]} rope_scaling
 * @property {number} rope_factor
 * @property {number} rope_original
 * @property {number} rope_low_freq
 * @property {number} rope_high_freq
 * @property {number} rope_beta_fast
 * @property {number} rope_beta_slow
 * @property {number} rope_attention_factor
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
  rotary_dims: 0,
  rope_scaling: "none",
  rope_factor: 0,
  rope_original: 0,
  rope_low_freq: 0,
  rope_high_freq: 0,
  rope_beta_fast: 0,
  rope_beta_slow: 0,
  rope_attention_factor: 0,
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
  rope: ["style", "base", "first", "dims", "scaling"],
  alibi: ["first"],
  shaw: ["clip", "first"],
  t5: ["buckets", "max_distance", "bidirectional", "first"],
  linear: ["form", "lambda", "first"],
  gaussian: ["form", "sigma", "first"],
  matrix: ["form", "first"],
});

/** Whether positions of a kind are added to the embeddings. @param {string | undefined} kind */
export const isAbsolute = (kind) => kind === "sinusoidal" || kind === "learned";

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
        rotary_dims: object.dims === undefined ? 0 : whole("dims", 2, undefined),
        ...ropeScaling(object.scaling),
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

/** The fields that each kind of scaling can have in addition to its type. */
const SCALING_FIELDS = Object.freeze({
  none: [],
  linear: ["factor"],
  llama3: ["factor", "original_max_position", "low_freq_factor", "high_freq_factor"],
  yarn: ["factor", "original_max_position", "beta_fast", "beta_slow", "attention_factor"],
});

/**
 * @param {unknown} given
 * @returns {Partial<ResolvedPosition>}
 */
function ropeScaling(given) {
  if (given === undefined) return {};
  const object = definedOnly(
    checkObject(given, "position.scaling", 'an object such as {"type": "linear", "factor": 4}'),
  );
  const type = oneOf("position.scaling.type", object.type, SPEC_WORDS.rope_scaling);
  /** @type {readonly string[]} */
  const fields = SCALING_FIELDS[type];
  for (const field of Object.keys(object)) {
    if (field !== "type" && !fields.includes(field)) {
      throw new AttentionError(`position.scaling.${field}`, `unknown field of scaling ${show(type)}`);
    }
  }
  if (type === "none") return {};
  const number = (/** @type {string} */ field, /** @type {number | undefined} */ otherwise) =>
    positive(`position.scaling.${field}`, object[field] ?? otherwise);
  const factor = number("factor", undefined);
  const scaled = { rope_scaling: type, rope_factor: factor };
  if (type === "linear") return scaled;
  const original = wholeNumber("position.scaling.original_max_position", object.original_max_position);
  if (type === "llama3") {
    const [low, high] = [number("low_freq_factor", 1), number("high_freq_factor", 4)];
    return { ...scaled, rope_original: original, rope_low_freq: low, rope_high_freq: high };
  }
  return {
    ...scaled,
    rope_original: original,
    rope_beta_fast: number("beta_fast", 32),
    rope_beta_slow: number("beta_slow", 1),
    rope_attention_factor: number("attention_factor", factor > 1 ? 0.1 * Math.log(factor) + 1 : 1),
  };
}
