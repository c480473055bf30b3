import { nearestName, suggest } from "../../engine/checks.js";
import { AttentionError } from "../../engine/errors.js";
import { quote } from "../../state/errors.js";
import { languages } from "../../words/languages.js";
import { controlFields, fieldNames, fields, experimentFields } from "../../state/fields.js";
import { nameNow } from "../../state/old-names.js";

export { controlFields };

/** @typedef {import("../../state/state.js").State} State */

// The attributes of the element: their names, how their texts are parsed, and the properties that mirror them.

/** The values of the attribute `view`. */
export const views = Object.freeze(/** @type {const} */ (["stage", "equation", "lines", "walk"]));

/**
 * @typedef {{view: (typeof views)[number], locale: string, controls: readonly string[] | "all" | "none", caption: string, explorer: string,
 *   lesson: string, step: string}} Looks lesson, step: "" for none
 */

/**
 * The fields of a state that are attributes of the element: all except those of the experiments.
 * @type {readonly string[]}
 */
export const attributeFields = Object.freeze(fieldNames.filter((field) => !experimentFields.includes(field)));

/** The attribute of a field. @param {string} field such as d_k @returns {string} such as d-k */
export const attributeOf = (field) => field.replaceAll("_", "-");

/** The field of an attribute. @param {string} attribute such as d-k @returns {string} such as d_k */
export const fieldOf = (attribute) => attribute.replaceAll("-", "_");

/** The property of a field. @param {string} field such as d_k @returns {string} such as dK */
export const propertyOf = (field) => field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** The attributes that are not fields of a state; their properties have the same names. */
export const ownTexts = Object.freeze(
  /** @type {const} */ (["preset", "view", "controls", "caption", "explorer", "locale", "lesson", "step"]),
);

/** Every attribute that the element knows. */
export const attributes = Object.freeze([...ownTexts, "state", ...attributeFields.map(attributeOf)]);

/**
 * Second spellings of attributes: their older names, and the names of their properties. Servers that render JSX or Vue
 * write a property (maskMode) as an attribute, and HTML has no capitals in attribute names (maskmode).
 * @type {ReadonlyMap<string, string>} the attribute of each spelling
 */
const spellings = new Map(
  attributeFields.flatMap((field) => {
    const { was = field } = fields[/** @type {keyof State} */ (field)];
    const written = [attributeOf(was), propertyOf(field).toLowerCase(), propertyOf(was).toLowerCase()];
    return written.filter((name) => name !== attributeOf(field)).map((name) => [name, attributeOf(field)]);
  }),
);

/** The attributes that an element observes: all of them, in both spellings. */
export const observed = Object.freeze([...attributes, ...spellings.keys()]);

/** The attribute that a name in HTML means. @param {string} name such as mask-mode or maskmode */
export const attributeNamed = (name) => spellings.get(name) ?? name;

/**
 * The text of an attribute in either spelling; null if it is absent.
 * @param {Element} element
 * @param {string} attribute
 */
export function textOf(element, attribute) {
  const names = [attribute, ...spellings.keys()].filter((name) => attributeNamed(name) === attribute);
  return names.map((name) => element.getAttribute(name)).find((text) => text !== null) ?? null;
}

/** The attributes that HTML defines for every element. */
const globalAttributes = Object.freeze(
  (
    "accesskey anchor autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts " +
    "focusgroup hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot " +
    "spellcheck style tabindex title translate virtualkeyboardpolicy writingsuggestions xmlns"
  ).split(" "),
);

/** Names that belong to HTML or to a framework, whatever follows: aria-label, onclick, v-if, _ngcontent-x, @click, xml:lang. */
const foreign = /^(aria-|data-|on|ng-|v-|x-|_)|[^a-z0-9_-]/;

/**
 * The error for an attribute that the element does not know and that nobody else means: it resembles one that the
 * element knows, or is a single word. Other names with a hyphen or an underscore belong to other tools.
 * @param {string} name
 * @param {string} text its value
 * @returns {AttentionError | null} null where the attribute is none of the element's business
 */
export function unknownAttribute(name, text) {
  if (observed.includes(name) || globalAttributes.includes(name) || foreign.test(name)) return null;
  const written = attributeOf(name); // the name of a field: d_k
  const near = attributes.includes(written) ? written : nearestName(name, attributes);
  if (!near && /[_-]/.test(name)) return null;
  return new AttentionError(name, `unknown attribute, got ${quote(text)}${near ? `; did you mean ${near}?` : ""}`);
}

/**
 * Parses the text of a field's attribute, which has the same format as in a link. For a switch, an empty text means
 * true. Numbers in a list may be separated by commas or spaces, too.
 * @param {string} field
 * @param {string} text
 * @returns {unknown}
 * @throws {AttentionError} names the field
 */
export function readField(field, text) {
  const { check, read, separator } = fields[/** @type {keyof State} */ (field)];
  const isSwitch = typeof read("true") === "boolean";
  const written = separator === "." ? listOf(text).join(separator) : text;
  const value = isSwitch && text === "" ? true : read(written);
  // A text that cannot be parsed is passed to the check as it is: the error then says what kind of value is expected.
  const checked = value === undefined ? text : value;
  check(field, checked);
  return checked;
}

/** The items of a list that are separated by commas or spaces. @param {string} text */
const listOf = (text) => text.split(/[\s,]+/).filter((item) => item !== "");

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
  locale: (text) =>
    oneOf(
      "locale",
      languages.map(({ tag }) => tag),
      text,
    ),
  controls: readControls,
  caption: (text) => text,
  explorer: readAddress,
  lesson: (text) => readName("lesson", text),
  step: (text) => readName("step", text),
});

/**
 * Checks the name of a lesson or a step, or a step's number. Which ones there are, the page of the lesson knows.
 * @param {string} name of the attribute
 * @param {string} text
 */
function readName(name, text) {
  if (/^[a-z0-9-]+$/.test(text)) return text;
  throw new AttentionError(name, `must be the name of a ${name} as in the course's links, got ${quote(text)}`);
}

/**
 * Checks an address of the explorer. An address of another kind, such as javascript:, would run when it is followed.
 * @param {string} text absolute, or relative to the page
 */
function readAddress(text) {
  const isAddress = URL.canParse(text, "https://page.invalid/");
  if (isAddress && /^https?:$/.test(new URL(text, "https://page.invalid/").protocol)) return text;
  throw new AttentionError("explorer", `must be an address of the explorer, https://… or relative, got ${quote(text)}`);
}

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
 * @param {string} text names of fields separated by spaces or commas, "none", or "all"
 * @returns {Looks["controls"]} the fields that get a control; "none" also hides the figure's own controls
 */
function readControls(text) {
  const words = listOf(text);
  const [word = ""] = words;
  if (words.length === 1 && (word === "all" || word === "none")) return word;
  const named = words.map((word) => nameNow(fields, fieldOf(word)));
  const unknown = named.find((field) => !controlFields.includes(field));
  if (unknown === undefined) return named;
  const hint = suggest(attributeOf(unknown), controlFields.map(attributeOf));
  throw new AttentionError(
    "controls",
    `must be names of fields, "none" or "all", got ${quote(attributeOf(unknown))}${hint}`,
  );
}

/** The properties that a script may have set before the element was defined. */
const settable = Object.freeze([...ownTexts, "state", ...attributeFields.map(propertyOf), "inputs"]);

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
export function reflect(element, attribute, text) {
  for (const [name, means] of spellings) if (means === attribute) element.removeAttribute(name);
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
