/** The trail of successively selected numbers: how a state stores it, a link restores it, and uses are summarised. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { usesByStage } from "../../web/figures/measures/uses-by-stage.js";
import { inputsFromState } from "../../web/state/inputs.js";
import { effectiveSizes } from "../../web/state/sizes.js";
import { auxiliaryFor, matricesFor, shapeOf } from "../../web/state/stages.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { canAsk, stepTo } from "../../web/state/trail.js";
import { stateFromFragment, stateToFragment } from "../../web/state/url.js";

const weight = { stage: "weights", index: [1, 4, 2] };
const score = { stage: "masked", index: [1, 4, 2] };
const key = { stage: "K", index: [1, 2, 0] };

test("each step adds the previous number to the trail; returning to one of them cuts the trail there", () => {
  const first = changeState(defaultState, stepTo(defaultState, score));
  assert.deepEqual([first.trail, first.cell], [[weight], score]);
  const second = changeState(first, { ...stepTo(first, key), stage: "K" });
  assert.deepEqual(second.trail, [weight, score]);
  const back = changeState(second, { ...stepTo(second, weight), stage: "weights" });
  assert.deepEqual([back.trail, back.cell], [[], weight]);
  assert.equal(stateToFragment(back), stateToFragment(changeState(defaultState, { cell: weight })));
  assert.deepEqual(stepTo({ ...defaultState, cell: null }, key), { cell: key, trail: [] });
});

test("a link restores the trail", () => {
  const state = changeState(defaultState, { stage: "K", cell: key, trail: [weight, score] });
  const fragment = stateToFragment(state);
  assert.match(fragment, /trail=weights\.1\.4\.2-masked\.1\.4\.2$/);
  assert.deepEqual(stateFromFragment(fragment), state);
});

test("another selection or head clears the trail; other changes keep it while its numbers exist", () => {
  const state = changeState(defaultState, { stage: "K", cell: key, trail: [weight, score] });
  assert.deepEqual(changeState(state, { cell: score }).trail, []);
  assert.deepEqual(changeState(state, { head: 2 }).trail, []);
  assert.deepEqual(changeState(state, { cell: null }).trail, []);
  assert.deepEqual(changeState(state, { d_k: 8 }).trail, [weight, score]);
  assert.deepEqual(changeState(state, { causal: false }).trail, [], "there is no masked stage any more");
  assert.deepEqual(changeState(state, { sentence: "two short words" }).trail, []);
});

test("an invalid trail is refused by name", () => {
  const wrong = [
    { trail: "weights" },
    { trail: [{ stage: "weights" }] },
    { trail: [{ stage: "weights", index: [9, 0, 0] }] },
    { trail: [{ stage: "C", index: [0, 0] }] },
    { trail: [weight], cell: null },
  ];
  for (const patch of wrong)
    assert.throws(() => changeState(defaultState, /** @type {any} */ (patch)), { name: "AttentionError" });
  assert.throws(() => stateFromFragment("trail=weights.1.x"), { field: "trail" });
});

test("uses are counted by stage, with the use of largest magnitude as example", () => {
  const use = (/** @type {string} */ stage, /** @type {number} */ i, /** @type {number} */ value) => ({
    stage,
    index: [i],
    value,
  });
  const uses = [use("Q", 0, 1), use("Q", 1, -3), use("Q", 2, NaN), use("K", 0, -Infinity), use("K", 1, 0)];
  assert.deepEqual(usesByStage(uses), [
    { stage: "Q", count: 3, largest: uses[1] },
    { stage: "K", count: 2, largest: uses[4] },
  ]);
  assert.deepEqual(usesByStage([]), []);
});

test("the cells that can be selected have the engine's shapes, for stages, inputs and auxiliary tensors", async () => {
  const engine = await createEngine();
  const changes = [
    { position: "shaw", shaw_values: true, projection_bias: true },
    { position: "t5", heads: 4, kv_heads: 2, dropout: 0.5 },
    { position: "alibi", softmax_sink: 1 },
    { position: "distance", distance_form: "matrix", context: "two words" },
    { position: "rope", mask_mode: "after_softmax" },
  ];
  for (const change of changes) {
    const state = changeState(defaultState, /** @type {any} */ (change));
    const { spec, inputs } = inputsFromState(state, engine);
    const run = engine.trace(spec, inputs).finish();
    for (const stage of [...run.stages, ...matricesFor(state), ...auxiliaryFor(state)]) {
      const shape = run.shape(stage);
      assert.deepEqual(shapeOf(effectiveSizes(state), stage), shape, stage);
      const last = { stage, index: shape.map((size) => size - 1) };
      assert.ok(canAsk(state, last), stage);
      assert.ok(!canAsk(state, { stage, index: shape }), stage);
    }
    run.free();
  }
});
