/** All 65,536 values of float16 and bfloat16, against the formula of IEEE 754. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { floatsOfBrains, floatsOfHalves, halvesOf } from "../../web/tensors/half.js";

const all = Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits);

/**
 * The number that bits stand for: a sign, then the exponent, then the fraction.
 * @param {number} bits 16 of them
 * @param {number} fractionBits
 */
function valueOf(bits, fractionBits) {
  const exponentBits = 15 - fractionBits;
  const bias = 2 ** (exponentBits - 1) - 1;
  const digits = bits.toString(2).padStart(16, "0");
  const sign = digits[0] === "1" ? -1 : 1;
  const exponent = parseInt(digits.slice(1, 1 + exponentBits), 2);
  const fraction = parseInt(digits.slice(1 + exponentBits), 2) / 2 ** fractionBits;
  if (exponent === 2 ** exponentBits - 1) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias));
}

test("every float16 is read as the number it is", () => {
  floatsOfHalves(all).forEach((value, bits) => assert.ok(Object.is(value, valueOf(bits, 10)), `${bits}: ${value}`));
});

test("every bfloat16 is read as the number it is", () => {
  floatsOfBrains(all).forEach((value, bits) => assert.ok(Object.is(value, valueOf(bits, 7)), `${bits}: ${value}`));
});

test("numbers that are float16 are written with their bits; one that is none refuses all", () => {
  const isNaN = (/** @type {number} */ bits) => (bits & 0x7fff) > 0x7c00;
  const bits = all.filter((half) => !isNaN(half));
  assert.deepEqual(halvesOf(Float64Array.from(bits, (half) => valueOf(half, 10))), bits);
  for (const value of [1 + 2 ** -11, 2 ** -25, 3 * 2 ** -25, 65504 + 16, 65536, 2 ** 20, 3.4e38, 1e300, 1e-40, 0.1])
    for (const signed of [value, -value]) assert.equal(halvesOf([1, signed]), null, String(signed));
});
