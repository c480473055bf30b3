/**
 * A second implementation of the engine's e^x, written from the description in c/simd/exp.h: e^x = 2^k · e^r with
 * k = round(x / ln 2), r = x - k·ln 2 in two parts, and a polynomial of degree 4 for (e^r - 1 - r) / r².
 * Every operation is rounded to float32.
 */
const f = Math.fround;

/** The constants that C writes as hexadecimal floats, whose six digits after the point are 24 bits. */
const INVERSE_LN_2 = 0x1715476 * 2 ** -24;
const LN_2_HIGH = 0x162e * 2 ** -13;
const LN_2_LOW = 0x10bfbe8 * 2 ** -39;
const POLYNOMIAL = [
  0x16a23d0 * 2 ** -34,
  0x1123a20 * 2 ** -31,
  0x15558f2 * 2 ** -29,
  0x1555492 * 2 ** -27,
  0x1fffffc * 2 ** -26,
];

/** Rounds to the nearest integer, ties to even. @param {number} x */
function nearest(x) {
  const rounded = Math.round(x);
  return Math.abs(x % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

/**
 * The exponential that softmax is made of: 0 where k is -64 or less.
 * @param {number} a a float32
 * @returns {number} a float32
 */
export const exponential = (a) => (nearest(f(a * INVERSE_LN_2)) <= -64 ? 0 : wholeExponential(a));

/**
 * The exponential of weights that are divided once more: down to the smallest floats.
 * @param {number} a a float32
 * @returns {number} a float32
 */
export function wholeExponential(a) {
  if (Number.isNaN(a)) return NaN;
  const x = Math.min(Math.max(a, -150), 150);
  const k = nearest(f(x * INVERSE_LN_2));
  const r = f(f(x - f(k * LN_2_HIGH)) - f(k * LN_2_LOW));
  const q = POLYNOMIAL.reduce((sum, coefficient) => f(f(sum * r) + coefficient), 0);
  const p = f(1 + f(r + f(f(r * r) * q)));
  const half = nearest(k / 2);
  return f(f(p * 2 ** half) * 2 ** (k - half));
}
