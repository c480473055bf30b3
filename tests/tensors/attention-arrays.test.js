/** Attention in files of tensors: what is found by the names of many families gives the numbers that PyTorch computed. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { attentionIn, candidates, headsOf, inputsOf, usualHeads } from "../../web/tensors/attention-arrays.js";
import { npyOf } from "../../web/tensors/npy.js";
import { npzOf } from "../../web/tensors/npz.js";
import { arraysIn } from "../../web/tensors/open-arrays.js";
import { reference } from "../support/checkpoints.js";

/** @typedef {import("../../web/tensors/attention-arrays.js").Named} Named */

const engine = await createEngine();
const none = { heads: 1, X: null, C: null, item: 0, tokensFirst: false };

/** The arrays of a model that tests/reference/checkpoints.py made, and the stages that PyTorch computed. @param {string} name */
function modelOf(name) {
  const folder = new URL(`${name}/`, reference);
  const files = readdirSync(folder).filter((file) => file.endsWith(".safetensors"));
  const read = (/** @type {string} */ file) => arraysIn(file, readFileSync(new URL(file, folder)));
  const truth = new Map(read("truth.safetensors").map((array) => [array.name, array]));
  const config = JSON.parse(readFileSync(new URL("config.json", folder), "utf8"));
  return { arrays: files.filter((file) => file !== "truth.safetensors").flatMap(read), truth, config };
}

/** Families, each with the stage that enters the weights of layer 1 and where these are. */
const families = /** @type {const} */ ([
  ["gpt2", "norm_1", /h\.1\.attn$/],
  ["opt", "norm_1", /layers\.1\.self_attn$/],
  ["bert", "X", /layer\.1\.attention\.self$/],
  ["bloom", "norm_1", /h\.1\.self_attention$/],
  ["gpt_neox", "norm_1", /layers\.1\.attention$/],
  ["llama", "norm_1", /layers\.1\.self_attn$/],
  ["t5", "norm_1", /block\.1\.layer\.0\.SelfAttention$/],
]);

for (const [name, enters, path] of families)
  test(`${name}: the weights of a layer are found and split, and give PyTorch's Q, K, V and output`, () => {
    const { arrays, truth, config } = modelOf(name);
    const found = attentionIn(arrays).find((each) => path.test(each.name)) ?? assert.fail(`${name}: no layer 1`);
    const stage = (/** @type {string} */ id) => truth.get(`layers.1.${id}`);
    const before = truth.get("layers.0.residual_2") ?? truth.get("layers.0.norm_2");
    const X = /** @type {Named} */ (enters === "norm_1" ? stage(enters) : (truth.get("layers.0.norm_2") ?? before));
    const heads = stage("Q")?.shape[0] ?? 0;
    assert.ok(headsOf(found).includes(heads));
    const { inputs, ...sizes } = inputsOf(found, { ...none, heads, X });
    assert.equal(sizes.kv_heads, stage("K")?.shape[0]);
    const d_k = stage("Q")?.shape[2];
    const run = engine.trace({ ...sizes, d_k, d_v: stage("V")?.shape[2] }, inputs).finish();
    for (const id of ["Q", "K", "V"]) close(run.tensor(id), stage(id), `${name} ${id} ${config.model_type}`);
    // The rest with PyTorch's own context, as positions and masks are not in the weights.
    const concat = /** @type {Named} */ (stage("concat"));
    const Wo = /** @type {{shape: number[], data: Float32Array}} */ (inputs.Wo);
    const [n = 0, width = 0] = concat.shape;
    const rows = concat.read();
    const bo = inputs.bo?.data ?? new Float32Array(Wo.shape[1] ?? 0);
    const output = Array.from({ length: n * bo.length }, (_, at) => {
      const [row, column] = [Math.floor(at / bo.length), at % bo.length];
      let sum = Number(bo[column]);
      for (let p = 0; p < width; p++) sum += Number(rows[row * width + p]) * Number(Wo.data[p * bo.length + column]);
      return sum;
    });
    close({ shape: [n, bo.length], data: output }, stage("output"), `${name} output`);
    run.free();
  });

/**
 * @param {{shape: readonly number[], data: ArrayLike<number>}} got
 * @param {Named | undefined} wanted
 * @param {string} what
 */
function close(got, wanted, what) {
  assert.ok(wanted, what);
  assert.deepEqual([...got.shape], wanted.shape, what);
  const numbers = wanted.read();
  const size = Math.max(...Array.from(numbers, Math.abs));
  for (let at = 0; at < numbers.length; at++)
    assert.ok(Math.abs(Number(got.data[at]) - Number(numbers[at])) <= 1e-4 * size, `${what} ${at}`);
}

/** @param {number[]} shape @param {number} [start] */
const counted = (shape, start = 0) => ({
  shape,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, at) => start + at),
});

test("queries, keys and values are taken from a batch, with heads or tokens first, or side by side", () => {
  const qkv = (/** @type {number[]} */ shape) =>
    npzOf({ q: counted(shape), k: counted(shape, 1), v: counted(shape, 2) });
  const inputsFrom = (/** @type {number[]} */ shape, choice = {}) => {
    const [found] = attentionIn(arraysIn("a.npz", qkv(shape)));
    return inputsOf(/** @type {any} */ (found), { ...none, ...choice }).inputs.Q;
  };
  assert.deepEqual(inputsFrom([2, 3, 1]), counted([2, 3, 1]));
  assert.deepEqual(inputsFrom([2, 2, 3, 1], { item: 1 }), counted([2, 3, 1], 6));
  assert.deepEqual(inputsFrom([3, 2, 1], { tokensFirst: true })?.data, Float32Array.of(0, 2, 4, 1, 3, 5));
  assert.deepEqual(inputsFrom([3, 2], { heads: 2 }), { shape: [2, 3, 1], data: Float32Array.of(0, 2, 4, 1, 3, 5) });
  assert.throws(() => inputsFrom([2, 2, 3, 1], { item: 2 }), /a.npz, q: must have item 3 of the batch, got 2/);
});

test("nn.MultiheadAttention's weights are three in one, output × input, and X is found by its width", () => {
  const arrays = [
    ...arraysIn(
      "w.npz",
      npzOf({ in_proj_weight: counted([12, 4]), in_proj_bias: counted([12]), "out_proj.weight": counted([4, 4]) }),
    ),
    ...arraysIn("hidden.npy", npyOf(counted([1, 3, 4]))),
    ...arraysIn("other.npy", npyOf(counted([3, 5]))),
  ];
  const [found] = attentionIn(arrays);
  assert.ok(found);
  const [X, ...others] = candidates(found, arrays, "X");
  assert.deepEqual([X?.name, others.length], ["hidden", 0]);
  const { inputs } = inputsOf(found, { ...none, heads: 2, X: X ?? null });
  assert.deepEqual(
    [inputs.X?.shape, inputs.Wq?.shape],
    [
      [3, 4],
      [4, 4],
    ],
  );
  assert.deepEqual(
    Array.from(inputs.Wk?.data ?? []).slice(0, 4),
    [16, 20, 24, 28],
    "row 0 of Wk is column 0 of its four rows",
  );
  assert.deepEqual(Array.from(inputs.bv?.data ?? []), [8, 9, 10, 11]);
  assert.equal(usualHeads(found), 1);
  assert.throws(() => inputsOf(found, none), /^AttentionError: w.npz: needs an array \[tokens, 4\] for X/);
});

test("a file without attention has none, and another file is refused by its name", () => {
  assert.deepEqual(attentionIn(arraysIn("a.npz", npzOf({ a: counted([3, 3]), q: counted([2, 2]) }))), []);
  assert.throws(
    () => arraysIn("a.npz", new Uint8Array(40)),
    /^AttentionError: a.npz: must be an .npz, .npy or safetensors/,
  );
});
