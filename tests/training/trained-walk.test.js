/** A trained layer in Explore: the state has its numbers, bit for bit. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { changeEdits, isAllByHand } from "../../web/state/edits.js";
import { inputsOf } from "../../web/state/inputs.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateFromFile, stateToFile } from "../../web/state/state-file.js";
import { Session } from "../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../web/training/settings.js";
import { trainedWalk } from "../../web/training/trained-walk.js";

const engine = await createEngine();

/**
 * A tensor of random numbers.
 * @param {number} seed
 * @param {number} rows
 * @param {number} columns
 */
const drawn = (seed, rows, columns) => ({
  shape: [rows, columns],
  data: engine.torchRandom(seed).randn(rows * columns),
});

/** @param {readonly string[]} tokens @param {readonly string[] | null} keys @param {object} [spec] */
function layer(tokens, keys, spec = {}) {
  const [d, heads, d_k] = [6, 2, 4];
  const inputs = {
    X: drawn(1, tokens.length, d),
    ...(keys ? { C: drawn(2, keys.length, d) } : {}),
    ...{ Wq: drawn(3, d, heads * d_k), Wk: drawn(4, d, heads * d_k), Wv: drawn(5, d, heads * d_k) },
    Wo: drawn(6, heads * d_k, d),
  };
  const full = { heads, d_k, causal: false, scaled: true, position: /** @type {const} */ ("none"), ...spec };
  return { tokens, keys, spec: full, strongest: [1, 2, 0], inputs, layer: 0, other: null };
}

const layers = {
  "self-attention": layer(["a", "b", "c", "a"], null),
  "a causal mask": layer(["a", "b", "c"], null, { causal: true }),
  "scores that are not scaled": layer(["a", "b", "c"], null, { scaled: false }),
  RoPE: layer(["a", "b", "c"], null, { position: "rope" }),
  ALiBi: layer(["a", "b", "c"], null, { position: "alibi", causal: true }),
  "two sequences": layer(["<start>", "la", "voiture", "rouge"], ["the", "red", "car"]),
  "two sequences and a causal mask": layer(["<start>", "la", "voiture", "rouge"], ["the", "car"], { causal: true }),
  "words beside a dot": layer(["·", "the", "animal"], ["·", "the", "animal"]),
};

for (const [name, given] of Object.entries(layers)) {
  test(`${name}: the walk has the layer's tensors and computes its output`, () => {
    const state = changeState(defaultState, trainedWalk(given));
    const { spec, inputs, tokens } = inputsOf(state, engine);
    assert.equal(tokens.length, given.tokens.length);
    for (const [id, { shape, data }] of Object.entries(given.inputs)) {
      const made = inputs[/** @type {"X"} */ (id)];
      assert.deepEqual([...(made?.shape ?? [])], shape, id);
      assert.deepEqual(Float32Array.from(made?.data ?? []), data, id);
    }
    const { heads, d_k, causal, scaled, position } = given.spec;
    const expected = engine.trace(
      {
        ...{ heads, d_k, causal },
        ...(scaled ? {} : { scale: 1 }),
        ...(position === "none" ? {} : { position: { kind: position } }),
      },
      given.inputs,
    );
    const run = engine.trace(spec, inputs);
    assert.deepEqual(run.finish().tensor("output").data, expected.finish().tensor("output").data);
    for (const each of [run, expected]) each.free();
    assert.deepEqual(stateFromFile("a.json", stateToFile(state)), state);
  });
}

/** @type {Record<string, Partial<import("../../web/training/settings.js").Settings>>} */
const twoLayers = {
  "the pronoun": { task: "pronoun" },
  "induction with RoPE and two heads": { task: "induction", position: "rope", heads: 2, d_k: 8 },
  "a translation with two layers and a causal mask": { task: "translation", layers: 2, mask: "causal" },
};

for (const [name, settings] of Object.entries(twoLayers)) {
  test(`${name}: the second layer starts from the first, also with numbers set by hand there`, () => {
    const session = new Session(engine, changeSettings(defaultSettings, settings));
    for (let step = 0; step < 3; step++) session.step();
    const { example, spec } = session.facts;
    const opened = changeState(defaultState, trainedWalk(session.walk(1)));
    const first = changeState(opened, { layer: 1 });
    assert.deepEqual(
      { ...first, cell: null },
      { ...changeState(defaultState, trainedWalk(session.walk(0))), cell: null },
    );
    assert.ok(isAllByHand(first) && isAllByHand(opened));
    const byHand = changeState(first, { edits: changeEdits(first.edits, "Wv", [{ place: [0, 0, 3], value: 1.5 }]) });
    const weights = session.model.weights();
    const changed = { ...weights, "layers.0.Wv": structuredClone(weights["layers.0.Wv"]) };
    changed["layers.0.Wv"]?.data.set([1.5], 3); // row 0, column 3 of the first head
    for (const [state, loaded] of /** @type {const} */ ([
      [opened, weights],
      [changeState(byHand, { layer: 2 }), changed],
    ])) {
      const own = engine.model(spec);
      own.load(loaded);
      const { spec: layerSpec, inputs } = inputsOf(state, engine);
      const [run, traced] = [engine.trace(layerSpec, inputs).finish(), own.trace(example, 1)];
      for (const stage of /** @type {const} */ (["X", "raw", "weights"]))
        assert.deepEqual(run.tensor(stage).data, traced.tensor(stage).data, stage);
      for (const each of [run, traced, own]) each.free();
    }
    assert.notDeepEqual(
      inputsOf(changeState(byHand, { layer: 2 }), engine).inputs.X,
      inputsOf(opened, engine).inputs.X,
    );
    assert.deepEqual(stateFromFile("a.json", stateToFile(byHand)), byHand);
    session.model.free();
  });
}
