import { AttentionError } from "../../engine/errors.js";
import { nearest, quote } from "../../state/errors.js";
import { fieldNames, fields, labFields } from "../../state/fields.js";
import { firstSight, groups } from "../controls/table.js";

/** @typedef {import("../../state/state.js").State} State */

/** What the element takes, beside the fields of a state. */
export const views = Object.freeze(/** @type {const} */ (["stage", "equation", "lines", "walk"]));

/** The locales it speaks. */
export const languages = Object.freeze(/** @type {const} */ (["en"]));

/** @typedef {{view: (typeof views)[number], locale: (typeof languages)[number], controls: readonly string[] | "all"}} Looks */

/** The fields that are attributes of the element: all that change what is computed or looked at. @type {readonly string[]} */
export const attributeFields = Object.freeze(fieldNames.filter((field) => !labFields.includes(field)));

/** Fields that can have a control on the element. */
export const controlFields = Object.freeze([
  "sentence",
  ...firstSight,
  ...groups.flatMap(([, fields]) => fields).filter((field) => field !== "batch"),
]);

/** @param {string} field d_k @returns {string} d-k */
export const attributeOf = (field) => field.replaceAll("_", "-");

/** @param {string} attribute d-k @returns {string} d_k */
export const fieldOf = (attribute) => attribute.replaceAll("-", "_");

/** @param {string} field d_k @returns {string} dK */
export const propertyOf = (field) => field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The value of a field, as its attribute gives it: written as in a link. An attribute without a value is true.
 * @param {string} field
 * @param {string} text
 * @returns {unknown}
 * @throws {AttentionError} that names the field
 */
export function readField(field, text) {
  const { check, read } = fields[/** @type {keyof State} */ (field)];
  const isSwitch = typeof read("true") === "boolean";
  const value = isSwitch && text === "" ? true : read(text);
  // What cannot be read at all is refused in the words for a value of another kind.
  const wanted = value === undefined ? text : value;
  check(field, wanted);
  return wanted;
}

/**
 * A field's value as an attribute's text.
 * @param {string} field
 * @param {unknown} value
 */
export function writeField(field, value) {
  try {
    return fields[/** @type {keyof State} */ (field)].write(value);
  } catch {
    return String(value); // of another kind: it is read, and refused, as such
  }
}

/**
 * How the other attributes are read. Each throws AttentionError.
 * @type {Readonly<Record<"view" | "locale" | "controls", (text: string) => any>>}
 */
export const readers = Object.freeze({
  view: (text) => oneOf("view", views, text),
  locale: (text) => oneOf("locale", languages, text),
  controls: readControls,
});

/**
 * @param {string} name
 * @param {readonly string[]} words
 * @param {string} text
 */
function oneOf(name, words, text) {
  if (words.includes(text)) return text;
  throw new AttentionError(name, `must be one of ${words.join(", ")}, got ${quote(text)}`);
}

/**
 * @param {string} text names of fields, "none", or "all"
 * @returns {readonly string[] | "all"}
 */
function readControls(text) {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length === 1 && words[0] === "all") return "all";
  if (words.length === 1 && words[0] === "none") return [];
  const named = words.map(fieldOf);
  const other = named.find((field) => !controlFields.includes(field));
  if (other === undefined) return named;
  const near = attributeOf(nearest(other, controlFields));
  throw new AttentionError(
    "controls",
    `must be names of fields, "none" or "all", got ${quote(attributeOf(other))}, the nearest is ${near}`,
  );
}
