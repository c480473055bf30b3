/** Models in folders: every stage of every family is PyTorch's, computed in float64 by tests/reference/checkpoints.py. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { openModel } from "../../web/checkpoints/model.js";
import { createEngine } from "../../web/engine/index.js";
import { readTensors } from "../../web/tensors/read-tensors.js";
import { filesOf, reference } from "../support/checkpoints.js";

const engine = await createEngine();
const names = readdirSync(reference);

/** The largest difference that a stage may have, over its largest entry. */
const TOLERANCE = 2e-5;
/** The stages that every layer has. */
const ATTENTION = ["Q", "K", "V", "raw", "scaled", "weights", "context", "concat", "output"];

/** @param {string} name */
function truthOf(name) {
  const { tokens, ...stages } = readTensors(
    name,
    new Uint8Array(readFileSync(new URL(`${name}/truth.safetensors`, reference))),
  );
  return { tokens: Array.from(tokens?.data ?? []), stages };
}

/** @param {ArrayLike<number>} got @param {Float32Array} truth */
function worst(got, truth) {
  const largest = truth.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return truth.reduce((max, value, at) => Math.max(max, Math.abs((got[at] ?? NaN) - value) / largest), 0);
}

test("the reference holds each of the thirteen families", () => {
  const families = names.map((name) => openModel(filesOf(name), engine).summary.family);
  assert.deepEqual([...new Set(families)].sort(), [
    ...["bert", "bloom", "gemma2", "gemma3_text", "gpt2", "gpt_neox", "llama", "mistral", "opt", "qwen2", "qwen3"],
    ...["roberta", "t5"],
  ]);
});

for (const name of names) {
  test(`${name}: every stage is within 2e-5 of the truth`, () => {
    const { tokens, stages } = truthOf(name);
    const model = openModel(filesOf(name), engine);
    const walk = model.walk(tokens);
    const compared = Object.entries(stages).map(([stage, truth]) => {
      const [, layer, own] = /^layers\.(\d+)\.(\w+)$/.exec(stage) ?? [];
      const { shape, data } = own ? walk.tensor(own, Number(layer)) : walk.tensor(stage);
      assert.deepEqual([...shape], truth.shape, stage);
      const error = worst(data, truth.data);
      assert.ok(error <= TOLERANCE, `${stage} is ${error} of its largest entry away`);
      return stage;
    });
    for (let layer = 0; layer < model.summary.layers; layer++)
      for (const stage of ATTENTION) assert.ok(compared.includes(`layers.${layer}.${stage}`), stage);
    for (const [stage, [rows = 1, columns = 0]] of Object.entries(walk.outside)) {
      if (stage === "tokens") continue;
      const part = walk.outsidePart(stage, [0, rows], [0, columns]).flat();
      assert.deepEqual(Array.from(walk.tensor(stage).data), part, `${stage}, whole and as a part`);
    }
    walk.free();
  });
}
