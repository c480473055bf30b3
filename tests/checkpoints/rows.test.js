/** The most probable of many tokens are those that sorting all of them gives, with their shares of all exponentials. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { changedProbabilities, mostProbable } from "../../web/checkpoints/rows.js";

/** Logits of which many are equal, always the same. @param {number} length @param {number} seed */
function logitsOf(length, seed) {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround((state >>> 24) / 16 - 8);
  });
}

/** @param {Float32Array} logits @param {number} count */
const sorted = (logits, count) =>
  [...logits.keys()].sort((a, b) => Number(logits[b]) - Number(logits[a]) || a - b).slice(0, count);

/** @param {Float32Array} logits @param {number} token */
function shareOf(logits, token) {
  const parts = Array.from(logits, (logit) => Math.exp(logit));
  return Math.exp(Number(logits[token])) / parts.reduce((a, b) => a + b, 0);
}

for (const length of [1, 63, 64, 65, 1000])
  for (const count of [1, 8, 16, 17, 999, 1000])
    test(`the first ${count} of ${length} logits`, () => {
      const logits = logitsOf(length, length + count);
      const found = mostProbable(logits, count);
      assert.deepEqual(
        found.map(({ token }) => token),
        sorted(logits, count),
      );
      for (const { token, logit, probability } of found) {
        assert.equal(logit, logits[token]);
        assert.ok(Math.abs(probability - shareOf(logits, token)) < 1e-12);
      }
    });

test("logits of -Infinity come last, and have no share", () => {
  const logits = new Float32Array(200).fill(-Infinity);
  logits.set([1, 3], 150);
  assert.deepEqual(
    mostProbable(logits, 3).map(({ token, probability }) => [token, probability > 0]),
    [
      [151, true],
      [150, true],
      [0, false],
    ],
  );
});

test("what was or is among the first is compared", () => {
  const [before, after] = [logitsOf(300, 1), logitsOf(300, 2)];
  const found = changedProbabilities(before, after, 4);
  const tokens = new Set([...sorted(before, 4), ...sorted(after, 4)]);
  assert.deepEqual(new Set(found.map(({ token }) => token)), tokens);
  for (const { token, before: was, after: is } of found) {
    assert.ok(Math.abs(was - shareOf(before, token)) < 1e-12);
    assert.ok(Math.abs(is - shareOf(after, token)) < 1e-12);
  }
});
