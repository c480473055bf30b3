import { numberToJson } from "../json-number.js";

/** A number in a sentence: 1e-6 and -1e20 without their zeros. @param {number} value */
export function numberInWords(value) {
  const short = numberToJson(value);
  const size = Math.abs(value);
  const isPlain = typeof short !== "number" || size === 0 || (size >= 1e-4 && size < 1e6);
  return isPlain ? `${short}` : short.toExponential().replace("e+", "e");
}

/** Names in a sentence: "Q", "Q and K", "Q, K and V". @param {readonly string[]} names */
export const listed = (names) =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" and ");
