/** What the experiments measure, against reference cases, hand counts and separate traces of the engine. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import {
  answers,
  droppedWeights,
  meanDistance,
  withoutLargest,
} from "../../web/components/experiments/compare/findings.js";
import { comparisonOf, comparisons } from "../../web/components/experiments/compare/comparisons.js";
import { blindRows, leaksOf, perturbed } from "../../web/components/experiments/mask/perturbation.js";
import { growth, sums } from "../../web/components/experiments/cost/cost-curves.js";
import { hidesOf, pairsOf, patterns } from "../../web/components/experiments/mask/mask-patterns.js";
import { firstTokens, walkPrefixes } from "../../web/components/experiments/training/prefix-runs.js";
import { createEngine } from "../../web/engine/index.js";
import { sameBits } from "../../web/figures/measures/difference.js";
import { words } from "../../web/words/words.js";
import { inputsFromState } from "../../web/state/index.js";
import { experiments } from "../../web/state/experiments/experiments.js";
import { loadedModel } from "../../web/state/recipes/trained-models.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { addModels } from "../../web/training/add-models.js";
import { readWalkCases } from "../support/variants/variants.js";

/** @typedef {import("../../web/state/state.js").State} State */

test("every experiment has an element in a file of its name, titles for itself and its group, and a valid start", async () => {
  const folder = new URL("../../web/components/experiments/", import.meta.url);
  const files = readdirSync(folder, { recursive: true }).map(String);
  const panel = readFileSync(new URL("experiments.js", folder), "utf8");
  const { t } = words("en");
  for (const { id, group, element, start = {} } of experiments) {
    const file = files.find((name) => name.endsWith(`/${element}.js`)) ?? assert.fail(`${id}: no file ${element}.js`);
    assert.ok(readFileSync(new URL(file, folder), "utf8").includes(`customElements.define("${element}"`), element);
    assert.ok(panel.includes(`import "./${file}";`), `${element} is loaded`);
    assert.notEqual(t(`experiment-${id}`), "", `the title of ${id}`);
    assert.notEqual(t(`experiments-${group}`), "", `the title of ${group}`);
    const state = changeState(defaultState, { ...start, experiment: id });
    for (const [field, value] of Object.entries(start))
      assert.deepEqual(state[/** @type {keyof State} */ (field)], value, `${id}: ${field}`);
  }
  assert.equal(new Set(experiments.map(({ id }) => id)).size, experiments.length, "no name appears twice");
});

test("every question that compares two walks has a change for the second walk and an answer", () => {
  const comparisonExperiments = experiments.filter(
    ({ id, element }) => element === "compare-experiment" && id !== "compare",
  );
  assert.deepEqual(Object.keys(comparisons).sort(), comparisonExperiments.map(({ id }) => id).sort());
  assert.deepEqual(Object.keys(answers).sort(), Object.keys(comparisons).sort());
  for (const { id, start = {} } of comparisonExperiments) {
    const { b, expect = [] } = comparisonOf(id) ?? assert.fail(id);
    const state = changeState(defaultState, { ...start, experiment: id });
    const other = changeState(state, b);
    assert.notDeepEqual(other, state, id);
    assert.equal(
      expect.length > 0,
      answers[id]?.outcome !== undefined,
      `${id}: a question has an answer exactly if it has guesses`,
    );
  }
});

const engine = await createEngine();

/** @param {Partial<State>} patch */
function walk(patch) {
  const { spec, inputs } = inputsFromState(changeState(defaultState, patch), engine);
  const run = engine.trace(spec, inputs).finish();
  return { spec, inputs, run, output: run.tensor("output") };
}

test("how far rows look, and what dropout leaves of them, counted by hand for equal weights", () => {
  const X = { shape: [3, 2], data: [0, 0, 0, 0, 0, 0] };
  const keep = { shape: [1, 3, 3], data: [1, 0, 1, 0, 0, 0, 1, 1, 1] };
  const run = engine.trace({ dropout: { p: 0.5 } }, { X, keep }).finish();
  const side = /** @type {any} */ ({ view: { run } });
  assert.ok(Math.abs(meanDistance(side) - (0 + 1 + 2 + 1 + 0 + 1 + 2 + 1 + 0) / 9) < 1e-6);
  const { dropped, all, min, max } = droppedWeights(side);
  assert.deepEqual([dropped, all, min], [4, 9, 0]);
  assert.ok(Math.abs(max - 3 / 3 / 0.5) < 1e-6, `${max}`);
  run.free();
});

test("a next word without the key of the largest weight, against a mask for that row alone and logits in float64", async () => {
  await addModels(engine, ["translation"]);
  const { start } = experiments.find(({ id }) => id === "explaining") ?? assert.fail("no such question");
  const side = (/** @type {Partial<State>} */ patch) => {
    const state = changeState(defaultState, { ...start, ...patch });
    return {
      view: { engine, state, run: walk(state).run, queries: ["<start>", ..."la voiture rouge est".split(" ")] },
    };
  };
  const readout = loadedModel(engine, { recipe: "translation" })?.readout ?? assert.fail("no readout");
  const { words, weight, bias } = readout;
  const guess = (/** @type {ReturnType<typeof side>} */ { view: { run } }, /** @type {number} */ row) => {
    const [X, output] = [run.tensor("X"), run.tensor("output")];
    const width = Number(X.shape[1]);
    const at = (/** @type {ArrayLike<number>} */ data, /** @type {number} */ index) => Number(data[index]);
    const logits = words.map((_, word) => {
      let sum = at(bias?.data ?? [], word);
      for (let k = 0; k < width; k++)
        sum +=
          (at(X.data, row * width + k) + at(output.data, row * width + k)) * at(weight.data, k * words.length + word);
      return sum;
    });
    return words[logits.indexOf(Math.max(...logits))];
  };
  const a = side({});
  const { shape, data } = a.view.run.tensor("weights");
  const [, rows = 0, columns = 0] = shape;
  const expected = Array.from({ length: rows }, (_, row) => {
    const first = Array.from(data.slice(row * columns, (row + 1) * columns));
    const key = first.indexOf(Math.max(...first));
    const alone = side({ hidden_pairs: [row, key] });
    return { row, key, weight: first[key], isLargest: true, before: guess(a, row), after: guess(alone, row) };
  });
  const b = side(comparisonOf("explaining")?.b ?? assert.fail("no change"));
  const sides = /** @type {[any, any]} */ ([a, b]);
  assert.deepEqual(withoutLargest(...sides), expected);
  assert.deepEqual(
    expected.map(({ before, after }) => `${before} ${after}`),
    ["la le", "voiture rouge", "rouge rouge", "est <end>", "petite petite"],
  );
  assert.equal(answers.explaining?.outcome?.(...sides), "some");
  const other = /** @type {any} */ (side({ hidden_pairs: [0, 1] }));
  assert.deepEqual(withoutLargest(sides[0], other), [], "another key is hidden");
});

/** @param {Partial<State>} patch @param {number} token */
function leak(patch, token) {
  const { spec, inputs, run, output } = walk(patch);
  const allow = run.tensor("allow");
  const rows = leaksOf(engine, spec, inputs, output, token);
  return blindRows(allow, token, true).map((row) => rows[row]);
}

test("a perturbation changes only one token's row, among the keys", () => {
  const X = { shape: [2, 2], data: [1, 2, 3, 4] };
  assert.deepEqual([...perturbed({ X }, 1).X.data], [1, 2, 4, 5]);
  const both = perturbed({ X, C: X }, 0);
  assert.deepEqual(
    [[...both.X.data], [...both.C.data]],
    [
      [1, 2, 3, 4],
      [2, 3, 3, 4],
    ],
  );
  assert.deepEqual(X.data, [1, 2, 3, 4]);
});

test("blindRows lists the rows that may not see a token in any head", () => {
  const allow = { shape: [3, 3], data: [1, 0, 0, 1, 1, 0, 1, 1, 1] };
  assert.deepEqual(blindRows(allow, 2, true), [0, 1]);
  assert.deepEqual(blindRows(allow, 0, true), []);
  const perHead = { shape: [2, 2, 2], data: [1, 0, 1, 0, 1, 1, 1, 0] };
  assert.deepEqual(blindRows(perHead, 1, false), [1]);
  assert.deepEqual(blindRows(perHead, 1, true), []);
});

test("only zeroing without renormalising leaks the future", () => {
  for (const seed of [7, 8, 9]) {
    for (const token of [3, 6]) {
      const before = leak({ seed }, token);
      assert.equal(before.length, token, "every earlier row");
      assert.ok(before.every(({ moved, by }) => !moved && by === 0));
      for (const mask_value of [-1e9, -1e4]) {
        for (const mask_how of /** @type {const} */ (["fill", "add"]))
          assert.ok(leak({ seed, mask_value, mask_how }, token).every(({ moved }) => !moved));
      }
      const renormalised = leak({ seed, mask_mode: "after_softmax_renormalised" }, token);
      assert.ok(
        renormalised.every(({ by }) => by < 1e-5),
        "rounding alone",
      );
      const after = leak({ seed, mask_mode: "after_softmax" }, token);
      assert.ok(after.every(({ moved }) => moved) && after.some(({ by }) => by > 1e-3), "a leak");
    }
  }
});

test("a row that sees nothing leaks under finite masks, not under -inf", () => {
  const padded = /** @type {const} */ ({ sentence: "I love Science", padding: 1, padding_side: "start" });
  const [hidden] = leak(padded, 3);
  assert.deepEqual(hidden, { moved: false, by: 0 });
  const [filled] = leak({ ...padded, mask_value: -1e4 }, 3);
  assert.ok(filled.moved && filled.by > 1e-3);
});

test("the masks of the reference cases leak exactly where their modes say", async () => {
  const cases = (await readWalkCases()).filter((one) => one.case.startsWith("mask_mode"));
  const modes = new Set();
  for (const { case: name, spec, inputs } of cases) {
    const run = engine.trace(spec, inputs).finish();
    if (!run.auxiliary.includes("allow")) continue;
    const { shape, data } = run.tensor("allow");
    const self = !inputs.C;
    const token = shape[shape.length - 1] - 1;
    const blind = blindRows({ shape, data }, token, self);
    const moves = leaksOf(engine, spec, inputs, run.tensor("output"), token);
    const largest = Math.max(0, ...blind.map((row) => moves[row].by));
    if (blind.length > 0) {
      modes.add(spec.mask_mode);
      if (spec.mask_mode === "after_softmax") assert.ok(largest > 1e-5, `${name}: ${largest}`);
      else assert.ok(largest < 1e-5, `${name}: ${largest}`);
    }
  }
  assert.ok(modes.has("after_softmax") && modes.size > 1, [...modes].join());
});

test("a prefix keeps the first tokens' rows and corners and all other numbers", () => {
  const W = { shape: [2, 1], data: [5, 6] };
  const inputs = {
    X: { shape: [3, 2], data: [1, 2, 3, 4, 5, 6] },
    key_valid: { shape: [3], data: [1, 1, 0] },
    allow: { shape: [3, 3], data: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    keep: { shape: [2, 2, 2], data: [1, 2, 3, 4, 5, 6, 7, 8] },
    W,
  };
  const { X, key_valid, allow } = firstTokens(inputs, 2);
  assert.deepEqual(
    [X.shape, Array.from(X.data)],
    [
      [2, 2],
      [1, 2, 3, 4],
    ],
  );
  assert.deepEqual([key_valid.shape, Array.from(key_valid.data)], [[2], [1, 1]]);
  assert.deepEqual(
    [allow.shape, Array.from(allow.data)],
    [
      [2, 2],
      [1, 2, 4, 5],
    ],
  );
  assert.deepEqual(Array.from(firstTokens(inputs, 1).keep.data), [1, 5]);
  assert.equal(firstTokens(inputs, 1).W, W);
});

test("every prefix alone gives the bits of the single masked pass; without the mask it does not", () => {
  const settings = [
    {},
    { position: "sinusoidal" },
    { position: "rope" },
    { position: "alibi" },
    { heads: 4, kv_heads: 2 },
    { window: 3 },
  ];
  for (const setting of /** @type {Partial<State>[]} */ (settings)) {
    const { spec, inputs, output } = walk(setting);
    const prefixes = walkPrefixes(engine, spec, inputs, output, 32);
    assert.equal(prefixes.length, 7);
    assert.ok(
      prefixes.every(({ same }) => same),
      JSON.stringify(setting),
    );
    assert.ok(prefixes.every(({ multiplyAdds }, at) => at === 0 || multiplyAdds > prefixes[at - 1].multiplyAdds));
  }
  const open = walk({ causal: false });
  const differing = walkPrefixes(engine, open.spec, open.inputs, open.output, 32).map(({ same }) => same);
  assert.deepEqual(differing, [false, false, false, false, false, false, true]);
});

test("comparisons are of bits, not of values", () => {
  assert.ok(sameBits(Float32Array.of(1, NaN), Float32Array.of(1, NaN)));
  assert.ok(!sameBits(Float32Array.of(0), Float32Array.of(-0)));
  assert.ok(!sameBits(Float32Array.of(1, 2), Float32Array.of(1)));
});

test("painted masks have patterns, and convert to pairs and back", () => {
  assert.deepEqual(pairsOf(patterns.clear, 3, 3), []);
  assert.deepEqual(pairsOf(patterns.causal, 3, 3), [0, 1, 0, 2, 1, 2]);
  assert.deepEqual(pairsOf(patterns.window, 3, 3), [0, 2, 2, 0]);
  assert.deepEqual(pairsOf(patterns.block, 4, 4), [0, 3, 1, 3, 2, 3, 3, 0, 3, 1, 3, 2]);
  const hides = hidesOf([0, 2, 1, 0]);
  assert.deepEqual([hides(0, 2), hides(1, 0), hides(2, 0), hides(0, 1)], [true, true, false, false]);
});

test("a painted causal mask gives the causal mask's bits", () => {
  const painted = pairsOf(patterns.causal, 7, 7);
  assert.ok(sameBits(walk({ causal: false, hidden_pairs: painted }).output.data, walk({}).output.data));
});

test("costs grow as their formulas say, and are computed without a trace", () => {
  const cache = new Map();
  const of = (/** @type {any} */ patch, /** @type {any} */ axis, /** @type {any} */ unit) =>
    growth(changeState(defaultState, patch), engine, axis, unit, cache);
  const used = engine.memoryUsed;
  const d = { d_model: 16, d_k: 4, heads: 4 };
  for (const { x: n, projections, pairs } of of(d, "tokens", "multiplyAdds")) {
    assert.equal(projections, 4 * n * 16 * 16);
    assert.equal(pairs, 2 * n * n * 16);
  }
  for (const { x: heads, all, pairs } of of(d, "split", "multiplyAdds")) {
    assert.ok(16 % heads === 0);
    assert.deepEqual([all, pairs], [4 * 7 * 256 + 2 * 49 * 16, 2 * 49 * 16]);
  }
  const scores = of(d, "split", "otherOperations");
  assert.ok(scores.length === 5 && scores[4].pairs > 15 * scores[0].pairs, "exponentials grow with the heads");
  assert.deepEqual(
    of({ ...d, position: "rope" }, "split", "bytes").map(({ x }) => x),
    [1, 2, 4, 8],
    "odd d_k cannot turn",
  );
  assert.equal(engine.memoryUsed, used);
});

test("costs by tokens count the token that a trained model puts first, up to the most that it can take", async () => {
  const models = await createEngine();
  await addModels(models, ["pronoun"]);
  const state = changeState(defaultState, { recipe: "pronoun", layer: 2 });
  const samples = growth(state, models, "tokens", "multiplyAdds", new Map());
  // Q, K and V of 16 columns from 16; the pointer's layer has no Wo.
  assert.deepEqual(
    samples.map(({ x, projections, pairs }) => [x, projections, pairs]),
    [4, 8, 12].map((n) => [n, 3 * n * 16 * 16, 2 * n * n * 16]),
  );
  const widths = growth(state, models, "d_model", "multiplyAdds", new Map());
  assert.deepEqual(
    widths.map(({ x }) => x),
    [16],
    "the model's width is fixed",
  );
});

test("a walk's total cost is the sum of its stages' costs", () => {
  const cost = walk({}).run.cost();
  const { all, projections, pairs } = sums(cost, "bytes");
  assert.equal(all, projections + pairs);
  assert.equal(
    pairs,
    ["raw", "scaled", "masked", "weights", "context"].reduce((sum, id) => sum + cost[id].bytes, 0),
  );
});
