/** The command train: its lines, its file, its errors. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { createEngine } from "../../web/engine/index.js";
import { readTensorFile } from "../../web/state/files/tensor-file.js";
import { tasks } from "../../web/training/tasks.js";
import { run } from "../../web/node/cli.js";

const program = fileURLToPath(new URL("../../web/node/cli.js", import.meta.url));
/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-train-"));
});
after(() => rm(folder, { recursive: true }));

/** @param {string[]} args @returns {Promise<any[]>} one object for each line */
async function lines(...args) {
  const { status, out, err } = await run(["train", ...args]);
  assert.deepEqual([status, err], [0, ""]);
  return [...out].map((line) => JSON.parse(String(line)));
}

test("train prints one line of JSON for each evaluation; the last has the goal's held-out accuracy", () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, "train", "reverse"], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
  const printed = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const fields = ["task", "seed", "step", "loss", "accuracy", "held_out_loss", "held_out_accuracy"];
  printed.forEach((line, at) => {
    assert.deepEqual(Object.keys(line), fields);
    assert.deepEqual([line.task, line.seed, line.step], ["reverse", 1, 25 * at]);
  });
  assert.equal(printed[0].loss, null);
  /* Untrained, ten letters are about equally likely. */
  assert.ok(Math.abs(printed[0].held_out_loss - Math.log(10)) < 1, stdout);
  assert.ok(printed.at(-1).held_out_accuracy >= 0.99, stdout);
  assert.ok(printed.slice(0, -1).every((line) => line.held_out_accuracy < 0.99));
});

test("--seed and --steps: the same seed gives the same lines, another seed others; all steps are made", async () => {
  const args = ["previous", "--steps", "75", "--every", "50"];
  const first = await lines(...args, "--seed", "5");
  assert.deepEqual(
    first.map(({ step }) => step),
    [0, 50, 75],
  );
  assert.deepEqual(await lines(...args, "--seed", "5"), first);
  assert.notEqual((await lines(...args, "--seed", "6"))[2].held_out_loss, first[2].held_out_loss);
});

test("--out writes the weights, with which the model answers as the last line says", async () => {
  const file = join(folder, "weights.npz");
  const last = (await lines("reverse", "--seed", "3", "--heads", "2", "--d_k", "6", "--out", file)).at(-1);
  const engine = await createEngine();
  const task = tasks.reverse;
  const model = engine.model(task.model({ heads: 2, d_k: 6 }), { seed: 99 });
  const bytes = new Uint8Array(await readFile(file));
  const names = Object.keys(model.weights());
  assert.ok(names.includes("layers.0.Wq") && names.includes("token_embedding"));
  model.load(Object.fromEntries(names.map((name) => [name, readTensorFile("weights.npz", bytes, name)])));
  /* Other held-out examples than those of the last line, written out by hand. */
  const sequences = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [9, 9, 8, 1, 0, 3, 3, 5],
    [4, 2, 4, 2, 7, 7, 0, 6],
  ];
  const tokens = Int32Array.from(sequences.flat());
  const targets = Int32Array.from(sequences.flatMap((sequence) => [...sequence].reverse()));
  assert.ok(last.held_out_accuracy >= 0.99);
  assert.equal(model.evaluate({ tokens, targets }).correct, 24);
});

test("weights in every format are where another run starts, and code beside them computes its logits", async () => {
  const last = (await lines("reverse", "--steps", "40", "--out", join(folder, "w.npz"))).at(-1);
  for (const [before, ending] of /** @type {const} */ ([
    ["npz", "safetensors"],
    ["safetensors", "json"],
    ["json", "npz"],
  ])) {
    const code = join(folder, "w.py");
    const files = ["--from", join(folder, `w.${before}`), "--out", join(folder, `again.${ending}`), "--pytorch", code];
    const [first] = await lines("reverse", "--seed", "9", "--steps", "1", ...files);
    assert.deepEqual(
      [first.held_out_loss, first.held_out_accuracy],
      [last.held_out_loss, last.held_out_accuracy],
      `${before}, the same answers before the first step`,
    );
    assert.match(await readFile(code, "utf8"), new RegExp(`weights = read\\("again.${ending}"\\)`));
    // The next round starts from the same weights in the next format.
    await lines("reverse", "--steps", "40", "--out", join(folder, `w.${ending}`));
  }
  const { status, err } = await run(["train", "induction", "--from", join(folder, "w.npz")]);
  const wanted = "w.npz: must hold token_embedding with the shape [12, 16], got [10, 16]";
  assert.deepEqual([status, err], [2, `attention-stepper: ${wanted}\n`]);
});

test("options change the model: a causal mask leaves only the second half of reverse within reach", async () => {
  const last = (await lines("reverse", "--causal", "--steps", "200")).at(-1);
  assert.ok(last.held_out_accuracy > 0.5 && last.held_out_accuracy < 0.65, JSON.stringify(last));
});

test("wrong arguments print one line that names the option, and nothing is trained", async () => {
  const directory = join(folder, "directory.npz");
  await mkdir(directory);
  for (const [args, message] of /** @type {[string[], string][]} */ ([
    [[], "TASK or FOLDER: must be one, got 0"],
    [["reverse", "majority"], "TASK or FOLDER: must be one, got 2"],
    [
      ["revers"],
      'TASK: must be one of reverse, previous, induction, majority, pronoun, translation, grammar, names, text, pairs, got "revers"',
    ],
    [["reverse", "--steps", "0"], "--steps: must be a whole number from 1 to 1000000, got 0"],
    [["reverse", "--steps", "1e3"], '--steps: must be a whole number from 1 to 1000000, got "1e3"'],
    [["reverse", "--seed=-1"], '--seed: must be a whole number from 0 to 4294967295, got "-1"'],
    [["reverse", "--layers", "3"], "--layers: must be a whole number from 1 to 2, got 3"],
    [["reverse", "--lr", "fast"], '--lr: must be a number above 0, got "fast"'],
    [["reverse", "--lr", "0"], '--lr: must be a number above 0, got "0"'],
    [["reverse", "--lr", ""], '--lr: must be a number above 0, got ""'],
    [["reverse", "--position", "x"], '--position: must be one of none, learned, sinusoidal, rope, alibi, got "x"'],
    [
      ["reverse", "--heads", "3"],
      "layers[0].d_k: must be given where heads does not divide d_model, got heads 3 and d_model 16",
    ],
    [["reverse", "--out", directory], `--out: must be a file that can be written, got ${directory} (EISDIR)`],
    [["reverse", "--out", "w.pt"], '--out: must end in one of .npz, .safetensors, .json, got "w.pt"'],
    [["reverse", "--pytorch", "w.py"], '--pytorch: needs --out, whose file the code reads, got "w.py" alone'],
    [
      ["reverse", "--out", "w.json", "--pytorch", "./w.json"],
      "--pytorch: must be another file than that of --out, got ./w.json",
    ],
    [
      ["pairs", "--data", "lines.txt", "--out", "w.npz", "--pytorch", "lines.txt"],
      "--pytorch: must be another file than that of --data, got lines.txt",
    ],
    [
      ["reverse", "--from", "w.npz", "--out", "v.npz", "--pytorch", "w.npz"],
      "--pytorch: must be another file than that of --from, got w.npz",
    ],
    [
      ["pairs", "--data", "lines.json", "--out", "lines.json"],
      "--out: must be another file than that of --data, got lines.json",
    ],
    [["reverse", "--from", directory], `--from: must be a file that can be read, got ${directory} (EISDIR)`],
    [["reverse", "--text", "book.txt"], "--text: belongs to the task text, got reverse"],
    [["text", "--data", "lines.txt"], "--data: belongs to the task pairs or names, got text"],
    [["pairs", "--data", "nowhere.txt"], "FILE: must be a file to read, got nowhere.txt, which does not exist"],
    [["reverse", "--json"], "--json: belongs to check and explain, got train"],
    [["reverse", "--causal=yes"], "--causal: takes no value, got yes"],
  ])) {
    const { status, out, err } = await run(["train", ...args]);
    assert.deepEqual([status, [...out], err], [2, [], `attention-stepper: ${message}\n`]);
  }
});

test("training that diverges says so in its last line", async () => {
  const last = (await lines("reverse", "--lr", "1e30", "--steps", "100")).at(-1);
  assert.equal(last.held_out_loss, null);
  assert.ok(last.step <= 100);
});

test("train text: a file's characters, and a last line with the baselines, counted by hand", async () => {
  const file = join(folder, "text.txt");
  /* 1000 characters: a and b by turns. The last 100 are held out; each count has 1 more, so the model must beat ln 2. */
  await writeFile(file, "ab".repeat(500));
  const printed = await lines("text", "--text", file, "--steps", "30", "--every", "30", "--lr", "0.01");
  assert.deepEqual(
    printed.map(({ step }) => step),
    [0, 30, 30],
  );
  const { held_out_loss, uniform, unigram, bigram } = printed[2];
  assert.deepEqual([uniform, held_out_loss], [Math.log(2), printed[1].held_out_loss]);
  assert.ok(Math.abs(unigram - Math.log(2)) < 1e-12, "each is half of the 900 characters: 451 of 902");
  /* ab 450 times, ba 449 times: 450 + 1 of 450 + 2, 449 + 1 of 449 + 2. Asked are 50 times ab and 49 times ba. */
  const expected = -(50 * Math.log(451 / 452) + 49 * Math.log(450 / 451)) / 99;
  assert.ok(Math.abs(bigram - expected) < 1e-12, `${bigram} ${expected}`);
  assert.ok(held_out_loss < 0.1, `${held_out_loss}`);
});

test("train pairs: a file's lines are learned; lines that are no pairs are named by number, and nothing is trained", async () => {
  const file = join(folder, "pairs.txt");
  const words = ["red", "green", "blue", "old", "new", "big"];
  const things = ["car", "house", "tree", "boat", "door", "hat", "cup"];
  await writeFile(
    file,
    words.flatMap((word) => things.map((thing) => `${word} ${thing}\t${thing} ${word}`)).join("\n"),
  );
  const last = (await lines("pairs", "--data", file)).at(-1);
  assert.ok(last.held_out_accuracy >= 0.99 && last.step <= 300, JSON.stringify(last));
  const good = Array.from({ length: 12 }, (_, at) => `a${at} => b${at}`);
  await writeFile(file, [...good, "alone", "", "a3 => again"].join("\r\n"));
  const { status, out, err } = await run(["train", "pairs", "--data", file]);
  assert.deepEqual([status, [...out]], [2, []]);
  assert.equal(
    err,
    `attention-stepper: ${file}: line 13: must be "source => target", or have one tab between the two, got 1 parts; ` +
      "line 15: must have a source of its own, got that of line 4\n",
  );
});
