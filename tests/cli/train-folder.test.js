/** The command train with a model's folder: its losses, its files, its errors. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { run } from "../../web/node/cli.js";
import { npyOf, openNpy } from "../../web/tensors/npy.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { reference } from "../support/checkpoints.js";

const folder = mkdtempSync(join(tmpdir(), "attention-train-folder-"));
after(() => rmSync(folder, { recursive: true }));
const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, reference));
const truth = JSON.parse(readFileSync(new URL("../reference/checkpoint_training.json", import.meta.url), "utf8"));

/** @param {string} name @param {ArrayLike<number>} data @param {number[]} shape */
function npy(name, data, shape) {
  const path = join(folder, name);
  writeFileSync(path, npyOf({ shape, data }));
  return path;
}
const width = truth.tokens[0].length;
const rows = npy("rows.npy", Int32Array.from(truth.tokens.flat()), [truth.tokens.length, width]);

/** @param {string[]} args */
async function train(...args) {
  try {
    const { status, out, err } = await run(["train", ...args]);
    return { status, out: [...out].join(""), err };
  } catch (error) {
    return assert.fail(String(error));
  }
}

const { lr, betas, eps, weight_decay } = truth.optimizer;
/** @param {string} path @param {number} steps @param {string[]} more */
const options = (path, steps, ...more) => [
  ...[path, "--tokens", rows, "--steps", `${steps}`, "--batch", `${truth.batch}`, "--learning-rate", `${lr}`],
  ...["--betas", betas.join(","), "--epsilon", `${eps}`, "--weight-decay", `${weight_decay}`, ...more],
];

for (const name of ["gpt2", "llama", "llama3"]) {
  test(`${name}: losses are PyTorch's in float64; the new folder is opened and goes on`, async () => {
    const own = join(folder, name);
    cpSync(pathOf(name), own, { recursive: true });
    writeFileSync(join(own, "tokenizer.json"), "{}");
    const [out, file] = [join(folder, `${name}-out`), join(folder, `${name}.npy`)];
    const { status, out: printed, err } = await train(...options(own, truth.steps, "--losses", file, "--out", out));
    assert.deepEqual([status, err], [0, ""]);
    const losses = openNpy(sourceOfBytes(file, new Uint8Array(readFileSync(file))), 100);
    assert.deepEqual([losses.type.npy, losses.shape], ["f4", [truth.steps]]);
    const lines = printed
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    [...losses.read()].forEach((loss, step) => {
      assert.ok(Math.abs(loss - truth.losses[name][step]) < 5e-6, `step ${step}`);
      assert.equal(lines[step].step, step);
      assert.ok(Math.abs(lines[step].loss - loss) < 1e-6);
    });
    assert.deepEqual(readdirSync(out).sort(), ["config.json", "model.safetensors", "tokenizer.json"]);
    const config = JSON.parse(readFileSync(join(out, "config.json"), "utf8"));
    assert.equal(config.torch_dtype, "float32");
    assert.deepEqual(JSON.parse([...(await run(["model", out])).out].join("")).types, ["F32"]);
    const further = await train(...options(out, 1));
    assert.ok(Math.abs(JSON.parse(further.out).loss - truth.losses[name][truth.steps]) < 5e-6);
  });
}

test("options that are left out are Adam's usual ones, without decay", async () => {
  const needed = options(pathOf("gpt2"), 4).slice(0, -6);
  const { status, out, err } = await train(...needed);
  assert.deepEqual([status, err], [0, ""]);
  const usual = ["--betas", "0.9,0.999", "--epsilon", "1e-8", "--weight-decay", "0"];
  assert.equal((await train(...needed, ...usual)).out, out);
  for (const other of [
    ["--betas", "0.9,0.99"],
    ["--epsilon", "1e-3"],
    ["--weight-decay", "0.1"],
  ])
    assert.notEqual((await train(...needed, ...other)).out, out, other.join(" "));
});

test("a loss that is not finite any more is a text", async () => {
  const given = [pathOf("gpt2"), "--tokens", rows, "--steps", "4", "--batch", "1", "--learning-rate", "1e30"];
  const { status, out } = await train(...given);
  assert.equal(status, 0);
  const losses = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).loss);
  assert.equal(losses.at(-1), "nan");
  assert.ok(losses[0] > 0);
});

test("files that the new folder could not get are refused before the first step", async () => {
  const out = join(folder, "never");
  const isRefused = async (/** @type {string} */ path, /** @type {RegExp} */ message) => {
    const { status, out: printed, err } = await train(...options(path, 1, "--out", out));
    assert.deepEqual([status, printed], [2, ""]);
    assert.match(err, message);
    assert.ok(!readdirSync(folder).some((name) => name.includes("never")));
  };
  const own = join(folder, "a-folder-beside");
  cpSync(pathOf("gpt2"), own, { recursive: true });
  mkdirSync(join(own, "vocab.json"));
  await isRefused(own, /vocab\.json: must be a file, got a folder or a device/);
  rmSync(join(own, "vocab.json"), { recursive: true });
  const config = readFileSync(join(own, "config.json"), "utf8");
  const deep = `${"[".repeat(9000)}${"]".repeat(9000)}`;
  writeFileSync(join(own, "config.json"), config.replace("{", `{"deep": ${deep},`));
  await isRefused(own, /config\.json: must not hold arrays or objects within each other/);
});

const gpt2 = pathOf("gpt2");
/** @type {() => [string[], RegExp][]} */
const wrong = () => [
  [[gpt2], /--tokens: must be given to train a model in a folder, got none/],
  [[gpt2, "--tokens", rows, "--steps", "1"], /--batch: must be given|--learning-rate: must be given/],
  [[gpt2, "--seed", "1"], /--seed: belongs to train with a task, got a folder/],
  [["reverse", "--batch", "1"], /--batch: belongs to train with a folder, got a task/],
  [[join(folder, "nowhere"), "--steps", "1"], /TASK: must be one of/],
  [options(gpt2, 0), /--steps: must be a whole number from 1 to 1000000, got 0/],
  [[...options(gpt2, 1).slice(0, -1), "-0.1"], /--weight-decay: must be at least 0, got -0\.1/],
  [[...options(gpt2, 1), "--losses", "a.txt"], /--losses: must end in \.npy, got "a\.txt"/],
  [[...options(gpt2, 1), "--out", folder], /--out: must be a new folder, got .*, which exists/],
  [[...options(gpt2, 1), "--out", join(folder, "no", "where")], /--out: must be a folder that can be written/],
  [options(pathOf("bert"), 1), /FOLDER: must be one that can be trained, got bert, which predicts no next token/],
  [options(pathOf("t5"), 1), /FOLDER: must be one that can be trained, got t5, which predicts no next token/],
  ...[
    {
      data: Int32Array.of(1, 2, 43, 4),
      shape: [2, 2],
      message: /--tokens: must be tokens from 0 to 42, got 43 at \[1, 0\]/,
    },
    {
      data: Int32Array.of(1, 2),
      shape: [2, 1],
      message: /--tokens: must be of the shape \[rows, tokens\], .*, got \[2, 1\]/,
    },
    { data: Int32Array.of(1, 2), shape: [2], message: /--tokens: must be of the shape .*, got \[2\]/ },
    { data: [1, 2], shape: [1, 2], message: /--tokens: must be an array of int32, got f4/ },
    { data: new Int32Array(14), shape: [1, 14], message: /FOLDER: must have 13 positions for these tokens, got 12/ },
  ].map(({ data, shape, message }, at) => {
    const args = options(gpt2, 1);
    args[2] = npy(`wrong-${at}.npy`, data, shape);
    return /** @type {[string[], RegExp]} */ ([args, message]);
  }),
  [
    [...options(gpt2, 1).slice(0, 2), join(folder, "none.npy"), ...options(gpt2, 1).slice(3)],
    /--tokens: must be a file that/,
  ],
  [
    options(gpt2, 1).map((text) => (text === betas.join(",") ? "0.9,1" : text)),
    /--betas: must be two numbers .*, got "0\.9,1"/,
  ],
];

test("every mistake is one line, exit status 2, and leaves nothing behind", async () => {
  for (const [args, message] of wrong()) {
    const { status, out, err } = await train(...args);
    assert.deepEqual([status, out], [2, ""], args.join(" "));
    assert.match(err, message, args.join(" "));
    assert.match(err, /^[^\p{Cc}]*\n$/u);
  }
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes("partial")),
    [],
  );
});
