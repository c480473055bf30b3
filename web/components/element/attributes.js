import { AttentionError } from "../../engine/errors.js";
import { nearest, quote } from "../../state/errors.js";
import { fieldNames, fields, labFields } from "../../state/fields.js";
import { fieldGroups, primaryFields } from "../controls/control-options.js";

/** @typedef {import("../../state/state.js").State} State */

// The element's attributes, how their texts are read, and the properties that mirror them.

/** The values of the attribute `view`. */
export const views = Object.freeze(/** @type {const} */ (["stage", "equation", "lines", "walk"]));

/** The values of the attribute `locale`. */
export const languages = Object.freeze(/** @type {const} */ (["en"]));

/** @typedef {{view: (typeof views)[number], locale: (typeof languages)[number], controls: readonly string[] | "all"}} Looks */

/**
 * The fields of a state that are attributes of the element: all that change what is computed or shown.
 * @type {readonly string[]}
 */
export const attributeFields = Object.freeze(fieldNames.filter((field) => !labFields.includes(field)));

/** The fields for which the element can show a control. */
export const controlFields = Object.freeze([
  "sentence",
  ...primaryFields,
  ...fieldGroups.flatMap(([, fields]) => fields).filter((field) => field !== "batch"),
]);

/** @param {string} field d_k @returns {string} d-k */
export const attributeOf = (field) => field.replaceAll("_", "-");

/** @param {string} attribute d-k @returns {string} d_k */
export const fieldOf = (attribute) => attribute.replaceAll("-", "_");

/** @param {string} field d_k @returns {string} dK */
export const propertyOf = (field) => field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The value of a field from its attribute's text, which is written as in a link. A switch without a value is true.
 * @param {string} field
 * @param {string} text
 * @returns {unknown}
 * @throws {AttentionError} that names the field
 */
export function readField(field, text) {
  const { check, read } = fields[/** @type {keyof State} */ (field)];
  const isSwitch = typeof read("true") === "boolean";
  const value = isSwitch && text === "" ? true : read(text);
  // A text that cannot be read at all is passed on as it is: the check then says what kind of value is wanted.
  const checked = value === undefined ? text : value;
  check(field, checked);
  return checked;
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
    return String(value); // a value of another type: its text will not pass the check either
  }
}

/**
 * How the attributes that are not fields are read. Each throws AttentionError.
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
  const unknown = named.find((field) => !controlFields.includes(field));
  if (unknown === undefined) return named;
  const near = attributeOf(nearest(unknown, controlFields));
  throw new AttentionError(
    "controls",
    `must be names of fields, "none" or "all", got ${quote(attributeOf(unknown))}, the nearest is ${near}`,
  );
}

/** The attributes that are not fields of a state; their properties have the same names. */
export const ownTexts = Object.freeze(/** @type {const} */ (["preset", "view", "controls", "locale"]));

/** The properties that a script may have set before the element was defined. */
const settable = Object.freeze([...ownTexts, "state", ...attributeFields.map(propertyOf)]);

/** Every attribute that the element knows. */
export const attributes = Object.freeze([...ownTexts, "state", ...attributeFields.map(attributeOf)]);

/**
 * Defines a property for each attribute. Setting it sets the attribute; reading a field reads it from the state.
 * @param {HTMLElement & {state: import("../../state/state.js").State}} prototype
 */
export function defineProperties(prototype) {
  for (const name of ownTexts) {
    Object.defineProperty(prototype, name, {
      /** @this {HTMLElement} */
      get() {
        return this.getAttribute(name);
      },
      /** @this {HTMLElement} @param {unknown} value */
      set(value) {
        reflect(this, name, value === null || value === undefined ? null : String(value));
      },
      enumerable: true,
      configurable: true,
    });
  }
  for (const field of attributeFields) {
    Object.defineProperty(prototype, propertyOf(field), {
      /** @this {typeof prototype} */
      get() {
        return this.state[/** @type {keyof typeof this.state} */ (field)];
      },
      /** @this {HTMLElement} @param {unknown} value undefined removes the attribute */
      set(value) {
        reflect(this, attributeOf(field), value === undefined ? null : writeField(field, value));
      },
      enumerable: true,
      configurable: true,
    });
  }
}

/** @param {HTMLElement} element @param {string} attribute @param {string | null} text */
function reflect(element, attribute, text) {
  if (text === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, text);
}

/**
 * Sets the properties again that a script has set before the element was defined.
 * @param {any} element
 */
export function upgrade(element) {
  for (const name of settable) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}
