import assert from "node:assert/strict";
import { test } from "node:test";

import { pastedCells, replacement } from "../../web/components/experiments/numbers/grid-edits.js";
import { AttentionError } from "../../web/engine/errors.js";
import { createEngine } from "../../web/engine/index.js";
import { inputsFromState } from "../../web/state/index.js";
import {
  changeEdits,
  countEdits,
  editableTensors,
  editedNumbers,
  editPlace,
  isAllByHand,
  setByHand,
  isEdited,
} from "../../web/state/edits.js";
import { words } from "../../web/words/words.js";
import { presets } from "../../web/state/presets.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateFromFile, stateToFile } from "../../web/state/files/state-file.js";
import { stateFromFragment, stateToFragment } from "../../web/state/url.js";

const { t } = words("en");

test("numbers can be set, set again and reset", () => {
  const once = changeEdits({}, "X", [{ place: [1, 2], value: 0.1 }]);
  assert.deepEqual(once, { X: [1, 2, Math.fround(0.1)] });
  const twice = changeEdits(once, "Wq", [
    { place: [0, 1, 2], value: 5 },
    { place: [3, 1, 2], value: -1 },
  ]);
  assert.deepEqual(
    [...editedNumbers(twice, "Wq")],
    [
      ["0,1,2", 5],
      ["3,1,2", -1],
    ],
  );
  const again = changeEdits(twice, "Wq", [
    { place: [0, 1, 2], value: 6 },
    { place: [3, 1, 2], value: null },
  ]);
  assert.deepEqual(again, { X: [1, 2, Math.fround(0.1)], Wq: [0, 1, 2, 6] });
  assert.deepEqual(changeEdits(again, "Wq", [{ place: [0, 1, 2], value: null }]), once);
});

test("the place of every number leads to that number, for heads in columns and for heads in rows", async () => {
  const engine = await createEngine();
  const state = changeState(defaultState, {
    context: "the road",
    d_context: 5,
    d_model: 3,
    d_k: 2,
    d_v: 4,
    heads: 4,
    kv_heads: 2,
    projection_bias: true,
  });
  const made = inputsFromState(state, engine);
  const tensors = Object.keys(editableTensors(state));
  assert.deepEqual(tensors.sort(), ["C", "Wk", "Wo", "Wq", "Wv", "X", "bk", "bo", "bq", "bv"]);
  for (const tensor of tensors) {
    const { shape, data } = made.inputs[tensor];
    data.forEach((value, at) => {
      const index = shape.length === 1 ? [at] : [Math.floor(at / shape[1]), at % shape[1]];
      const { tensor: name, place } = editPlace(state, tensor, index) ?? assert.fail(tensor);
      const edits = changeEdits({}, name, [{ place, value: value + 1 }]);
      const after = inputsFromState(changeState(state, { edits }), engine).inputs[tensor].data;
      const changed = Array.from(after.keys()).filter((other) => after[other] !== data[other]);
      assert.deepEqual(changed, [at], `${tensor} ${index}`);
    });
  }
});

test("computed numbers have no place; tied Wk edits Wq; with positions, E edits X", () => {
  assert.equal(editPlace(defaultState, "C", [0, 0]), null);
  assert.equal(editPlace(defaultState, "weights", [0, 0]), null);
  assert.equal(editPlace(defaultState, "bq", [0, 0]), null);
  const tied = changeState(defaultState, { tied: true });
  assert.deepEqual(editPlace(tied, "Wk", [2, 5]), { tensor: "Wq", place: [1, 2, 1] });
  assert.ok(!("Wk" in editableTensors(tied)) && "Wk" in editableTensors(defaultState));
  const biased = changeState(defaultState, { tied: true, projection_bias: true });
  assert.deepEqual(editPlace(biased, "bk", [6]), { tensor: "bq", place: [1, 2] });
  assert.ok(!("bk" in editableTensors(biased)) && "bv" in editableTensors(biased));
  const added = changeState(defaultState, { position: "sinusoidal" });
  assert.deepEqual(editPlace(added, "E", [2, 5]), { tensor: "X", place: [2, 5] });
});

test("a number knows whether it was set by hand", () => {
  const state = changeState(defaultState, { edits: { X: [2, 5, 1], Wo: [1, 0, 3, 2] } });
  assert.deepEqual(
    [
      isEdited(state, "X", [2, 5]),
      isEdited(state, "X", [5, 2]),
      isEdited(state, "Wo", [4, 3]),
      isEdited(state, "Wo", [0, 3]),
    ],
    [true, false, true, false],
  );
  const biased = changeState(defaultState, { projection_bias: true, edits: { bv: [1, 0, 1], bo: [3, 2] } });
  assert.deepEqual(
    [
      isEdited(biased, "bv", [4]),
      isEdited(biased, "bv", [0]),
      isEdited(biased, "bo", [3]),
      isEdited(biased, "bq", [4]),
    ],
    [true, false, true, false],
  );
  assert.equal(isEdited(state, "weights", [2, 5]), false);
  assert.equal(isEdited(defaultState, "X", [2, 5]), false);
});

test("the numbers set by hand are counted, and it is known whether all numbers were", () => {
  const dot = presets.find(({ id }) => id === "softmax-1234") ?? assert.fail("no such preset");
  const state = changeState(defaultState, dot.patch);
  assert.deepEqual([countEdits(state.edits), isAllByHand(state)], [4, true]);
  assert.equal(isAllByHand(changeState(state, { edits: { X: [0, 0, 1] } })), false);
  assert.equal(isAllByHand(changeState(state, { sentence: "one two three four five" })), false);
  assert.equal(isAllByHand(changeState(state, { projections: true })), false);
  assert.deepEqual(setByHand(state), ["X"]);
  assert.deepEqual(setByHand(changeState(state, { projections: true })), ["X"], "and not its matrices");
  assert.deepEqual(setByHand(changeState(state, { edits: { X: [0, 0, 1] } })), []);
  assert.deepEqual(setByHand(defaultState), []);
});

test("edits of biases survive a link and are dropped with the setting that they need", () => {
  const edits = { bq: [3, 1, 2.5], bk: [0, 0, -1], bv: [1, 2, 1e-7], bo: [0, 0.5, 15, 3], X: [1, 2, 4] };
  const state = changeState(defaultState, { projection_bias: true, edits });
  assert.deepEqual(stateFromFragment(stateToFragment(state)), state);
  assert.deepEqual(stateFromFile("saved.json", stateToFile(state)), state);
  const { bk, bv, bo, X } = state.edits;
  assert.deepEqual(changeState(state, { heads: 2 }).edits, { bk, bv, bo, X }, "head 4 is gone");
  assert.deepEqual(changeState(state, { projection_bias: false }).edits, { X: [1, 2, 4] });
});

test("pasted numbers start at the focus, a full grid replaces all of it, and larger ones are refused", () => {
  const block = { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
  const cells = (/** @type {[number, number]} */ grid, /** @type {number} */ row, /** @type {number} */ column) =>
    pastedCells(t, "pasted", block, grid, { row, column }).map((cell) => Object.values(cell));
  assert.deepEqual(cells([3, 3], 1, 1), [
    [1, 1, 1],
    [1, 2, 2],
    [2, 1, 3],
    [2, 2, 4],
  ]);
  assert.deepEqual(cells([2, 2], 1, 1)[0], [0, 0, 1]);
  assert.throws(() => cells([3, 3], 2, 1), AttentionError);
  const row = pastedCells(t, "pasted", { shape: [3], data: Float32Array.of(5, 6, 7) }, [4, 4], { row: 3, column: 1 });
  assert.deepEqual(row.at(-1), { row: 3, column: 3, value: 7 });
});

test("a file replaces a whole tensor or the grid's head", () => {
  const chosen = {
    tensor: /** @type {const} */ ("Wq"),
    whole: [2, 6],
    shape: /** @type {const} */ ([3, 2, 2]),
    head: 1,
  };
  const data = Float32Array.from({ length: 12 }, (_, at) => at);
  const whole = replacement(t, "file", { shape: [2, 6], data }, chosen);
  assert.deepEqual(whole[9], { place: [1, 1, 1], value: 9 }); // row 1, column 3: the second of head 1's
  const head = replacement(t, "file", { shape: [2, 2], data: Float32Array.of(9, 8, 7, 6) }, chosen);
  assert.deepEqual(head[2], { place: [1, 1, 0], value: 7 });
  assert.throws(() => replacement(t, "file", { shape: [6, 2], data }, chosen), /got \[6, 2\]/);
});
