/**
 * Whether two lists hold the same numbers to the last bit (NaN is NaN, 0 is not -0).
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export const sameBits = (a, b) => a.length === b.length && Array.from(a).every((value, at) => Object.is(value, b[at]));

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b as long
 * @returns {number} the largest difference of two numbers at the same place; NaN where one is none
 */
export const farthest = (a, b) =>
  Array.from(a).reduce((most, value, at) => {
    const difference = Object.is(value, b[at]) ? 0 : Math.abs(value - b[at]);
    return difference > most || Number.isNaN(difference) ? difference : most;
  }, 0);

/**
 * 3.6 × 10⁻⁷, or 0.412 from a thousandth on.
 * @param {number} value from 0 on
 */
export function formatDifference(value) {
  if (value === 0) return "0";
  if (!(value < 1e-3)) return value.toPrecision(3);
  const [digits = "", power = ""] = value.toExponential(1).split("e-");
  return `${digits} × 10⁻${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}
