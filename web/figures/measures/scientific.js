const DIGITS = [..."⁰¹²³⁴⁵⁶⁷⁸⁹"];

/**
 * A number in scientific notation with a superscript exponent and true minus signs: 5.37 × 10⁹, −1.2 × 10⁻⁷. Its spaces do
 * not break, so that it stays on one line.
 * @param {number} value finite
 * @param {number} digits after the decimal point
 */
export function scientific(value, digits) {
  const [significand, exponent] = /** @type {[string, string]} */ (value.toExponential(digits).split("e"));
  const power = [...exponent.slice(1)].map((digit) => DIGITS[Number(digit)]).join("");
  return `${significand.replace("-", "−")}\u00a0×\u00a010${exponent.startsWith("-") ? "⁻" : ""}${power}`;
}
