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
  for (const name of ["gpt2", "bloom", "opt", "gpt_neox-new", "qwen2", "gemma2"]) {
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

test("a readout of its own behind a matrix: one step moves it against the slope of the loss", () => {
  const files = bytesOf("opt-350m");
  const config = JSON.parse(new TextDecoder().decode(files["config.json"]));
  const stored = safetensorsIn(sourceOfBytes("opt-350m", files["model.safetensors"] ?? new Uint8Array()));
  const tensors = Object.fromEntries(
    [...stored].map(([name, { shape, read }]) => [name, { shape: [...shape], data: Float32Array.from(read()) }]),
  );
  const embedding = tensors["decoder.embed_tokens.weight"] ?? assert.fail();
  const [, width = 0] = embedding.shape;
  /** @param {number} at @param {number} change of an entry of the readout */
  const openWith = (at, change) => {
    const data = embedding.data.map((value, place) => Math.sin(place) + value + (place === at ? change : 0));
    const all = { ...tensors, "lm_head.weight": { shape: embedding.shape, data } };
    const untied = new TextEncoder().encode(JSON.stringify({ ...config, tie_word_embeddings: false }));
    const given = { "config.json": untied, "model.safetensors": safetensorsOf(all) };
    // Without moments and with a large epsilon, a step is lr / eps times the slope.
    const plain = /** @type {import("../../web/checkpoints/training.js").AdamW} */ ({
      lr: 1e3,
      betas: [0, 0],
      eps: 1e3,
      weight_decay: 0,
    });
    const training = openTraining(openModel(filesIn(given), engine), engine, n, plain);
    const loss = training.step(rowsOf(0));
    const after = training.tensors();
    training.free();
    return { loss, before: data, after };
  };
  const { before, after } = openWith(0, 0);
  const moved = after["lm_head.weight"]?.data ?? assert.fail();
  assert.equal(Object.keys(after).length, Object.keys(tensors).length + 1);
  for (const at of [3 * width, 7 * width + 2, 20 * width + 9]) {
    const step = 0.05;
    const slope = (openWith(at, step).loss - openWith(at, -step).loss) / (2 * step);
    const made = Number(before[at]) - Number(moved[at]);
    assert.ok(
      Math.abs(made - slope) < 1e-3 * Math.max(1, Math.abs(slope)) + 0.02 * Math.abs(slope),
      `${at}: ${made}, ${slope}`,
    );
    assert.ok(Math.abs(slope) > 1e-4, `${slope}`);
  }
});

test("norms have biases where nothing else has: OPT without enable_bias, before and after the residuals", () => {
  for (const [name, trained] of [
    ["opt", "model.decoder.layers.1.final_layer_norm.bias"],
    ["opt-350m", "decoder.layers.0.self_attn_layer_norm.bias"],
  ]) {
    const files = bytesOf(name ?? "");
    const config = JSON.parse(new TextDecoder().decode(files["config.json"]));
    const without = new TextEncoder().encode(JSON.stringify({ ...config, enable_bias: false }));
    const model = openModel(filesIn({ ...files, "config.json": without }), engine);
    const training = openTraining(model, engine, n, optimizer);
    const losses = rowsOf(0).map((row) => {
      const walk = model.walk(row.slice(0, -1));
      const { shape, data } = walk.logits();
      walk.free();
      const width = shape[1] ?? 0;
      return row.slice(1).map((token, at) => {
        const logits = data.subarray(at * width, (at + 1) * width);
        return Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0)) - Number(logits[token]);
      });
    });
    const mean = losses.flat().reduce((sum, loss) => sum + loss, 0) / losses.flat().length;
    const loss = training.step(rowsOf(0));
    assert.ok(Math.abs(loss - mean) < 1e-5, `${name}: ${loss} for ${mean}`);
    const tensors = training.tensors();
    training.free();
    const before = safetensorsIn(sourceOfBytes("", files["model.safetensors"] ?? new Uint8Array()));
    assert.notDeepEqual(tensors[trained ?? ""]?.data, before.get(trained ?? "")?.read());
    assert.ok(!Object.keys(tensors).some((each) => each.endsWith("_proj.bias") || each.endsWith("fc1.bias")));
  }
});

test("what cannot be trained is refused, and nothing stays in memory", () => {
  const before = engine.memoryUsed;
  const open = (/** @type {string} */ name, length = n) =>
    openTraining(openModel(filesOf(name), engine), engine, length, optimizer);
  for (const name of ["bert", "roberta", "t5"])
    assert.throws(() => open(name), { name: "AttentionError", message: /got \w+, which predicts no next token$/ });
  assert.throws(() => open("gpt2", 13), /model: must have 13 positions for these tokens, got 12$/);
  assert.equal(engine.memoryUsed, before);
});
