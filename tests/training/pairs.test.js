/** Own pairs: which lines are pairs, which are held out, and that the model learns them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { pairs, readPairs } from "../../web/training/tasks/pairs.js";
import { Random } from "../../web/training/random.js";
import { train } from "../../web/training/train.js";

const engine = await createEngine();
const random = (/** @type {number} */ seed) => new Random(engine.torchRandom(seed));
/** Ten pairs, one a line. */
const ten = Array.from({ length: 10 }, (_, at) => `s${at} => t${at}`);

test("a line has its source and its target on two sides of a tab or an arrow; empty lines are skipped", () => {
  const { pairs: read, refused } = readPairs(
    ["the  cat => le chat", "", "a => b\tc", "\uFEFFx\ty", ...ten].join("\r\n"),
  );
  assert.deepEqual(refused, []);
  assert.deepEqual(read.slice(0, 3), [
    { source: ["the", "cat"], target: ["le", "chat"] },
    { source: ["a", "=>", "b"], target: ["c"] },
    { source: ["x"], target: ["y"] },
  ]);
  assert.equal(read.length, 13);
});

test("lines that are no pairs are named by their number, with the reason; the others are read", () => {
  const words = (/** @type {number} */ count) => Array(count).fill("w").join(" ");
  const { pairs: read, refused } = readPairs(
    [
      ...[...ten, "alone", "a => b => c", " => b", "a =>", `${words(17)} => b`],
      ...[`a => ${words(17)}`, "a\tb\tc", "s3 => t99", `${words(16)} => ${words(16)}`],
    ].join("\n"),
  );
  assert.equal(read.length, 11);
  assert.deepEqual(
    refused.map(({ message }) => message),
    [
      'line 11: must be "source => target", or have one tab between the two, got 1 parts',
      'line 12: must be "source => target", or have one tab between the two, got 3 parts',
      "line 13: must have 1 to 16 words in its source, got 0",
      "line 14: must have 1 to 16 words in its target, got 0",
      "line 15: must have 1 to 16 words in its source, got 17",
      "line 16: must have 1 to 16 words in its target, got 17",
      'line 17: must be "source => target", or have one tab between the two, got 3 parts',
      "line 18: must have a source of its own, got that of line 4",
    ],
  );
});

test("too few pairs, too many, or too many characters or words are refused with the limit", () => {
  assert.throws(
    () => readPairs("a => b\nalone"),
    /^AttentionError: pairs: must be at least 10, got 1; line 2: must be/,
  );
  assert.throws(() => readPairs("x".repeat(500_001)), /pairs: must have at most 500000 characters, got 500001/);
  // Such a text, most of which is no pair, would be read for seconds to name each of its lines.
  const noPairs = "x\n\n".repeat(100_000);
  assert.throws(() => readPairs(`${ten.join("\n")}\n${noPairs}`), /pairs: must have at most 10000 lines, got 100010/);
  const many = (/** @type {number} */ count, /** @type {(at: number) => string} */ line) =>
    Array.from({ length: count }, (_, at) => line(at)).join("\n");
  assert.throws(
    () => readPairs(many(5001, (at) => `${at % 10} ${Math.floor(at / 10) % 10} ${at % 971} => t`)),
    /pairs: must have at most 5000 pairs, got 5001/,
  );
  assert.throws(
    () => readPairs(many(1001, (at) => `s${at} => t`)),
    /at most 1000 different words in their sources, got 1001/,
  );
  assert.throws(
    () => readPairs(many(1001, (at) => `${at % 40} ${at % 41} => t${at}`)),
    /words in their targets, got 1001/,
  );
});

test("every fifth pair is held out, and no held-out pair is trained on; pairs with words that training lacks are counted", () => {
  const { task, facts } = pairs.make(ten.join("\n"));
  assert.deepEqual(facts, { pairs: { training: 8, heldOut: 2, unseen: 2 } });
  const sources = (/** @type {import("../../web/training/tasks/task.js").Example[]} */ examples) =>
    [...new Set(examples.map(({ source = [] }) => source.map(task.sourceLabel).join(" ")))].sort();
  assert.deepEqual(sources(task.examples(random(1), 300, false)), ["s0", "s1", "s2", "s3", "s5", "s6", "s7", "s8"]);
  assert.deepEqual(sources(task.examples(random(1), 300, true)), ["s4", "s9"]);
  const batch = task.heldOut(random(1), 1);
  assert.equal(batch.lengths.length, 2);
  const read = Array.from(batch.tokens, task.label);
  assert.deepEqual(read, ["<start>", "t4", "<start>", "t9"]);
  assert.deepEqual(Array.from(batch.targets, task.label), ["t4", "<end>", "t9", "<end>"]);
});

test("the pairs that ship are learned with each of three seeds: 99 % of the words of pairs never seen", async () => {
  const { task, facts } = pairs.make(await shippedData.pairs());
  assert.deepEqual(facts, { pairs: { training: 269, heldOut: 67, unseen: 0 } });
  for (const seed of [1, 2, 3]) {
    const model = engine.model(task.model(), { seed });
    const last = [...train(engine, task, model, { seed })].at(-1);
    model.free();
    assert.ok(last && last.held_out_accuracy >= 0.99 && last.step <= 150, JSON.stringify(last));
  }
});
