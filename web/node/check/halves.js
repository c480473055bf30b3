/**
 * Rounding to float16 and bfloat16: to so many bits, to the nearest, of two as near to the even one; numbers too large become
 * infinite, those too small have fewer bits.
 *
 * @typedef {"float16" | "bfloat16"} Half
 */

const forms = Object.freeze({
  float16: { bits: 11, smallest: -14, largest: 65504 },
  bfloat16: { bits: 8, smallest: -126, largest: (2 - 2 ** -7) * 2 ** 127 },
});

export const halves = Object.freeze(/** @type {Half[]} */ (Object.keys(forms)));

/** @param {Half} half @param {number} value */
export function rounded(half, value) {
  if (value === 0 || !Number.isFinite(value)) return value;
  const { bits, smallest, largest } = forms[half];
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), smallest);
  const unit = 2 ** (exponent - bits + 1);
  const units = Math.abs(value) / unit;
  const down = Math.floor(units);
  const rest = units - down;
  const whole = rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down;
  const result = Math.sign(value) * whole * unit;
  return Math.abs(result) > largest ? Math.sign(value) * Infinity : result;
}

/** Numbers of few bits are seldom as short as this: 0.5 may be of any type, 0.490234375 was stored in few bits. */
const SHORT = 5;
/** How many of the numbers must be longer, of those that are not 0. */
const LONG_SHARE = 1 / 4;

/**
 * Whether numbers are long enough that it is no accident if each has few bits.
 * @param {ArrayLike<number>} numbers
 */
export function areTelling(numbers) {
  const some = Array.from(numbers).filter((value) => value !== 0 && Number.isFinite(value));
  const isLong = (/** @type {number} */ value) => Math.fround(Number(value.toPrecision(SHORT))) !== Math.fround(value);
  return some.length > 0 && some.filter(isLong).length >= some.length * LONG_SHARE;
}

/** How far a number may be from one of few bits, as a share of it, where it was written with seven digits. */
const WRITTEN = 2 ** -20;

/**
 * The type with the fewest bits that holds all of some numbers, as they are written.
 * @param {ArrayLike<number>} numbers
 * @returns {Half | undefined}
 */
export const halfOf = (numbers) =>
  /** @type {const} */ (["bfloat16", "float16"]).find((half) =>
    Array.from(numbers).every(
      (value) => !Number.isFinite(value) || Math.abs(rounded(half, value) - value) <= WRITTEN * Math.abs(value),
    ),
  );
