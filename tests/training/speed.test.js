/** The speeds of a run: how many steps are due after a time. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { dueSteps } from "../../web/training/speed.js";

/** The second in which a step is due, by looking at every hundredth. @param {number} step @param {number} steps of the task */
const secondOf = (step, steps) => {
  for (let seconds = 0; seconds < 100; seconds += 0.01)
    if (dueSteps("medium", steps, 0, seconds) >= step) return seconds;
  return Infinity;
};

test("medium shows single steps first, a task being learned within some ten seconds, and all its steps after 25", () => {
  assert.ok(secondOf(1, 400) < 1);
  assert.ok(secondOf(2, 400) - secondOf(1, 400) > 0.2, "the eye can follow");
  // The steps after which models of the seeds 1 and 2 get 99 % of the held-out answers right.
  for (const [steps, learned] of /** @type {const} */ ([
    [400, [60, 50]],
    [1200, [440, 470]],
    [1000, [310, 390]],
    [1500, [260, 170]],
  ]))
    for (const step of learned) {
      const second = secondOf(step, steps);
      assert.ok(second > 5 && second < 15, `step ${step} of ${steps}: second ${second}`);
    }
  assert.ok(Math.abs(dueSteps("medium", 400, 0, 25) - 400) < 1e-9);
});

test("a run that was paused goes on as fast as it went", () => {
  const half = dueSteps("medium", 1000, 0, 10);
  assert.ok(Math.abs(dueSteps("medium", 1000, half, 15) - 1000) < 1e-9);
  assert.ok(dueSteps("medium", 1000, 1000, 1) > 1050, "also beyond the task's own steps");
});

test("slow takes 10 steps a second; full takes as many as it can, once time has passed", () => {
  assert.equal(dueSteps("slow", 400, 30, 2), 50);
  assert.equal(dueSteps("full", 400, 30, 0), 30);
  assert.equal(dueSteps("full", 400, 30, 1e-6), Infinity);
});
