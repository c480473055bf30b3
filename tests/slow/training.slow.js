/** Every task is learnt with each of five seeds. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { tasks } from "../../web/training/tasks.js";
import { learn } from "../support/training.js";

test("five seeds of each task reach 99 % of held-out answers within the task's steps", async (t) => {
  const engine = await createEngine();
  for (const id of /** @type {(keyof typeof tasks)[]} */ (Object.keys(tasks))) {
    const results = [1, 2, 3, 4, 5].map((seed) => learn(engine, id, seed));
    t.diagnostic(
      `${id}: ${results.map(({ step, held_out_accuracy }) => `${step} steps ${held_out_accuracy}`).join(", ")}`,
    );
    for (const { step, held_out_accuracy } of results) {
      assert.ok(held_out_accuracy >= 0.99 && step <= tasks[id].steps, `${id}: ${held_out_accuracy} after ${step}`);
    }
  }
});
