/** Every task is learnt within a bound on steps, and models that lack what a task needs do not learn it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { learn } from "../support/training.js";

const engine = await createEngine();

/** The most steps that each task may take to its goal, for seed 1. */
const bounds = {
  reverse: 150,
  previous: 150,
  induction: 700,
  majority: 200,
  pronoun: 600,
  translation: 500,
  grammar: 300,
};

for (const [id, max] of /** @type {[keyof typeof import("../../web/training/tasks.js").tasks, number][]} */ (
  Object.entries(bounds)
)) {
  test(`${id} reaches 99 % of held-out answers within ${max} steps`, () => {
    const { step, held_out_accuracy } = learn(engine, id, 1);
    assert.ok(held_out_accuracy >= 0.99 && step <= max, `${held_out_accuracy} after ${step} steps`);
  });
}

test("training with the same seed gives the same evaluations, bit for bit", () => {
  assert.deepEqual(learn(engine, "reverse", 4), learn(engine, "reverse", 4));
});

/*
 * What a model cannot do follows from what it cannot see. With a causal mask the first four of eight positions do not see
 * their mirror image, so they guess among ten letters: at most (4 + 4·0.1)/8 = 0.55, but for chance. Without positions
 * every query with the same letter has the same answer.
 */
test("reverse: with a causal mask about half is right, without positions about a third", () => {
  const causal = learn(engine, "reverse", 1, { causal: true }, 300).held_out_accuracy;
  assert.ok(causal > 0.5 && causal < 0.6, `causal: ${causal}`);
  const none = learn(engine, "reverse", 1, { position: "none" }, 300).held_out_accuracy;
  assert.ok(none > 0.1 && none < 0.4, `no positions: ${none}`);
});

test("induction: one layer stays near a guess among the letters", () => {
  const { held_out_accuracy } = learn(engine, "induction", 1, { layers: 1 }, 500);
  assert.ok(held_out_accuracy < 0.25, String(held_out_accuracy));
});

test("pronoun: one layer cannot point, for 'it' does not see the adjective's meaning: a third is right", () => {
  const { held_out_accuracy } = learn(engine, "pronoun", 1, { layers: 1 }, 400);
  assert.ok(held_out_accuracy < 0.5, String(held_out_accuracy));
});

test("translation: one head reads one thing at a time, and gender is often wrong", () => {
  const { held_out_accuracy } = learn(engine, "translation", 1, { heads: 1 }, 400);
  assert.ok(held_out_accuracy > 0.7 && held_out_accuracy < 0.92, String(held_out_accuracy));
});

test("reverse: a learning rate of 0.3 is far too large", () => {
  const { held_out_accuracy } = learn(engine, "reverse", 1, { lr: 0.3 }, 200);
  assert.ok(held_out_accuracy < 0.3, String(held_out_accuracy));
});
