/** A trained layer in Explore: the state has its numbers, bit for bit. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { inputsOf } from "../../web/state/inputs.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateFromFile, stateToFile } from "../../web/state/state-file.js";
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
  return { tokens, keys, spec: full, strongest: [1, 2, 0], inputs };
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
