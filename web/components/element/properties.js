import { attributeFields, attributeOf, propertyOf, writeField } from "./attributes.js";

/** The element's own attributes, beside the fields of a state: their properties are the same words. */
export const ownTexts = Object.freeze(/** @type {const} */ (["preset", "view", "controls", "locale"]));

/** All that a script can have set before the element was defined. */
const settable = Object.freeze([...ownTexts, "state", ...attributeFields.map(propertyOf)]);

/** Every attribute that the element knows. */
export const attributes = Object.freeze([...ownTexts, "state", ...attributeFields.map(attributeOf)]);

/**
 * Gives elements a property for each attribute: what is set becomes the attribute's text; fields are read from the state.
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
      /** @this {HTMLElement} @param {unknown} value undefined: as without the attribute */
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
 * Sets again what a script has set before the element was defined.
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
