/** The loss along its gradient: its slope against differences, its values against real steps, and a model left as it was. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { Random } from "../../web/training/random.js";
import { modelSpec, Session } from "../../web/training/session.js";
import { defaultSettings } from "../../web/training/settings.js";
import { curvatureOf, lossSlice } from "../../web/training/descent/slice.js";
import { tasks } from "../../web/training/tasks.js";

const engine = await createEngine();
const ids = /** @type {(keyof typeof tasks)[]} */ (Object.keys(tasks));

for (const id of ids) {
  const settings = { ...defaultSettings, task: id, optimizer: /** @type {const} */ ("sgd") };
  const made = () => ({
    model: engine.model(modelSpec(settings), { seed: 3 }),
    batch: tasks[id].draw(new Random(engine.torchRandom(7)), 16),
  });

  test(`${id}: the slope at 0 is that of the differences of losses around it`, () => {
    const { model, batch } = made();
    const expected = model.evaluate(batch).loss;
    const { slope, points, loss } = lossSlice(model, batch, { chosen: 0, farthest: 0.02 });
    const [before, at, after] = [points[0], points[8], points[16]];
    assert.ok(before && at && after);
    assert.ok(
      Math.abs(before.t + after.t) < 1e-12 && Math.abs(at.t) < 1e-12,
      "t runs evenly from −0.25 to 1 times the end",
    );
    const difference = (after.loss - before.loss) / (after.t - before.t);
    assert.ok(slope < 0 && Math.abs(slope - difference) < 0.01 * -slope, `${slope}, differences ${difference}`);
    assert.ok(Math.abs(at.loss - loss) < 1e-6 && loss === expected);
    model.free();
  });

  test(`${id}: the loss at the learning rate is the loss after that step of plain gradient descent`, () => {
    for (const lr of [0.01, 1]) {
      const [{ model: sliced, batch }, { model }] = [made(), made()];
      const { chosen } = lossSlice(sliced, batch, { chosen: lr, farthest: null });
      sliced.free();
      model.optimizer = { name: "sgd", lr };
      model.step(batch);
      const { loss } = model.evaluate(batch);
      assert.equal(chosen.t, lr);
      assert.ok(Math.abs(chosen.loss - loss) < 1e-5 * loss, `lr ${lr}: ${chosen.loss}, after the step ${loss}`);
      model.free();
    }
  });
}

test("by default a slice goes uphill a little, down, and up again, and reaches the learning rate", () => {
  const session = new Session(engine, { ...defaultSettings, task: "reverse" });
  const { loss, points, step } = session.slice(null);
  const lowest = points.reduce((low, point) => (point.loss < low.loss ? point : low));
  assert.equal(step, 0);
  assert.ok((points[0]?.loss ?? NaN) > loss && (points.at(-1)?.loss ?? NaN) > loss && lowest.loss < loss);
  assert.ok(points.every(({ t }, at) => at === 0 || t > (points[at - 1]?.t ?? NaN)));
  session.model.free();
  const far = new Session(engine, { ...defaultSettings, task: "reverse", lr: 100 });
  const end = far.slice(null).points.at(-1)?.t ?? NaN;
  assert.ok(end > 100, `ends at ${end}`);
  far.model.free();
});

test("a slice has the learning rate of the next step: changed during the run, or at a step that the settings name", () => {
  const changed = new Session(engine, { ...defaultSettings, lr: 0.01 });
  const named = new Session(engine, { ...defaultSettings, lr: 0.01, rates: "2:0.5 4:0.25" });
  /** @param {Session} session @param {number} lr */
  const check = (session, lr) => {
    const { step, chosen, points } = session.slice(2);
    assert.deepEqual([step, chosen.t, points.at(-1)?.t], [session.steps, lr, 2 * lr]);
  };
  for (const lr of [0.01, 0.01, 0.5, 0.5, 0.25]) {
    check(named, lr);
    named.step();
  }
  check(changed, 0.01);
  changed.step();
  changed.setRate(0.5);
  check(changed, 0.5);
  changed.step();
  check(changed, 0.5);
  for (const { model } of [changed, named]) model.free();
});

test("slices change nothing: the same run goes on with the same bits", () => {
  const settings = { ...defaultSettings, task: "pronoun", dropout: 0.2 };
  const [plain, sliced] = [new Session(engine, settings), new Session(engine, settings)];
  for (let step = 0; step < 6; step++) {
    const [first, again] = [sliced.slice(null), sliced.slice(null)];
    assert.deepEqual(first, again);
    assert.equal(first.step, step);
    assert.deepEqual(sliced.step(), plain.step());
  }
  assert.deepEqual(sliced.model.weights(), plain.model.weights());
  for (const { model } of [plain, sliced]) model.free();
});

test("a model that has diverged still has a slice: its losses are no numbers", () => {
  const session = new Session(engine, { ...defaultSettings, optimizer: "sgd", lr: 100 });
  for (let step = 0; step < 60; step++) session.step();
  const { loss, points } = session.slice(null);
  assert.ok(!Number.isFinite(loss), String(loss));
  assert.equal(points.length, 41);
  session.model.free();
});

test("the largest second derivative is that of a parabola, and of a cosine at its lowest point", () => {
  const pointsOf = (/** @type {(t: number) => number} */ f) =>
    Array.from({ length: 41 }, (_, at) => ({ t: at / 10 - 1, loss: f(at / 10 - 1) }));
  assert.ok(Math.abs(curvatureOf(pointsOf((t) => 3 * t * t - 2 * t + 5)) - 6) < 1e-9);
  const cosine = curvatureOf(pointsOf((t) => -Math.cos(t)));
  assert.ok(Math.abs(cosine - 1) < 0.001, String(cosine));
  assert.ok(curvatureOf(pointsOf((t) => -t * t)) < 0);
});

test("with the largest second derivative that is seen, Taylor's bound holds at every point of a slice, for every task", () => {
  for (const task of ids) {
    const session = new Session(engine, { ...defaultSettings, task, optimizer: "sgd" });
    const { loss, slope, points } = session.slice(null);
    const curvature = curvatureOf(points);
    for (const point of points) {
      const bound = loss + slope * point.t + (curvature / 2) * point.t ** 2;
      assert.ok(point.loss <= bound + 1e-3 * loss, `${task}: ${point.loss} at ${point.t}, bound ${bound}`);
    }
    session.model.free();
  }
});
