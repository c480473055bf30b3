import { metrics } from "./metrics.js";

/** Numbers from here on are written with an exponent. */
export const exponentFrom = 1e4;

/** @param {string} digits of a number @returns {string} without the zeros at their end that say nothing */
const trimmed = (digits) => digits.replace(/\.0+(?=e|$)|(\.\d*[1-9])0+(?=e|$)/, "$1");

/** @param {number} value @param {string} digits of its magnitude: where they are all 0, it has no sign */
const signed = (value, digits) => (value < 0 && /[1-9]/.test(digits) ? `−${digits}` : digits);

/**
 * A number as figures write it: true minus sign, fixed digits. Exactly zero is "0", so that it is told from a small
 * number that rounds to 0.00.
 * @param {number} value
 * @param {number} [digits] after the point, 0 to 12
 */
export function formatNumber(value, digits = 2) {
  if (Number.isNaN(value)) return "NaN";
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "∞";
  const size = Math.abs(value);
  if (size >= exponentFrom) return signed(value, trimmed(size.toExponential(2)).replace("e+", "e"));
  return signed(value, size.toFixed(digits));
}

/** With as few digits as it needs, four at most. @param {number} value */
export const shortNumber = (value) => trimmed(formatNumber(value, 4));

/** @param {number} value not 0 @returns {number} of ten, in its first digit */
export const magnitude = (value) => Number(value.toExponential().split("e")[1]);

/**
 * Without an exponent, and with as few digits as it needs.
 * @param {number} value from 1e-90 to 1e20, or 0
 * @param {number} [most] significant digits
 */
export function formatPlain(value, most = 6) {
  if (value === 0) return "0";
  const rounded = Number(Math.abs(value).toPrecision(most));
  const digits = Math.min(100, Math.max(0, most - 1 - magnitude(rounded)));
  return signed(value, trimmed(rounded.toFixed(digits)));
}

/**
 * The smallest number of two significant digits that is not below a value: the end of a scale, exact as written.
 * @param {number} value above 0
 */
export function roundUp(value) {
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  const units = Math.ceil(value / step - 1e-9);
  return Number((units * step).toPrecision(2));
}

/** @param {number} value the end of a scale */
export function formatLimit(value) {
  return Math.abs(value) >= 1e4 ? formatNumber(value) : formatPlain(value, 2);
}

/**
 * How the numbers of a figure are written in its cells: where room is short closer to their edges, and with one digit
 * less from 10 up, two less from 100 up, so that three are left in all.
 * @param {number} width of the figure
 * @param {number} digits after the point where there is room
 * @returns {{beside: number, after: (value: number) => number}} px that are free in a cell, and digits after the point
 */
export function digitsIn(width, digits) {
  const short = width <= metrics.narrow;
  return {
    beside: short ? metrics.closelyBeside : metrics.besideDigits,
    after: (value) => (short ? fewerDigits(value, digits) : digits),
  };
}

/**
 * Digits after the point where room is short: one less from 10 up, two less from 100 up, so that three are left in all.
 * @param {number} value
 * @param {number} digits where there is room
 */
export function fewerDigits(value, digits) {
  const size = Math.abs(value);
  return Math.max(0, digits - Number(size >= 9.995) - Number(size >= 99.95));
}
