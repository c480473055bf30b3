/** Tensors that a reader gives: what a state may hold of them, and that its walk is the engine's on these tensors. */
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { createEngine } from "../../web/engine/index.js";
import { changeState, checkState, defaultState } from "../../web/state/state.js";
import { givenOf } from "../../web/state/recipes/given.js";
import { inputsOf } from "../../web/state/inputs.js";
import { effectiveSizes } from "../../web/state/sizes.js";
import { shapeOf, stagesFor } from "../../web/state/stages.js";
import { stateFromFile, stateToFile } from "../../web/state/files/state-file.js";
import { fragmentOf, fragmentOrNull, stateFromFragment } from "../../web/state/url.js";
import { canRotate, tensor, tensorsGiven } from "../support/random/random-given.js";

const engine = await createEngine();

const befores = fc.constantFrom(
  defaultState,
  changeState(defaultState, { recipe: "pronoun" }),
  changeState(defaultState, { batch: ["one two"], position: "learned", padding: 2, tied: true }),
  changeState(defaultState, { recipe: "named", sentence: "the big dog", context: "the small cat" }),
);

test("a walk of given tensors is the engine's on these tensors, and it survives its link and its file", () => {
  fc.assert(
    fc.property(tensorsGiven, befores, fc.constantFrom("none", "rope", "alibi"), (drawn, before, position) => {
      const { inputs, widths, ...sizes } = drawn;
      const state = changeState(before, {
        recipe: "given",
        given: givenOf("layer.npz", inputs, sizes),
        ...(canRotate(drawn) || position !== "rope" ? { position: /** @type {"none"} */ (position) } : {}),
        causal: false,
      });
      checkState(state);
      const { spec, inputs: made } = inputsOf(state, engine);
      assert.deepEqual(made, inputs);
      const run = engine.trace(spec, made).finish();
      const wanted = engine.trace({ ...sizes, ...widths, position: spec.position }, inputs).finish();
      assert.deepEqual(run.stages, stagesFor(state));
      for (const stage of run.stages) assert.deepEqual(run.shape(stage), shapeOf(effectiveSizes(state), stage), stage);
      assert.deepEqual(run.tensor("output"), wanted.tensor("output"));
      run.free();
      wanted.free();
      assert.deepEqual(stateFromFile("state.json", stateToFile(state)), state);
      assert.deepEqual(stateFromFragment(fragmentOf(state)), state);
      assert.equal(changeState(state, { recipe: "random" }).given, null);
    }),
    { numRuns: 150, seed: 5 },
  );
});

test("labels are one for each token: they name rows, and change no number", () => {
  const state = changeState(defaultState, {
    recipe: "given",
    given: givenOf("", { Q: tensor(2, 3, 4), K: tensor(2, 5, 4), V: tensor(2, 5, 4) }),
  });
  assert.equal(state.sentence, "1 2 3");
  assert.equal(state.context, "1 2 3 4 5");
  assert.deepEqual(effectiveSizes(changeState(state, { sentence: "Ġthe  cat. sat" })).tokens, ["Ġthe", "cat.", "sat"]);
  assert.throws(() => changeState(state, { sentence: "the cat" }), /sentence: must be 3 labels, .* got 2/);
  assert.equal(changeState(state, { context: null }).context, "1 2 3 4 5", "keys of their own keep labels");
});

test("tensors that fit in no link are kept by the file", () => {
  const X = tensor(100, 64);
  const state = changeState(defaultState, { recipe: "given", given: givenOf("x.npy", { X }) });
  assert.equal(fragmentOrNull(state), null);
  assert.deepEqual(inputsOf(stateFromFile("s.json", stateToFile(state)), engine).inputs.X, X);
});

test("what does not fit is refused by its name, with what came and what is wanted", () => {
  const start = { Q: tensor(2, 3, 4), K: tensor(2, 5, 4), V: tensor(2, 5, 4) };
  const weights = { Wq: tensor(6, 8), Wk: tensor(6, 8), Wv: tensor(6, 8) };
  const refused = (/** @type {any} */ inputs, /** @type {RegExp} */ message, sizes = {}) =>
    assert.throws(
      () => changeState(defaultState, { recipe: "given", given: givenOf("f", inputs, sizes) }),
      { name: "AttentionError", message },
      String(message),
    );
  refused({ Q: start.Q, K: start.K }, /^V: must be given with the others/);
  refused({ ...start, X: tensor(3, 8) }, /^X: must not be given with Q, K and V/);
  refused(
    { ...start, V: tensor(2, 4, 4) },
    /^V: must have the shape \[2, 5, 4\] \(kv_heads, n_k, d_v\), got \[2, 4, 4\]/,
  );
  refused(
    { ...start, K: tensor(3, 5, 4), V: tensor(3, 5, 4) },
    /^given.kv_heads: must divide heads, which are 2, got 3/,
  );
  refused({ ...start, Wo: tensor(7, 6) }, /^Wo: must have the shape \[8, 6\]/);
  refused({ ...start, Y: tensor(2) }, /^Y: must be one of X, C, Q/);
  refused({}, /^X: must be given/);
  refused({ X: tensor(3, 6), ...weights, Wk: tensor(5, 8) }, /^Wk: must have the shape \[6, 8\]/, { heads: 2 });
  refused({ X: tensor(3, 6), ...weights }, /^given.heads: must divide the 8 columns of Wq, got 3/, { heads: 3 });
  refused({ X: tensor(3, 6), C: tensor(3, 5) }, /^C: must be 6 wide/);
  refused({ X: tensor(3, 6), bo: tensor(6) }, /^bo: must not be given without/);
  refused({ X: { shape: [1, 2], data: [1, NaN] } }, /^X: must hold finite numbers, got NaN as number 1/);
  refused({ X: tensor(513, 2) }, /^given: at most 512 n_q, got 513/);
  refused({ X: tensor(2, 1025) }, /^given: at most 1024 d_model, got 1025/);
  assert.throws(() => changeState(defaultState, { recipe: "given" }), /^AttentionError: given: must hold tensors/);
  const state = changeState(defaultState, { recipe: "given", given: givenOf("f", start) });
  assert.throws(() => changeState(state, { position: "sinusoidal" }), /position: must be one of none, rope, alibi/);
  assert.throws(
    () =>
      changeState(defaultState, { recipe: "given", given: /** @type {any} */ ({ ...state.given, inputs: { X: 1 } }) }),
    /X: must have a shape of 2 sizes/,
  );
});
