/** The resolution of canvases. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { resolutionOf } from "../../web/components/figure/show-scene.js";

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
