/** float16 and bfloat16: both are float32 with fewer bits, so that every one of them is a float32. */

/** float16's exponents begin 112 above those of a float32 with the same bits. */
const scale = 2 ** 112;
/** float16's bits of the exponent, all of which are set in infinities and NaN. */
const exponentBits = 0x7c00;

/**
 * The numbers of float16 bits: a sign, 5 bits of the exponent, 10 of the fraction.
 * @param {Uint16Array} halves
 * @returns {Float32Array<ArrayBuffer>}
 */
export function floatsOfHalves(halves) {
  const floats = new Float32Array(halves.length);
  const bits = new Uint32Array(floats.buffer);
  for (let at = 0; at < halves.length; at++) {
    const half = /** @type {number} */ (halves[at]);
    const sign = (half & 0x8000) << 16;
    const isFinite = (half & exponentBits) !== exponentBits;
    bits[at] = sign | ((half & 0x7fff) << 13) | (isFinite ? 0 : 0x7f800000);
    if (isFinite) floats[at] = /** @type {number} */ (floats[at]) * scale;
  }
  return floats;
}

/**
 * The float16 bits of numbers.
 * @param {ArrayLike<number>} numbers
 * @returns {Uint16Array<ArrayBuffer> | null} null where a number is no float16
 */
export function halvesOf(numbers) {
  const floats = Float32Array.from(numbers, (value) => value / scale);
  const bits = new Uint32Array(floats.buffer);
  const halves = Uint16Array.from(bits, (each) => ((each >>> 16) & 0x8000) | ((each >>> 13) & 0x7fff));
  const isExact = floatsOfHalves(halves).every((value, at) => Object.is(value, numbers[at]));
  return isExact ? halves : null;
}

/**
 * The numbers of bfloat16 bits: the upper half of a float32's.
 * @param {Uint16Array} halves
 * @returns {Float32Array<ArrayBuffer>}
 */
export const floatsOfBrains = (halves) => new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer);
