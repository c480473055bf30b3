import { floatToJson } from "../tensors/float.js";

/**
 * A number for JSON and for messages: float32 values with few digits, others as they are, and what JSON cannot express as in
 * case files.
 * @param {number} value
 * @returns {number | string}
 */
export function numberToJson(value) {
  const isFloat32 = Object.is(Math.fround(value), value);
  return isFloat32 ? JSON.parse(floatToJson(value)) : value;
}

/**
 * A line of JSON. Numbers that JSON cannot express are as in case files, which JSON.stringify would make null.
 * @param {object} value
 */
export const jsonLine = (value) =>
  `${JSON.stringify(value, (_, part) => (typeof part === "number" && !Number.isFinite(part) ? numberToJson(part) : part))}\n`;
