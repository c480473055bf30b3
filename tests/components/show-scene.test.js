/** The resolution of canvases, and the bands in which large ones are painted. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bandsOf, resolutionOf } from "../../web/components/figure/show-scene.js";

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
