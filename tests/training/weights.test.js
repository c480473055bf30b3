/** The trained weights that ship: how they were made, what they can do, and whether what they show is why they do it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";

import { createEngine } from "../../web/engine/index.js";
import { weightsFile } from "../../web/build/train-weights.js";
import { safetensorsIn } from "../../web/tensors/safetensors.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { evaluateWithout, headScores, weightsOf } from "../../web/training/measure.js";
import { Random } from "../../web/training/random.js";
import { tasks } from "../../web/training/tasks.js";
import { exampleOf, drawSentence, positionsOf, sentence, vocabulary } from "../../web/training/tasks/pronoun.js";
import { roundTo11Bits } from "../../web/training/round.js";
import { train } from "../../web/training/train.js";
import { addTrained } from "../../web/training/trained.js";
import {
  drawSentence as drawGrammar,
  exampleOf as grammarExample,
  following,
  vocabulary as grammarWords,
} from "../../web/training/tasks/grammar.js";
import { drawPair, english, exampleOf as translationExample, french } from "../../web/training/tasks/translation.js";
import { grammarFacts, pronounFacts, translationFacts } from "../../web/training/shipped-facts.js";
import { nouns, prepositions } from "../../web/training/words/grammar.js";
import {
  adjectivesAfter,
  adjectivesBefore,
  feminineNouns,
  masculineNouns,
} from "../../web/training/words/translation.js";
import { loadWeights, shipped } from "../../web/training/weights.js";
import { interveneAt } from "../support/intervene.js";

const engine = await createEngine();
const fileOf = (/** @type {string} */ id) =>
  new Uint8Array(readFileSync(new URL(`../../web/training/weights/${id}.safetensors`, import.meta.url)));

/** A model with the weights that ship. @param {keyof typeof tasks} id */
function trained(id) {
  const model = engine.model(tasks[id].model());
  loadWeights(model, `${id}.safetensors`, fileOf(id));
  return model;
}

const pronoun = trained("pronoun");
/** 200 held-out sentences. */
const sentences = (() => {
  const random = new Random(engine.torchRandom(77));
  return Array.from({ length: 200 }, () => drawSentence(random, true));
})();
/** The index of the largest number. @param {ArrayLike<number>} numbers */
const argmax = (numbers) => Array.from(numbers).reduce((best, value, at, all) => (value > all[best] ? at : best), 0);
/** @param {readonly boolean[]} answers */
const share = (answers) => answers.filter(Boolean).length / answers.length;

test("training the models that ship again gives the same files, byte for byte", () => {
  for (const each of shipped) assert.ok(Buffer.from(weightsFile(engine, each)).equals(fileOf(each.id)), each.id);
});

test("the files hold two bytes a number, and four where a tensor has one that is no float16", () => {
  const types = shipped.map(({ id }) =>
    [...safetensorsIn(sourceOfBytes(id, fileOf(id)))].map(([name, { type, read }]) => {
      const values = Float32Array.from(read());
      assert.deepEqual(roundTo11Bits(values), values, `${id} ${name}`);
      const smallest = Math.min(...values.map(Math.abs));
      assert.equal(type.safetensors, smallest < 2 ** -14 ? "F32" : "F16", `${id} ${name}: ${smallest}`);
      return type.safetensors;
    }),
  );
  assert.equal(types.flat().filter((type) => type === "F32").length, 1);
});

test("the package's trained models are those of the files, bit for bit", async () => {
  const bundle = "../../web/dist/trained.js"; // made by the build
  /** @type {typeof import("../../web/training/trained.js")} */
  const { addTrained: addBundled } = await import(bundle);
  const [own, bundled] = [addTrained, addBundled].map((add) => {
    const holder = /** @type {Parameters<typeof addTrained>[0]} */ ({});
    add(holder);
    return holder.trained ?? assert.fail();
  });
  for (const { id } of shipped) {
    const words = /** @type {const} */ ([english.words, vocabulary.words, grammarWords.words]).flat();
    for (const layer of [1, 2].slice(0, tasks[id].model().layers.length))
      assert.deepEqual(bundled.get(id)?.inputs(layer, words, words), own.get(id)?.inputs(layer, words, words), id);
    assert.deepEqual(bundled.get(id)?.readout, own.get(id)?.readout, id);
  }
});

test("together the weights take at most 60 KB with brotli", () => {
  const sizes = shipped.map(({ id }) => brotliCompressSync(fileOf(id)).length);
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 60_000, String(sizes));
});

test("the weights that ship answer 99 % of held-out examples that chose nothing about them", () => {
  for (const { id } of shipped) {
    const model = trained(id);
    const heldOut = tasks[id].heldOut(new Random(engine.torchRandom(42)), 500);
    const { accuracy } = tasks[id].evaluate(model, heldOut);
    assert.ok(accuracy >= 0.99, `${id}: ${accuracy}`);
    model.free();
  }
});

test("tired points to the animal, wide to the road, dark to nothing", () => {
  for (const [adjective, wanted] of [
    ["tired", "animal"],
    ["wide", "road"],
    ["dark", "·"],
  ]) {
    const words = sentence({ animal: "animal", place: "road", adjective });
    assert.equal(words.join(" "), `· the animal cannot cross the road because it is too ${adjective}`);
    const { data } = weightsOf(pronoun, { tokens: vocabulary.tokens(words) }, 1);
    const it = words.indexOf("it");
    const row = data.slice(it * words.length, (it + 1) * words.length);
    assert.equal(words[argmax(row)], wanted);
    assert.ok(Math.max(...row) > 0.9, `${adjective}: ${Math.max(...row)}`);
  }
});

test("in the pronoun's first layer, 'it' looks at the adjective, in 95 % of held-out sentences", () => {
  const masses = sentences.map((words) => {
    const { it, adjective } = positionsOf(words);
    const { data } = weightsOf(pronoun, { tokens: vocabulary.tokens(words) }, 0);
    return { row: data.slice(it * words.length, (it + 1) * words.length), adjective };
  });
  const looking = share(masses.map(({ row, adjective }) => argmax(row) === adjective));
  assert.ok(looking >= 0.95, String(looking));
  const mean = masses.reduce((sum, { row, adjective }) => sum + row[adjective], 0) / masses.length;
  assert.ok(mean >= 0.9, String(mean));
});

/**
 * A copy of a list with one item replaced.
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 * @param {T} item
 * @returns {T[]}
 */
const replaced = (list, index, item) => list.map((each, at) => (at === index ? item : each));

/** An adjective that means something else than each kind. */
const others = { animal: "wide", place: "dark", nothing: "tired" };

/** @param {readonly string[]} words */
function swapped(words) {
  const { it, adjective, ...nouns } = positionsOf(words);
  const kind = /** @type {const} */ (["animal", "place", "nothing"]).find(
    (each) => nouns[each] === exampleOf(words).targets[it],
  );
  const swap = replaced(words, adjective, others[kind ?? "animal"]);
  return { it, adjective, swap, target: exampleOf(words).targets[it], other: exampleOf(swap).targets[it] };
}

test("without a change, an intervention gives the model's own weights", () => {
  for (const words of sentences.slice(0, 20)) {
    const tokens = vocabulary.tokens(words);
    const { it } = positionsOf(words);
    const own = weightsOf(pronoun, { tokens }, 1).data.slice(it * words.length, (it + 1) * words.length);
    interveneAt(engine, pronoun, tokens, it, {}).forEach((weight, at) => {
      assert.ok(Math.abs(weight - own[at]) < 1e-5, `${weight} ${own[at]}`);
    });
  }
});

test("what 'it' reads of the adjective decides: with another adjective's value the answer follows, in 95 %", () => {
  const follows = sentences.map((words) => {
    const { it, swap, other } = swapped(words);
    const values = vocabulary.tokens(swap);
    return argmax(interveneAt(engine, pronoun, vocabulary.tokens(words), it, { values })) === other;
  });
  assert.ok(share(follows) >= 0.95, String(share(follows)));
});

test("nothing else does: where the adjective changes everywhere but there, the answer stays, in 95 %", () => {
  const stays = sentences.map((words) => {
    const { it, swap, target } = swapped(words);
    const tokens = vocabulary.tokens(words);
    const n = words.length;
    const weights = [...weightsOf(pronoun, { tokens }, 0).data.slice(it * n, (it + 1) * n)];
    const answer = interveneAt(engine, pronoun, vocabulary.tokens(swap), it, { weights, values: tokens });
    return argmax(answer) === target;
  });
  assert.ok(share(stays) >= 0.95, String(share(stays)));
});

test("with no weight on the adjective, set by hand, fewer than half of the answers are right", () => {
  const right = sentences.map((words) => {
    const { it, adjective, target } = swapped(words);
    const tokens = vocabulary.tokens(words);
    const n = words.length;
    const own = replaced([...weightsOf(pronoun, { tokens }, 0).data.slice(it * n, (it + 1) * n)], adjective, 0);
    const sum = own.reduce((total, weight) => total + weight, 0);
    const weights = own.map((weight) => weight / sum);
    return argmax(interveneAt(engine, pronoun, tokens, it, { weights })) === target;
  });
  assert.ok(share(right) < 0.5, String(share(right)));
});

test("without either head of the translation, or the pronoun's first layer, accuracy falls; the weights come back", () => {
  for (const [id, heads] of /** @type {const} */ ([
    ["translation", 2],
    ["pronoun", 1],
  ])) {
    const model = trained(id);
    const batch = tasks[id].heldOut(new Random(engine.torchRandom(8)), 300);
    const before = model.evaluate(batch);
    for (let head = 0; head < heads; head++) {
      const { accuracy } = evaluateWithout(model, batch, 0, head);
      assert.ok(accuracy < before.accuracy - 0.2, `${id}, head ${head}: ${accuracy}`);
    }
    assert.deepEqual(model.evaluate(batch), before);
    model.free();
  }
  assert.throws(
    () => evaluateWithout(pronoun, tasks.pronoun.heldOut(new Random(engine.torchRandom(8)), 3), 1, 0),
    /^AttentionError: layer: must be one with Wo, got 1$/,
  );
});

test("head scores are the weights at the token before, at the same token, and after it", () => {
  const model = engine.model(tasks.induction.model(), { seed: 3 });
  const half = [3, 7, 1, 9, 0, 5];
  const scores = headScores(model, half);
  assert.equal(scores.length, 2);
  for (const { layer, previous, same, induction } of scores) {
    const { data } = weightsOf(model, { tokens: [...half, ...half] }, layer);
    const at = (/** @type {number} */ i, /** @type {number} */ j) => data[12 * i + j];
    let [before, twin, after] = [0, 0, 0];
    for (let i = 1; i < 12; i++) before += at(i, i - 1) / 11;
    for (let i = 6; i < 12; i++) [twin, after] = [twin + at(i, i - 6) / 6, after + at(i, i - 5) / 6];
    [previous - before, same - twin, induction - after].forEach((off) => assert.ok(Math.abs(off) < 1e-12));
  }
  assert.throws(() => headScores(model, [1, 1]), /half: must be two or more different tokens, got \[1, 1\]/);
});

test("what the page says about the pronoun's model is so: sentences, words, accuracy, and the other beginnings", () => {
  const { steps } = shipped.find(({ id }) => id === "pronoun") ?? assert.fail("no pronoun");
  const { sentences: trainedOn, words, heldOut, accuracy, seeds } = pronounFacts;
  assert.deepEqual([trainedOn, words], [steps * tasks.pronoun.batch, vocabulary.size]);
  const examples = tasks.pronoun.heldOut(new Random(engine.torchRandom(42)), heldOut);
  const random = new Random(engine.torchRandom(77));
  const asked = Array.from({ length: heldOut }, () => drawSentence(random, true));
  /** @param {import("../../web/engine/index.js").Model} model */
  const measured = (model) => ({
    right: 100 * tasks.pronoun.evaluate(model, examples).accuracy,
    looks: Math.round(100 * share(asked.map((sentence) => looksAtAdjective(model, sentence)))),
  });
  assert.deepEqual(measured(pronoun), { right: accuracy, looks: seeds.looks });
  const ships = shipped.find(({ id }) => id === "pronoun")?.seed;
  const all = Array.from({ length: seeds.seeds }, (_, at) => {
    const model = engine.model(tasks.pronoun.model(), { seed: at + 1 });
    for (const evaluation of train(engine, tasks.pronoun, model, { seed: at + 1, steps, every: steps, goal: Infinity }))
      void evaluation;
    const found = { seed: at + 1, ...measured(model) };
    model.free();
    return found;
  });
  assert.equal(all.filter(({ right }) => right === 100).length, seeds.right);
  const others = all.filter(({ seed }) => seed !== ships).map(({ looks }) => looks);
  assert.deepEqual([Math.min(...others), Math.max(...others)], [seeds.min, seeds.max]);
});

/**
 * The most probable token after each of a sequence's tokens.
 * @param {import("../../web/engine/index.js").Model} model
 * @param {import("../../web/training/tasks/task.js").Batch} batch one sequence
 * @param {number} length
 */
function guesses(model, batch, length) {
  const { shape, data } = model.predict(batch);
  const classes = Number(shape[2]);
  return Array.from({ length }, (_, i) => argmax(data.slice(i * classes, (i + 1) * classes)));
}

/** A share in per cent, with one decimal. @param {number} of @param {number} all */
const perCent = (of, all) => Math.round((1000 * of) / all) / 10;

/** What a French word of the task translates, as a place in the English sentence. @typedef {"article" | "adjective" | "predicate"} Role */

/**
 * For each French word that agrees with the noun: its place in the French sentence, and that of its English word.
 * @param {{english: readonly string[], french: readonly string[]}} pair
 * @returns {{role: Role, at: number, own: number}[]}
 */
function agreeing({ english, french }) {
  const noun = nounOf(english);
  const adjective = noun === 2 ? englishAdjective(String(english[1])) : undefined;
  const isBefore = adjective !== undefined && adjectivesBefore.includes(adjective);
  return [
    { role: /** @type {const} */ ("article"), at: 0, own: 0 },
    ...(adjective ? [{ role: /** @type {const} */ ("adjective"), at: isBefore ? 1 : 2, own: 1 }] : []),
    ...(english.length > noun + 1
      ? [{ role: /** @type {const} */ ("predicate"), at: french.length - 1, own: english.length - 1 }]
      : []),
  ];
}

/** The place of the noun. @param {readonly string[]} english */
const nounOf = (english) =>
  english.findIndex((word) => [...feminineNouns, ...masculineNouns].some((noun) => noun.english === word));

/** @param {string} word */
const englishAdjective = (word) => [...adjectivesAfter, ...adjectivesBefore].find(({ english }) => english === word);

test("what the page says about the translation is so: sentences, words, accuracy, and what each head looks at", () => {
  const { steps } = shipped.find(({ id }) => id === "translation") ?? assert.fail("no translation");
  const { sentences: trainedOn, words, sourceWords, heldOut, accuracy, heads } = translationFacts;
  assert.deepEqual(
    [trainedOn, words, sourceWords],
    [steps * tasks.translation.batch, french.size - 2, english.size], // without <start> and <end>
  );
  const model = trained("translation");
  const random = new Random(engine.torchRandom(42));
  let right = 0;
  const counts = { article: [0, 0, 0], adjective: [0, 0, 0], predicate: [0, 0, 0] };
  for (let sentence = 0; sentence < heldOut; sentence++) {
    const pair = drawPair(random, true);
    const { tokens, source, targets } = translationExample(pair);
    const answer = guesses(model, tasks.translation.pack([{ tokens, source, targets }]), tokens.length);
    if (answer.every((token, at) => token === targets[at])) right++;
    const { shape, data } = weightsOf(model, { tokens, source }, 0);
    const [, rows, keys] = shape.map(Number);
    const looks = (/** @type {number} */ head, /** @type {number} */ row) =>
      argmax(data.slice((head * rows + row) * keys, (head * rows + row + 1) * keys));
    for (const { role, at, own } of agreeing(pair)) {
      const count = counts[role];
      count[0]++;
      if (looks(0, at) === nounOf(pair.english)) count[1]++;
      if (looks(1, at) === own) count[2]++;
    }
  }
  assert.equal(perCent(right, heldOut), accuracy);
  for (const role of /** @type {const} */ (["article", "adjective", "predicate"])) {
    const [all, noun, own] = counts[role];
    assert.ok(all > 500, role);
    assert.deepEqual({ noun: perCent(noun, all), own: perCent(own, all) }, heads[role], role);
  }
  model.free();
});

test("what the page says about the grammar's model is so: sentences, words, accuracy, and agreement over a noun", () => {
  const { steps } = shipped.find(({ id }) => id === "grammar") ?? assert.fail("no grammar");
  const { sentences: trainedOn, words, heldOut, accuracy, agreement } = grammarFacts;
  assert.deepEqual([trainedOn, words], [steps * tasks.grammar.batch, grammarWords.size - 2]); // without <start> and the full stop
  const model = trained("grammar");
  const random = new Random(engine.torchRandom(42));
  const places = { all: 0, right: 0, far: 0, agree: 0 };
  const isPlural = (/** @type {string} */ word) => nouns.plural.includes(word);
  const isNoun = (/** @type {string} */ word) => isPlural(word) || nouns.singular.includes(word);
  for (let count = 0; count < heldOut; count++) {
    const sentence = drawGrammar(random, true);
    const example = grammarExample(sentence);
    const answer = guesses(model, tasks.grammar.pack([example]), example.tokens.length);
    const allowed = answer.map((token, at) => following(sentence.slice(0, at)).has(grammarWords.word(token)));
    places.all += allowed.length;
    places.right += allowed.filter(Boolean).length;
    const beside = sentence.findIndex((word) => prepositions.includes(word));
    if (beside < 0) continue;
    const [subject, other] = sentence.filter(isNoun);
    if (isPlural(String(subject)) === isPlural(String(other))) continue;
    places.far++;
    if (allowed[beside + 3]) places.agree++; // after the preposition, a determiner and a noun
  }
  assert.ok(places.far > 150);
  assert.deepEqual(
    [perCent(places.right, places.all), Math.round((100 * places.agree) / places.far)],
    [accuracy, agreement],
  );
  model.free();
});

/** @param {import("../../web/engine/index.js").Model} model @param {readonly string[]} words */
function looksAtAdjective(model, words) {
  const { it, adjective } = positionsOf(words);
  const { data } = weightsOf(model, { tokens: vocabulary.tokens(words) }, 0);
  return argmax(data.slice(it * words.length, (it + 1) * words.length)) === adjective;
}
