// Older names of fields, in the column `was` of a table of fields. Links, files and attributes may have them for good; they
// are never written.

/** @typedef {Readonly<Record<string, {was?: string}>>} Renamed fields by their names of now */

/**
 * The name that a field has now.
 * @param {Renamed} fields
 * @param {string} name as a link, a file or an attribute has it
 * @param {unknown} [value] text in a link or an attribute
 * @returns {string} the same if it is no older name
 */
export function nameNow(fields, name, value = "") {
  const renamed = Object.keys(fields).find((field) => fields[field]?.was === name);
  // One name has got a second meaning: `experiment` held what an experiment changes, and holds which one is open.
  const isTaken = Object.hasOwn(fields, name) && !isChange(value);
  return renamed === undefined || isTaken ? name : renamed;
}

/** @param {unknown} value text of fields, or an object of them */
const isChange = (value) => (typeof value === "string" ? value.includes("=") : Object(value) === value);
