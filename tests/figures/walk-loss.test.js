/** The loss of a walk's backward pass: the gradients are those of training, and of differences of the loss. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { backward } from "../../web/engine/backward.js";
import { createEngine } from "../../web/engine/index.js";
import { walkLoss, withResidual } from "../../web/view/walk-loss.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { firstScreen, sentenceOf } from "../../web/state/recipes/trained-models.js";
import { exampleOf as grammarExample } from "../../web/training/tasks/grammar.js";
import { vocabulary } from "../../web/training/tasks/pronoun.js";
import { makeTask, tasks } from "../../web/training/tasks.js";
import { addTrained } from "../../web/training/trained.js";
import { openedState } from "../../web/training/own/own-model.js";
import { Random } from "../../web/training/random.js";
import { loadWeights } from "../../web/training/weights.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { trainOwn } from "../support/own-models.js";
import { computeWalk } from "../../web/view/view.js";

const engine = await createEngine();
addTrained(engine);

/**
 * The loss of a state, and its gradients.
 * @param {import("../../web/state/state.js").State} state
 */
function lossOf(state) {
  const walk = computeWalk(state, engine, new Map());
  const view = { ...walk, state, queries: walk.tokens, keys: walk.contextTokens ?? walk.tokens };
  const found = walkLoss(view, (run, gradient, stage) => backward(run, gradient, undefined, stage));
  const gradients = withResidual(backward(walk.run, found.gradient, undefined, found.stage), found);
  walk.run.free();
  return { ...found, gradients, tokens: walk.tokens };
}

/** A model with the weights that ship. @param {"pronoun" | "translation" | "grammar"} id */
function trained(id) {
  const model = engine.model(tasks[id].model());
  const file = readFileSync(new URL(`../../web/training/weights/${id}.safetensors`, import.meta.url));
  loadWeights(model, `${id}.safetensors`, new Uint8Array(file));
  return model;
}

/**
 * Checks that two tensors agree, relative to the largest number.
 * @param {ArrayLike<number> | undefined} got
 * @param {ArrayLike<number> | undefined} wanted
 * @param {string} name
 * @param {number} [within]
 */
function close(got, wanted, name, within = 2e-5) {
  assert.ok(got && wanted && got.length === wanted.length, name);
  const scale = Math.max(...Array.from(wanted, Math.abs));
  assert.ok(scale > 0, `${name} is all 0`);
  Array.from(wanted).forEach((value, at) =>
    assert.ok(Math.abs(value - Number(got[at])) <= within * scale, `${name} ${at}: ${got[at]}, ${value}`),
  );
}

for (const [adjective, answer] of Object.entries({ tired: "animal", wide: "road", dark: "·" }))
  test(`the pronoun, ${adjective}: loss and gradients of both layers are those that training computes`, () => {
    const sentence = `The animal cannot cross the road because it is too ${adjective}`;
    const first = changeState(defaultState, { ...firstScreen, sentence });
    const model = trained("pronoun");
    for (const right of [null, 4]) {
      const found = [1, 2].map((layer) => lossOf(changeState(changeState(first, { layer }), { loss_token: right })));
      const words = found[0]?.tokens ?? [];
      const tokens = vocabulary.tokens(words.map((word) => word.toLowerCase()));
      const target = right ?? words.indexOf(answer);
      const batch = {
        tokens: Int32Array.from([...tokens, ...Array(15 - tokens.length).fill(0)]),
        lengths: Int32Array.of(tokens.length),
        targets: Int32Array.from({ length: 15 }, (_, at) => (words[at] === "it" ? target : -1)),
      };
      const wanted = model.gradients(batch);
      const { loss } = model.evaluate(batch);
      for (const [at, { kind, loss: own, answers, gradients }] of found.entries()) {
        assert.equal(kind, "pointer");
        assert.equal(answers[0]?.token, words[target]);
        assert.ok(Math.abs(Number(own) - loss) < 1e-4 * Math.max(0.01, loss), `${own}, ${loss}`);
        for (const name of at === 0 ? ["Wq", "Wk", "Wv", "Wo"] : ["Wq", "Wk"])
          close(gradients[name]?.data, wanted[`layers.${at}.${name}`]?.data, `${name} of layer ${at + 1}`);
      }
      // The rows of the positions are added to X of layer 1, and used nowhere else.
      const { position_embedding } = wanted;
      close(found[0]?.gradients.X?.data, position_embedding?.data.slice(0, tokens.length * 16), "X of layer 1");
    }
    model.free();
  });

/** Runs whose models the reader opens from Train. */
const opened = {
  "the pronoun": { task: "pronoun" },
  "the pronoun with one layer": { task: "pronoun", layers: 1 },
  "letters backwards": { task: "reverse" },
  "letters backwards with sinusoids": { task: "reverse", position: /** @type {const} */ ("sinusoidal") },
  "the token before, with ALiBi": { task: "previous", position: /** @type {const} */ ("alibi") },
  "the most frequent letter": { task: "majority" },
  "induction, two layers": { task: "induction" },
  "letters backwards, with an MLP": { task: "reverse", block: /** @type {const} */ ("mlp") },
  "letters backwards, with norms and an MLP": { task: "reverse", block: /** @type {const} */ ("norm-mlp") },
  "induction, two layers with norms and MLPs": { task: "induction", block: /** @type {const} */ ("norm-mlp") },
  "the pronoun with norms and an MLP": { task: "pronoun", block: /** @type {const} */ ("norm-mlp") },
  "induction, two layers with RoPE": { task: "induction", position: /** @type {const} */ ("rope"), heads: 2 },
};

for (const [name, patch] of Object.entries(opened))
  test(`opened from Train, ${name}: loss and gradients of every layer are those that training computes`, () => {
    const { session, found } = trainOwn(engine, patch, patch.task === "pronoun" ? 400 : 60);
    const { facts, model } = session;
    const task = tasks[/** @type {keyof typeof tasks} */ (patch.task)];
    const [example] = task.examples(new Random(engine.torchRandom(8)), 1, true);
    const tokens = example?.tokens ?? [];
    const words = tokens.map(task.label);
    const isPointer = patch.task === "pronoun";
    const batch = task.pack([example ?? assert.fail("no example")]);
    const wanted = model.gradients(batch);
    const { loss } = model.evaluate(batch);
    for (const [at] of facts.spec.layers.entries()) {
      const start = changeState(defaultState, openedState(found, at + 1, session.maps()));
      const sentence = sentenceOf(start, words.slice(isPointer ? 1 : 0));
      const right = example?.targets.find((target) => target >= 0) ?? -1;
      const state = changeState(changeState(start, { sentence }), isPointer ? { loss_token: right } : {});
      const own = lossOf(state);
      assert.equal(own.kind, isPointer ? "pointer" : "task");
      assert.ok(Math.abs(Number(own.loss) - loss) < 1e-4 * Math.max(0.01, loss), `${own.loss}, ${loss}`);
      const isLast = at === facts.spec.layers.length - 1;
      const within = "block" in patch ? 5e-5 : 2e-5; // more sums in between
      for (const each of isPointer && isLast ? ["Wq", "Wk"] : ["Wq", "Wk", "Wv", "Wo"])
        close(own.gradients[each]?.data, wanted[`layers.${at}.${each}`]?.data, `${each} of layer ${at + 1}`, within);
      // The rows of the positions are added to X of layer 1, and used nowhere else.
      const { position_embedding } = wanted;
      if (at === 0 && position_embedding && !facts.spec.embedding_norm)
        for (const each of ["X", "E", "P"])
          close(
            own.gradients[each]?.data,
            position_embedding.data.slice(0, tokens.length * 16),
            `${each} of layer 1`,
            within,
          );
    }
    model.free();
  });

/** Runs whose task asks for the next token, with data where the task needs some. */
const nextToken = {
  translation: { task: "translation" },
  "translation with two layers and sinusoids": {
    task: "translation",
    layers: 2,
    position: /** @type {const} */ ("sinusoidal"),
    heads: 1,
    d_k: 16,
  },
  grammar: { task: "grammar" },
  "grammar with two layers and RoPE": { task: "grammar", layers: 2, position: /** @type {const} */ ("rope") },
  "a text": { task: "text" },
  "own pairs": { task: "pairs" },
  names: { task: "names" },
};
/** @type {Readonly<Record<string, string>>} */
const data = {
  names: await shippedData.names(),
  text: "The quick brown fox jumps over the lazy dog, isn't it? ".repeat(20),
  pairs: Array.from({ length: 20 }, (_, at) => `Word${at} isn't B${at} => b${at} n'est-ce pas, word${at}!`).join("\n"),
};

for (const [name, patch] of Object.entries(nextToken))
  test(`opened from Train, ${name}: the loss is that of the sentence's next tokens, with the gradients of training`, () => {
    const { session, found } = trainOwn(engine, patch, 20, data[patch.task]);
    const { facts, model } = session;
    const { task } = makeTask(patch.task, data[patch.task]);
    const [drawn] = task.examples(new Random(engine.torchRandom(8)), 1, true);
    const { tokens, source } = drawn ?? assert.fail("no example");
    const targets = tokens.map((_, at) => tokens[at + 1] ?? -1);
    const batch = task.pack([{ tokens, targets, ...(source && { source }) }]);
    const wanted = model.gradients(batch);
    const { loss } = model.evaluate(batch);
    for (const [at] of facts.spec.layers.entries()) {
      const start = changeState(defaultState, openedState(found, at + 1, session.maps()));
      const own = lossOf(
        changeState(start, {
          sentence: sentenceOf(start, tokens.map(task.label)),
          ...(source && { context: source.map(task.sourceLabel).join(" ") }),
        }),
      );
      assert.deepEqual(own.tokens, tokens.map(task.label));
      assert.equal(own.kind, "words");
      assert.ok(Math.abs(Number(own.loss) - loss) < 1e-4 * loss, `${own.loss}, ${loss}`);
      for (const each of ["Wq", "Wk", "Wv", "Wo"])
        close(own.gradients[each]?.data, wanted[`layers.${at}.${each}`]?.data, `${each} of layer ${at + 1}`);
      const { position_embedding } = wanted;
      const width = facts.spec.d_model;
      if (at === 0 && position_embedding && !facts.spec.embedding_norm)
        close(own.gradients.X?.data, position_embedding.data.slice(0, tokens.length * width), "X of layer 1");
    }
    model.free();
  });

test("the next word: loss and gradients are those that training computes", () => {
  const model = trained("grammar");
  const words = ["the", "dogs", "near", "this", "cat", "sleep"];
  const state = changeState(changeState(defaultState, { recipe: "grammar" }), {
    sentence: words.slice(0, -1).join(" "),
  });
  const { tokens } = grammarExample(words);
  const found = lossOf(state);
  const { n } = model.spec;
  const batch = {
    tokens: Int32Array.from({ length: n }, (_, at) => tokens[at] ?? 0),
    lengths: Int32Array.of(found.tokens.length),
    targets: Int32Array.from({ length: n }, (_, at) => (at < found.tokens.length - 1 ? Number(tokens[at + 1]) : -1)),
  };
  const wanted = model.gradients(batch);
  assert.equal(found.kind, "words");
  assert.deepEqual(
    found.answers.map(({ token }) => token),
    words.slice(0, -1),
  );
  assert.ok(Math.abs(Number(found.loss) - model.evaluate(batch).loss) < 1e-5);
  for (const name of ["Wq", "Wk", "Wv", "Wo"])
    close(found.gradients[name]?.data, wanted[`layers.0.${name}`]?.data, name);
  close(found.gradients.X?.data, wanted.position_embedding?.data.slice(0, found.tokens.length * 16), "X");
  model.free();
});

test("the translation's next words: gradients are those of differences of the loss", () => {
  checkDifferences(changeState(defaultState, { recipe: "translation" }), "words");
});

test("random weights: the loss is that of models of text, and its gradients are those of differences", () => {
  checkDifferences(defaultState, "tied");
  checkDifferences(
    changeState(defaultState, { sentence: "the cat and the dog and the cat", position: "learned" }),
    "tied",
  );
});

/**
 * Compares the gradients of a state's own loss with differences of the loss when a number is set by hand.
 * @param {import("../../web/state/state.js").State} state
 * @param {string} kind
 */
function checkDifferences(state, kind) {
  const { gradients, ...found } = lossOf(state);
  assert.equal(found.kind, kind);
  const { inputs } = computeWalk(state, engine, new Map());
  for (const name of /** @type {const} */ (["Wq", "Wv", "Wo"]))
    for (const [row, column] of /** @type {const} */ ([
      [0, 1],
      [3, 2],
    ])) {
      const width = Number(inputs[name]?.shape[1]);
      const value = Number(inputs[name]?.data[row * width + column]);
      const [up, down] = [0.01, -0.01].map((change) =>
        Number(lossOf(changeState(state, { edits: { [name]: [0, row, column, value + change] } })).loss),
      );
      const difference = (Number(up) - Number(down)) / 0.02;
      const gradient = Number(gradients[name]?.data[row * width + column]);
      assert.ok(
        Math.abs(gradient - difference) < 0.01 * Math.abs(difference) + 2e-4,
        `${name} ${row}, ${column}: ${gradient}, ${difference}`,
      );
    }
}

test("two layers of numbers set by hand have the loss of models of text, also with a Wo of zeros: no state says another", () => {
  const zeros = [0, 1, 2, 3].flatMap((at) => [0, at >> 1, at & 1, 0]);
  const small = { sentence: "a b c", d_model: 2, d_k: 2, heads: 1 };
  for (const layer of [1, 2]) {
    const edits =
      layer === 2 ? { edits: { Wo: zeros }, layer_edits: { Wq: [0, 0, 0, 1] } } : { layer_edits: { Wo: zeros } };
    assert.equal(lossOf(changeState(defaultState, { ...small, ...edits, layer })).kind, "tied");
  }
});

test("sums are named as sums; where rows have no next word, or the output is not as wide as X, there is nothing else", () => {
  for (const change of [{ loss: [] }, { sentence: "alone" }, { recipe: "article", heads: 1, d_model: 3, d_v: 4 }])
    assert.deepEqual(
      (({ kind, loss, stage }) => [kind, loss, stage])(
        lossOf(changeState(defaultState, /** @type {Partial<typeof defaultState>} */ (change))),
      ),
      ["sum", null, "output"],
    );
});
