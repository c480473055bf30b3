/** Hatching: diagonals that run on from cell to cell are those of the cells alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { hatch, hatchTogether } from "../../web/figures/hidden.js";

/** @typedef {import("../../web/figures/hidden.js").Stroke} Stroke */

/** Parts of diagonals by x + y: from and to which y. @param {readonly Stroke[]} strokes */
function parts(strokes) {
  /** @type {Map<number, [number, number][]>} */
  const bySum = new Map();
  for (const [fromX, fromY, toX, toY] of strokes) {
    assert.ok(Math.abs(fromX + fromY - toX - toY) < 1e-6 && fromY >= toY - 1e-9, "a diagonal, from its lower end");
    const sum = Math.round((fromX + fromY) / 4);
    bySum.set(sum, [...(bySum.get(sum) ?? []), [toY, fromY]]);
  }
  return bySum;
}

/** Those that touch are one, and points are none. @param {[number, number][]} ranges */
function joined(ranges) {
  /** @type {[number, number][]} */
  const whole = [];
  for (const [from, to] of ranges.filter((range) => range[1] - range[0] > 1e-6).sort((a, b) => a[0] - b[0])) {
    const last = whole.at(-1);
    if (last && from - last[1] < 1e-6) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole.flat();
}

const side = fc.integer({ min: 1, max: 9 });
const length = fc.double({ min: 4, max: 9.9, noNaN: true });

test("diagonals of hidden cells run on from cell to cell, and are nowhere else", () => {
  fc.assert(
    fc.property(side, side, length, length, fc.nat(500), fc.nat(500), fc.infiniteStream(fc.boolean()), (...drawn) => {
      const [rows, columns, cellWidth, cellHeight, x, y, bits] = drawn;
      const hidden = [...bits.take(rows * columns)];
      const matrix = { x, y, rows, columns, cellWidth, cellHeight };
      const together = parts(hatchTogether(matrix, (at) => hidden[at] === true, 4));
      const alone = parts(
        hidden.flatMap((isHidden, at) => {
          const [row, column] = [Math.floor(at / columns), at % columns];
          const area = { x: x + column * cellWidth, y: y + row * cellHeight, width: cellWidth, height: cellHeight };
          return isHidden ? hatch(area, 4) : [];
        }),
      );
      for (const sum of new Set([...together.keys(), ...alone.keys()])) {
        const [one, other] = [together, alone].map((map) => joined(map.get(sum) ?? []));
        assert.equal(one?.length, other?.length, `diagonal ${sum}`);
        one?.forEach((end, at) => assert.ok(Math.abs(end - Number(other?.[at])) < 1e-6, `diagonal ${sum}`));
      }
    }),
  );
});

test("the hidden half of a causal matrix has one stroke for each diagonal", () => {
  const matrix = { x: 0, y: 0, rows: 64, columns: 64, cellWidth: 8, cellHeight: 8 };
  const strokes = hatchTogether(matrix, (at) => at % 64 > Math.floor(at / 64), 4);
  const sums = strokes.map(([fromX, fromY]) => fromX + fromY);
  assert.equal(new Set(sums).size, strokes.length);
  assert.ok(strokes.length <= (2 * 64 * 8) / 4);
});
