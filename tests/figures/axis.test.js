/** The axis of charts against d3-scale, which it replaces. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleLinear } from "d3-scale";

import { axisFromZero } from "../../web/figures/charts/axis.js";

/** Largest values of all sizes: powers of ten, their neighbours, and values in between. */
const ends = [1e-3, 0.01, 0.3, 1, 7, 64, 512, 12345, 1e6, 3.2e9, 7e12].flatMap((size) =>
  [1, 1.01, 1.4142, 1.5, 2, 3.3, 5, 7.07, 9.99].map((factor) => size * factor),
);

for (const nice of [false, true]) {
  test(`an axis ${nice ? "to a round end" : "to the largest value"} has d3-scale's ticks and positions`, () => {
    for (const end of ends) {
      for (const count of [2, 4, 5, 8, 10]) {
        const ours = axisFromZero([end / 3, end]).range([300, 20]);
        const theirs = scaleLinear([0, end], [300, 20]);
        if (nice) {
          ours.nice(count);
          theirs.nice(count);
        }
        const ticks = theirs.ticks(count);
        assert.deepEqual(ours.ticks(count), ticks, `0 to ${end}, ${count} ticks`);
        assert.deepEqual(ours.range(), theirs.range());
        for (const value of [0, ...ticks, end / 7]) {
          assert.ok(Math.abs(ours(value) - theirs(value)) < 1e-9, `${value} of ${end}: ${ours(value)}`);
        }
      }
    }
  });
}

test("an axis without a largest value ends at 1", () => {
  assert.deepEqual(axisFromZero([0, 0]).ticks(2), [0, 0.5, 1]);
});
