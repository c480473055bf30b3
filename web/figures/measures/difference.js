import { scientific } from "./scientific.js";

/**
 * Whether two lists hold the same numbers to the last bit (NaN equals NaN; 0 and -0 differ).
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export const sameBits = (a, b) => a.length === b.length && Array.from(a).every((value, at) => Object.is(value, b[at]));

/**
 * The largest absolute difference between numbers at the same index.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b of the same length
 * @returns {number} NaN where exactly one of two numbers is NaN
 */
export const largestDifference = (a, b) =>
  Array.from(a).reduce((largest, value, at) => {
    const other = /** @type {number} */ (b[at]);
    const difference = Object.is(value, other) ? 0 : Math.abs(value - other);
    return difference > largest || Number.isNaN(difference) ? difference : largest;
  }, 0);

/**
 * A difference as text: 3.6 × 10⁻⁷ below a thousandth, 0.412 from there on.
 * @param {number} value 0 or more
 */
export function formatDifference(value) {
  if (value === 0) return "0";
  return value < 1e-3 ? scientific(value, 1) : value.toPrecision(3);
}
