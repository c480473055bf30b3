/** The next character of a text: windows, baselines counted by hand, sampling. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { Random } from "../../web/training/random.js";
import { Session } from "../../web/training/session.js";
import { defaultSettings } from "../../web/training/settings.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { baselines, sample, splitText, text as textEntry } from "../../web/training/tasks/text.js";
import { train } from "../../web/training/train.js";

const engine = await createEngine();
const random = (/** @type {number} */ seed) => new Random(engine.torchRandom(seed));
/** @param {string} of a text */
const textTask = (of) => textEntry.make(of).task;

/** 1,120 characters, the last 112 of them held out: b follows a, c follows b, and each of a and d follows c. */
const text = "abcabcd".repeat(200).slice(0, 1120);

test("windows are pieces of the text whose targets are the characters that follow; held-out ones lie in its end", () => {
  const long = Array.from({ length: 4000 }, (_, at) =>
    String.fromCharCode(97 + ((at * at) % 23) + (at > 3600 ? 30 : 0)),
  ).join("");
  const task = textTask(long);
  for (const [heldOut, part] of /** @type {[boolean, string][]} */ ([
    [false, long.slice(0, 3600)],
    [true, long.slice(3600)],
  ])) {
    for (const { tokens, targets } of task.examples(random(1), 200, heldOut)) {
      const window = tokens.map((token) => task.label(token)).join("");
      const after = targets.map((token) => task.label(token)).join("");
      assert.ok(window.length === 64 && part.includes(window[0] + after), window);
      assert.equal(after.slice(0, -1), window.slice(1));
    }
  }
});

test("baselines: uniform, unigram and bigram losses on the held-out end, counted by hand", () => {
  const { alphabet, training, heldOut } = splitText(text);
  assert.deepEqual([alphabet, training.length, heldOut.length], [["a", "b", "c", "d"], 1008, 112]);
  const got = baselines({ alphabet, training, heldOut });
  assert.equal(got.uniform, Math.log(4));
  /* 1008 characters are 144 times "abcabcd", so a, b and c come 288 times each and d 144 times; each count has 1 more.
     Held out are 16 times the same, of which the first a is not asked. */
  const often = 31 + 32 + 32;
  const unigram = -(often * Math.log(289 / 1012) + 16 * Math.log(145 / 1012)) / 111;
  assert.ok(Math.abs(got.unigram - unigram) < 1e-12, `${got.unigram} ${unigram}`);
  /* ab 288, bc 288; ca 144 and cd 144, of 288; da 143, since nothing follows the last d. */
  const [ab, half, da] = [289 / 292, 145 / 292, 144 / 147];
  const bigram = -(32 * Math.log(ab) + 32 * Math.log(ab) + 16 * Math.log(half) * 2 + 15 * Math.log(da)) / 111;
  assert.ok(Math.abs(got.bigram - bigram) < 1e-12, `${got.bigram} ${bigram}`);
});

test("held-out windows lie one after the other in the text's last tenth: all of them, or 64 spread over it", () => {
  const held = (/** @type {string} */ from) => {
    const task = textTask(from);
    const { tokens, targets, lengths } = task.heldOut(random(1), 1);
    const read = (/** @type {Int32Array} */ all) =>
      Array.from(lengths, (_, at) => Array.from(all.subarray(64 * at, 64 * at + 64), task.label).join(""));
    return { windows: read(tokens), after: read(targets) };
  };
  /* Different letters, so that each window stands at one place; the last tenth has 3200 / 10 = 320 letters. */
  const letters = (/** @type {number} */ length) =>
    Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * at + Math.floor(at / 23)) % 26))).join("");
  const short = letters(3200);
  assert.deepEqual(
    held(short).windows,
    [0, 1, 2, 3].map((at) => short.slice(2880 + 64 * at, 2944 + 64 * at)),
    "of five windows the last has no character after it",
  );
  assert.deepEqual(
    held(short).after,
    [0, 1, 2, 3].map((at) => short.slice(2881 + 64 * at, 2945 + 64 * at)),
  );
  /* 128,010 / 10 = 12,801 letters: 200 windows, of which 64 are taken, the first first. */
  const long = letters(128_010);
  const { windows } = held(long);
  assert.equal(windows.length, 64);
  windows.forEach((window, at) => {
    const start = 115_209 + 64 * Math.floor((200 * at) / 64);
    assert.equal(window, long.slice(start, start + 64));
  });
});

test("characters that cannot be seen have a sign", () => {
  const spaced = textTask("a b\n\t".repeat(200));
  assert.deepEqual([0, 1, 2, 3, 4].map(spaced.label), ["⇥", "↵", "␣", "a", "b"]);
});

test("the text that ships is as long as the page says, and its baselines are in order", async () => {
  const { alphabet, training, heldOut } = splitText(await shippedData.text());
  assert.ok(training.length + heldOut.length > 30_000, `${training.length}`);
  assert.ok(
    alphabet.every((character) => /^[\n -~]$/.test(character)),
    alphabet.join(""),
  );
  const { uniform, unigram, bigram } = baselines({ alphabet, training, heldOut });
  assert.ok(uniform > unigram && unigram > bigram && bigram > 2, `${uniform} ${unigram} ${bigram}`);
});

test("the model of the shipped text is below the unigram after 25 steps", async () => {
  const { task, facts } = textEntry.make(await shippedData.text());
  const model = engine.model(task.model(), { seed: 1 });
  const last = [...train(engine, task, model, { seed: 1, steps: 25 })].at(-1);
  model.free();
  assert.ok((last?.held_out_loss ?? NaN) < facts.text.baselines.unigram, JSON.stringify(last));
});

/** What a model says of a text: everything in one go. @param {Session} session @param {import("../../web/training/text-report.js").ReportOptions} options */
function reportOf(session, options) {
  const report = session.report(options);
  for (;;) {
    const { done, value } = report.next();
    if (done) return value;
  }
}

test("a report writes what the model predicts, with its probabilities, and leaves the model as it was", () => {
  const small = { ...defaultSettings, task: "text", batch: 4 };
  const [session, other] = [new Session(engine, small, text), new Session(engine, small, text)];
  for (let step = 0; step < 12; step++) for (const each of [session, other]) each.step();
  const report = reportOf(session, { temperature: 0, seed: 1 });
  assert.deepEqual([report.step, report.prompt.length, report.written.length], [12, 12, 160]);

  /* Each character is the likeliest one after the 64 before it; probabilities in float64 from the logits. */
  const tokens = [...report.prompt];
  for (const { token, probability, likely } of report.written.slice(0, 60)) {
    const window = tokens.slice(-64);
    const { data } = session.model.predict({
      tokens: [...window, ...Array(64 - window.length).fill(0)],
      lengths: [window.length],
    });
    const logits = Array.from(data.slice(4 * window.length - 4, 4 * window.length));
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
    assert.equal(logits[token], Math.max(...logits));
    assert.ok(Math.abs(probability - Math.exp(logits[token] ?? NaN) / total) < 1e-7);
    assert.ok(Math.abs(likely.reduce((sum, [, share]) => sum + share, 0) - 1) < 1e-6, "all four characters");
    assert.equal(likely[0]?.[0], token);
    tokens.push(token);
  }
  assert.deepEqual(reportOf(session, { temperature: 0, seed: 2 }), report, "at 0 no choice is random");
  const [first, again, different] = [3, 3, 4].map((seed) => reportOf(session, { temperature: 2, seed }).written);
  assert.deepEqual(first, again);
  assert.notDeepEqual(first, different);

  /* The loss without a head is that of a model whose rows of Wo for this head are 0: 16 rows of 64 each. */
  const Wo = session.model.weights()["layers.1.Wo"];
  const held = textTask(text).heldOut(random(1), 1);
  const before = session.model.evaluate(held).loss;
  const data = Wo.data.map((value, at) => (at >= 2 * 16 * 64 && at < 3 * 16 * 64 ? 0 : value));
  session.model.load({ "layers.1.Wo": { shape: Wo.shape, data } });
  const rise = session.model.evaluate(held).loss - before;
  session.model.load({ "layers.1.Wo": Wo });
  const head = report.heads.find((each) => each.layer === 1 && each.head === 2);
  assert.ok(head && rise !== 0 && Math.abs(head.loss - rise) < 1e-7, `${head?.loss} ${rise}`);
  assert.equal(report.heads.length, 8);

  assert.deepEqual(session.step(), other.step(), "training goes on as if there had been no report");
  for (const each of [session, other]) each.model.free();
});

test("a model of two layers beats the unigram on such a text within 40 steps", () => {
  const task = textTask(text);
  const model = engine.model(task.model({ d_model: 16, lr: 1e-2 }), { seed: 1 });
  const draws = random(2);
  for (let step = 0; step < 40; step++) model.step(task.draw(draws, 4));
  const { loss } = model.evaluate(task.heldOut(random(3), 8));
  assert.ok(loss < baselines(splitText(text)).unigram / 2, String(loss));
});

test("samples have the probabilities of the softmax at the given temperature; 0 takes the largest", () => {
  const logits = [0, Math.log(3), -Infinity];
  for (const [temperature, share] of [
    [1, 3 / 4],
    [0.5, 9 / 10],
    [1e9, 1 / 2],
  ]) {
    const draws = random(5);
    const counts = [0, 0, 0];
    for (let n = 0; n < 20_000; n++) counts[sample(logits, temperature, draws)]++;
    assert.equal(counts[2], 0);
    /* Four standard deviations. */
    const tolerance = 4 * Math.sqrt((share * (1 - share)) / 20_000);
    assert.ok(Math.abs(counts[1] / 20_000 - share) < tolerance, `${temperature}: ${counts}`);
  }
  assert.equal(sample(logits, 0, random(1)), 1);
  const again = () =>
    Array.from(
      { length: 20 },
      (
        (draws) => () =>
          sample([0, 0, 0, 0], 1, draws)
      )(random(9)),
    );
  assert.deepEqual(again(), again());
});

test("texts that are too short, or have too many different characters, are refused", () => {
  assert.throws(() => splitText("short"), /^AttentionError: text: must have 650 to 2000000 characters, got 5$/);
  const many = Array.from({ length: 700 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");
  assert.throws(() => splitText(many), /text: must have 2 to 256 different characters, got 700/);
  assert.throws(() => splitText("a".repeat(700)), /text: must have 2 to 256 different characters, got 1/);
  assert.throws(() => sample([1], NaN, random(1)), /temperature: must be a finite number, got NaN/);
});
