import { AttentionError } from "../engine/errors.js";
import { describe } from "./describe.js";

/** @typedef {import("./limits.js").Limits} Limits */
/** @typedef {import("./limits.js").Range} Range */
/** @typedef {(field: string, value: unknown, ranges: Limits) => void} Check */

/** What a field with a choice of words may be. */
export const choices = Object.freeze({
  recipe: Object.freeze(["random", "article", "named"]),
  padding_side: Object.freeze(["end", "start"]),
  position: Object.freeze(["none", "sinusoidal"]),
  theme: Object.freeze(["auto", "light", "dark"]),
  lab: Object.freeze(["order", "export"]),
});

/**
 * The check of each field by itself: throws AttentionError unless the value is of the field's kind and in its range.
 * @type {Readonly<Record<string, Check>>}
 */
export const fieldChecks = Object.freeze({
  sentence: checkText,
  context: orNull(checkText),
  recipe: oneOf(choices.recipe),
  seed: within("seed"),
  d_model: within("d_model"),
  d_k: within("d_k"),
  d_v: orNull(within("d_v")),
  heads: within("heads"),
  causal: checkBoolean,
  scaling: checkBoolean,
  weights: checkBoolean,
  padding: within("padding"),
  padding_side: oneOf(choices.padding_side),
  position: oneOf(choices.position),
  order: orNull(checkNumbers),
  stage: checkWord,
  head: checkHead,
  cell: orNull(checkCell),
  theme: oneOf(choices.theme),
  lab: orNull(oneOf(choices.lab)),
});

/**
 * @param {string} field
 * @param {string} wanted
 * @param {unknown} value
 * @returns {never}
 */
export function refuse(field, wanted, value) {
  throw new AttentionError(field, `${wanted}, got ${describe(value)}`);
}

/**
 * @param {unknown} value
 * @param {Range} range
 */
export const isWithin = (value, { min, max }) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

/** @type {Check} */
function checkText(field, value, { characters }) {
  if (typeof value !== "string") return refuse(field, "must be a text", value);
  if (value.length > characters.max) {
    throw new AttentionError(field, `at most ${characters.max} characters, got ${value.length}`);
  }
  const lone = value.search(/\p{Surrogate}/u);
  if (lone >= 0) throw new AttentionError(field, `must be well-formed Unicode, got half a character at ${lone}`);
}

/** @type {Check} */
function checkBoolean(field, value) {
  if (typeof value !== "boolean") refuse(field, "must be true or false", value);
}

/** @type {Check} */
function checkWord(field, value) {
  if (typeof value !== "string") refuse(field, "must be the name of a stage", value);
}

/** @type {Check} */
function checkHead(field, value) {
  if (value !== "all" && !isWithin(value, { min: 0, max: Infinity }))
    refuse(field, 'must be a head\'s index or "all"', value);
}

/** @type {Check} */
function checkNumbers(field, value) {
  const wanted = "must be an array of whole numbers from 0 up";
  if (!Array.isArray(value)) return refuse(field, wanted, value);
  for (const number of value) if (!isWithin(number, { min: 0, max: Infinity })) refuse(field, wanted, number);
}

/** @type {Check} */
function checkCell(field, value, ranges) {
  const wanted = "must be null or {stage, index}";
  if (typeof value !== "object" || value === null) return refuse(field, wanted, value);
  const cell = /** @type {Record<string, unknown>} */ (value);
  if (Object.keys(cell).sort().join() !== "index,stage") return refuse(field, wanted, value);
  checkWord(field, cell.stage, ranges);
  checkNumbers(field, cell.index, ranges);
}

/**
 * @param {keyof Limits} name
 * @returns {Check}
 */
function within(name) {
  return (field, value, ranges) => {
    const range = ranges[name];
    if (!isWithin(value, range)) refuse(field, `must be an integer from ${range.min} to ${range.max}`, value);
  };
}

/**
 * @param {readonly string[]} words
 * @returns {Check}
 */
function oneOf(words) {
  return (field, value) => {
    if (!words.includes(/** @type {string} */ (value))) refuse(field, `must be one of ${words.join(", ")}`, value);
  };
}

/**
 * @param {Check} check
 * @returns {Check}
 */
function orNull(check) {
  return (field, value, ranges) => {
    if (value !== null) check(field, value, ranges);
  };
}
