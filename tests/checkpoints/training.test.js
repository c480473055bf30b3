/** Models in folders that train further: the losses are those of torch.optim.AdamW in float64. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { openModel } from "../../web/checkpoints/model.js";
import { openTraining } from "../../web/checkpoints/training.js";
import { createEngine } from "../../web/engine/index.js";
import { safetensorsIn, safetensorsOf } from "../../web/tensors/safetensors.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { bytesOf, filesIn, filesOf } from "../support/checkpoints.js";

const engine = await createEngine();
const truth = JSON.parse(readFileSync(new URL("../reference/checkpoint_training.json", import.meta.url), "utf8"));
/** @type {{tokens: number[][], batch: number, steps: number, optimizer: import("../../web/checkpoints/training.js").AdamW}} */
const { tokens, batch, steps, optimizer } = truth;
const n = (tokens[0]?.length ?? 0) - 1;

/** The rows of a step. @param {number} step */
const rowsOf = (step) => Array.from({ length: batch }, (_, b) => tokens[(step * batch + b) % tokens.length] ?? []);

for (const [name, losses] of Object.entries(/** @type {Record<string, number[]>} */ (truth.losses))) {
  test(`${name}: each loss is PyTorch's, and the tensors go on where they ended`, () => {
    const files = bytesOf(name);
    const checkpoint = openModel(filesIn(files), engine);
    const training = openTraining(checkpoint, engine, n, optimizer);
    for (let step = 0; step < steps; step++) {
      const loss = training.step(rowsOf(step));
      assert.ok(Math.abs(loss - (losses[step] ?? NaN)) < 5e-6, `step ${step}: ${loss} for ${losses[step]}`);
    }
    const written = {
      "config.json": files["config.json"] ?? new Uint8Array(),
      "model.safetensors": safetensorsOf(training.tensors()),
    };
    training.free();
    const again = openModel(filesIn(written), engine);
    assert.equal(again.summary.parameters, checkpoint.summary.parameters);
    const further = openTraining(again, engine, n, optimizer);
    const loss = further.step(rowsOf(steps));
    assert.ok(Math.abs(loss - (losses[steps] ?? NaN)) < 5e-6, `then ${loss} for ${losses[steps]}`);
    further.free();
  });
}

test("without a step every tensor comes back as it was, in the shape of the folder", () => {
  for (const name of ["gpt2", "bloom", "opt", "gpt_neox-new", "qwen2"]) {
    const files = bytesOf(name);
    const training = openTraining(openModel(filesIn(files), engine), engine, 3, optimizer);
    const tensors = training.tensors();
    training.free();
    const stored = safetensorsIn(sourceOfBytes(name, files["model.safetensors"] ?? new Uint8Array()));
    assert.deepEqual(Object.keys(tensors).sort(), [...stored.keys()].sort());
    for (const [id, { shape, data }] of Object.entries(tensors)) {
      assert.deepEqual(shape, stored.get(id)?.shape, id);
      assert.deepEqual(data, stored.get(id)?.read(), id);
    }
  }
});

test("what cannot be trained is refused, and nothing stays in memory", () => {
  const before = engine.memoryUsed;
  const open = (/** @type {string} */ name, length = n) =>
    openTraining(openModel(filesOf(name), engine), engine, length, optimizer);
  for (const name of ["bert", "roberta", "t5"])
    assert.throws(() => open(name), { name: "AttentionError", message: /got \w+, which predicts no next token$/ });
  assert.throws(() => open("gemma2"), /got gemma2, whose embeddings are multiplied by a factor$/);
  assert.throws(() => open("opt-350m"), /got opt, whose embeddings are projected$/);
  assert.throws(() => open("gpt2", 13), /model: must have 13 positions for these tokens, got 12$/);
  assert.equal(engine.memoryUsed, before);
});
