/** The chart of descent: an axis between any two numbers against d3-scale, lines cut at the edges, dots where the steps are. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { scaleLinear } from "d3-scale";

import { palettes } from "../../web/figures/index.js";
import { axisBetween } from "../../web/figures/charts/axis-between.js";
import { descentScene, lineWithin } from "../../web/figures/charts/descent-chart.js";

test("an axis between two numbers has d3-scale's ticks and positions", () => {
  for (const [low, high] of /** @type {const} */ ([
    [-2, 2],
    [-3, 3],
    [-0.37, 1.9],
    [-1.3e-3, 6e-3],
    [12, 57],
    [-130, -20],
  ]))
    for (const count of [2, 4, 5, 8]) {
      const ours = axisBetween([low, high]).range([300, 20]);
      const theirs = scaleLinear([low, high], [300, 20]);
      const close = (/** @type {number[]} */ ticks) => ticks.map((tick) => Number(tick.toFixed(9)) + 0);
      assert.deepEqual(close(ours.ticks(count)), close(theirs.ticks(count)), `${low} to ${high}, ${count} ticks`);
      for (const value of [low, high, (low + 3 * high) / 4])
        assert.ok(Math.abs(ours(value) - theirs(value)) < 1e-9, `${value}`);
    }
});

test("a line is cut where it leaves the picture", () => {
  const line = (/** @type {number} */ x) => 2 * x;
  assert.deepEqual(lineWithin(line, [-2, 2], [-10, 10]), [
    [-2, -4],
    [2, 4],
  ]);
  assert.deepEqual(lineWithin(line, [-2, 2], [-1, 1]), [
    [-0.5, -1],
    [0.5, 1],
  ]);
  assert.deepEqual(lineWithin(line, [0, 2], [1, 10]), [
    [0.5, 1],
    [2, 4],
  ]);
  assert.deepEqual(
    lineWithin(() => 3, [0, 1], [0, 5]),
    [
      [0, 3],
      [1, 3],
    ],
  );
  assert.deepEqual(
    lineWithin(() => 7, [0, 1], [0, 5]),
    [],
  );
});

test("each step has a dot on its point, the current one is larger, and what is outside is not drawn", () => {
  const given = /** @type {const} */ ({
    series: [
      {
        name: "f",
        role: "Q",
        points: [
          [-2, 4],
          [0, 0],
          [2, 4],
        ],
      },
    ],
    across: [-2, 2],
    up: [-1, 5],
    xTitle: "x",
    yTitle: "f(x)",
    theme: "light",
    width: 500,
  });
  const scene = descentScene({
    ...given,
    path: [
      [-1, 1],
      [0.5, 0.25],
    ],
  });
  const [curve, joined] = scene.lines.slice(-2);
  assert.equal(curve?.points.length, 6);
  const [left = NaN, , , bottom = NaN, right = NaN] = curve?.points ?? [];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => [
    left + ((right - left) * (x + 2)) / 4,
    bottom + (((curve?.points[1] ?? NaN) - bottom) * y) / 4,
  ];
  const expected = [...at(-1, 1), ...at(0.5, 0.25)];
  assert.equal(joined?.points.length, 4);
  joined?.points.forEach((px, index) => assert.ok(Math.abs(px - (expected[index] ?? NaN)) < 1e-9));
  const [small, large] = scene.boxes;
  assert.ok(small && large && large.width > small.width && large.fill === palettes.light.text);
  assert.deepEqual([small.x + small.radius, small.y + small.radius], joined?.points.slice(0, 2));

  const outside = descentScene({
    ...given,
    path: [
      [-1, 1],
      [3, 9],
    ],
  });
  assert.equal(outside.boxes.length, 1, "only the point inside; it is not the current one");
  assert.notEqual(outside.boxes[0]?.fill, palettes.light.text);
});
