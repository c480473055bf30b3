/** The loss of a walk's backward pass: the gradients are those of training, and of differences of the loss. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { backward } from "../../web/engine/backward.js";
import { createEngine } from "../../web/engine/index.js";
import { walkLoss, withResidual } from "../../web/view/walk-loss.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { firstScreen } from "../../web/state/recipes/trained-models.js";
import { exampleOf as grammarExample } from "../../web/training/tasks/grammar.js";
import { Session } from "../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../web/training/settings.js";
import { vocabulary } from "../../web/training/tasks/pronoun.js";
import { tasks } from "../../web/training/tasks.js";
import { addTrained } from "../../web/training/trained.js";
import { trainedWalk } from "../../web/training/trained-walk.js";
import { loadWeights } from "../../web/training/weights.js";
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
  const file = readFileSync(new URL(`../../web/training/weights/${id}.npz`, import.meta.url));
  loadWeights(model, `${id}.npz`, new Uint8Array(file));
  return model;
}

/**
 * Checks that two tensors agree, relative to the largest number.
 * @param {ArrayLike<number> | undefined} got
 * @param {ArrayLike<number> | undefined} wanted
 * @param {string} name
 */
function close(got, wanted, name) {
  assert.ok(got && wanted && got.length === wanted.length, name);
  const scale = Math.max(...Array.from(wanted, Math.abs));
  assert.ok(scale > 0, `${name} is all 0`);
  Array.from(wanted).forEach((value, at) =>
    assert.ok(Math.abs(value - Number(got[at])) <= 2e-5 * scale, `${name} ${at}: ${got[at]}, ${value}`),
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

test("the pronoun, opened from Train: loss and gradients of both layers are those that training computes", () => {
  const session = new Session(engine, changeSettings(defaultSettings, { task: "pronoun" }));
  for (let step = 0; step < 400; step++) session.step();
  const { example, tokens: words } = session.facts;
  const { tokens } = example;
  const it = words.indexOf("it");
  const right = words.indexOf("animal"); // the model has learned that
  const targets = words.map((_, at) => (at === it ? right : -1));
  const { n } = session.model.spec;
  const filled = (/** @type {readonly number[]} */ row, /** @type {number} */ fill) =>
    Int32Array.from({ length: n }, (_, at) => row[at] ?? fill);
  const batch = { tokens: filled(tokens, 0), lengths: Int32Array.of(tokens.length), targets: filled(targets, -1) };
  const wanted = session.model.gradients(batch);
  const { loss } = session.model.evaluate(batch);
  for (const layer of [0, 1]) {
    const opened = changeState(defaultState, trainedWalk(session.walk(layer)));
    const found = lossOf(opened);
    assert.deepEqual([found.kind, found.answers[0]?.token], ["pointer", "animal"]);
    assert.ok(Math.abs(Number(found.loss) - loss) < 1e-4 * Math.max(0.01, loss), `${found.loss}, ${loss}`);
    for (const name of layer === 0 ? ["Wq", "Wk", "Wv", "Wo"] : ["Wq", "Wk"])
      close(found.gradients[name]?.data, wanted[`layers.${layer}.${name}`]?.data, `${name} of layer ${layer + 1}`);
  }
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

test("sums are named as sums; where rows have no next word, or the output is not as wide as X, there is nothing else", () => {
  for (const change of [{ loss: [] }, { sentence: "alone" }, { recipe: "article", heads: 1, d_model: 3, d_v: 4 }])
    assert.deepEqual(
      (({ kind, loss, stage }) => [kind, loss, stage])(
        lossOf(changeState(defaultState, /** @type {Partial<typeof defaultState>} */ (change))),
      ),
      ["sum", null, "output"],
    );
});
