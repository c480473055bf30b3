import { format } from "d3-format";

/** Numbers from here on are written with an exponent. */
export const exponentFrom = 1e4;

const exponent = format(".2~e");
const fixed = Object.freeze(Array.from({ length: 13 }, (_, digits) => format(`.${digits}f`)));

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
  if (Math.abs(value) >= exponentFrom) return exponent(value).replace("e+", "e");
  return fixed[digits](value);
}

/** With as few digits as it needs, four at most. @param {number} value */
export const shortNumber = (value) => formatNumber(value, 4).replace(/\.0+$|(\.\d*[1-9])0+$/, "$1");

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
  return Math.abs(value) >= 1e4 ? formatNumber(value) : format("~r")(Number(value.toPrecision(2)));
}
