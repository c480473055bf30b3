/** A run on the page: the same run as the command line's, and what its attention maps show. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { isDiverged, isRecorded, modelSpec, Session, steadyRate } from "../../web/training/session.js";
import { changeSettings, defaultSettings, rateStops } from "../../web/training/settings.js";
import { shippedData } from "../../web/training/shipped-data.js";
import { dataTasks, makeTask, needsData, tasks } from "../../web/training/tasks.js";
import { train } from "../../web/training/train.js";
import { trainedModels } from "../../web/state/recipes/trained-models.js";

const engine = await createEngine();

for (const id of [...Object.keys(tasks), ...Object.keys(dataTasks)]) {
  const data = needsData(id) ? await shippedData[id]() : undefined;

  test(`${id}: the page's run has the bits of the command line's`, () => {
    const settings = { ...defaultSettings, task: id, seed: 2 };
    const session = new Session(engine, settings, data);
    const { task } = makeTask(id, data);
    const model = engine.model(modelSpec(settings, task), { seed: 2 });
    for (const { step, held_out_loss, held_out_accuracy } of train(engine, task, model, {
      seed: 2,
      steps: 6,
      every: 3,
    })) {
      while (session.steps < step) session.step();
      assert.deepEqual(session.evaluate(), { step, loss: held_out_loss, accuracy: held_out_accuracy });
    }
    for (const each of [model, session.model]) each.free();
  });

  test(`${id}: each row of each attention map sums to 1`, () => {
    const session = new Session(engine, { ...defaultSettings, task: id }, data);
    const maps = session.maps();
    const { layers, chance } = session.facts;
    let at = 0;
    for (const { heads, queries, keys } of layers)
      for (let row = 0; row < heads * queries; row++, at += keys) {
        const sum = maps.subarray(at, at + keys).reduce((all, weight) => all + weight, 0);
        assert.ok(Math.abs(sum - 1) < 1e-5, `row ${row}: ${sum}`);
      }
    assert.equal(at, maps.length);
    assert.ok(chance.accuracy > 0 && chance.accuracy < 0.5 && chance.loss > 1, JSON.stringify(chance));
    session.model.free();
  });
}

test("guessing is worth 1 in 10 for ten letters, and a run has diverged where its loss is far above it or no number", () => {
  const { facts, model } = new Session(engine, defaultSettings);
  assert.ok(Math.abs(facts.chance.loss - 2.302585) < 1e-6);
  assert.ok(Math.abs(facts.chance.accuracy - 0.1) < 1e-9);
  for (const [loss, expected] of /** @type {const} */ ([
    [2.3, false],
    [9, false],
    [24, true],
    [NaN, true],
    [Infinity, true],
  ]))
    assert.equal(isDiverged(loss, facts.chance), expected, String(loss));
  model.free();
});

test("the steps that are recorded grow apart, so that long runs stay small", () => {
  const recorded = Array.from({ length: 2001 }, (_, step) => step).filter(isRecorded);
  assert.deepEqual(recorded.slice(0, 23), [...Array.from({ length: 21 }, (_, step) => step), 25, 30]);
  assert.ok(recorded.length < 150, `${recorded.length} of 2001`);
});

test("the learning rate changes from a step on, the moments stay, and settings with the change give the same bits", () => {
  const [changed, from, plain] = [defaultSettings, { ...defaultSettings, rates: "5:0.001" }, defaultSettings].map(
    (settings) => new Session(engine, settings),
  );
  assert.ok(changed && from && plain);
  const losses = Array.from({ length: 10 }, (_, step) => {
    if (step === 5) changed.setRate(0.001);
    return [changed, from, plain].map((each) => each.step().loss);
  });
  assert.deepEqual(changed.rates, [{ step: 5, lr: 0.001 }]);
  for (const [step, [one, two, three]] of losses.entries()) {
    assert.equal(one, two, `step ${step}`);
    // The loss of step 5 is taken before its update: the first that differs is that of step 6.
    assert.equal(one === three, step <= 5, `step ${step}`);
  }
  for (const each of [changed, from, plain]) each.model.free();
});

test("a run that starts from the weights of another has its evaluation and its maps", () => {
  const one = new Session(engine, defaultSettings);
  for (let step = 0; step < 20; step++) one.step();
  const other = new Session(engine, { ...defaultSettings, seed: 9 }, undefined, one.weights());
  assert.deepEqual({ ...other.evaluate(), step: 20 }, one.evaluate());
  assert.deepEqual(other.maps(), one.maps());
  for (const each of [one, other]) each.model.free();
});

test("the pronoun's example is the first screen's, and once learned its maps answer the question: it, tired, animal", () => {
  const session = new Session(engine, changeSettings(defaultSettings, { task: "pronoun" }));
  const { tokens, answer } = session.facts;
  assert.equal(tokens.join(" "), `· ${trainedModels.pronoun.example.toLowerCase()}`);
  assert.deepEqual(answer.filter(Boolean), ["animal"]);
  while (session.steps < tasks.pronoun.steps) session.step();
  const [n, it, maps] = [tokens.length, tokens.indexOf("it"), session.maps()];
  for (const [layer, word] of ["tired", "animal"].entries()) {
    const weight = Number(maps[(layer * n + it) * n + tokens.indexOf(word)]);
    assert.ok(weight > 0.9, `layer ${layer + 1} looks at ${word} with ${weight}`);
  }
  session.model.free();
});

for (const { rate, ...changed } of [
  { task: "reverse", optimizer: /** @type {const} */ ("sgd"), rate: 100 },
  { task: "reverse", optimizer: /** @type {const} */ ("momentum"), rate: 10 },
  { task: "pronoun", optimizer: /** @type {const} */ ("sgd"), rate: 100, seed: 3 },
])
  test(`${changed.task}, ${changed.optimizer} from ${rate}: the rate on offer does not diverge, and is the largest that does not`, () => {
    const settings = changeSettings(defaultSettings, { ...changed, lr: rate });
    const trial = steadyRate(engine, settings, rate);
    let next = trial.next();
    while (!next.done) next = trial.next();
    const offered = next.value;
    assert.ok(offered !== null && offered < rate, String(offered));
    /** How the losses of 100 steps go. @param {number} lr */
    const losses = (lr) => {
      const session = new Session(engine, { ...settings, lr });
      const all = Array.from({ length: 100 }, () => session.step());
      session.model.free();
      return { diverged: all.some(({ diverged }) => diverged), first: all[0]?.loss ?? NaN, last: all[99]?.loss ?? NaN };
    };
    const own = losses(offered);
    assert.ok(!own.diverged && own.last < own.first, JSON.stringify(own));
    for (const larger of rateStops.filter((lr) => lr > offered && lr < rate)) {
      const { diverged, first, last } = losses(larger);
      assert.ok(diverged || last > 0.8 * first, `${larger} too: from ${first} to ${last}`);
    }
  });
