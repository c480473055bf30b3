/**
 * Weights as text, as bundles hold them: three characters for each number, of 11 significant bits. The first has its sign and
 * its exponent, the others have five bits of its fraction each. All first characters stand before all second and third ones:
 * only they repeat, and together they compress well. 5344 numbers take 9 KB with brotli, as decimals 14 KB.
 */

/** The first of the 64 characters, "<"; the last is "{". The first 32 need no escapes in a string. */
const first = 60;
/** The exponent field of a float32 whose bits in the text are 0: numbers from 2^-30 to below 4 can be packed. */
const least = 97;

/**
 * @param {ArrayLike<number>} values
 * @returns {string}
 * @throws where a number is too large, too small or has more than 11 significant bits
 */
export function pack(values) {
  const bits = Array.from(new Uint32Array(Float32Array.from(values).buffer));
  const parts = [
    (/** @type {number} */ each) => ((each >>> 26) & 32) | (((each >>> 23) & 255) - least),
    (/** @type {number} */ each) => (each >>> 18) & 31,
    (/** @type {number} */ each) => (each >>> 13) & 31,
  ];
  const text = parts.flatMap((part) => bits.map((each) => String.fromCharCode(first + part(each)))).join("");
  unpack(text).forEach((value, at) => {
    if (!Object.is(value, values[at]))
      throw new Error(`weights: wanted numbers of 11 significant bits below 4, got ${values[at]}`);
  });
  return text;
}

/** @param {string} text by pack */
export function unpack(text) {
  const count = text.length / 3;
  const code = (/** @type {number} */ at) => text.charCodeAt(at) - first;
  const bits = Uint32Array.from({ length: count }, (_, at) => {
    const signed = code(at);
    const fraction = (code(at + count) << 18) | (code(at + 2 * count) << 13);
    return ((signed & 32) << 26) | (((signed & 31) + least) << 23) | fraction;
  });
  return new Float32Array(bits.buffer);
}
