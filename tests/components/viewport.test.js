/** Which part of a large matrix is shown, and which of its numbers has the keyboard focus. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { withFocusAt, part, shownFrom, keyMove } from "../../web/components/experiments/numbers/viewport.js";

/** @type {import("../../web/components/experiments/numbers/viewport.js").Grid} */
const start = { at: { row: 0, column: 0 }, origin: { row: 0, column: 0 }, shape: [100, 40] };

test("the visible part follows the keyboard focus, only as far as needed, and stays inside the matrix", () => {
  const below = withFocusAt({ row: part.rows, column: 3 }, start);
  assert.deepEqual(below, { at: { row: 24, column: 3 }, origin: { row: 1, column: 0 } });
  const beyond = withFocusAt({ row: 1000, column: 1000 }, start);
  assert.deepEqual(beyond, { at: { row: 99, column: 39 }, origin: { row: 76, column: 24 } });
  const back = withFocusAt({ row: 80, column: 24 }, { ...start, ...beyond });
  assert.equal(back.origin, beyond.origin, "it is in sight already");
  assert.deepEqual(withFocusAt({ row: -1, column: 50 }, { ...start, shape: [2, 3] }).at, { row: 0, column: 2 });
  assert.deepEqual(withFocusAt({ row: 0, column: 0 }, start), { at: start.at, origin: start.origin });
});

test("showing another part moves the keyboard focus to its nearest number", () => {
  assert.deepEqual(shownFrom({ row: 24, column: 0 }, start), {
    at: { row: 24, column: 0 },
    origin: { row: 24, column: 0 },
  });
  const last = shownFrom({ row: 96, column: 0 }, { ...start, at: { row: 90, column: 2 } });
  assert.deepEqual(last, { at: { row: 90, column: 2 }, origin: { row: 76, column: 0 } });
  assert.deepEqual(shownFrom({ row: -5, column: 0 }, { ...start, ...last }).at, { row: 23, column: 2 });
});

test("keys move the focus by one number, by a part, or to the end", () => {
  const key = (/** @type {string} */ name, ctrlKey = false) =>
    keyMove(/** @type {KeyboardEvent} */ ({ key: name, ctrlKey, metaKey: false }), start.shape);
  assert.deepEqual(
    [key("ArrowUp"), key("ArrowRight", true), key("PageDown"), key("Home")],
    [
      ...[
        [-1, 0],
        [0, 40],
        [24, 0],
        [0, -40],
      ],
    ],
  );
  assert.equal(key("x"), undefined);
});
