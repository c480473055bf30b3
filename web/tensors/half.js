/** float16 and bfloat16: both are float32 with fewer bits, so that every one of them is a float32. */

/** float16's exponents begin 112 above those of a float32 with the same bits. */
const scale = 2 ** 112;
/** That many of a float32's exponents. */
const exponentShift = 112 << 23;
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
    const size = (half & 0x7fff) << 13;
    const exponent = half & exponentBits;
    if (exponent === exponentBits) bits[at] = sign | size | 0x7f800000;
    else if (exponent > 0) bits[at] = sign | (size + exponentShift);
    else {
      // 0 or subnormal: a float32 of these bits is too small by that factor, and no sum of exponents would mend it.
      bits[at] = sign | size;
      floats[at] = /** @type {number} */ (floats[at]) * scale;
    }
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
export function floatsOfBrains(halves) {
  const bits = new Uint32Array(halves.length);
  for (let at = 0; at < halves.length; at++) bits[at] = /** @type {number} */ (halves[at]) << 16;
  return new Float32Array(bits.buffer);
}
