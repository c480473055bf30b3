/**
 * Trained weights as files: each format is read back bit for bit, other readers read it, and the PyTorch code for it
 * computes the engine's logits.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { createEngine } from "../../web/engine/index.js";
import { modelPytorchOf, weightFormats } from "../../web/export/index.js";
import { Random } from "../../web/training/random.js";
import { modelSpec } from "../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../web/training/settings.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { dataTasks, makeTask, tasks } from "../../web/training/tasks.js";
import { shownExample } from "../../web/training/train.js";
import { loadWeights } from "../../web/training/weights.js";
import { readText } from "../support/machine.js";

/** @typedef {keyof typeof weightFormats} Format */
/** @typedef {Partial<import("../../web/training/settings.js").Settings>} Patch */

const python = "/usr/bin/python3";
const has = (/** @type {string} */ module) => spawnSync(python, ["-c", `import ${module}`]).status === 0;
const formats = /** @type {Format[]} */ (Object.keys(weightFormats));
const ids = [...Object.keys(tasks), ...Object.keys(dataTasks)];
/** @type {Record<string, string>} what the tasks on data are trained on */
const data = { text: await shippedData.text(), pairs: await shippedData.pairs(), names: await shippedData.names() };
const engine = await createEngine();

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-models-"));
});
after(() => rm(folder, { recursive: true }));

/** @param {Format} format @param {Parameters<typeof weightFormats.npz>[0]} weights @returns {Uint8Array} */
function bytesOf(format, weights) {
  const content = weightFormats[format](weights);
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/**
 * A model of a task after a few steps.
 * @param {Patch} patch with the task
 * @param {number} steps
 */
function trained(patch, steps) {
  const settings = changeSettings(defaultSettings, patch);
  const { task } = makeTask(settings.task, data[settings.task]);
  const spec = modelSpec(settings, task);
  const model = engine.model(spec, { seed: 5 });
  const random = new Random(engine.torchRandom(5));
  for (let step = 0; step < steps; step++) model.step(task.draw(random, 16));
  return { task, spec, model };
}

/** Steps after which the losses of a model that goes on learning must still be PyTorch's. */
const STEPS = 5;

/**
 * Trains a model further, from moments of 0, and returns the batches as the exported code takes them, with their losses.
 * @param {any} spec
 * @param {Record<string, import("../../web/engine/index.js").Tensor>} weights
 * @param {(step: number) => {examples: readonly import("../../web/training/tasks/task.js").Example[],
 *   batch: import("../../web/engine/model/batch.js").Batch}} draw
 */
function further(spec, weights, draw) {
  const model = engine.model(spec, { seed: 1 });
  model.load(weights);
  const drawn = Array.from({ length: STEPS }, (_, step) => draw(step));
  const losses = drawn.map(({ batch }) => model.step(batch).loss);
  const batches = drawn.map(({ examples }) =>
    examples.map(({ tokens, targets, source }) => [[...tokens], [...targets], ...(source ? [[...source]] : [])]),
  );
  model.free();
  return { batches, losses };
}

/** Every task, and every field of a model that a setting changes. @type {Patch[]} */
const variants = [
  ...ids.map((task) => ({ task })),
  ...["none", "sinusoidal", "rope", "alibi"].flatMap((position) =>
    ["reverse", "translation"].map((task) => /** @type {Patch} */ ({ task, position, heads: 3, d_k: 4 })),
  ),
  { task: "translation", mask: "causal" },
  { task: "translation", mask: "causal", position: "rope", layers: 2 },
  { task: "translation", mask: "causal", position: "alibi", heads: 2 },
  { task: "pronoun", mask: "causal", heads: 4, d_k: 2 },
  { task: "pronoun", layers: 1, position: "alibi" },
  { task: "pronoun", position: "sinusoidal" },
  { task: "induction", position: "rope", scaling: "off", d_k: 64 },
  { task: "translation", block: "norm-mlp", layers: 2 },
  { task: "pronoun", block: "norm-mlp" },
  { task: "induction", block: "mlp", position: "rope" },
  { task: "names", block: "attention", layers: 2 },
  { task: "pairs", layers: 2, heads: 3, position: "sinusoidal" },
  { task: "grammar", scaling: "off", layers: 2, position: "alibi" },
  { task: "text", heads: 2, layers: 1, position: "learned" },
  { task: "reverse", mask: "causal", position: "alibi", heads: 6, d_k: 2, layers: 2 },
  { task: "majority", optimizer: "sgd", lr: 0.3, block: "mlp" },
  { task: "previous", optimizer: "momentum", lr: 0.05 },
];

/**
 * Models with norms, MLPs and other residuals: those that PyTorch trains in tests/reference/training.json, and what none of
 * them has.
 * @type {{name: string, spec: any}[]}
 */
const whole = [
  ...JSON.parse(readText("tests/reference/training.json")).map(
    (/** @type {{case: string, spec: object}} */ { case: name, spec }) => ({ name, spec }),
  ),
  ...["relu", "relu2", "gelu", "gelu_tanh", "silu", "quick_gelu"].map((activation, at) => ({
    name: `gated ${activation}`,
    spec: {
      vocabulary: 5,
      n: 4,
      d_model: 8,
      position: "alibi",
      readout_bias: at % 2 === 0,
      logits_softcap: 3,
      layers: [
        {
          heads: 2,
          bias: at > 2,
          qk_norm: "layernorm",
          norm_offset: true,
          norm_epsilon: 0.01,
          mlp: "gated",
          activation,
        },
        { norm: "layernorm", norm_place: "both", residual: "none", bias: true, mlp: "plain", activation },
        { norm: "rmsnorm", norm_place: "post", norm_weight: false, causal: true, d_v: 3 },
      ],
    },
  })),
];

/**
 * Weights at which no part of a model is as it begins: norms multiply by other numbers than 1, biases are not 0.
 * @param {Record<string, import("../../web/engine/index.js").Tensor>} weights
 */
const scattered = (weights) =>
  Object.fromEntries(
    Object.entries(weights).map(([name, { shape, data }]) => [
      name,
      { shape, data: data.map((value, at) => value + 0.2 * Math.sin(3 * at + name.length)) },
    ]),
  );

/** Nothing to train on. */
const none = { batches: [], losses: [] };

/** Random batches of three full sequences. @param {any} spec @returns {Parameters<typeof further>[2]} */
const randomly = (spec) => (step) => {
  const { n, vocabulary, source, classes = vocabulary } = spec;
  const random = engine.torchRandom(step);
  const examples = Array.from({ length: 3 }, () => ({
    tokens: [...random.randint(0, vocabulary, n)],
    targets: [...random.randint(-1, classes, n)],
    ...(source && { source: [...random.randint(0, source.vocabulary, source.n)] }),
  }));
  const all = (/** @type {"tokens" | "targets" | "source"} */ name) =>
    Int32Array.from(examples.flatMap((example) => example[name]));
  const batch = { tokens: all("tokens"), targets: all("targets"), ...(source && { source: all("source") }) };
  return { examples, batch };
};

test("a field of a layer that is not written is refused by name", () => {
  const spec = { layers: [{ heads: 1 }, /** @type {{}} */ ({ softcap: 3 })] };
  assert.throws(() => modelPytorchOf(spec, "a.npz", { tokens: [0] }, { tokens: ["a"] }), {
    field: "layers[1].softcap",
  });
});

test(
  "in PyTorch, the exported code computes the engine's logits and probabilities to 1e-5, from every format, and learns alike",
  { skip: !has("torch") && "python3-torch is not installed" },
  async () => {
    const cases = [];
    for (const [at, patch] of variants.entries()) {
      const { task, spec, model } = trained(patch, 30);
      const format = /** @type {Format} */ (formats[at % formats.length]);
      const file = `${at}.${format}`;
      await writeFile(join(folder, file), bytesOf(format, model.weights()));
      const example = shownExample(engine, task);
      const { tokens, source } = example;
      const words = { tokens: tokens.map(task.label), ...(source ? { source: source.map(task.sourceLabel) } : {}) };
      const { shape, data } = model.predict(task.pack([example]));
      const width = shape[2] ?? 0;
      const keys = spec.readout === "pointer" ? tokens.length : width;
      const expected = tokens.map((_, row) => Array.from(data.subarray(row * width, row * width + keys)));
      cases.push({
        name: JSON.stringify(patch),
        code: modelPytorchOf(spec, file, { tokens, source }, words),
        expected,
        ...further(spec, model.weights(), (step) => {
          const examples = task.examples(new Random(engine.torchRandom(step)), 8, false);
          return { examples, batch: task.pack(examples) };
        }),
      });
      model.free();
    }
    for (const { name, spec } of whole) {
      const model = engine.model(spec, { seed: 3 });
      model.load(scattered(model.weights()));
      await writeFile(join(folder, `${name}.npz`), bytesOf("npz", model.weights()));
      const tokens = Array.from({ length: spec.n }, (_, at) => (at * 5 + 2) % spec.vocabulary);
      const source = spec.source && Array.from({ length: spec.source.n }, (_, at) => (at * 3) % spec.source.vocabulary);
      const example = { tokens, ...(source && { source }) };
      const { shape, data } = model.predict(example);
      const [rows = 0, width = 0] = shape.slice(-2);
      const expected = Array.from({ length: rows }, (_, row) =>
        Array.from(data.subarray(row * width, (row + 1) * width)),
      );
      const words = { tokens: tokens.map(String), source: source?.map(String) };
      const dropped = spec.layers.some((/** @type {any} */ layer) => layer.dropout);
      const training = dropped || spec.readout === "pointer" ? none : further(spec, model.weights(), randomly(spec));
      cases.push({ name, code: modelPytorchOf(spec, `${name}.npz`, example, words), expected, ...training });
      model.free();
    }
    // Every format with the same model, whatever else is changed above.
    const { task, spec, model } = trained({ task: "reverse" }, 100);
    const { tokens } = shownExample(engine, task);
    const { data } = model.predict(task.pack([shownExample(engine, task)]));
    const expected = tokens.map((_, row) => Array.from(data.subarray(row * 10, row * 10 + 10)));
    for (const format of formats) {
      await writeFile(join(folder, `same.${format}`), bytesOf(format, model.weights()));
      const code = modelPytorchOf(spec, `same.${format}`, { tokens }, { tokens: tokens.map(task.label) });
      cases.push({ name: format, code, expected, ...none });
    }
    model.free();
    const { stdout, stderr, status } = spawnSync(python, [fileURLToPath(new URL("models.py", import.meta.url))], {
      cwd: folder,
      input: JSON.stringify(cases),
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    assert.equal(status, 0, stderr);
    const results = /** @type {Record<string, string>} */ (JSON.parse(stdout));
    assert.equal(Object.keys(results).length, cases.length);
    assert.deepEqual(
      Object.entries(results).filter(([, problem]) => problem !== ""),
      [],
    );
  },
);

for (const format of formats)
  test(`weights written as ${format} are read back bit for bit, and give the same answers`, () => {
    const { task, model } = trained({ task: "translation" }, 20);
    const bytes = bytesOf(format, model.weights());
    const other = engine.model(task.model(), { seed: 99 });
    const batch = task.heldOut(new Random(engine.torchRandom(8)), 50);
    assert.notEqual(other.evaluate(batch).loss, model.evaluate(batch).loss);
    loadWeights(other, `weights.${format}`, bytes);
    assert.deepEqual(other.weights(), model.weights());
    assert.deepEqual(other.evaluate(batch), model.evaluate(batch));
    for (const each of [model, other]) each.free();
  });

test("a file of another model is refused by the tensor that is missing, has another shape or is too many; nothing changes", () => {
  const { model } = trained({ task: "induction" }, 0);
  const weights = model.weights();
  const without = Object.fromEntries(Object.entries(weights).filter(([name]) => name !== "layers.1.Wk"));
  const { model: wide } = trained({ task: "induction", d_k: 4 }, 0);
  const { model: shallow } = trained({ task: "induction", layers: 1 }, 0);
  const before = shallow.weights();
  for (const format of formats) {
    const file = `mine.${format}`;
    const refused = (
      /** @type {typeof model} */ into,
      /** @type {typeof weights} */ given,
      /** @type {RegExp} */ message,
    ) =>
      assert.throws(
        () => loadWeights(into, file, bytesOf(format, given)),
        (/** @type {any} */ error) =>
          error.name === "AttentionError" && error.field === file && message.test(error.message),
      );
    refused(model, without, /must hold layers\.1\.Wk \[16, 16\], got token_embedding, /);
    refused(model, wide.weights(), /must hold layers\.0\.Wq with the shape \[16, 16\], got \[16, 4\]/);
    refused(shallow, weights, /must hold only what this model has, got layers\.1\.Wq \[16, 16\] too/);
  }
  assert.deepEqual(shallow.weights(), before);
  for (const each of [model, wide, shallow]) each.free();
});

test("a safetensors file has the header's length, a padded header in JSON with the offsets, and little-endian numbers", () => {
  const bytes = bytesOf("safetensors", {
    a: { shape: [2], data: [1, -2] },
    "b.W": { shape: [1, 3], data: [0.5, 0, 3] },
  });
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  assert.equal(length % 8, 0);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))), {
    __metadata__: { format: "pt" },
    a: { dtype: "F32", shape: [2], data_offsets: [0, 8] },
    "b.W": { dtype: "F32", shape: [1, 3], data_offsets: [8, 20] },
  });
  // IEEE 754: 1 is 3f800000, -2 is c0000000, 0.5 is 3f000000, 3 is 40400000.
  assert.equal(
    Buffer.from(bytes.subarray(8 + length)).toString("hex"),
    "0000803f" + "000000c0" + "0000003f" + "00000000" + "00004040",
  );
});
