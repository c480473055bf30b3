/** Rounding to the two types of 16 bits, to the nearest number, and of two that are as near to the even one. */

/**
 * @param {number} digits binary digits of the fraction
 * @param {number} smallest the exponent of the smallest positive number
 * @returns {(value: number) => number} for numbers within the type's range
 */
const roundedTo = (digits, smallest) => (value) => {
  if (value === 0 || !Number.isFinite(value)) return value;
  const unit = 2 ** Math.max(Math.floor(Math.log2(Math.abs(value))) - digits, smallest);
  const units = value / unit;
  const below = Math.floor(units);
  const isTie = units - below === 0.5;
  return unit * (isTie ? below + (Math.abs(below) % 2) : Math.round(units));
};

/** By the name of a type: what rounds one number, and the distance from 1 to the next one. */
export const halves = Object.freeze({
  float16: Object.freeze({ round: roundedTo(10, -24), unit: 2 ** -10 }),
  bfloat16: Object.freeze({ round: roundedTo(7, -133), unit: 2 ** -7 }),
});
