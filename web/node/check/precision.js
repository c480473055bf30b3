/**
 * How exactly numbers of a type are computed and stored.
 *
 * @typedef {object} Precision
 * @property {(count: number) => number} sums the largest error of a sum, as a share of the size of its terms: grows with the
 *   root of their count, as independent roundings do
 * @property {number} stored the largest error of storing a number, as a share of it
 * @property {number} smallest what does not count: the smallest numbers have fewer bits
 */

/** Sixteen roundings of float32: programs sum in different orders, and each function of theirs has its own last bits. */
const FLOAT32 = 2 ** -20;

/** @param {number} count */
const sums = (count) => FLOAT32 * (1 + Math.sqrt(count) / 8);

/**
 * A type whose numbers are rounded to so many bits wherever they are stored: four roundings, and one of each sum's terms.
 * @param {number} bits
 * @param {number} smallest
 */
const stored = (bits, smallest) =>
  Object.freeze({ sums: (/** @type {number} */ count) => sums(count) + 2 ** -bits, stored: 2 ** (2 - bits), smallest });

/** By the type of a file's numbers. Without a type, as in JSON, they count as float32. */
export const precisions = Object.freeze({
  float32: Object.freeze({ sums, stored: FLOAT32, smallest: 2 ** -126 }),
  float16: stored(11, 2 ** -23),
  bfloat16: stored(8, 2 ** -126),
});

/** @typedef {keyof typeof precisions} NumberType */

/**
 * The precision of a file's numbers: that of the type with the fewest bits.
 * @param {Iterable<object>} tensors each with its type, where it has one
 * @returns {NumberType}
 */
export function typeOf(tensors) {
  const types = [...tensors].map((tensor) => ("type" in tensor ? tensor.type : undefined));
  return /** @type {const} */ (["bfloat16", "float16"]).find((type) => types.includes(type)) ?? "float32";
}
