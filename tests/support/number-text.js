/** How the page is to write a number, by d3-format in place of the page's own code. */
import { format } from "d3-format";

/**
 * @param {number} value
 * @param {number} [digits] after the point; from 10,000 up there is an exponent, after two digits at most
 */
export function numberText(value, digits = 2) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "∞";
  if (value === 0) return "0";
  if (Math.abs(value) >= 10_000) return format(".2~e")(value).replace("e+", "e");
  return format(`.${digits}f`)(value);
}
