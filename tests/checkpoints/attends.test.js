/** What a head does is measured as counted by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { attends } from "../../web/checkpoints/attends.js";

// prettier-ignore
const weights = Float32Array.from([
  1,     0,     0,     0,     0,
  0.5,   0.5,   0,     0,     0,
  0.25,  0.5,   0.25,  0,     0,
  0.125, 0.5,   0.25,  0.125, 0,
  0.25,  0.125, 0.125, 0.25,  0.25,
]);

test("shares are means over the tokens after the first one", () => {
  // The fourth token repeats the first, and the second followed that: 0.5. The others have no earlier copy.
  assert.deepEqual(attends(weights, [7, 8, 9, 7, 6]), {
    previous: (0.5 + 0.5 + 0.25 + 0.25) / 4,
    first: (0.5 + 0.25 + 0.125 + 0.25) / 4,
    self: (0.5 + 0.25 + 0.125 + 0.25) / 4,
    successor: 0.5,
  });
});

test("successors of all earlier copies count, and the token itself is none of them", () => {
  // [2] has a copy at 0, followed by 1; [4] has copies at 0 and 2, followed by 1 and 3; nothing else is repeated.
  const { successor } = attends(weights, [7, 8, 7, 9, 7]);
  assert.equal(successor, (0.5 + (0.125 + 0.25)) / 2);
  assert.equal(attends(weights, [1, 2, 3, 4, 4]).successor, null);
});

test("one token has nothing to attend to but itself", () => {
  assert.deepEqual(attends(Float32Array.of(1), [3]), { previous: null, first: null, self: null, successor: null });
});
