/** explain, for a number of a model in a folder: its terms give the number again, and lead through the layers below. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { run } from "../../web/node/cli.js";
import { readTensors } from "../../web/tensors/read-tensors.js";
import { reference } from "../support/checkpoints.js";

/** @typedef {import("../../web/engine/explain/explain.js").Explanation} Explanation */

const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, reference));
const truthOf = (/** @type {string} */ name) =>
  readTensors(name, new Uint8Array(readFileSync(pathOf(`${name}/truth.safetensors`))));
const tokensOf = (/** @type {string} */ name) => Array.from(truthOf(name).tokens?.data ?? []).join(",");

/** @param {string[]} args */
async function explained(...args) {
  const { status, out, err } = await run(["explain", ...args]);
  return { status, out: [...out].join(""), err };
}

/** @param {string[]} args @returns {Promise<{numbers: Explanation[], left: number}>} */
async function inJson(...args) {
  const { status, out, err } = await explained(...args, "--json");
  assert.deepEqual([status, err], [0, ""]);
  return JSON.parse(out);
}

for (const name of ["gpt2", "llama", "gemma2", "gpt_neox"])
  test(`${name}: numbers on the way are PyTorch's, and lead from layer 1 to layer 0`, async () => {
    const truth = truthOf(name);
    const { numbers, left } = await inJson(
      pathOf(name),
      "Q",
      "1,2,3",
      "--tokens",
      tokensOf(name),
      "--layer",
      "1",
      "--depth",
      "6",
    );
    assert.equal(numbers[0]?.stage, "layers.1.Q");
    assert.ok(left > 0);
    const compared = numbers.filter(({ stage, index, value }) => {
      const tensor = truth[stage];
      if (!tensor) return false;
      const at = index.reduce((place, each, axis) => place * Number(tensor.shape[axis]) + each, 0);
      const largest = tensor.data.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
      assert.ok(Math.abs(value - Number(tensor.data[at])) <= 2e-5 * largest, `${stage} [${index}] = ${value}`);
      return true;
    });
    const stages = [...new Set(compared.map(({ stage }) => stage))];
    assert.ok(stages.includes("layers.0.residual_2") && stages.includes("layers.0.mlp_output"), stages.join());
    /* A product's pairs, and the bias after them, add up to it in float32. */
    const dots = numbers.filter(({ operation }) => operation === "dot");
    assert.ok(dots.length > 2);
    for (const { terms, value, stage } of dots) {
      const factors = terms.map((term) => Math.fround(term.value)); // as float32: they are written with few digits
      const pairs = factors.length - (factors.length % 2);
      let sum = 0;
      for (let at = 0; at < pairs; at += 2)
        sum = Math.fround(sum + Math.fround(Number(factors[at]) * Number(factors[at + 1])));
      if (pairs < factors.length) sum = Math.fround(sum + Number(factors[pairs]));
      assert.equal(Math.fround(value), sum, stage);
    }
  });

const f = Math.fround;

/** What the terms of a number outside of the layers give, in float32. @param {Explanation} number @param {boolean} isOffset */
function replayed({ operation, terms, position, mean, root, weight, bias, applied }, isOffset) {
  const [first = 0, second = 0, ...more] = terms.map(({ value }) => f(value)); // as float32: they are written with few digits
  const all = [first, second, ...more];
  if (operation === "copy") return first;
  if (operation === "product") return f(first * second);
  if (operation === "sum") return all.slice(0, terms.length).reduce((sum, value) => f(sum + value), 0);
  if (operation === "apply") return terms.length === 1 ? f(Number(applied)) : f(second * f(Number(applied))); // an activation, or a cap
  if (operation === "dot")
    return terms.reduce((sum, _, at) => {
      if (at % 2) return sum;
      const added = at + 1 < terms.length ? f(Number(all[at]) * Number(all[at + 1])) : Number(all[at]); // a bias stands alone
      return f(sum + added);
    }, 0);
  assert.equal(operation, "norm");
  const centred = f(f(f(Number(all[Number(position)])) - f(Number(mean))) / f(Number(root)));
  const factor = f(Number(weight?.value)) + (isOffset ? 1 : 0);
  return f(f(centred * f(factor)) + (bias ? f(bias.value) : 0));
}

for (const [name, stages] of /** @type {[string, Record<string, string[]>][]} */ ([
  ["gpt2", { logits: ["final_norm", "token_embedding"], embeddings: ["token_embedding", "position_embedding"] }],
  ["llama", { logits: ["final_norm", "readout_weight"], embeddings: ["token_embedding"] }],
  ["gemma2", { logits: ["raw_logits", "logits_softcap"], embeddings: ["token_embedding", "embedding_factor"] }],
  ["opt-350m", { logits: ["projected", "token_embedding"], embeddings: ["token_rows", "position_embedding"] }],
  [
    "bloom",
    {
      logits: ["final_norm", "token_embedding"],
      embeddings: ["embedding_sum", "embedding_norm_weight", "embedding_norm_bias"],
    },
  ],
  [
    "bert",
    {
      logits: ["masked_norm", "token_embedding", "masked_bias"],
      embeddings: ["embedding_sum", "embedding_norm_weight", "embedding_norm_bias"],
    },
  ],
]))
  test(`${name}: numbers outside of the layers are PyTorch's, are what their terms give, and lead into the last layer`, async () => {
    const truth = truthOf(name);
    for (const stage of ["embeddings", "final_norm", "logits"].filter((each) => truth[each])) {
      const { shape, data } = truth[stage] ?? assert.fail(stage);
      const index = [4, Number(shape[1]) - 3];
      const given = [pathOf(name), stage, index.join(), "--tokens", tokensOf(name)];
      const { numbers } = await inJson(...given, "--depth", "5");
      const [first] = numbers;
      assert.equal(first?.stage, stage);
      const largest = data.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
      const wanted = Number(data[Number(index[0]) * Number(shape[1]) + Number(index[1])]);
      assert.ok(Math.abs(Number(first?.value) - wanted) <= 2e-5 * largest, `${stage}: ${first?.value}, ${wanted}`);
      const read = [...new Set(first?.terms.map((term) => term.stage))];
      if (stages[stage]) assert.deepEqual(read, stages[stage]);
      const outside = numbers.filter((number) => !number.stage.startsWith("layers."));
      for (const number of outside)
        assert.equal(replayed(number, name === "gemma2"), f(number.value), `${number.stage} [${number.index}]`);
      const last = ["opt-350m", "bert"].includes(name) ? "layers.1.norm_2" : "layers.1.residual_2";
      if (stage !== "embeddings") assert.ok(numbers.some((number) => number.stage === last));
    }
  });

test("what enters layer 0 is an embedding, which leads to the model's weights, where the chain ends", async () => {
  const { numbers, left } = await inJson(pathOf("gpt2"), "X", "1,2", "--tokens", "5,3", "--layer", "0");
  assert.equal(left, 0);
  assert.deepEqual(
    numbers.map(({ stage, operation, terms }) => [stage, operation, terms.map((term) => term.stage)]),
    [
      ["layers.0.X", "copy", ["embeddings"]],
      ["embeddings", "sum", ["token_embedding", "position_embedding"]],
    ],
  );
  assert.deepEqual(
    numbers[1]?.terms.map(({ index }) => index),
    [
      [3, 2],
      [1, 2],
    ],
  );
  const { status, out } = await explained(
    pathOf("gpt2"),
    "X",
    "1,2",
    "--tokens",
    "5,3",
    "--layer",
    "1",
    "--depth",
    "1",
  );
  assert.equal(status, 0);
  assert.match(
    out,
    /^layers\.1\.X \[1, 2\] = \S+: the same number\n {2}layers\.0\.residual_2 \[1, 2\] = \S+\n\n1 number more/,
  );
});

for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
  [["Q", "0,0,0"], /--tokens: must be given with a FOLDER, or --text, got neither/],
  [["Q", "0,0,0", "--tokens", "1"], /--layer: must be given, as "Q" is none of tokens, embeddings, final_norm, logits/],
  [["logits", "0,0", "--tokens", "1", "--layer", "1"], /--layer: must not be given with logits, which is in no layer/],
  [["logits", "0,43", "--tokens", "1"], /index: must be 2 whole numbers inside \[1, 43\] for logits, got \[0, 43\]/],
  [["raw_logits", "0,4", "--tokens", "1"], /--layer: must be given, as "raw_logits" is none of tokens, embeddings/],
  [["Q", "0,0,0", "--tokens", "1", "--layer", "2"], /--layer: must be a whole number from 0 to 1, got 2/],
  [["Q", "0,0,0", "--tokens", "1", "--text", "a", "--layer", "1"], /--text: must not be given with --tokens/],
  [
    ["Q", "0,0,9", "--tokens", "1", "--layer", "1"],
    /index: must be 3 whole numbers inside \[4, 1, 4\] for Q, got \[0, 0, 9\]/,
  ],
  [
    ["X", "9,9", "--tokens", "1", "--layer", "0"],
    /index: must be 2 whole numbers inside \[1, 16\] for X, got \[9, 9\]/,
  ],
  [["X", "0", "--tokens", "1", "--layer", "1"], /index: must be 2 whole numbers inside \[1, 16\] for X, got \[0\]/],
  [["none", "0", "--tokens", "1", "--layer", "1"], /stage: must be one of X, norm_1, .*, got "none"/],
  [["Q", "0,0,0", "--text", "", "--layer", "1"], /--text: /],
  [["Q", "0,0,0", "--tokens", "1", "--layer", "1", "--layer", "0"], /--layer: must be given once, got 2 times/],
  [["Q", "0,0,0", "--tokens", "1", "--layer", "-1"], /--layer/],
  [
    ["Q", "0,0,0", "--tokens", "1,", "--layer", "1"],
    /--tokens: must be whole numbers with commas between them, got "1,"/,
  ],
  [["Q", "0,0,0", "--tokens", "1", "--layer", "1", "--depth", "0"], /--depth: must be a whole number from 1, got "0"/],
  [["Q", "0,0,0", "--tokens", "1", "--layer", "1", "--stage", "Q"], /--stage: belongs to .*, got explain/],
  [
    ["Q", "0,0,0", "--tokens", "1", "--layer-from", "gpt2:1"],
    /--layer-from: needs a FILE, got a FOLDER; --layer names its layer/,
  ],
  [["Q", "a", "--tokens", "1", "--layer", "1"], /INDEX: must be whole numbers/],
]))
  test(`explain FOLDER ${args.join(" ")} is refused`, async () => {
    const { status, out, err } = await explained(pathOf("gpt2"), ...args);
    assert.deepEqual([status, out], [2, ""]);
    assert.match(err, message);
    assert.equal(err.split("\n").length, 2);
  });

test("a FILE takes no options of a FOLDER", async () => {
  for (const [option, value] of [
    ["--layer", "1"],
    ["--tokens", "1"],
    ["--text", "a"],
  ]) {
    const { status, err } = await explained("case.json", "Q", "0,0,0", option, value);
    assert.equal(status, 2);
    assert.match(err, new RegExp(`${option}: needs a FOLDER with a model, got a FILE`));
  }
});

test("commands of one FILE refuse a FOLDER", async () => {
  for (const command of ["trace", "check"]) {
    const { status, err } = await run([command, pathOf("gpt2")]);
    assert.equal(status, 2);
    assert.match(err, /FILE: must be a file to read, got .*folder/);
  }
});
