import { suggest } from "../../engine/checks.js";
import { AttentionError } from "../../engine/errors.js";
import { quote } from "../../state/errors.js";
import { fieldNames, fields, labFields } from "../../state/fields.js";
import { controlFields } from "../controls/control-fields.js";

export { controlFields };

/** @typedef {import("../../state/state.js").State} State */

// The attributes of the element: their names, how their texts are parsed, and the properties that mirror them.

/** The values of the attribute `view`. */
export const views = Object.freeze(/** @type {const} */ (["stage", "equation", "lines", "walk"]));

/** The values of the attribute `locale`. */
export const languages = Object.freeze(/** @type {const} */ (["en"]));

/** @typedef {{view: (typeof views)[number], locale: (typeof languages)[number], controls: readonly string[] | "all" | "none", caption: string}} Looks */

/**
 * The fields of a state that are attributes of the element: all except those of the experiments.
 * @type {readonly string[]}
 */
export const attributeFields = Object.freeze(fieldNames.filter((field) => !labFields.includes(field)));

/** The attribute of a field. @param {string} field such as d_k @returns {string} such as d-k */
export const attributeOf = (field) => field.replaceAll("_", "-");

/** The field of an attribute. @param {string} attribute such as d-k @returns {string} such as d_k */
const fieldOf = (attribute) => attribute.replaceAll("-", "_");

/** The property of a field. @param {string} field such as d_k @returns {string} such as dK */
export const propertyOf = (field) => field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * Names of fields and properties that are likely to be written in place of an attribute, each with the attribute: d_k and
 * dk for d-k. HTML has no capitals in attribute names.
 * @type {Readonly<Record<string, string>>}
 */
export const mistakenAttributes = Object.freeze(
  Object.fromEntries(
    attributeFields
      .filter((field) => field.includes("_"))
      .flatMap((field) => [field, propertyOf(field).toLowerCase()].map((name) => [name, attributeOf(field)])),
  ),
);

/**
 * Parses the text of a field's attribute, which has the same format as in a link. For a switch, an empty text means
 * true.
 * @param {string} field
 * @param {string} text
 * @returns {unknown}
 * @throws {AttentionError} names the field
 */
export function readField(field, text) {
  const { check, read } = fields[/** @type {keyof State} */ (field)];
  const isSwitch = typeof read("true") === "boolean";
  const value = isSwitch && text === "" ? true : read(text);
  // A text that cannot be parsed is passed to the check as it is: the error then says what kind of value is expected.
  const checked = value === undefined ? text : value;
  check(field, checked);
  return checked;
}

/**
 * Formats the value of a field as the text of its attribute.
 * @param {string} field
 * @param {unknown} value
 */
export function writeField(field, value) {
  try {
    return fields[/** @type {keyof State} */ (field)].write(value);
  } catch {
    return String(value); // a value of the wrong type: `readField` will reject its text with an error message
  }
}

/**
 * Parsers of the attributes that are not fields of the state. Each throws AttentionError for an invalid text.
 * @type {Readonly<Record<keyof Looks, (text: string) => any>>}
 */
export const readers = Object.freeze({
  view: (text) => oneOf("view", views, text),
  locale: (text) => oneOf("locale", languages, text),
  controls: readControls,
  caption: (text) => text,
});

/**
 * Checks that a text is one of some words.
 * @param {string} name of the attribute
 * @param {readonly string[]} words
 * @param {string} text
 */
function oneOf(name, words, text) {
  if (words.includes(text)) return text;
  throw new AttentionError(name, `must be one of ${words.join(", ")}, got ${quote(text)}`);
}

/**
 * Parses the attribute `controls`.
 * @param {string} text names of fields separated by spaces, "none", or "all"
 * @returns {Looks["controls"]} the fields that get a control; "none" also hides the figure's own controls
 */
function readControls(text) {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const [word = ""] = words;
  if (words.length === 1 && (word === "all" || word === "none")) return word;
  const named = words.map(fieldOf);
  const unknown = named.find((field) => !controlFields.includes(field));
  if (unknown === undefined) return named;
  const hint = suggest(attributeOf(unknown), controlFields.map(attributeOf));
  throw new AttentionError(
    "controls",
    `must be names of fields, "none" or "all", got ${quote(attributeOf(unknown))}${hint}`,
  );
}

/** The attributes that are not fields of a state; their properties have the same names. */
export const ownTexts = Object.freeze(/** @type {const} */ (["preset", "view", "controls", "caption", "locale"]));

/** The properties that a script may have set before the element was defined. */
const settable = Object.freeze([...ownTexts, "state", ...attributeFields.map(propertyOf)]);

/** Every attribute that the element knows. */
export const attributes = Object.freeze([...ownTexts, "state", ...attributeFields.map(attributeOf)]);

/**
 * Defines a property for each attribute. Setting the property sets the attribute. Reading the property of a field gives
 * the value in the state, which may differ from the attribute.
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

/**
 * Sets an attribute, or removes it if the text is null.
 * @param {HTMLElement} element
 * @param {string} attribute
 * @param {string | null} text
 */
function reflect(element, attribute, text) {
  if (text === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, text);
}

/**
 * Sets properties again that a script set before the element was defined: until then they are plain own properties,
 * which hide the accessors.
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
