/** From the output to the next word: the engine's logits and probabilities are those of the model that was trained. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { loadedModel } from "../../web/state/recipes/trained-models.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { addTrained } from "../../web/training/trained.js";
import { tasks } from "../../web/training/tasks.js";
import { weights as grammar } from "../../web/training/weights/grammar.js";
import { weights as translation } from "../../web/training/weights/translation.js";
import { nextWordOf, residualRow } from "../../web/state/recipes/next-word.js";
import { lastWord } from "../../web/state/tokens.js";
import { computeWalk } from "../../web/view/view.js";

const engine = await createEngine();
addTrained(engine);
const shipped = { grammar, translation };

for (const id of /** @type {const} */ (["grammar", "translation"])) {
  test(`${id}: every row's logits are the model's own, bit for bit, and the probabilities their softmax`, () => {
    const model = engine.model(tasks[id].model());
    model.load({ ...shipped[id].tensors });
    const state = changeState(defaultState, { recipe: id });
    const { run, tokens, contextTokens } = computeWalk(state, engine, new Map());
    const tokenOf = (/** @type {readonly string[]} */ words) => (/** @type {string} */ word) => words.indexOf(word);
    const batch = tasks[id].pack([
      {
        tokens: tokens.map(tokenOf(shipped[id].words)),
        targets: tokens.map(() => -1),
        source: contextTokens?.map(tokenOf(shipped[id].sourceWords)),
      },
    ]);
    const { shape, data } = model.predict(batch);
    const classes = Number(shape[2]);
    const readout = loadedModel(engine, state)?.readout ?? assert.fail("no readout");
    tokens.forEach((token, row) => {
      const { words, logits, probabilities, ranking } = nextWordOf(engine, readout, residualRow({ run }, row));
      assert.deepEqual(logits, data.slice(row * classes, (row + 1) * classes), token);
      const powers = Array.from(logits, (logit) => Math.exp(logit));
      const total = powers.reduce((sum, power) => sum + power, 0);
      powers.forEach((power, word) => assert.ok(Math.abs(Number(probabilities[word]) - power / total) < 1e-6, token));
      assert.equal(ranking.length, words.length);
      assert.equal(logits[Number(ranking[0])], Math.max(...logits));
    });
    run.free();
    model.free();
  });
}

test("the last word is the last that is no padding", () => {
  assert.equal(lastWord(["<start>", "the", "dog"]), 2);
  assert.equal(lastWord(["<start>", "the", "[pad]", "[pad]"]), 1);
  assert.equal(lastWord(["[pad]", "<start>", "the"]), 2);
});
