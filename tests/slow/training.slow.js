/** Every task is learnt with each of five seeds. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { tasks } from "../../web/training/tasks.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { dataTasks } from "../../web/training/tasks.js";
import { train } from "../../web/training/train.js";
import { readText } from "../support/machine.js";
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

test("of ten seeds, as many solve each task with each kind of layer as the documentation says", async (t) => {
  const engine = await createEngine();
  const [, text = ""] = readText("web/docs/train.md").split("## Attention alone, or with norms and an MLP");
  const rows = [...text.matchAll(/^\| (\w+) +\| (\d.*?)\|(.*?)\|(.*?)\|$/gm)];
  assert.deepEqual(
    rows.map(([, id]) => id),
    Object.keys(tasks),
  );
  for (const [, id, ...said] of rows)
    for (const [at, block] of /** @type {const} */ (["attention", "mlp", "norm-mlp"]).entries()) {
      const runs = Array.from({ length: 10 }, (_, seed) =>
        learn(engine, /** @type {keyof typeof tasks} */ (id), seed + 1, { block }),
      );
      const steps = runs.flatMap(({ step, held_out_accuracy }) => (held_out_accuracy >= 0.99 ? step : []));
      const median = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)];
      const found = `${steps.length} of 10${median === undefined ? "" : `, ${median}`}`;
      t.diagnostic(`${id}, ${block}: ${found}`);
      assert.equal(said[at]?.trim(), found, `${id}, ${block}`);
    }
});

/* 200 steps are those of the same model on 790,000 characters of the King James Bible, where it was trained with PyTorch. */
test("three seeds of the text's model are below its bigram baseline after 200 steps, and far below after 600", async (t) => {
  const engine = await createEngine();
  const { task, facts } = dataTasks.text.make(await shippedData.text());
  const { bigram } = facts.text.baselines;
  for (const seed of [1, 2, 3]) {
    const model = engine.model(task.model(), { seed });
    const evaluations = [...train(engine, task, model, { seed, steps: 600, every: 200 })];
    model.free();
    const losses = evaluations.map(({ held_out_loss }) => held_out_loss);
    t.diagnostic(
      `text, seed ${seed}: ${losses.map((loss) => loss.toFixed(3)).join(", ")}; bigram ${bigram.toFixed(3)}`,
    );
    assert.ok(/** @type {number} */ (losses[1]) < bigram, `${losses} ${bigram}`);
    assert.ok(/** @type {number} */ (losses[3]) < bigram - 0.3, `${losses} ${bigram}`);
  }
});
