/** A page's requests to a model in files: answered while a walk is under way, which a stop or another walk ends. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openModel } from "../../web/checkpoints/model.js";
import { ModelRequests } from "../../web/checkpoints/requests.js";
import { createEngine } from "../../web/engine/index.js";
import { byteLevel, bytesOf, filesIn, filesOf } from "../support/checkpoints.js";

/** @typedef {import("../../web/checkpoints/worker-messages.js").FromWorker} FromWorker */

const engine = await createEngine();
const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);

/**
 * @param {import("../../web/checkpoints/folder.js").Files} files whatever is opened
 * @param {(requests: ModelRequests, task: number) => void} [between] what the page asks between two steps
 */
function ask(files, between = () => {}) {
  /** @type {any[]} */
  const answers = [];
  let task = 0;
  const requests = new ModelRequests(engine, {
    filesOf: () => files,
    post: (message) => void answers.push(message),
    nextTask: async () => between(requests, task++),
  });
  return { requests, answers };
}

/** @param {readonly any[]} answers */
const kinds = (answers) =>
  answers.map(({ type, id, progress }) => [type, id, progress?.is].filter((x) => x !== undefined));

test("a model is opened and walked, and its numbers are those of the walk", async () => {
  const { requests, answers } = ask(filesOf("llama"));
  await requests.receive({ type: "open", id: 1, files: [] });
  const model = openModel(filesOf("llama"), engine);
  const { summary } = model;
  assert.deepEqual(
    [...answers],
    [{ type: "opened", id: 1, summary: { ...summary }, identity: model.identity(), hasTokenizer: false }],
  );
  answers.length = 0;
  await requests.receive({ type: "walk", id: 2, input: [3, 1, 4] });
  const layers = Array.from({ length: model.summary.layers }, () => ["progress", 2, "layer"]);
  const others = [
    ["progress", 2, "readout"],
    ["progress", 2, "predicted"],
  ];
  assert.deepEqual(kinds(answers), [["tokens", 2], ...layers, ...others, ["walked", 2]]);
  const walk = model.walk([3, 1, 4]);
  const [best] = walk.next(1);
  assert.equal(answers.at(-2).progress.next[0].id, best?.token);
  assert.equal(answers.at(-1).isWhole, true);
  answers.length = 0;
  await requests.receive({ type: "without", id: 5, off: ["layer=1,head=0"], other: null });
  const without = [["without"], ["changed"]].map(([is]) => ["progress", 5, is]);
  assert.deepEqual(kinds(answers), [...without, ["walked", 5]]);
  assert.equal(answers[1].progress.answers[0].id, best?.token);
  answers.length = 0;
  await requests.receive({ type: "without", id: 6, off: ["layer=0,mlp,with=other"], other: [2, 1, 4] });
  const patched = ["other", "without", "without", "changed"].map((is) => ["progress", 6, is]);
  assert.deepEqual(kinds(answers), [...patched, ["walked", 6]]);
  answers.length = 0;
  const window = { layer: 1, stage: "Q", head: 1, rows: [1, 3], columns: [0, 2] };
  await requests.receive({ type: "window", id: 3, window: /** @type {any} */ (window) });
  await requests.receive({ type: "explain", id: 4, layer: 1, stage: "Q", index: [1, 2, 1] });
  const { data, shape } = walk.run(1).tensor("Q");
  const width = shape[2] ?? 0;
  const at = (/** @type {number} */ row, /** @type {number} */ column) => data[(3 + row) * width + column];
  assert.deepEqual(answers[0].rows, [
    [at(1, 0), at(1, 1)],
    [at(2, 0), at(2, 1)],
  ]);
  assert.deepEqual([answers[1].id, answers[1].arithmetic.value], [4, at(2, 1)]);
  await requests.receive({ type: "head", id: 7, layer: 1, head: 1 });
  assert.deepEqual([...answers[2].weights], [...walk.run(1).tensor("weights").data.slice(9, 18)]);
  walk.free();
});

test("while a text is cut or tokens are read it is said that this may take forever: not while layers are walked", async () => {
  const withTokenizer = { ...bytesOf("gpt2"), "tokenizer.json": encode(JSON.stringify(byteLevel(43))) };
  const { requests, answers } = ask(filesIn(withTokenizer));
  await requests.receive({ type: "open", id: 1, files: [] });
  const watched = [["tokenising"], ["tokenised"]];
  const layers = [
    ["progress", "layer"],
    ["progress", "layer"],
  ];
  const said = () => {
    const all = kinds(answers).map((kind) => kind.filter((part) => typeof part !== "number"));
    answers.length = 0;
    return all.filter(([type, is]) => type !== "progress" || is !== "readout");
  };
  said();
  await requests.receive({ type: "walk", id: 2, input: "low" });
  const read = [...watched, ...watched, ["progress", "predicted"], ["walked"]];
  assert.deepEqual(said(), [...watched, ...watched, ["tokens"], ...layers, ...read]);
  await requests.receive({ type: "without", id: 3, off: ["layer=0,with=other"], other: "lo" });
  const without = [
    ["progress", "without"],
    ["progress", "without"],
  ];
  assert.deepEqual(said(), [
    ...watched,
    ["progress", "other"],
    ...without,
    ...watched,
    ["progress", "changed"],
    ["walked"],
  ]);
  await requests.receive({ type: "walk", id: 5, input: [1, 2, 3] });
  assert.deepEqual(said(), [...watched, ["tokens"], ...layers, ...read]);
});

test("without a tokenizer nothing may take forever", async () => {
  const { requests, answers } = ask(filesOf("gpt2"));
  await requests.receive({ type: "open", id: 1, files: [] });
  await requests.receive({ type: "walk", id: 2, input: [1, 2, 3] });
  assert.deepEqual(
    answers.filter(({ type }) => type.startsWith("tokenis")),
    [],
  );
});

test("requests are answered between two layers, and stop ends the walk there", async () => {
  const { requests, answers } = ask(filesOf("gpt2"), (page, task) => {
    if (task > 0) return;
    void page.receive({ type: "explain", id: 3, layer: 0, stage: "weights", index: [0, 0, 0] });
    void page.receive({ type: "stop" });
  });
  await requests.receive({ type: "open", id: 1, files: [] });
  await requests.receive({ type: "walk", id: 2, input: [5, 6] });
  assert.deepEqual(kinds(answers).slice(2), [
    ["progress", 2, "layer"],
    ["explained", 3],
    ["walked", 2],
  ]);
  assert.equal(answers.at(-1).isWhole, false);
  assert.equal(answers.at(-2).arithmetic.value, 1);
});

test("another walk ends the one before", async () => {
  /** @type {Promise<void>[]} */
  const second = [];
  const { requests, answers } = ask(filesOf("gpt2"), (page, task) => {
    if (task === 0) second.push(page.receive({ type: "walk", id: 3, input: [7] }));
  });
  await requests.receive({ type: "open", id: 1, files: [] });
  await requests.receive({ type: "walk", id: 2, input: [5, 6] });
  await Promise.all(second);
  const ends = answers.filter(({ type }) => type === "walked").map(({ id, isWhole }) => [id, isWhole]);
  assert.deepEqual(ends.sort(), [
    [2, false],
    [3, true],
  ]);
  assert.equal(answers.filter(({ id, type }) => id === 2 && type === "progress").length, 1);
});

test("what goes wrong is an answer that names the field", async () => {
  const { requests, answers } = ask(filesIn({}));
  await requests.receive({ type: "open", id: 1, files: [] });
  await requests.receive({ type: "walk", id: 2, input: [1] });
  assert.deepEqual(
    answers.filter(({ type }) => type === "failed"),
    [
      {
        type: "failed",
        id: 1,
        field: "config.json",
        message: "config.json: must be in the folder, got no such file",
      },
      { type: "failed", id: 2, field: "model", message: "model: must be opened first" },
    ],
  );
});
