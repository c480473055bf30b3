/** The pixels of a map of attention weights: a cell for each pair, and where cells are smaller than pixels, the largest weight. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { opacitiesOf } from "../../web/components/checkpoint/head-map.js";
import { generator } from "../support/walks.js";

/** The opacities, row by row. @param {ArrayLike<number>} data @param {number} size */
const rowsOf = (data, size) =>
  Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => data[(y * size + x) * 4 + 3]));

test("a cell is as opaque as its weight, in a head of its own", () => {
  const weights = [9, 9, 9, 9, 1, 0, 0.2, 0.8]; // the second of two heads
  assert.deepEqual(rowsOf(opacitiesOf(weights, 2, 1, 4), 4), [
    [255, 255, 0, 0],
    [255, 255, 0, 0],
    [51, 51, 204, 204],
    [51, 51, 204, 204],
  ]);
});

test("with more tokens than pixels each pixel is as opaque as the largest weight that it stands for", () => {
  const random = generator(3);
  for (const [tokens, size] of /** @type {[number, number][]} */ ([
    [6, 3],
    [512, 40],
    [7, 5],
    [41, 40],
    [3, 1],
  ])) {
    const weights = Float32Array.from({ length: tokens ** 2 }, () => random() ** 8);
    const wanted = Array.from({ length: size }, () => Array(size).fill(0));
    weights.forEach((weight, at) => {
      const place = (/** @type {number} */ token) => Math.floor((token * size) / tokens);
      const row = /** @type {number[]} */ (wanted[place(Math.floor(at / tokens))]);
      const column = place(at % tokens);
      row[column] = Math.max(Number(row[column]), Math.round(255 * weight));
    });
    const got = rowsOf(opacitiesOf(weights, tokens, 0, size), size);
    if (tokens % size === 0 || tokens > 2 * size) assert.deepEqual(got, wanted, `${tokens} tokens in ${size} pixels`);
    got.forEach((row, y) => row.forEach((opacity, x) => assert.ok(Number(opacity) >= wanted[y]?.[x], `${y} ${x}`)));
  }
});

test("what is no number, below 0 or above 1 is painted as the nearest that can be", () => {
  assert.deepEqual(rowsOf(opacitiesOf([0, 51, 255, 102], 2, 0, 2, 255), 2), [
    [0, 51],
    [255, 102],
  ]);
  assert.deepEqual(rowsOf(opacitiesOf([NaN, -1, 7, 1], 2, 0, 2), 2), [
    [0, 0],
    [255, 255],
  ]);
});
