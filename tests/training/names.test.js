/** Names: which lines are names, which are held out, what is written, and that the model trains as PyTorch trains it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { Random } from "../../web/training/random.js";
import { Session } from "../../web/training/session.js";
import { defaultSettings } from "../../web/training/settings.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { names, readNames } from "../../web/training/tasks/names.js";
import { readText } from "../support/machine.js";

const engine = await createEngine();
const shipped = await shippedData.names();
const session = (/** @type {string} */ data = shipped) =>
  new Session(engine, { ...defaultSettings, task: "names" }, data);
/** So many different names of two letters. @param {number} count */
const made = (count) =>
  Array.from({ length: count }, (_, at) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26)));

/** What a report says the model writes. @param {Session} of @param {import("../../web/training/text-report.js").ReportOptions} options */
function written(of, options) {
  const report = of.report(options);
  let next = report.next();
  while (!next.done) next = report.next();
  const { names: each, written: drawn } = next.value;
  let from = 0;
  return each.map(({ drawn: count, isKnown }) => {
    const letters = drawn.slice(from, (from += count));
    return { text: letters.map(({ token }) => of.facts.words[token]).join(""), isKnown, letters };
  });
}

test("from the same first weights and the same names, PyTorch in float64 has the same losses, to 1 part in 10,000", () => {
  const { first, losses } = JSON.parse(readText("tests/reference/names.json"));
  const { task } = names.make(shipped);
  const drawn = task.examples(new Random(engine.torchRandom(1)), task.batch, false);
  assert.deepEqual(
    drawn.map(({ tokens }) => tokens.slice(1).map(task.label).join("")),
    first,
  );
  const own = session();
  assert.equal(losses.length, 50);
  for (const [step, want] of losses.entries()) {
    const { loss } = own.step();
    assert.ok(Math.abs(loss - want) <= 1e-4 * want, `step ${step}: ${loss}, wanted ${want}`);
  }
  own.model.free();
});

test("the model has the shape of the smallest GPTs: 4,192 numbers, without norms' weights and biases", () => {
  const { facts, model } = session();
  assert.deepEqual(facts.shapes, {
    token_embedding: [27, 16],
    position_embedding: [16, 16],
    ...Object.fromEntries(["Wq", "Wk", "Wv", "Wo"].map((name) => [`layers.0.${name}`, [16, 16]])),
    "layers.0.W_up": [16, 64],
    "layers.0.W_down": [64, 16],
    readout_weight: [16, 27],
  });
  assert.equal(facts.parameters, 4192);
  model.free();
});

test("the list that ships has each name once, in the order of the alphabet, in the letters a to z", () => {
  const lines = shipped.split("\n");
  assert.equal(lines.length, 1261);
  assert.deepEqual(lines, [...new Set(lines)].sort());
  assert.ok(lines.every((name) => /^[a-z]{2,15}$/.test(name)));
  assert.equal(new Set(shipped.replaceAll("\n", "")).size, 26);
});

test("a name is predicted letter by letter, from a mark to a mark; every fifth is held out", () => {
  const given = ["Łucja", "o’neil", "jean-luc", "jean-luc", " ann ", "", ...made(60)];
  const { task, facts } = names.make(given.join("\r\n"));
  const { training, heldOut, alphabet } = facts.names;
  assert.deepEqual([training, heldOut], [52, 12]);
  assert.deepEqual([alphabet.at(-1), alphabet[0], alphabet.includes("’")], ["·", "-", true]);
  const texts = (/** @type {boolean} */ isHeldOut) =>
    task.examples(new Random(engine.torchRandom(1)), 600, isHeldOut).map(({ tokens, targets }) => {
      const read = [tokens, targets].map((row) => row.map(task.label).join(""));
      assert.equal(read[0]?.slice(1), read[1]?.slice(0, -1));
      assert.ok(read[0]?.startsWith("·") && read[1]?.endsWith("·"));
      return read[0]?.slice(1);
    });
  assert.ok(texts(false).includes("Łucja") && texts(false).includes("jean-luc"));
  assert.deepEqual(
    new Set(texts(true)),
    new Set(["aa", "fa", "ka", "pa", "ua", "za", "eb", "jb", "ob", "tb", "yb", "dc"]),
  );
});

test("lines that are no names are named by their numbers; too few or too many names, letters and lines are refused", () => {
  const { names: read, refused } = readNames([...made(50), "a b", "x".repeat(16), "7up", "x".repeat(15)].join("\n"));
  assert.equal(read.length, 51);
  assert.deepEqual(
    refused.map(({ message, reason }) => [message, reason?.code]),
    [
      ["line 51: must be a name of 1 to 15 letters, got 3 characters", "name-letters"],
      ["line 52: must be a name of 1 to 15 letters, got 16 characters", "name-letters"],
      ["line 53: must be a name of 1 to 15 letters, got 3 characters", "name-letters"],
    ],
  );
  const letters = Array.from({ length: 65 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  const many = Array.from({ length: 10_001 }, (_, at) => [...String(at)].map((digit) => "abcdefghij"[Number(digit)]));
  for (const [text, wanted] of /** @type {[string, RegExp][]} */ ([
    [made(49).join("\n"), /^names: must be at least 50, got 49$/],
    ["1\n2", /^names: must be at least 50, got 0; line 1: must be a name/],
    [letters.join("\n"), /^names: must have at most 64 different letters, got 65$/],
    [many.map((name) => name.join("")).join("\n"), /^names: must have at most 10000 names, got 10001$/],
    ["a\n".repeat(20_001), /^names: must have at most 20000 lines, got 20001$/],
    ["a".repeat(200_001), /^names: must have at most 200000 characters, got 200001$/],
  ]))
    assert.throws(() => readNames(text), { message: wanted });
});

test("after 300 steps the held-out loss is below that of the letter before, and most names that are written are new", () => {
  const own = session();
  const before = written(own, { temperature: 0.8, seed: 1 });
  for (let step = 0; step < 300; step++) own.step();
  const { bigram, unigram, uniform } = own.facts.data.names?.baselines ?? assert.fail();
  const { loss } = own.evaluate();
  assert.ok(loss < bigram && bigram < unigram && unigram < uniform, `${loss} ${bigram} ${unigram} ${uniform}`);
  const after = written(own, { temperature: 0.8, seed: 1 });
  assert.equal(after.length, 20);
  assert.deepEqual(written(own, { temperature: 0.8, seed: 1 }), after, "the same seed writes the same names");
  assert.notDeepEqual(written(own, { temperature: 0.8, seed: 2 }), after);
  const known = new Set(shipped.split("\n").filter((_, at) => at % 5 !== 4));
  for (const { text, isKnown, letters } of [...before, ...after]) {
    assert.equal(isKnown, known.has(text.replace("·", "")), text);
    assert.ok(text.endsWith("·") ? text.indexOf("·") === text.length - 1 : letters.length === 16, text);
    for (const { probability } of letters) assert.ok(probability > 0 && probability <= 1);
  }
  assert.ok(after.filter(({ isKnown }) => !isKnown).length > 10);
  const vowels = (/** @type {typeof after} */ all) =>
    all
      .map(({ text }) => text)
      .join("")
      .replace(/[^aeiouy]/g, "").length / all.map(({ text }) => text.replace("·", "")).join("").length;
  assert.ok(vowels(after) > 0.35 && vowels(before) < 0.35, `${vowels(before)} ${vowels(after)}`);
  own.model.free();
});
