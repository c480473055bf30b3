/** Where the label of a tip that moves stands: it covers no other label, no other tip, not its own line, and is whole. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { freePlace, onTwoLines } from "../../web/figures/layout/free-label.js";

/** @typedef {import("../../web/figures/layout/free-label.js").Place} Place */

const centre = /** @type {const} */ ([170, 136]);
const places = /** @type {const} */ ([
  { x: 251, y: 67, side: "start" },
  { x: 141, y: 67, side: "end" },
]);
const around = { width: 360, height: 272, centre, places, tips: /** @type {[number, number][]} */ ([[245, 86]]) };

/** The box of a label as it is drawn, at 16 px. @param {Place} place */
const drawn = ({ x, y, side }) => ({
  left: side === "start" ? x : x - 80,
  right: side === "start" ? x + 80 : x,
  top: y - 12,
  bottom: y + onTwoLines + 3,
});

test("wherever the query is turned, its label is whole, covers no other and not its tip", () => {
  let count = 0;
  for (let across = -2.4; across <= 2.4; across += 0.3)
    for (let up = -2.4; up <= 2.4; up += 0.3) {
      const tip = /** @type {const} */ ([centre[0] + 50 * across, centre[1] - 50 * up]);
      const box = drawn(freePlace(tip, 18, around));
      const where = `(${across.toFixed(1)}, ${up.toFixed(1)}): ${JSON.stringify(box)}`;
      assert.ok(box.left >= 0 && box.top >= 0 && box.right <= 360 && box.bottom <= 272, where);
      for (const other of places.map(drawn)) {
        const isApart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
        assert.ok(isApart, where);
      }
      const [x, y] = tip;
      assert.ok(x + 13 < box.left || x - 13 > box.right || y + 13 < box.top || y - 13 > box.bottom, where);
      count++;
    }
  assert.ok(count > 250, String(count));
});

test("a label without anything around it stands beside its tip, off its line", () => {
  const alone = { ...around, places: [], tips: [] };
  assert.equal(freePlace([240, 130], 8, alone).side, "start");
  assert.equal(freePlace([100, 130], 8, alone).side, "end");
});
