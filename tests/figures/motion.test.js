/** Animation of a computation: the partial sums are the engine's own, step by step, and the last step is the result. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { motionFor } from "../../web/view/motion.js";
import { createEngine } from "../../web/engine/index.js";
import { equationScene, figureTrace } from "../../web/figures/index.js";
import { runningSums, sceneAt } from "../../web/figures/scene/motion.js";
import { inputsFromState } from "../../web/state/inputs.js";
import { changeState, defaultState } from "../../web/state/state.js";

const engine = await createEngine();
const f = Math.fround;

/** @param {Partial<import("../../web/state/state.js").State>} patch */
function seen(patch) {
  const state = changeState(defaultState, patch);
  const { spec, inputs } = inputsFromState(state, engine);
  const run = engine.trace(spec, inputs).finish();
  const motion = motionFor(/** @type {any} */ ({ run, state }));
  return { state, run, inputs, motion };
}

/** @param {Partial<import("../../web/state/state.js").State>} patch */
function moving(patch) {
  const { motion, ...others } = seen(patch);
  assert.ok(motion, JSON.stringify(patch));
  return { motion, ...others };
}

/** @param {string} stage @param {number[]} index */
const at = (stage, index) => ({ stage, cell: { stage, index } });

test("running sums of every dot product end at the number, each step rounded", () => {
  const { run } = seen({ projection_bias: true });
  for (const stage of ["Q", "K", "V", "raw", "context", "output"]) {
    const shape = run.shape(stage);
    const account = run.explain(
      stage,
      shape.map((size) => size - 1),
    );
    const sums = runningSums(account.terms);
    assert.ok(Object.is(sums.at(-1), account.value), stage);
    let sum = 0;
    for (const [step, shown] of sums.entries()) {
      const [a, b] = account.terms.slice(2 * step, 2 * step + 2).map(({ value }) => value);
      sum = f(sum + (b === undefined ? (a ?? NaN) : f((a ?? NaN) * b)));
      assert.equal(shown, sum);
    }
  }
});

test("a score adds one product a step, shown in the result's cell; the context adds whole value rows", () => {
  const { motion, run } = moving(at("raw", [1, 4, 2]));
  const { terms } = run.explain("raw", [1, 4, 2]);
  assert.equal(motion.steps, 4);
  for (let step = 1; step <= 4; step++) {
    const { shown, lit } = motion.momentAt(step);
    assert.deepEqual(lit, terms.slice(2 * step - 2, 2 * step));
    assert.deepEqual([...shown.values()], [runningSums(terms)[step - 1]]);
  }
  const context = moving(at("context", [1, 4, 2]));
  assert.equal(context.motion.steps, 5, "the keys that “eat” may see");
  const { shown, lit } = context.motion.momentAt(3);
  assert.equal(shown.size, 4);
  assert.ok(lit.every(({ stage, index }) => (stage === "V" ? index[1] === 2 : index[2] === 2)));
  const last = context.motion.momentAt(5).shown;
  for (const [account, value] of last) assert.ok(Object.is(value, account.value));
});

test("softmax shows each exponential, then their sum, then the division", () => {
  const { motion, run } = moving(at("weights", [1, 4, 2]));
  const { terms, sum = NaN } = run.explain("weights", [1, 4, 2]);
  assert.equal(motion.steps, terms.length + 1);
  const third = [...motion.momentAt(3).shown.values()];
  const powers = terms.map(({ exponential }) => exponential);
  assert.deepEqual(third, [...powers.slice(0, 3), null, null, null, null]);
  assert.equal(motion.momentAt(terms.length).note.args.sum, sum.toFixed(4));
  assert.equal(motion.momentAt(motion.steps).shown.size, 0, "all weights are there");
});

test("the mask is applied row by row, scaling cell by cell, heads are joined one by one", () => {
  const mask = moving(at("masked", [1, 4, 2]));
  assert.equal(mask.motion.steps, 7);
  for (const [account, value] of mask.motion.momentAt(2).shown) {
    assert.ok((account.index[1] ?? 0) >= 2);
    assert.equal(value, mask.run.explain("scaled", account.index).value, "the score as it was");
  }
  assert.equal(mask.motion.momentAt(1).note.args.hidden, "6");
  const scaled = moving(at("scaled", [1, 4, 2]));
  assert.equal(scaled.motion.steps, 7);
  assert.equal(scaled.motion.momentAt(7).shown.size, 0);
  const concat = moving(at("concat", [4, 2]));
  assert.equal(concat.motion.steps, 4);
  for (const { index } of concat.motion.momentAt(3).shown.keys()) assert.ok((index[1] ?? 0) >= 12);
});

test("an input, a copy, another stage's number and all heads at once have no animation", () => {
  for (const patch of [at("X", [0, 0]), { ...at("raw", [1, 4, 2]), stage: "weights" }, { cell: null }])
    assert.equal(seen(patch).motion, null);
  assert.equal(seen({ ...at("raw", [1, 4, 2]), head: "all" }).motion, null);
  assert.equal(seen({ ...at("Q", [0, 1, 1]), projections: false }).motion, null);
});

test("a moment shows the partial sum in the result and rings what is read; all else stays the same", () => {
  const { motion, run, inputs, state } = moving(at("raw", [1, 4, 2]));
  const labels = { queries: [], keys: [] };
  const scene = equationScene({
    stage: "raw",
    head: 1,
    trace: figureTrace(run, inputs),
    labels,
    t: () => "",
    width: 900,
    theme: "light",
    cell: state.cell,
  });
  const moment = motion.momentAt(2);
  const shown = sceneAt(scene, moment, /** @type {any} */ (state.cell));
  const [before, after] = [scene, shown].map(({ matrices }) => matrices.find(({ result }) => result));
  const own = 4 * 7 + 2;
  const [sum = NaN] = moment.shown.values();
  assert.equal(after?.digits?.[own], (sum ?? NaN).toFixed(2).replace("-", "−"));
  assert.deepEqual(
    after?.digits?.filter((_, cell) => cell !== own),
    before?.digits?.filter((_, cell) => cell !== own),
  );
  assert.equal(shown.rings.length, 3, "the query's component, the key's, and the score");
  assert.deepEqual(shown.texts, scene.texts);
});
