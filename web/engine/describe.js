/** Values in a few safe characters, for the "got ..." end of an error message. */

/**
 * Describes any value.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === "object" && value !== null) {
    const type = typeOf(value);
    return type === "Object" ? "an object" : `${/^[AEIO]/.test(type) ? "an" : "a"} ${type}`;
  }
  return typeof value === "function" ? "a function" : String(value);
}

/**
 * The name of a value's built-in type, such as Object, Array, Map or Date. Unlike instanceof it also recognises values
 * from another window, as in messages to a frame.
 * @param {unknown} value
 */
export const typeOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/**
 * Puts a text in double quotes, cut after 40 characters.
 * @param {string} text
 * @returns {string}
 */
export function quote(text) {
  const characters = Array.from(text.slice(0, 82));
  return JSON.stringify(characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : text);
}
