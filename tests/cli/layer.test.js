/** A layer of a model in a folder as a case's inputs: its attention is PyTorch's, and nothing else is read. */
import assert from "node:assert/strict";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { run } from "../../web/node/cli.js";
import { readCase } from "../../web/node/read-case.js";
import { readTensors } from "../../web/tensors/read-tensors.js";
import { reference } from "../support/checkpoints.js";
import { temporaryFolder } from "../support/machine.js";

/** The float64 stages of a model, rounded to float32. @param {string} name */
const truthOf = (name) =>
  readTensors(name, new Uint8Array(readFileSync(new URL(`${name}/truth.safetensors`, reference))));

/**
 * A folder with a model and a case of one of its layers.
 * @param {import("node:test").TestContext} t
 * @param {string} name of the model
 * @param {number} index of the layer
 * @param {Record<string, unknown>} [more] inputs
 */
async function folderOf(t, name, index, more = {}) {
  const folder = await temporaryFolder(t);
  await cp(fileURLToPath(new URL(`${name}/`, reference)), join(folder, "model"), { recursive: true });
  const truth = truthOf(name);
  const stage = (/** @type {string} */ id) => {
    const { shape, data } = truth[`layers.${index}.${id}`] ?? assert.fail(id);
    return { shape, data: Array.from(data) };
  };
  const given = {
    inputs: { layer: "model", index, X: stage("norm_1"), ...more },
    expected: { Q: stage("Q"), weights: stage("weights"), output: stage("output") },
  };
  const path = join(folder, "case.json");
  await writeFile(path, JSON.stringify(given));
  return { folder, path, given };
}

for (const name of ["gpt2", "llama3", "qwen3", "gemma2", "gpt_neox", "opt", "bloom"])
  test(`${name}: check finds PyTorch's queries, weights and output right in each layer`, async (t) => {
    for (const index of [0, 1]) {
      const { path } = await folderOf(t, name, index);
      const { status, out, err } = await run(["check", path]);
      assert.deepEqual([status, err], [0, ""], [...out].join(""));
      assert.match([...out].join(""), /ok \(3 stages within float32 rounding\)/);
    }
  });

test("the case's own spec is added: another scale is found", async (t) => {
  const { path, given } = await folderOf(t, "gpt2", 1);
  await writeFile(path, JSON.stringify({ ...given, spec: { scale: 1 } }));
  const { status, out } = await run(["check", path]);
  assert.equal(status, 1);
  assert.match([...out].join(""), /scale/);
});

test("what is wrong is named: the layer, the folder, a weight that is given twice, standard input, a link that leads out", async (t) => {
  const { folder, path, given } = await folderOf(t, "gpt2", 0);
  const errorOf = async (/** @type {Record<string, unknown>} */ inputs) => {
    await writeFile(path, JSON.stringify({ ...given, inputs: { ...given.inputs, ...inputs } }));
    const { status, err } = await run(["check", path]);
    assert.equal(status, 2, err);
    return err;
  };
  assert.match(await errorOf({ index: 9 }), /inputs\.index: must be a whole number from 0 to 1, got 9/);
  assert.match(await errorOf({ index: "1" }), /inputs\.index: /);
  assert.match(
    await errorOf({ layer: "nothing" }),
    /inputs\.layer: must be a folder in the case's folder, got "nothing"/,
  );
  assert.match(await errorOf({ layer: "case.json" }), /inputs\.layer: must be a folder in the case's folder/);
  assert.match(await errorOf({ layer: ".." }), /inputs\.layer: must lie in the case's folder/);
  assert.match(await errorOf({ layer: 3 }), /inputs\.layer: must be the path of a folder/);
  assert.match(await errorOf({ Wq: { shape: [1, 1], data: [0] } }), /Wq: must not be given with inputs\.layer/);
  assert.throws(
    () => readCase("FILE", "-", Buffer.from(JSON.stringify(given))),
    /inputs\.layer: needs a case that is a file, beside which it lies, got standard input/,
  );
  await mkdir(join(folder, "linked"));
  await cp(join(folder, "model/config.json"), join(folder, "linked/config.json"));
  const outside = await temporaryFolder(t);
  await cp(join(folder, "model/model.safetensors"), join(outside, "model.safetensors"));
  await symlink(join(outside, "model.safetensors"), join(folder, "linked/model.safetensors"));
  assert.match(await errorOf({ layer: "linked" }), /inputs\.layer: must lie in the case's folder, got "linked"/);
});

test("--layer-from takes the layer of a folder anywhere, for check, trace and explain", async (t) => {
  const { folder, path, given } = await folderOf(t, "gpt2", 1);
  const { X } = given.inputs;
  const elsewhere = join(await temporaryFolder(t), "case.json");
  await writeFile(elsewhere, JSON.stringify({ inputs: { X }, expected: given.expected }));
  const model = join(folder, "model");
  const right = await run(["check", elsewhere, "--layer-from", `${model}:1`]);
  assert.deepEqual([right.status, right.err], [0, ""], [...right.out].join(""));
  const other = await run(["check", elsewhere, "--layer-from", `${model}:0`]);
  assert.equal(other.status, 1, "another layer has other numbers");
  const inCase = await run(["trace", path, "--stage", "output"]);
  const byOption = await run(["trace", elsewhere, "--stage", "output", "--layer-from", `${model}:1`]);
  assert.equal([...byOption.out].join(""), [...inCase.out].join(""));
  const explained = await run(["explain", elsewhere, "Q", "0,0,0", "--layer-from", `${model}:1`]);
  assert.equal(explained.status, 0, explained.err);
  for (const [wrong, message] of /** @type {[string, RegExp][]} */ ([
    ["", /--layer-from: must be a model's folder and a layer's index, FOLDER:INDEX, got ""/],
    [model, /--layer-from: must be .* FOLDER:INDEX, got/],
    [`${model}:2`, /--layer-from: must be a whole number from 0 to 1, got 2/],
    [`${folder}/none:0`, /--layer-from: must be a folder with a model/],
  ])) {
    const { status, err } = await run(["check", elsewhere, "--layer-from", wrong]);
    assert.equal(status, 2, wrong);
    assert.match(err, message);
  }
  const twice = await run(["check", path, "--layer-from", `${model}:1`]);
  assert.match(twice.err, /Wq: must not be given with --layer-from, whose model has it/);
});
