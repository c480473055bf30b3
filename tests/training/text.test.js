/** The next character of a text: windows, baselines counted by hand, sampling. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { Random } from "../../web/training/random.js";
import { baselines, sample, splitText, textTask } from "../../web/training/tasks/text.js";

const engine = await createEngine();
const random = (/** @type {number} */ seed) => new Random(engine.torchRandom(seed));
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
  assert.throws(() => splitText(many), /text: must have at most 256 different characters, got 700/);
  assert.throws(() => sample([1], NaN, random(1)), /temperature: must be a finite number of at least 0, got NaN/);
});
