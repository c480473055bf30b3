import { metrics } from "./metrics.js";

/** Numbers of this magnitude or more are written with an exponent. */
export const exponentFrom = 1e4;

/**
 * Removes the zeros at the end of the decimals, and the decimal point where no decimals are left.
 * @param {string} digits of a number
 * @returns {string}
 */
const trimmed = (digits) => digits.replace(/\.0+(?=e|$)|(\.\d*[1-9])0+(?=e|$)/, "$1");

/**
 * Adds a minus sign where the value is negative, except where all digits are 0.
 * @param {number} value
 * @param {string} digits of its magnitude
 */
const signed = (value, digits) => (value < 0 && /[1-9]/.test(digits) ? `−${digits}` : digits);

/**
 * A number as figures write it: with a true minus sign and a fixed number of decimals. An exact zero is "0", so that
 * readers can distinguish it from a small number that rounds to 0.00.
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

/** A number with at most four decimals and without zeros at their end. @param {number} value */
export const shortNumber = (value) => trimmed(formatNumber(value, 4));

/** The exponent of a number in scientific notation. @param {number} value not 0 @returns {number} */
export const magnitude = (value) => Number(value.toExponential().split("e")[1]);

/**
 * A number without an exponent, rounded to some significant digits, and without zeros at the end of the decimals.
 * @param {number} value of magnitude 1e-90 to 1e20, or 0
 * @param {number} [max] largest number of significant digits
 */
export function formatPlain(value, max = 6) {
  if (value === 0) return "0";
  const rounded = Number(Math.abs(value).toPrecision(max));
  const digits = Math.min(100, Math.max(0, max - 1 - magnitude(rounded)));
  return signed(value, trimmed(rounded.toFixed(digits)));
}

/**
 * Rounds up to two significant digits. Ends of scales are rounded in this way, so that the legend shows them exactly.
 * @param {number} value above 0
 */
export function roundUp(value) {
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  const units = Math.ceil(value / step - 1e-9);
  return Number((units * step).toPrecision(2));
}

/** The end of a scale as text. @param {number} value */
export function formatLimit(value) {
  return Math.abs(value) >= 1e4 ? formatNumber(value) : formatPlain(value, 2);
}

/**
 * How numbers are written in the cells of a figure. Narrow figures leave less space in a cell and write large numbers with
 * fewer digits.
 * @param {number} width of the figure, px
 * @param {number} digits after the decimal point in figures that are not narrow
 * @returns {{beside: number, after: (value: number) => number}} beside: width of a cell minus that of its digits, at least,
 *   px; after: digits after the decimal point
 */
export function digitsIn(width, digits) {
  const short = width <= metrics.narrow;
  return {
    beside: short ? metrics.closelyBeside : metrics.besideDigits,
    after: (value) => (short ? fewerDigits(value, digits) : digits),
  };
}

/**
 * Digits after the decimal point in narrow figures: one fewer for numbers from 10 up and two fewer from 100 up, so that
 * these take no more space than smaller numbers.
 * @param {number} value
 * @param {number} digits after the decimal point of numbers below 10
 */
export function fewerDigits(value, digits) {
  const size = Math.abs(value);
  return Math.max(0, digits - Number(size >= 9.995) - Number(size >= 99.95));
}

/**
 * A share as a percentage. What is nearly all or nearly nothing is never written as all or nothing: "> 99.9 %", "0.3 %",
 * "< 0.1 %".
 * @param {number} share from 0 to 1
 * @param {number} decimals
 */
export function percentText(share, decimals) {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  if (share >= 0.9995 && share < 1) return "> 99.9 %";
  const isNearAnEnd = share < 0.005 || share > 0.995;
  return share === 0 || share === 1 ? `${100 * share} %` : `${(100 * share).toFixed(isNearAnEnd ? 1 : decimals)} %`;
}

/**
 * A number with commas, as in "16,000". The browser's own formatter takes long to create.
 * @param {number} value with at most two decimals
 */
export const withCommas = (value) => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
