/** How figures write numbers, against d3-format, which this replaces. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { format } from "d3-format";
import fc from "fast-check";

import { formatTick } from "../../web/figures/charts/chart.js";
import { numberText } from "../support/oracles/number-text.js";
import { exponentFrom, formatNumber, formatPlain, shortNumber } from "../../web/figures/numbers.js";

/** Numbers of all magnitudes, as in attention and far beyond. */
const numbers = fc.oneof(
  fc.double({ noNaN: true, min: -1e20, max: 1e20 }).map((value) => (Math.abs(value) < 1e-90 ? 0 : value)),
  fc.tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: -9, max: 9 })).map(([n, at]) => n * 10 ** at),
  fc.integer({ min: -2e6, max: 2e6 }).map((n) => n / 1e6),
);

/** Numbers where rounding or the sign matters. */
const edges = [
  0.005, 0.00005, 0.995, 9.995, 99.995, 999.5, 999.9999, 9999.5, 9999.995, 99995, 999999.5, 1e4, 1e5, 1e-7,
];

test("numbers are written as in d3-format", () => {
  const check = (/** @type {number} */ value, /** @type {number} */ digits) => {
    assert.equal(formatNumber(value, digits), numberText(value, digits), `${value}, ${digits} digits`);
    if (digits === 4 && Math.abs(value) < exponentFrom) assert.equal(shortNumber(value), format(".4~f")(value));
  };
  fc.assert(fc.property(numbers, fc.integer({ min: 0, max: 12 }), check), { numRuns: 5000, seed: 5 });
  for (const edge of edges)
    for (const sign of [1, -1]) for (const digits of [0, 2, 3, 4, 12]) check(sign * edge, digits);
  const special = [NaN, Infinity, -Infinity, 0, -0].map((value) => formatNumber(value));
  assert.deepEqual(special, ["NaN", "∞", "−∞", "0", "0"]);
});

test("ends of scales and ticks are written as in d3-format", () => {
  const short = format("~s");
  const check = (/** @type {number} */ value) => {
    for (const significant of [2, 6])
      assert.equal(formatPlain(value, significant), format(`.${significant}~r`)(value), `${value}, ${significant}`);
    const tick = Math.abs(value) < 1000 ? format("~r")(value) : short(value).replace("G", "B");
    assert.equal(formatTick(value), tick, `${value}`);
  };
  fc.assert(fc.property(numbers, check), { numRuns: 5000, seed: 5 });
  for (const edge of [...edges, 0, 1, 10, 1000, 1e6, 1e9]) for (const sign of [1, -1]) check(sign * edge);
});
