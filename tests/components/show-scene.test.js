/** The resolution of canvases, which bitmaps are kept, and the bands in which large ones are painted. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bandsOf, holds, resolutionOf } from "../../web/components/figure/show-scene.js";

test("a canvas has the screen's pixels, and never more than 4096 × 4096 of them", () => {
  assert.equal(resolutionOf({ width: 640, height: 400 }, 1, 2), 2);
  assert.equal(resolutionOf({ width: 640, height: 400 }, 1.5, 2), 3);
  for (const [width, height] of /** @type {const} */ ([
    [1700, 3400],
    [4096, 1365.5],
    [700, 16000],
  ])) {
    const resolution = resolutionOf({ width, height }, 1, 3);
    const pixels = Math.ceil(width * resolution) * Math.ceil(height * resolution);
    assert.ok(pixels <= 4096 ** 2 && pixels > 0.99 * 4096 ** 2, `${width} × ${height}: ${pixels}`);
  }
});

test("a bitmap is kept for a lower picture of the same width, unless most of it would be unused", () => {
  const bitmap = { width: 1585, height: 2924 };
  const kept = (/** @type {number} */ width, /** @type {number} */ height) =>
    [1, 2].filter((spare) => holds(bitmap, { width, height }, spare));
  assert.deepEqual(kept(1585, 2924), [1, 2]);
  assert.deepEqual(kept(1585, 2010), [2]);
  for (const [width, height] of /** @type {const} */ ([
    [1585, 2925],
    [1585, 1461],
    [1584, 2010],
    [779, 2010],
  ]))
    assert.deepEqual(kept(width, height), [], `${width} × ${height}`);
});

test("a large canvas is painted whole: what is seen first, then bands that are no higher than asked for", () => {
  for (const seen of [
    { from: 0.2, to: 0.5 },
    { from: 0, to: 0.31 },
    { from: 0.7, to: 1 },
    { from: 0, to: 1 },
    { from: 0, to: 0 },
  ]) {
    const [first, ...others] = bandsOf(2011, seen, 300);
    assert.ok(first && first.top <= seen.from * 2011 && first.bottom >= seen.to * 2011, JSON.stringify(first));
    assert.ok(others.every(({ top, bottom }) => bottom > top && bottom - top <= 300));
    const times = new Array(2011).fill(0);
    for (const { top, bottom } of [first, ...others]) for (let y = top; y < bottom; y++) times[y]++;
    assert.deepEqual(new Set(times), new Set([1]), `each row of pixels is painted once: ${JSON.stringify(seen)}`);
  }
});
