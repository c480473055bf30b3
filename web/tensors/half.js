/** float16 and bfloat16: both are float32 with fewer bits, so that every one of them is a float32. */

/** How many float16 there are. */
const count = 2 ** 16;
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
  if (halves.length > 2 * count) {
    // Looked up in a table of all of them, which is several times faster.
    const all = floatsOfHalves(Uint16Array.from({ length: count }, (_, half) => half));
    for (let at = 0; at < halves.length; at++)
      floats[at] = /** @type {number} */ (all[/** @type {number} */ (halves[at])]);
    return floats;
  }
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
export function floatsOfBrains(halves) {
  const bits = new Uint32Array(halves.length);
  for (let at = 0; at < halves.length; at++) bits[at] = /** @type {number} */ (halves[at]) << 16;
  return new Float32Array(bits.buffer);
}
