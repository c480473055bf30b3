/** Views of a run's tensors, which the figures read instead of copies, against the copies that run.tensor returns. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { AttentionError, createEngine } from "../../web/engine/index.js";
import { Run } from "../../web/engine/run.js";
import { sceneOf } from "../../web/view/scenes.js";
import { computeWalk, viewOf } from "../../web/view/view.js";
import { words } from "../../web/words/words.js";
import { changeState, defaultState } from "../../web/state/state.js";

const X = { shape: [3, 2], data: [1, 0, 0, 1, 1, 1] };
const spec = { causal: true };
const { t } = words("en");

/**
 * Runs a walk that does not fit into the memory of an engine, so that the memory grows and its old buffer is detached.
 * @param {import("../../web/engine/engine.js").Engine} engine
 */
function growMemory(engine) {
  const buffer = () => engine.trace({}, { X }).view("X").data.buffer;
  const before = buffer();
  const n = 700;
  const run = engine.trace({}, { X: { shape: [n, 2], data: new Float32Array(2 * n).fill(1) } }).finish();
  assert.equal(before.byteLength, 0, "the memory was to grow");
  return run;
}

test("views hold the numbers of copies, before and after the engine's memory grows", async () => {
  const engine = await createEngine();
  const run = engine.trace(spec, { X }).finish();
  const names = [...run.stages, ...run.auxiliary];
  const copies = names.map((name) => run.tensor(name));
  const views = names.map((name) => run.view(name));
  const same = () => {
    for (const [at, { shape, data }] of views.entries()) {
      assert.deepEqual({ shape, data: data.slice() }, copies[at], names[at]);
    }
  };
  same();
  growMemory(engine).free();
  same();
  // The memory that other runs free is used again, but not that of this run.
  engine.trace({}, { X }).finish().free();
  same();
});

test("a view tells the largest finite magnitude of its numbers, after the memory grows too", async () => {
  const engine = await createEngine();
  const run = engine.trace(spec, { X: { ...X, data: [1, -3, 0.5, 2, -4, 1] } }).finish();
  // Scores are rows of X times rows of X: the largest is that of [-4, 1] with itself, 17; over √2 once scaled.
  const views = ["X", "raw", "scaled", "masked", "weights"].map((name) => run.view(name));
  const wanted = [4, 17, Math.fround(17 * Math.fround(Math.SQRT1_2)), Math.fround(17 * Math.fround(Math.SQRT1_2)), 1];
  const tell = () => views.map((view) => view.largest());
  assert.deepEqual(tell(), wanted);
  growMemory(engine).free();
  assert.deepEqual(tell(), wanted);
  run.free();
  assert.throws(() => views[0]?.largest(), /must not be used after free/);
});

test("views of two runs do not mix their numbers", async () => {
  const engine = await createEngine();
  const first = engine.trace(spec, { X });
  const second = engine.trace(spec, { X: { ...X, data: X.data.map((value) => -2 * value) } });
  while (first.step() !== undefined) second.step();
  // Products of X with itself: [[1, 0, 1], [0, 1, 1], [1, 1, 2]], times (-2)² in the second run.
  const products = [1, 0, 1, 0, 1, 1, 1, 1, 2];
  const [a, b] = [first.view("raw"), second.view("raw")];
  assert.deepEqual(Array.from(a.data), products);
  assert.deepEqual(
    Array.from(b.data),
    products.map((value) => 4 * value),
  );
  second.free();
  assert.deepEqual(Array.from(a.data), products);
});

test("a view cannot be read before its stage is computed, nor after its run is freed", async () => {
  const engine = await createEngine();
  const run = engine.trace(spec, { X });
  const refuses = (/** @type {() => unknown} */ read, /** @type {string} */ field, /** @type {RegExp} */ words) =>
    assert.throws(read, (error) => {
      assert.ok(error instanceof AttentionError && error.field === field, String(error));
      assert.match(error.message, words);
      return true;
    });
  refuses(() => run.view("weights"), "stage", /must be computed first/);
  refuses(() => run.view("weight"), "stage", /got "weight"; did you mean weights\?/);
  const view = run.finish().view("weights");
  assert.deepEqual(view.shape, [1, 3, 3]);
  run.free();
  const next = engine.trace(spec, { X: { ...X, data: [5, 5, 5, 5, 5, 5] } }).finish(); // in the same memory
  refuses(() => view.data, "run", /must not be used after free\(\)/);
  refuses(() => run.view("weights"), "run", /must not be used after free\(\)/);
  next.free();
});

test("a figure drawn after the memory has grown is the one drawn before", async () => {
  const engine = await createEngine();
  const state = changeState(defaultState, { stage: "weights", heads: 2, d_k: 4 });
  const walk = computeWalk(state, engine, new Map());
  const draw = () => sceneOf(viewOf(state, walk, { t, theme: "light", cell: state.cell }), { width: 640 });
  const before = draw();
  growMemory(engine);
  assert.deepEqual(draw(), before);
  assert.ok(before.matrices.some(({ values }) => values.some((value) => value > 0 && value < 1)));
});

test("a run on demand computes no more than is read, and has the same bits", async () => {
  const engine = await createEngine();
  const whole = engine.trace(spec, { X }).finish();
  const run = engine.trace(spec, { X }).onDemand();
  const { memory } = Run.partsOf(run);
  const names = [...run.stages, ...run.auxiliary];
  for (const name of ["raw", "X", "weights"]) {
    const last = memory.done;
    assert.deepEqual(run.view(name).data.slice(), whole.tensor(name).data, name);
    assert.equal(memory.done, Math.max(last, run.stages.indexOf(name) + 1), `after ${name}`);
  }
  assert.deepEqual(run.explain("context", [0, 2, 1]), whole.explain("context", [0, 2, 1]));
  assert.equal(memory.done, run.stages.indexOf("context") + 1);
  for (const name of names) assert.deepEqual(run.tensor(name), whole.tensor(name), name);
  const again = engine.trace(spec, { X }).onDemand();
  assert.deepEqual(again.uses("X", [1, 0]), whole.uses("X", [1, 0]), "uses need every stage");
});

test("the page's walk waits for the stages that a figure shows", async () => {
  const engine = await createEngine();
  const state = changeState(defaultState, { stage: "weights", cell: null });
  const walk = computeWalk(state, engine, new Map());
  sceneOf(viewOf(state, walk, { t, theme: "light", cell: null }), { width: 800, measure: () => 8 });
  assert.equal(Run.partsOf(walk.run).memory.done, walk.run.stages.indexOf("weights") + 1);
  walk.run.free();
});
