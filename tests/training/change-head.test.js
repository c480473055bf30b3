/** Changed heads: against ablation by Wo, against weights that have the same effect, and against what a task needs. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { changedModel, changedWeights, replacements, replacementsOf } from "../../web/training/change-head.js";
import { evaluateWithout } from "../../web/training/measure.js";
import { Random } from "../../web/training/random.js";
import { modelSpec, Session } from "../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../web/training/settings.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { makeTask, tasks } from "../../web/training/tasks.js";

/** @typedef {Partial<import("../../web/training/settings.js").Settings>} Patch */

const engine = await createEngine();
const names = await shippedData.names();

/** A model of a task after some steps. @param {Patch} patch with the task @param {number} steps */
function trained(patch, steps) {
  const settings = changeSettings(defaultSettings, patch);
  const { task } = makeTask(settings.task, settings.task === "names" ? names : undefined);
  const model = engine.model(modelSpec(settings, task), { seed: 4 });
  const random = new Random(engine.torchRandom(4));
  for (let step = 0; step < steps; step++) model.step(task.draw(random, 32));
  return { model, batch: task.heldOut(new Random(engine.torchRandom(6)), 60) };
}

/** @param {number} got @param {number} want @param {string} what */
const near = (got, want, what) =>
  assert.ok(Math.abs(got - want) <= 2e-5 * Math.max(1, Math.abs(want)), `${what}: ${got}, wanted ${want}`);

test("a head that is off counts as one whose rows of Wo are 0, in every layer, with every kind of positions and keys", () => {
  for (const patch of /** @type {Patch[]} */ ([
    { task: "reverse", heads: 2, d_k: 8 },
    { task: "induction", heads: 2, d_k: 8 },
    { task: "induction", heads: 2, d_k: 8, position: "rope", mask: "causal" },
    { task: "reverse", heads: 2, layers: 2, position: "alibi", scaling: "off" },
    { task: "translation", layers: 2, position: "sinusoidal" },
    { task: "translation", layers: 2, mask: "causal" },
    { task: "pronoun" },
    { task: "names" },
    { task: "names", block: "mlp" },
    { task: "translation", block: "norm-mlp", layers: 2 },
    { task: "induction", block: "norm-mlp", heads: 2 },
    { task: "pronoun", block: "norm-mlp" },
    { task: "names", layers: 2, heads: 2, position: "rope" },
  ])) {
    const { model, batch } = trained(patch, 30);
    const count = model.spec.layers.length;
    for (let layer = 0; layer < (model.spec.readout === "pointer" ? count - 1 : count); layer++)
      for (let head = 0; head < (model.spec.layers[layer]?.heads ?? 1); head++) {
        const got = changedModel(engine, model, { layer, head, replacement: "off" }).evaluate(batch);
        const want = evaluateWithout(model, batch, layer, head);
        const name = `${JSON.stringify(patch)}, layer ${layer}, head ${head}`;
        near(got.loss, want.loss, name);
        assert.deepEqual([got.count, got.correct], [want.count, want.correct], name);
      }
    model.free();
  }
});

test("a head that looks evenly counts as one whose queries are 0, also under a causal mask and in a pointer", () => {
  for (const patch of /** @type {Patch[]} */ ([
    { task: "reverse", heads: 2, d_k: 8, mask: "causal" },
    { task: "translation", mask: "causal" },
    { task: "pronoun" },
  ])) {
    const { model, batch } = trained(patch, 60);
    const layer = model.spec.layers.length - 1;
    const name = `layers.${layer}.Wq`;
    const Wq = /** @type {import("../../web/engine/index.js").Tensor} */ (model.weights()[name]);
    const width = Wq.data.length / Number(Wq.shape[0]);
    const heads = model.spec.layers[layer]?.heads ?? 1;
    const got = changedModel(engine, model, { layer, head: 0, replacement: "uniform" }).evaluate(batch);
    model.load({ [name]: { ...Wq, data: Wq.data.map((value, at) => (at % width < width / heads ? 0 : value)) } });
    const want = model.evaluate(batch);
    near(got.loss, want.loss, JSON.stringify(patch));
    assert.equal(got.correct, want.correct);
    model.free();
  }
});

test("swapped heads count as a model whose Wq and Wk are swapped", () => {
  const { model, batch } = trained({ task: "translation" }, 100);
  const weights = model.weights();
  const swapped = ["Wq", "Wk"].map((name) => {
    const { shape, data } = /** @type {import("../../web/engine/index.js").Tensor} */ (weights[`layers.0.${name}`]);
    const [, width = 0] = shape;
    const other = (/** @type {number} */ at) => {
      const column = at % width;
      return at - column + ((column + width / 2) % width);
    };
    return [`layers.0.${name}`, { shape, data: data.map((_, at) => Number(data[other(at)])) }];
  });
  const before = model.evaluate(batch);
  const got = changedModel(engine, model, { layer: 0, head: 1, replacement: "swap" }).evaluate(batch);
  model.load(Object.fromEntries(swapped));
  const want = model.evaluate(batch);
  near(got.loss, want.loss, "swapped");
  assert.equal(got.correct, want.correct);
  assert.ok(want.loss > before.loss + 0.1, "the two heads do different things");
  model.free();
});

test("by hand: reverse is solved by a mirrored head, the previous token by a head that looks back, and not the other way", () => {
  for (const [task, right, wrong] of /** @type {const} */ ([
    ["reverse", "mirrored", "previous"],
    ["previous", "previous", "mirrored"],
  ])) {
    const { model, batch } = trained({ task }, 150);
    const score = (/** @type {import("../../web/training/change-head.js").Replacement} */ replacement) =>
      changedModel(engine, model, { layer: 0, head: 0, replacement }).evaluate(batch).accuracy;
    assert.ok(score(right) >= 0.99, `${task}: ${score(right)}`);
    assert.ok(score(wrong) < 0.5, `${task}: ${score(wrong)}`);
    model.free();
  }
});

test("each replacement, for three queries and two keys", () => {
  const weights = { shape: [2, 3, 2], data: Float32Array.from([0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0, 1, 1, 0, 0.5, 0.5]) };
  /** @type {[import("../../web/training/change-head.js").Replacement, number[]][]} */
  const expected = [
    ["off", [0, 0, 0, 0, 0, 0]],
    ["uniform", [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]],
    ["itself", [1, 0, 0, 1, 0, 1]],
    ["previous", [1, 0, 1, 0, 0, 1]],
    ["first", [1, 0, 1, 0, 1, 0]],
    ["mirrored", [0, 1, 1, 0, 1, 0]],
    ["swap", [0, 1, 1, 0, 0.5, 0.5]],
    ["mean", [0.45, 0.55, 0.9, 0.1, 0.6, 0.4]],
  ];
  assert.deepEqual(
    expected.map(([replacement]) => replacement),
    replacements,
  );
  for (const [replacement, rows] of expected)
    assert.deepEqual(
      [...changedWeights(weights, { layer: 0, head: 0, replacement }, false).subarray(0, 6)],
      rows.map(Math.fround),
      replacement,
    );
  // With a causal mask the last query stands at the last key, so the first of three sees none of two keys.
  const causal = changedWeights(weights, { layer: 0, head: 0, replacement: "uniform" }, true);
  assert.deepEqual([...causal.subarray(0, 6)], [0, 0, 1, 0, 0.5, 0.5]);
});

test("the only head cannot be swapped, and a pointer's last layer cannot be off", () => {
  const pronoun = tasks.pronoun.model();
  assert.deepEqual(replacementsOf(pronoun, 0).includes("off"), true);
  assert.deepEqual(
    replacements.filter((replacement) => !replacementsOf(pronoun, 1).includes(replacement)),
    ["off", "swap", "mean"],
  );
  assert.deepEqual(replacementsOf(tasks.translation.model(), 0), replacements);
});

test("a session measures a changed head, on earlier weights too, and goes on as if nothing had been asked", () => {
  const settings = changeSettings(defaultSettings, { task: "grammar" });
  const [session, other] = [new Session(engine, settings), new Session(engine, settings)];
  const first = session.weights();
  const untrained = session.measure(null);
  for (const each of [session, other]) for (let step = 0; step < 30; step++) each.step();
  const now = session.measure(null);
  const changed = session.measure({ layer: 0, head: 0, replacement: "off" });
  assert.ok(changed.loss > now.loss && now.loss < untrained.loss);
  assert.deepEqual(
    session.withWeights(first, () => session.measure(null)),
    untrained,
  );
  assert.deepEqual(session.step(), other.step());
  for (const each of [session, other]) each.model.free();
});
