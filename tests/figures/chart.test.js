/** Charts: lines pass through their numbers, labels do not overlap, the mark lies on the lines, and SVG draws the scene. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { scaleLog } from "d3-scale";

import { contrast, palettes } from "../../web/figures/index.js";
import { svgOf } from "../../web/figures/painters/svg.js";
import { chartScene, formatTick, spreadApart, valueAt } from "../../web/figures/charts/chart.js";
import { estimateWidth } from "../../web/figures/text.js";

/** @typedef {import("../../web/figures/charts/chart.js").Series} Series */
/** @type {Series[]} */
const series = [
  {
    name: "linear",
    role: "Q",
    points: [
      [1, 10],
      [2, 20],
      [4, 40],
      [8, 80],
    ],
  },
  {
    name: "squares",
    role: "weights",
    points: [
      [1, 1],
      [2, 4],
      [4, 16],
      [8, 64],
    ],
  },
];
const view = /** @type {const} */ ({ series, xTitle: "n", yTitle: "cost", width: 600, theme: "light" });

test("lines pass through their numbers", () => {
  const { lines, texts } = chartScene(view);
  const ticks = texts.filter(({ role }) => role === "tick");
  const [zero, top] = ["0", "80"].map(
    (text) => ticks.find((tick) => tick.anchor === "end" && tick.text === text)?.y ?? NaN,
  );
  const [left, right] = ["0", "8"].map(
    (text) => ticks.find((tick) => tick.anchor === "middle" && tick.text === text)?.x ?? NaN,
  );
  const unitX = (right - left) / 8;
  const unitY = (zero - top) / 80;
  for (const [at, { points }] of series.entries()) {
    const drawn = lines[lines.length - series.length + at].points;
    points.forEach(([x, y], n) => {
      assert.ok(Math.abs(drawn[2 * n] - (left + x * unitX)) < 1e-6);
      assert.ok(Math.abs(drawn[2 * n + 1] - (zero - 4 - y * unitY)) < 1e-6);
    });
  }
});

test("the mark has a point on every line, also between data points", () => {
  const { boxes, lines } = chartScene({ ...view, mark: { x: 3, name: "you" } });
  assert.equal(boxes.length, 2);
  assert.equal(valueAt(series[1], 3), 10);
  assert.equal(valueAt(series[1], 8), 64);
  assert.equal(valueAt(series[1], 0.5), null);
  assert.equal(valueAt(series[1], 9), null);
  const stem = lines.find(({ colour }) => colour === palettes.light.text);
  for (const { x, width } of boxes) assert.ok(Math.abs(x + width / 2 - (stem?.points[0] ?? NaN)) < 1e-9);
});

test("nothing leaves the scene, and no names overlap", () => {
  for (const width of [300, 360, 600, 1100]) {
    const scene = chartScene({ ...view, width, mark: { x: 8, name: "the walk above" } });
    for (const { text, x, y, anchor, size } of scene.texts) {
      const extent = estimateWidth(text, size);
      const start = anchor === "end" ? x - extent : anchor === "middle" ? x - extent / 2 : x;
      assert.ok(start >= 0 && start + extent <= width + 1 && y > 0 && y <= scene.height, `${text} at ${width}`);
    }
    const ends = scene.texts.filter(({ role }) => role === "legend").map(({ y }) => y);
    assert.ok(Math.abs(ends[0] - ends[1]) >= 15);
  }
});

test("labels are moved apart as little as needed, within the frame", () => {
  assert.deepEqual(spreadApart([10, 50], 16, 0, 100), [10, 50]);
  assert.deepEqual(spreadApart([10, 12, 14], 16, 0, 100), [10, 26, 42]);
  assert.deepEqual(spreadApart([96, 98, 99], 16, 0, 100), [68, 84, 100]);
});

test("tick labels are abbreviated", () => {
  assert.deepEqual([0, 5, 0.5, 1500, 2e6, 3e9].map(formatTick), ["0", "5", "0.5", "1.5k", "2M", "3B"]);
});

test("lines contrast with their background, and the SVG contains every line and name", () => {
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    const quiet = series.map((one) => ({ ...one, role: /** @type {const} */ ("muted") }));
    for (const drawn of [series, quiet]) {
      const { lines, background } = chartScene({ ...view, theme, series: drawn });
      for (const { colour } of lines.slice(-drawn.length)) assert.ok(contrast(colour, background) >= 3, colour);
    }
    const scene = chartScene({ ...view, theme });
    const svg = svgOf(scene);
    for (const name of ["linear", "squares", "cost"]) assert.ok(svg.includes(`>${name}</text>`), name);
    assert.equal(svg.match(/<polyline/g)?.length, scene.lines.length);
  }
});

test("a chart accepts another scale for its axis and another format for its ticks", () => {
  const axis = (/** @type {number[]} */ values) => scaleLog([Math.min(...values), Math.max(...values)], [0, 0]);
  const { lines, texts } = chartScene({ ...view, axis, tick: (value) => `${value}!` });
  const [linear] = lines.slice(-2);
  const xs = linear?.points.filter((_, at) => at % 2 === 0) ?? [];
  const steps = xs.slice(1).map((x, at) => x - (xs[at] ?? 0));
  assert.ok(
    steps.every((step) => Math.abs(step - (steps[0] ?? 0)) < 1e-9),
    `doubling is one step: ${steps}`,
  );
  const ticks = texts.filter(({ role }) => role === "tick");
  assert.ok(ticks.length > 3 && ticks.every(({ text }) => /^\d+!$/.test(text)));
});
