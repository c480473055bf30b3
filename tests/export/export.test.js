/** Tensors as files: read back by NumPy and Python where they are installed, and by the engine's own command line. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { createEngine } from "../../web/engine/index.js";
import { inputsFromState, stateFromFile } from "../../web/state/index.js";
import { caseOf, csvOf, settingsOf } from "../../web/export/index.js";
import { withNumbers } from "../../web/node/case-file.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { jsonOf } from "../../web/tensors/json.js";
import { npyOf } from "../../web/tensors/npy.js";
import { npzOf } from "../../web/tensors/npz.js";
import { generator } from "../support/walks.js";

const python = "/usr/bin/python3";
const skip = spawnSync(python, ["-c", "import numpy"]).status !== 0 && "python3-numpy is not installed";
const cli = fileURLToPath(new URL("../../web/node/cli.js", import.meta.url));

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-export-"));
});
after(() => rm(folder, { recursive: true }));

/** Floats of every kind, from arbitrary 32 bits. @param {number} count @param {number} seed */
function anyFloats(count, seed) {
  const random = generator(seed);
  const odd = [NaN, Infinity, -Infinity, -0, 0, 1e-45, -3.4028234663852886e38, 1.17549435e-38, 1 / 3, 16777217];
  const bits = Uint32Array.from({ length: count }, () => Math.floor(random() * 2 ** 32));
  const floats = new Float32Array(bits.buffer);
  return floats.map((value, at) => odd[at] ?? (Number.isNaN(value) ? NaN : value));
}

const shapes = [[1], [40], [5, 8], [1, 1], [3, 4, 5], [2, 1, 30]];
const tensors = Object.fromEntries(
  shapes.map((shape, at) => {
    const count = shape.reduce((product, size) => product * size, 1);
    return [`t${at}`, { shape, data: anyFloats(count, at + 1) }];
  }),
);

/** @param {Float32Array} data */
const bitsOf = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("hex");

test("NumPy reads the shapes and bits of .npy and .npz files", { skip }, async () => {
  await writeFile(join(folder, "all.npz"), npzOf(tensors));
  await Promise.all(
    Object.entries(tensors).map(([name, tensor]) => writeFile(join(folder, `${name}.npy`), npyOf(tensor))),
  );
  const code = `
import json, zipfile, numpy as np
assert zipfile.ZipFile("all.npz").testzip() is None
file = np.load("all.npz")
def described(a): return [list(a.shape), a.dtype.str, a.tobytes().hex()]
print(json.dumps({name: [described(file[name]), described(np.load(name + ".npy"))] for name in file}))`;
  const { stdout, stderr } = spawnSync(python, ["-c", code], { cwd: folder, encoding: "utf8" });
  const wanted = Object.entries(tensors).map(([name, { shape, data }]) => {
    const described = [shape, "<f4", bitsOf(data)];
    return [name, [described, described]];
  });
  assert.deepEqual(stderr === "" && JSON.parse(stdout), Object.fromEntries(wanted));
});

test("CSV and JSON preserve every bit; an empty line separates heads in CSV", () => {
  for (const tensor of Object.values(tensors)) {
    const csv = csvOf(tensor);
    const blocks = csv.trimEnd().split("\n\n");
    assert.equal(blocks.length, tensor.shape.length === 3 ? tensor.shape[0] : 1);
    const words = csv.trim().split(/[,\n]+/);
    const read = words.map((word) => Number(word.replace("inf", "Infinity").replace("nan", "NaN")));
    assert.equal(bitsOf(Float32Array.from(read)), bitsOf(tensor.data));
    const { shape, data } = withNumbers("t", JSON.parse(jsonOf(tensor)));
    assert.deepEqual([shape, bitsOf(Float32Array.from(data))], [tensor.shape, bitsOf(tensor.data)]);
  }
});

test("an exported case passes attention-stepper check, a changed one does not, and the page opens it as its state", async () => {
  const engine = await createEngine();
  const state = changeState(defaultState, { context: "the road", position: "sinusoidal", padding: 1, d_v: 3 });
  const { spec, inputs } = inputsFromState(state, engine);
  const run = engine.trace(spec, inputs).finish();
  const expected = Object.fromEntries(run.stages.map((id) => [id, run.tensor(id)]));
  const text = caseOf({ state, spec, inputs, expected });
  run.free();
  await writeFile(join(folder, "case.json"), text);
  expected.output.data[3] += 0.01;
  await writeFile(join(folder, "wrong.json"), caseOf({ state, spec, inputs, expected }));
  const check = (/** @type {string} */ file) =>
    spawnSync(process.execPath, [cli, "check", file], { cwd: folder, encoding: "utf8" });
  assert.equal(check("case.json").status, 0, check("case.json").stdout);
  assert.equal(check("wrong.json").status, 1);
  assert.match(check("wrong.json").stdout, /output/);
  assert.deepEqual(stateFromFile("case.json", text), state);
});

test("exported settings are those that change numbers, independent of the view", () => {
  const looked = {
    stage: "raw",
    head: 1,
    cell: { stage: "raw", index: [1, 0, 0] },
    theme: "dark",
    picture: "lines",
    experiment: "dot",
    compare: { d_k: 2 },
    dot_a: [1],
    dot_b: [2],
    softmax_scores: [1, null],
    softmax_temperature: 2,
    sampling_temperature: 2,
    sampling_top_k: 3,
    sampling_top_p: 0.5,
    loss: [1],
    gradient: { stage: "Q", index: [0, 0, 0] },
    cache_step: 1,
    cached: false,
    tile_step: 1,
    cost_model: "gpt2",
    cost_tokens: 5,
    cost_layers: 3,
    prefill: 2,
    tile_queries: 2,
    tile_keys: 2,
  };
  const trail = [{ stage: "scaled", index: [1, 0, 0] }];
  const state = changeState(defaultState, /** @type {any} */ ({ ...looked, trail, d_k: 6, seed: 3 }));
  assert.deepEqual(settingsOf(state), { d_k: 6, seed: 3 });
});
