/** What each part of a trained model writes into a logit: the walks of a state against the model's own walk. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { inputsOf } from "../../web/state/inputs.js";
import { nextWordOf, residualRow } from "../../web/state/recipes/next-word.js";
import { streamParts } from "../../web/state/recipes/stream.js";
import { loadedModel } from "../../web/state/recipes/trained-models.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { openedState } from "../../web/training/own/own-model.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { trainOwn } from "../support/own-models.js";

/** @typedef {import("../../web/training/settings.js").Settings} Settings */

const engine = await createEngine();
const names = await shippedData.names();

/** @type {Record<string, Partial<Settings> & {task: string}>} */
const runs = {
  "names, with norms without weights": { task: "names" },
  "two layers with norms, MLPs and a norm before the readout": { task: "induction", block: "norm-mlp" },
  "two layers with MLPs": { task: "induction", block: "mlp" },
  "attention alone": { task: "reverse" },
  "two layers of attention alone": { task: "induction" },
};

for (const [name, patch] of Object.entries(runs))
  test(`${name}: each part's share of a logit, and the answer after each layer, are those of the model's own walk`, () => {
    const { session, found } = trainOwn(engine, patch, 3, patch.task === "names" ? names : undefined);
    const { layers } = session.facts.spec;
    const walks = layers.map((_, at) => {
      const state = changeState(defaultState, openedState(found, at + 1, session.maps()));
      const { spec, inputs } = inputsOf(state, engine);
      return { state, run: engine.trace(spec, inputs).finish() };
    });
    const [{ state } = assert.fail("no layer")] = walks;
    const readout = loadedModel(engine, state)?.readout ?? assert.fail("no readout");
    const walk = session.model.walk(session.facts.example);
    const row = 2;
    const runsOfLayers = walks.map(({ run }) => run);
    for (const word of [0, 1, readout.words.length - 1]) {
      const { parts, bias } = streamParts(engine, readout, runsOfLayers, row, word);
      const own = walk.contributions(row, word);
      const ofLayers = own.filter(({ name: part }) => part.startsWith("layers."));
      assert.deepEqual(
        parts.slice(1).map(({ layer, stage }) => `layers.${layer - 1}.${stage}`),
        ofLayers.map(({ name: part }) => part),
      );
      const isNear = (/** @type {number} */ got, /** @type {number} */ wanted, /** @type {string} */ what) =>
        assert.ok(Math.abs(got - wanted) < 1e-5, `${what}: ${got}, not ${wanted}`);
      ofLayers.forEach(({ logit, name: part }, at) => isNear(parts[at + 1]?.logit ?? NaN, logit, part));
      /* X of the first layer is the sum of embeddings and positions. */
      const entering = own.filter(({ name: part }) => !part.startsWith("layers.") && part !== "bias");
      isNear(
        parts[0]?.logit ?? NaN,
        entering.reduce((sum, { logit }) => sum + logit, 0),
        "X",
      );
      isNear(bias, own.at(-1)?.logit ?? NaN, "bias");
      const all = parts.reduce((sum, { logit }) => sum + logit, bias);
      isNear(all, Number(walk.tensor("logits").data[row * readout.words.length + word]), "the sum");
    }
    const { parts } = streamParts(engine, readout, runsOfLayers, row, 0);
    layers.forEach((_, at) => {
      const { data, shape } = walk.lens[at] ?? assert.fail("no lens");
      const logits = Array.from(data.subarray(row * Number(shape[1]), (row + 1) * Number(shape[1])));
      const after = parts.filter(({ layer }) => layer === at + 1).at(-1) ?? assert.fail("no part");
      const guess = readout.words.indexOf(after.guess);
      const [most, second = -Infinity] = [...logits].sort((a, b) => b - a);
      if (Number(most) - second > 1e-4) assert.equal(guess, logits.indexOf(Number(most)), `after layer ${at + 1}`);
      const sum = logits.reduce((total, logit) => total + Math.exp(logit - Number(most)), 0);
      assert.ok(Math.abs(after.probability - 1 / sum) < 1e-5, `${after.probability}, not ${1 / sum}`);
    });
    const last = runsOfLayers.at(-1) ?? assert.fail("no layer");
    const { words, ranking } = nextWordOf(engine, readout, residualRow({ run: last }, row));
    assert.equal(parts.at(-1)?.guess, words[Number(ranking[0])]);
    for (const run of runsOfLayers) run.free();
    walk.free();
    session.model.free();
  });
