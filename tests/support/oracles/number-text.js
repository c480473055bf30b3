/** How the page should write a number, computed with d3-format instead of the page's own code. */
import { format } from "d3-format";

/**
 * @param {number} value
 * @param {number} [digits] after the decimal point; numbers from 10,000 up have at most two, and an exponent
 */
export function numberText(value, digits = 2) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "∞";
  if (value === 0) return "0";
  if (Math.abs(value) >= 10_000) return format(".2~e")(value).replace("e+", "e");
  return format(`.${digits}f`)(value);
}
