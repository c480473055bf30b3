/** The command model: what it prints, what it writes, and its errors. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { run } from "../../web/node/cli.js";
import { openNpy } from "../../web/tensors/npy.js";
import { readTensors } from "../../web/tensors/read-tensors.js";
import { safetensorsIn, safetensorsOf } from "../../web/tensors/safetensors.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { byteLevel, reference } from "../support/checkpoints.js";

const folder = mkdtempSync(join(tmpdir(), "attention-model-"));
after(() => rmSync(folder, { recursive: true }));
const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, reference));

/** @param {string[]} args */
async function model(...args) {
  const { status, out, err } = await run(["model", ...args]);
  return { status, out: [...out].join(""), err };
}

/** The tokens and stages that PyTorch computed. @param {string} name */
const truthOf = (name) => readTensors(name, new Uint8Array(readFileSync(pathOf(`${name}/truth.safetensors`))));
const tokensOf = (/** @type {string} */ name) => Array.from(truthOf(name).tokens?.data ?? []).join(",");

/** @param {string} path of an .npy file */
function readNpy(path) {
  const { type, shape, read } = openNpy(sourceOfBytes(path, new Uint8Array(readFileSync(path))), 2 ** 20);
  return { type: type.npy, shape, data: Array.from(read()) };
}

test("model FOLDER prints what the model is: numbers counted by hand", async () => {
  const { status, out, err } = await model(pathOf("llama"));
  assert.deepEqual([status, err], [0, ""]);
  /* Embedding and readout 43·16 each; a layer: q and o 16·16, k and v 16·8, three of the MLP 16·24, two norms; a norm. */
  const layer = 2 * 16 * 16 + 2 * 16 * 8 + 3 * 16 * 24 + 2 * 16;
  const files = readdirSync(pathOf("llama")).filter((name) => name.startsWith("model-0"));
  assert.equal(files.length, 2);
  assert.deepEqual(JSON.parse(out), {
    family: "llama",
    layers: 2,
    heads: 4,
    kv_heads: 2,
    d_model: 16,
    d_ff: 24,
    vocabulary: 43,
    predicts: "next",
    positions: null,
    parameters: 2 * 43 * 16 + 2 * layer + 16,
    types: ["F32"],
    bytes: files.reduce((sum, name) => sum + readFileSync(pathOf(`llama/${name}`)).length, 0),
  });
});

test("--stage writes the stages as .npy: types and shapes, and PyTorch's numbers", async () => {
  const truth = truthOf("gemma2");
  for (const [stage, layer] of [
    ["embeddings"],
    ["final_norm"],
    ["logits"],
    ["weights", "1"],
    ["mlp_output_norm", "0"],
  ]) {
    const out = join(folder, `${stage}.npy`);
    const at = layer === undefined ? [] : ["--layer", layer];
    const done = await model(
      pathOf("gemma2"),
      "--tokens",
      tokensOf("gemma2"),
      "--stage",
      stage ?? "",
      ...at,
      "--out",
      out,
    );
    assert.deepEqual(done, { status: 0, out: "", err: "" });
    const wanted = truth[layer === undefined ? (stage ?? "") : `layers.${layer}.${stage}`] ?? assert.fail(stage);
    const { type, shape, data } = readNpy(out);
    assert.deepEqual([type, shape], ["f4", wanted.shape]);
    const largest = Math.max(...wanted.data.map(Math.abs));
    wanted.data.forEach((value, i) =>
      assert.ok(Math.abs((data[i] ?? NaN) - value) <= 2e-5 * largest, `${stage} [${i}]`),
    );
  }
  const out = join(folder, "tokens.npy");
  await model(pathOf("gemma2"), "--tokens", "5,0,42", "--stage", "tokens", "--out", out);
  assert.deepEqual(readNpy(out), { type: "i4", shape: [3], data: [5, 0, 42] });
});

test("--next prints the most probable tokens: the softmax of PyTorch's last logits", async () => {
  const { logits } = truthOf("gpt2");
  const last = Array.from(logits?.data.slice(-43) ?? []);
  const sum = last.reduce((total, logit) => total + Math.exp(logit), 0);
  const wanted = last.map((logit, id) => ({ id, probability: Math.exp(logit) / sum }));
  wanted.sort((a, b) => b.probability - a.probability);
  const { out } = await model(pathOf("gpt2"), "--tokens", tokensOf("gpt2"), "--next", "4");
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, 4);
  lines.forEach(({ id, text, probability }, at) => {
    assert.deepEqual([id, text], [wanted[at]?.id, null]);
    assert.ok(Math.abs(probability - (wanted[at]?.probability ?? NaN)) < 1e-5);
  });
});

for (const name of ["bert", "roberta"])
  test(`${name}: --masked prints the most probable tokens there: the softmax of PyTorch's logits`, async () => {
    const truth = truthOf(name);
    const ids = Array.from(truth.tokens?.data ?? []);
    const copy = join(folder, `${name}-masked`);
    cpSync(pathOf(name), copy, { recursive: true });
    const added_tokens = [{ id: 5, content: name === "bert" ? "[MASK]" : "<mask>" }];
    writeFileSync(join(copy, "tokenizer.json"), JSON.stringify({ ...byteLevel(43), added_tokens }));
    const softmax = (/** @type {number} */ at) => {
      const row = Array.from(truth.logits?.data.slice(43 * at, 43 * (at + 1)) ?? []);
      const sum = row.reduce((total, logit) => total + Math.exp(logit), 0);
      return row.map((logit, id) => ({ id, probability: Math.exp(logit) / sum }));
    };
    const best = (/** @type {number} */ at) =>
      softmax(at)
        .sort((a, b) => b.probability - a.probability)
        .slice(0, 3);
    const lines = async (/** @type {string[]} */ ...args) => {
      const { status, out, err } = await model(copy, "--tokens", ids.join(), "--masked", "3", ...args);
      assert.deepEqual([status, err], [0, ""]);
      return out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    };
    const isBest = (/** @type {any[]} */ got, /** @type {number[]} */ positions) => {
      const wanted = positions.flatMap((position) => best(position).map((answer) => ({ ...answer, position })));
      assert.deepEqual(
        got.map(({ id, position }) => [position, id]),
        wanted.map(({ id, position }) => [position, id]),
      );
      got.forEach(({ probability }, at) => assert.ok(Math.abs(probability - Number(wanted[at]?.probability)) < 1e-5));
    };
    isBest(await lines(), [0, 4]); // where the token is 5
    isBest(await lines("--position", "2"), [2]);
    const off = ["--ablate", "layer=1,head=1"];
    const changed = await lines("--position", "2", ...off);
    for (const { id, position, before } of changed) {
      assert.equal(position, 2);
      assert.ok(Math.abs(before - Number(softmax(2)[id]?.probability)) < 1e-5);
    }
    assert.ok(changed.some(({ difference }) => Math.abs(difference) > 1e-4));
  });

const gpt2 = pathOf("gpt2");
const walk = [gpt2, "--tokens", "5,3"];
const file = join(folder, "none.npy");
/** @type {[string[], RegExp][]} */
const wrong = [
  [[], /FOLDER: must be one, got 0/],
  [[join(folder, "nowhere")], /FOLDER: must be a folder with a model, got .*nowhere, which does not exist/],
  [[join(gpt2, "config.json")], /FOLDER: must be a folder with a model, got .*, which is a file/],
  [[folder], /config\.json: must be in the folder, got no such file/],
  [[gpt2, "--next", "3"], /--next: needs --tokens or --text, got neither/],
  [[gpt2, "--stage", "Q"], /--stage: needs --tokens or --text/],
  [[...walk, "--text", "a", "--next", "1"], /--text: must not be given with --tokens/],
  [walk, /--stage: must be given, or --next, --masked or --contributions, got none/],
  [[gpt2, "--masked", "3"], /--masked: needs --tokens or --text, got neither/],
  [[...walk, "--masked", "3", "--position", "0"], /--masked: must have a head for masked tokens, got gpt2 without one/],
  [[...walk, "--next", "3", "--position", "0"], /--position: needs --masked, got none/],
  [[...walk, "--next", "3", "--masked", "1"], /--masked: must not be given with --next/],
  [[pathOf("bert"), "--tokens", "5", "--masked", "1"], /--position: must be given, as no token is \[MASK\] or <mask>/],
  [
    [pathOf("bert"), "--tokens", "5", "--masked", "1", "--position", "1"],
    /--position: must be a whole number from 0 to 0, got 1/,
  ],
  [
    [pathOf("bert"), "--tokens", "5", "--masked", "44", "--position", "0"],
    /--masked: must be a whole number from 1 to 43, got 44/,
  ],
  [
    [pathOf("bert-bare"), "--tokens", "5", "--masked", "1", "--position", "0"],
    /--masked: must have a head for masked tokens, got bert without one/,
  ],
  [
    [pathOf("bert-bare"), "--tokens", "5", "--stage", "logits", "--out", file],
    /--stage: must be one of tokens, embedding_sum, embeddings, which this bert has outside of its layers, got "logits"/,
  ],
  [[...walk, "--stage", "logits"], /--out: must be given with --stage, got none/],
  [[...walk, "--stage", "logits", "--out", "a.npz"], /--out: must end in \.npy, got "a\.npz"/],
  [[...walk, "--stage", "Q", "--out", file], /--layer: must be given, as "Q" is none of tokens/],
  [[...walk, "--stage", "logits", "--layer", "0", "--out", file], /--layer: must not be given with logits/],
  [[...walk, "--stage", "Q", "--layer", "2", "--out", file], /--layer: must be a whole number from 0 to 1, got 2/],
  [[...walk, "--stage", "Q", "--layer", "-1", "--out", file], /--layer/],
  [[...walk, "--stage", "Q", "--layer", "x", "--out", file], /--layer: must be a whole number .*, got "x"/],
  [[...walk, "--stage", "Q_rot", "--layer", "0", "--out", file], /--stage: must be one of X, norm_1, .*, got "Q_rot"/],
  [[...walk, "--stage", "Q", "--layer", "0", "--out", "/nowhere/q.npy"], /--out: must be a file that can be written/],
  [[...walk, "--stage", "logits", "--next", "2"], /--stage: must not be given with --next/],
  [[...walk, "--next", "0"], /--next: must be a whole number from 1 to 43, got 0/],
  [[...walk, "--next", "44"], /--next: must be a whole number from 1 to 43, got 44/],
  [[gpt2, "--tokens", "5,,3", "--next", "1"], /--tokens: must be whole numbers with commas between them, got "5,,3"/],
  [[gpt2, "--tokens", "5,43", "--next", "1"], /--tokens: must be whole numbers from 0 to 42, .*, got 43 at \[1\]/],
  [[gpt2, "--tokens", "1,2,3,4,5,6,7,8,9,10,11,12,13", "--next", "1"], /--tokens: must be 1 to 12 tokens, got 13/],
  [[gpt2, "--text", "a", "--next", "1"], /--text: needs tokenizer\.json in the folder/],
  [[gpt2, "--tokens", "5", "--stage", "\u001b[31m", "--layer", "0", "--out", file], /got "\\u001b\[31m"/],
  [[pathOf("bert"), "--tokens", "5", "--next", "1"], /--next: must predict a next token, got bert/],
  [
    [pathOf("bert"), "--tokens", "5", "--stage", "final_norm", "--out", file],
    /--stage: must be one of tokens, .*, got "final_norm"/,
  ],
  [
    [pathOf("t5"), "--tokens", "5", "--stage", "logits", "--out", file],
    /--stage: must be one of tokens, embeddings, final_norm, which this t5 has outside of its layers, got "logits"/,
  ],
  [[gpt2, "--seed", "1"], /--seed: belongs to train, got model/],
];

test("every mistake is one line, exit status 2, and leaves no file", async () => {
  for (const [args, message] of wrong) {
    const { status, out, err } = await model(...args);
    assert.deepEqual([status, out], [2, ""], args.join(" "));
    assert.match(err, message, args.join(" "));
    assert.match(err, /^[^\p{Cc}]*\n$/u);
  }
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("none")),
    [],
  );
});

test("--text is cut by tokenizer.json; --next then has texts", async () => {
  const copy = join(folder, "texts");
  cpSync(gpt2, copy, { recursive: true });
  writeFileSync(join(copy, "tokenizer.json"), JSON.stringify(byteLevel(43)));
  /* "low" is one token by its two merges, " low" by one more; "e" and "r" never merge. */
  const text = await model(copy, "--text", "low lower", "--next", "43");
  const ids = await model(copy, "--tokens", "8,9,4,5", "--next", "43");
  assert.deepEqual(text, ids);
  const lines = text.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    [8, 9, 4, 20].map((id) => lines.find((line) => line.id === id).text),
    ["low", " low", "e", "<20>"],
  );
  const { err } = await model(copy, "--text", "", "--next", "1");
  assert.match(err, /--text: must be 1 to 12 tokens, got 0/);
  writeFileSync(join(copy, "tokenizer.json"), '{"model": 5}');
  const broken = await model(copy, "--text", "low", "--next", "1");
  assert.deepEqual([broken.status, broken.out], [2, ""]);
  assert.match(broken.err, /tokenizer\.json: must be a tokenizer that can be read/);
});

test("a file that is cut off is refused by its name, and a result that was there stays", async () => {
  const copy = join(folder, "copy");
  cpSync(gpt2, copy, { recursive: true });
  const weights = readFileSync(join(copy, "model.safetensors"));
  writeFileSync(join(copy, "model.safetensors"), weights.subarray(0, weights.length - 4));
  const kept = join(folder, "kept.npy");
  writeFileSync(kept, "as it was");
  const { status, err } = await model(copy, "--tokens", "5", "--stage", "logits", "--out", kept);
  assert.equal(status, 2);
  assert.match(err, /^attention-stepper: model\.safetensors: must .*\n$/);
  assert.equal(readFileSync(kept, "utf8"), "as it was");
});

test("a tokenizer whose pattern never ends is ended, and said to", async () => {
  const endless = join(folder, "endless");
  cpSync(gpt2, endless, { recursive: true });
  const split = { type: "Split", pattern: { Regex: "(a+)+$" }, behavior: "Isolated", invert: false };
  writeFileSync(join(endless, "tokenizer.json"), JSON.stringify({ ...byteLevel(43), pre_tokenizer: split }));
  const { status, err } = await model(endless, "--text", `${"a".repeat(40)}b`, "--next", "1");
  const wanted = "--text: must be cut by tokenizer.json in 4 seconds, got a pattern that takes longer";
  assert.deepEqual([status, err], [2, `attention-stepper: ${wanted}\n`]);
  const decoder = { type: "Replace", pattern: { Regex: "(a+)+$" }, content: "" };
  const { added_tokens, ...others } = byteLevel(43);
  const long = added_tokens.map((token) => ({ ...token, content: `${"a".repeat(40)}${token.id}b` }));
  writeFileSync(join(endless, "tokenizer.json"), JSON.stringify({ ...others, added_tokens: long, decoder }));
  const read = await model(endless, "--tokens", "1", "--next", "43");
  const slow = "tokenizer.json: must be such that tokens are read in 4 seconds, got a pattern that takes longer";
  assert.deepEqual([read.status, read.err], [2, `attention-stepper: ${slow}\n`]);
});

test("numbers that JSON cannot express are texts", async () => {
  const broken = join(folder, "broken");
  cpSync(gpt2, broken, { recursive: true });
  const path = join(broken, "model.safetensors");
  const stored = safetensorsIn(sourceOfBytes("gpt2", new Uint8Array(readFileSync(path))));
  const tensors = [...stored].map(([name, { shape, read }]) => {
    const data = Float32Array.from(read());
    return [name, { shape, data: name.endsWith("ln_f.bias") ? data.fill(NaN) : data }];
  });
  writeFileSync(path, safetensorsOf(Object.fromEntries(tensors)));
  const { status, out } = await model(broken, "--tokens", "1,2", "--next", "1");
  assert.deepEqual([status, JSON.parse(out)], [0, { id: 0, text: null, probability: "nan" }]);
});

test("a pipe in place of a file is refused, not waited for", { skip: process.platform === "win32" }, async () => {
  const piped = join(folder, "piped");
  cpSync(gpt2, piped, { recursive: true });
  rmSync(join(piped, "config.json"));
  execFileSync("mkfifo", [join(piped, "config.json")]);
  const { status, err } = await model(piped);
  assert.deepEqual([status, err], [2, "attention-stepper: config.json: must be a file, got a folder or a device\n"]);
  assert.ok(existsSync(piped));
});

test("--contributions adds up to the logits of the two best tokens, the largest share first", async () => {
  const { tokens, models } = JSON.parse(
    readFileSync(new URL("../reference/checkpoint_parts.json", import.meta.url), "utf8"),
  );
  const { status, out, err } = await model(pathOf("gpt2"), "--tokens", tokens.join(), "--contributions");
  assert.deepEqual([status, err], [0, ""]);
  const [first, ...lines] = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    first.tokens.map((/** @type {{id: number, text: null}} */ { id, text }) => [id, text]),
    models.gpt2.parts.tokens.map((/** @type {number} */ id) => [id, null]),
  );
  assert.equal(lines.length, models.gpt2.parts.logits.length);
  const shares = lines.map(({ logits }) => logits[0]);
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => Math.abs(b) - Math.abs(a)),
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  assert.ok(Math.abs(sum - first.tokens[0].logit) <= 2e-5 * Math.abs(sum));
  const head = lines.find((line) => line.part === "head" && line.layer === 1 && line.head === 2);
  const wanted = models.gpt2.parts.logits[1 + 6 + 2]; // after the embeddings and a layer of four heads, a bias and an MLP
  head.logits.forEach((/** @type {number} */ share, /** @type {number} */ at) =>
    assert.ok(Math.abs(share - wanted[at]) <= 2e-5 * Math.abs(first.tokens[at].logit), `${share}, ${wanted[at]}`),
  );
});

test("--ablate switches parts off: probabilities before and after are PyTorch's; a stage is that of the changed model", async () => {
  const { tokens, cases, models } = JSON.parse(
    readFileSync(new URL("../reference/checkpoint_parts.json", import.meta.url), "utf8"),
  );
  const softmax = (/** @type {number[]} */ logits) => {
    const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0);
    return logits.map((logit) => Math.exp(logit) / sum);
  };
  const at = cases.findIndex((/** @type {string[]} */ { length }) => length > 1);
  const parts = cases[at].flatMap((/** @type {string} */ part) => ["--ablate", part]);
  const before = softmax(Array.from(truthOf("llama").logits?.data.slice(-43) ?? []));
  const after = softmax(models.llama.off[at]);
  const { status, out, err } = await model(pathOf("llama"), "--tokens", tokens.join(), "--next", "3", ...parts);
  assert.deepEqual([status, err], [0, ""]);
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const best = (/** @type {number[]} */ row) =>
    [...row.keys()].sort((a, b) => Number(row[b]) - Number(row[a])).slice(0, 3);
  assert.deepEqual(
    lines.map(({ id }) => id).sort((a, b) => a - b),
    [...new Set([...best(before), ...best(after)])].sort((a, b) => a - b),
  );
  for (const line of lines) {
    assert.ok(
      Math.abs(line.before - Number(before[line.id])) <= 2e-5 && Math.abs(line.after - Number(after[line.id])) <= 2e-5,
    );
    assert.equal(line.difference, line.after - line.before);
  }
  const file = join(folder, "ablated.npy");
  const stage = ["--layer", "0", "--stage", "mlp_output", "--ablate", "layer=0,mlp", "--out", file];
  assert.deepEqual(await model(pathOf("llama"), "--tokens", tokens.join(), ...stage), { status: 0, out: "", err: "" });
  assert.ok(readNpy(file).data.every((value) => value === 0));
});

test("--patch takes a part from the walk of other tokens: probabilities before and after are PyTorch's", async () => {
  const path = new URL("../reference/checkpoint_parts.json", import.meta.url);
  const { tokens, other, cases, models } = JSON.parse(readFileSync(path, "utf8"));
  const at = cases.findIndex(([part = ""]) => part === "layer=1,head=0,position=8,with=other");
  const logits = models["opt-350m"].off[at];
  const sum = logits.reduce((/** @type {number} */ total, /** @type {number} */ logit) => total + Math.exp(logit), 0);
  const patch = ["--patch", "layer=1,head=0,position=8", "--patch-tokens", other.join()];
  const { status, out, err } = await model(pathOf("opt-350m"), "--tokens", tokens.join(), "--next", "43", ...patch);
  assert.deepEqual([status, err], [0, ""]);
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, 43);
  for (const { id, after } of lines) assert.ok(Math.abs(after - Math.exp(logits[id]) / sum) <= 2e-5, `${id}: ${after}`);
});

for (const [args, message] of /** @type {[string[], string][]} */ ([
  [["--patch", "layer=1", "--patch-tokens", "1"], "--patch: needs --tokens or --text, got neither"],
  [["--tokens", "1", "--patch", "layer=1"], "--patch: needs --patch-tokens or --patch-text, got neither"],
  [["--tokens", "1", "--next", "1", "--patch-tokens", "1"], "--patch-tokens: needs --patch, got none"],
  [
    ["--tokens", "1", "--patch", "layer=1", "--patch-tokens", "1", "--patch-text", "a"],
    "--patch-text: must not be given with --patch-tokens, which it stands for",
  ],
  [
    ["--tokens", "1,2", "--next", "1", "--patch", "layer=1", "--patch-tokens", "1"],
    "--patch-tokens: must be 2 tokens, as many as are walked, got 1",
  ],
  [
    ["--tokens", "1", "--next", "1", "--patch", "layer=1", "--patch-tokens", "43"],
    "--patch-tokens: must be whole numbers from 0 to 42",
  ],
  [
    ["--tokens", "1", "--next", "1", "--patch", "layer=1", "--patch-tokens", "1;2"],
    "--patch-tokens: must be whole numbers with commas between them",
  ],
  [
    ["--tokens", "1", "--next", "1", "--patch", "layer=1", "--patch-text", "a"],
    "--patch-text: needs tokenizer.json in the folder, got no such file: give --patch-tokens",
  ],
  [
    ["--tokens", "1", "--next", "1", "--patch", "layer=1,position=1", "--patch-tokens", "1"],
    "--patch: must name a position from 0 to 0, got layer=1,position=1",
  ],
  [
    ["--tokens", "1", "--next", "1", "--patch", "layer=1,with=mean", "--patch-tokens", "1"],
    "--patch: must be layer=L, with ,head=H, ,mlp or ,stream after it",
  ],
  [
    ["--tokens", "1", "--next", "1", "--ablate", "layer=1,with=other"],
    "--ablate: must be layer=L, with ,head=H, ,mlp or ,stream after it",
  ],
  [
    ["--tokens", "1", "--contributions", "--patch", "layer=1,stream", "--patch-tokens", "2"],
    "--contributions: must not replace the stream at the last position",
  ],
  [["--ablate", "layer=1"], "--ablate: needs --tokens or --text, got neither"],
  [["--contributions"], "--contributions: needs --tokens or --text, got neither"],
  [
    ["--tokens", "1", "--ablate", "head=1", "--next", "1"],
    "--ablate: must be layer=L, with ,head=H, ,mlp or ,stream after it",
  ],
  [["--tokens", "1", "--ablate", "layer=9", "--next", "1"], "--ablate: must name a layer from 0 to 1, got layer=9"],
  [
    ["--tokens", "1", "--next", "1", "--ablate", "layer=1,head=4"],
    "--ablate: must name a head from 0 to 3, got layer=1,head=4",
  ],
  [
    ["--tokens", "1", "--next", "1", "--ablate", "layer=1,with=half"],
    "--ablate: must be layer=L, with ,head=H, ,mlp or ,stream after it",
  ],
  [
    ["--tokens", "1", "--next", "1", "--ablate", ""],
    "--ablate: must be layer=L, with ,head=H, ,mlp or ,stream after it",
  ],
  [
    ["--tokens", "1", "--next", "1", "--ablate", "layer=0", "--ablate", "layer=0,mlp"],
    "--ablate: must name each part once, got layer=0,mlp",
  ],
  [
    ["--tokens", "1", "--ablate", "layer=1"],
    "--stage: must be given, or --next, --masked or --contributions, got none",
  ],
  [["--tokens", "1", "--contributions", "--next", "1"], "--contributions: must not be given with --next"],
  [["--tokens", "1", "--contributions", "--layer", "1"], "--layer: must not be given with --contributions"],
]))
  test(`model ${args.join(" ")} is refused`, async () => {
    const { status, out, err } = await model(pathOf("gpt2"), ...args);
    assert.deepEqual([status, out], [2, ""]);
    assert.ok(err.startsWith(`attention-stepper: ${message}`), err);
  });
