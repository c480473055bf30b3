import { maxCalculatorNumbers } from "./kinds.js";

// Numbers as people type or paste them: a decimal point or comma, an exponent, a hyphen or a true minus sign. In a list,
// commas are decimal commas where spaces, tabs or semicolons separate the numbers; otherwise they separate.

/** @typedef {{numbers: (number | null)[]} | {problem: "empty" | "many" | "number" | "large", word: string}} ReadNumbers */

/** @param {number} value */
const isFloat32 = (value) => Number.isFinite(Math.fround(value));

/**
 * Reads one typed number: "0,5" is 0.5.
 * @param {string} text
 * @returns {number | null} null where it is not a number
 */
export function readNumber(text) {
  const plain = text
    .trim()
    .replaceAll("−", "-")
    .replace(/(\d),(\d)/, "$1.$2");
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

/**
 * Reads one number that a float32 tensor can hold.
 * @param {string} text
 * @returns {number | null} null where it is not a number, or beyond float32
 */
export function readFloat32(text) {
  const value = readNumber(text);
  return value !== null && isFloat32(value) ? value : null;
}

/**
 * Whether the commas of a list or table are decimal commas: each is between two digits of one number, and a line has
 * several numbers, with spaces, tabs or semicolons between them. They are decimal commas in "0,5 1,5" and "0,5;1", but
 * not in "0,5", "0, 5" or "1,2,3 4,5,6".
 * @param {string} text
 */
export function hasDecimalCommas(text) {
  const lines = text.split(/[\r\n]+/).map((line) => line.split(/[\s;[\]()]+/).filter(Boolean));
  const isOne = (/** @type {string} */ word) => !word.includes(",") || readNumber(word) !== null;
  return lines.some((words) => words.length > 1) && lines.flat().every(isOne);
}

/**
 * Reads a list of numbers, separated by spaces, semicolons or commas, with or without brackets around them.
 * @param {string} text
 * @param {{hidden?: boolean}} [options] hidden: -inf (or −∞) stands for a hidden score and becomes null
 * @returns {ReadNumbers} the numbers, or the problem and the word at fault
 */
export function readNumbers(text, { hidden = false } = {}) {
  const words = text.split(hasDecimalCommas(text) ? /[\s;[\]()]+/ : /[\s,;[\]()]+/).filter(Boolean);
  if (words.length === 0) return { problem: "empty", word: "" };
  if (words.length > maxCalculatorNumbers) return { problem: "many", word: String(words.length) };
  /** @type {(number | null)[]} */
  const numbers = [];
  for (const word of words) {
    const value = hidden && /^[-−](inf|∞)$/i.test(word) ? null : (readNumber(word) ?? NaN);
    if (Number.isNaN(value)) return { problem: "number", word };
    if (value !== null && !isFloat32(value)) return { problem: "large", word };
    numbers.push(value);
  }
  return { numbers };
}

/**
 * @param {readonly (number | null)[]} numbers
 * @returns {string} the numbers as a reader would type them, with six digits
 */
export const writeNumbers = (numbers) =>
  numbers.map((value) => (value === null ? "−∞" : String(Number(value.toPrecision(6))).replace("-", "−"))).join("  ");
