/**
 * log, exp, sin and cos to some 75 digits, computed in integers (BigInt), to test the engine's functions against. A number
 * is mantissa * 2^exponent; a fixed-point number is an integer number of units of 2^-BITS.
 */

/** @typedef {{mantissa: bigint, exponent: number}} Exact */

const BITS = 256;
const shift = BigInt(BITS);
const one = 1n << shift;

/** @param {bigint} n */
const magnitude = (n) => (n < 0n ? -n : n);

/** @param {bigint} n */
const bitLength = (n) => magnitude(n).toString(2).length;

/**
 * @param {bigint} mantissa
 * @param {number} exponent
 * @returns {bigint} mantissa * 2^exponent, rounded down
 */
const scaled = (mantissa, exponent) => (exponent >= 0 ? mantissa << BigInt(exponent) : mantissa >> BigInt(-exponent));

/**
 * The sum of a series, up to the first term that rounds to 0 (or, rounding down, to -1 if it is negative).
 * @param {bigint} first
 * @param {(term: bigint, i: number) => bigint} next
 */
function series(first, next) {
  let sum = 0n;
  for (let term = first, i = 1; term !== 0n && term !== -1n; term = next(term, i), i++) sum += term;
  return sum;
}

/**
 * atanh(p / q) if sign is 1, atan(p / q) if it is -1.
 * @param {bigint} p
 * @param {bigint} q
 * @param {bigint} sign
 */
function inverseTangent(p, q, sign) {
  let power = (p << shift) / q;
  let sum = 0n;
  for (let i = 1n; power !== 0n; i += 2n) {
    sum += power / i;
    power = (sign * ((power * p) / q) * p) / q;
  }
  return sum;
}

const ln2 = 2n * inverseTangent(1n, 3n, 1n);
// Machin's formula (1706): pi/4 = 4 atan(1/5) - atan(1/239).
const halfPi = 2n * (4n * inverseTangent(1n, 5n, -1n) - inverseTangent(1n, 239n, -1n));

/**
 * @param {bigint} a
 * @param {bigint} b positive
 * @returns {bigint} the integer nearest to a / b
 */
function nearest(a, b) {
  const doubled = 2n * a + b;
  const quotient = doubled / (2n * b);
  return doubled < 0n && doubled % (2n * b) !== 0n ? quotient - 1n : quotient;
}

/**
 * @param {number} x finite
 * @returns {Exact} the same number
 */
export function exactly(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const field = Number((bits >> 52n) & 2047n);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = field === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: x < 0 ? -mantissa : mantissa, exponent: Math.max(field, 1) - 1075 };
}

/** @param {number} x positive */
function log(x) {
  const { mantissa, exponent } = exactly(x);
  const unit = 1n << BigInt(bitLength(mantissa) - 1);
  const k = BigInt(exponent + bitLength(mantissa) - 1);
  return { mantissa: 2n * inverseTangent(mantissa - unit, mantissa + unit, 1n) + k * ln2, exponent: -BITS };
}

/** @param {number} x */
function exp(x) {
  const { mantissa, exponent } = exactly(x);
  const whole = scaled(mantissa, exponent + BITS);
  const k = nearest(whole, ln2);
  const rest = whole - k * ln2;
  const value = series(one, (term, i) => ((term * rest) >> shift) / BigInt(i));
  return { mantissa: value, exponent: Number(k) - BITS };
}

/**
 * sin(x + quarters * pi/2)
 * @param {number} x
 * @param {bigint} quarters
 */
function sine(x, quarters) {
  const { mantissa, exponent } = exactly(x);
  const whole = scaled(mantissa, exponent + BITS);
  const n = nearest(whole, halfPi);
  const rest = whole - n * halfPi;
  const square = (rest * rest) >> shift;
  const quadrant = (n + quarters) & 3n;
  const odd = Number(quadrant & 1n);
  const value = series(odd ? one : rest, (term, i) => {
    const factors = BigInt((2 * i - odd) * (2 * i + 1 - odd));
    return -(((term * square) >> shift) / factors);
  });
  return { mantissa: quadrant & 2n ? -value : value, exponent: -BITS };
}

/**
 * Functions of a double. For exp, sin and cos it must be 0 or larger than 2^-100 in magnitude.
 * @type {Record<"log" | "exp" | "sin" | "cos", (x: number) => Exact>}
 */
export const exact = Object.freeze({ log, exp, sin: (x) => sine(x, 0n), cos: (x) => sine(x, 1n) });

/**
 * @param {number} quarters
 * @returns {number} the double nearest to quarters * pi/2
 */
export function quarterTurns(quarters) {
  return toNumber({ mantissa: BigInt(quarters) * halfPi, exponent: -BITS }, 53, -1074);
}

/**
 * @param {number} got
 * @param {Exact} want
 * @returns {number} the distance in units in the last place of a double near want
 */
export function errorInUlp(got, want) {
  const value = exactly(got);
  const ulp = Math.max(bitLength(want.mantissa) + want.exponent - 53, -1074);
  const base = Math.min(value.exponent, want.exponent, ulp);
  const difference =
    (value.mantissa << BigInt(value.exponent - base)) - (want.mantissa << BigInt(want.exponent - base));
  // The last 40 bits below an ulp are plenty.
  return Number(scaled(magnitude(difference), base - ulp + 40)) / 2 ** 40;
}

/**
 * @param {Exact} value
 * @returns {number} the nearest float, ties to even
 */
export function toFloat(value) {
  return toNumber(value, 24, -149);
}

/**
 * @param {Exact} value
 * @param {number} precision bits of the mantissa, at most 53
 * @param {number} minExponent exponent of the smallest positive number
 */
function toNumber({ mantissa, exponent }, precision, minExponent) {
  const drop = Math.max(bitLength(mantissa) - precision, minExponent - exponent, 0);
  const unit = 1n << BigInt(drop);
  const size = magnitude(mantissa);
  const rest = size % unit;
  const low = size / unit;
  const up = 2n * rest > unit || (2n * rest === unit && (low & 1n) === 1n);
  const rounded = Number(up ? low + 1n : low);
  // Multiplies by two powers of two, since a single one could overflow or underflow.
  const power = exponent + drop;
  const value = rounded * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2));
  return mantissa < 0n ? -value : value;
}
