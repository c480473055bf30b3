/** The axes of Train's curves: what they show does not move while it need not. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { shareAxis } from "../../../web/components/train/results/curves.js";
import { exponentAxis, longestOf } from "../../../web/components/train/results/gradient-curve.js";
import { axisBetween } from "../../../web/figures/charts/axis-between.js";

/** @typedef {import("../../../web/components/train/training-run.js").TrainingRun} TrainingRun */

test("a share is drawn from 0 to 1, however small it is", () => {
  for (const shares of [
    [0.05, 0.11],
    [0, 0],
    [0.3, 1],
  ]) {
    const axis = shareAxis(shares, "y").nice(5);
    assert.deepEqual([axis.ticks(5)[0], axis.ticks(5).at(-1)], [0, 1]);
    axis.range([100, 0]);
    assert.deepEqual([axis(0), axis(0.5), axis(1)], [100, 50, 0]);
  }
});

test("steps are whole numbers on every axis", () => {
  const run = (/** @type {number} */ steps) => /** @type {TrainingRun} */ ({ steps });
  for (const [own, other] of /** @type {const} */ ([
    [0, null],
    [3, 7],
    [4, 400],
    [1000, 12],
  ])) {
    const longest = longestOf(run(own), other === null ? null : run(other));
    assert.ok(longest >= own && longest >= Number(other));
    for (const tick of shareAxis([0, longest], "x").ticks(5)) assert.ok(Number.isInteger(tick), `${longest}: ${tick}`);
  }
});

test("the axis of powers of ten ends in ticks, and holds every exponent", () => {
  for (const exponents of [[], [-1], [-2.5, 0.4], [-6.9, -0.2], [-12, 1.7], [-12, 38]]) {
    const [low, high] = exponentAxis(exponents);
    for (const exponent of [...exponents, -2, 0]) assert.ok(low <= exponent && exponent <= high, `${exponents}`);
    const ticks = axisBetween([low, high]).ticks(5);
    assert.deepEqual([ticks[0], ticks.at(-1)], [low, high], `${exponents}`);
    assert.ok(ticks.filter((tick) => Number.isInteger(tick)).length <= 7);
  }
});
