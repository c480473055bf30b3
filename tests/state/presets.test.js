/** The claims of the presets, checked against published numbers, hand arithmetic, and each other. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { inputsFromState } from "../../web/state/index.js";
import { applyPreset, presets } from "../../web/state/presets.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { addTrained } from "../../web/training/trained.js";

/** @typedef {import("../../web/state/state.js").State} State */

const engine = await createEngine();
addTrained(engine);

/**
 * A stage computed from a state.
 * @param {State} state
 * @param {string} stage
 */
function tensor(state, stage) {
  const { spec, inputs } = inputsFromState(state, engine);
  const run = engine.trace(spec, inputs).finish();
  const read = run.tensor(stage);
  run.free();
  return read;
}

/** @param {string} id */
const preset = (id) => applyPreset(defaultState, id);

/** @param {string} id @param {string} stage @param {Partial<State>} [change] */
const shown = (id, stage, change = {}) => tensor(changeState(preset(id), change), stage);

/** @param {Float32Array | number[]} numbers @param {number} [digits] */
const rounded = (numbers, digits = 4) => Array.from(numbers, (value) => Number(value.toFixed(digits)) + 0);

/**
 * @param {import("../../web/engine/tensors.js").Tensor} tensor [heads, n, m]
 * @param {number} head
 * @param {number} row
 */
function rowOf({ shape, data }, head, row) {
  const [, rows = 0, columns = 0] = shape;
  return data.slice((head * rows + row) * columns, (head * rows + row + 1) * columns);
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} [tolerance] */
function near(a, b, tolerance = 1e-5) {
  assert.equal(a.length, b.length);
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [Number(a[at]), Number(b[at])];
    assert.ok(Math.abs(x - y) <= tolerance, `${at}: ${x} and ${y}`);
  }
}

test("only trained models are shown on sentences in which a word refers to another; all else is called untrained", () => {
  const names = readFileSync(new URL("../../web/words/locales/en/explore.ftl", import.meta.url), "utf8");
  for (const { id, group, kind, patch } of presets) {
    const { recipe = "random", sentence = "", context } = patch;
    if (recipe !== "random" || kind !== "system") continue;
    assert.doesNotMatch(`${sentence} ${context ?? ""}`, /\bit\b/, id);
    assert.match(names, new RegExp(`^examples-${group} = .* · untrained$`, "m"), id);
  }
});

test("the dot product of chased and dog is 0.68", () => {
  assert.equal(rounded(shown("dot-product", "raw").data)[1], 0.68);
});

test("the softmax of 1, 2, 3, 4 matches a hand calculation", () => {
  assert.deepEqual(rounded(rowOf(shown("softmax-1234", "scaled"), 0, 0)), [1, 2, 3, 4]);
  assert.deepEqual(rounded(rowOf(shown("softmax-1234", "weights"), 0, 0)), [0.0321, 0.0871, 0.2369, 0.6439]);
});

test("a causal mask of five tokens is minus infinity exactly above the diagonal", () => {
  const { shape, data } = shown("mask-five", "masked");
  assert.deepEqual(shape, [1, 5, 5]);
  data.forEach((score, at) => assert.equal(score === -Infinity, at % 5 > Math.floor(at / 5)));
});

test("the published example's row of scores, weights and context is reproduced", () => {
  assert.deepEqual(
    rounded(rowOf(shown("article-self", "raw"), 0, 1)),
    [-0.6004, 3.4707, -1.5023, 0.4991, 1.2903, -1.3374],
  );
  assert.deepEqual(
    rounded(rowOf(shown("article-self", "weights"), 0, 1)),
    [0.0386, 0.687, 0.0204, 0.084, 0.147, 0.0229],
  );
  assert.deepEqual(rounded(rowOf(shown("article-self", "context"), 0, 1)), [0.5313, 1.3607, 0.7891, 1.311]);
});

test("both ways of masking reproduce the published causal weights", () => {
  const path = new URL("../reference/cases/raschka_causal_2.json", import.meta.url);
  const { article_printed } = JSON.parse(readFileSync(path, "utf8"));
  const printed = article_printed.weights.data;
  assert.deepEqual(rounded(shown("article-causal", "weights").data), printed);
  near(shown("article-causal-after", "weights").data, printed, 5.1e-5);
});

test("only zeroing after softmax without renormalising leaks: a later word changes earlier rows", () => {
  /** @param {string} id @param {string} sentence of six words */
  const firstRow = (id, sentence) => rowOf(shown(id, "weights", { sentence }), 0, 0);
  for (const [id, leaks] of /** @type {[string, boolean][]} */ ([
    ["leak", true],
    ["renormalised", false],
    ["mask-1e4", false],
  ])) {
    const before = firstRow(id, "Your journey starts with one step");
    const after = firstRow(id, "Your journey starts with one leap");
    assert.equal(before[0] !== after[0], leaks, id);
  }
});

test("a row without visible keys has weights as if unmasked when -10,000 is added, and 0 with -inf", () => {
  const hidden = rowOf(shown("mask-1e4-empty", "weights"), 1, 0);
  assert.ok(Math.abs(hidden.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-6);
  assert.deepEqual(rounded(rowOf(shown("padding-causal", "weights"), 1, 0)), [0, 0, 0, 0, 0]);
});

test("a sentence in a batch has the same rows as alone, bit for bit", () => {
  const batch = preset("batch");
  ["I love Science", "The quick brown fox", "Lunch was very delicious today"].forEach((sentence, item) => {
    for (const causal of [false, true]) {
      const alone = tensor(changeState(batch, { sentence, batch: [], sentence_index: 0, causal }), "output");
      const padded = tensor(changeState(batch, { sentence_index: item, causal }), "output");
      assert.deepEqual(padded.shape, [5, 16]);
      assert.deepEqual(padded.data.slice(0, alone.data.length), alone.data);
    }
  });
});

test("cross-attention with the same sentence equals self-attention", () => {
  const crossed = preset("cross-self");
  assert.deepEqual(tensor(crossed, "output"), tensor(changeState(crossed, { context: null }), "output"));
});

test("one decoder step equals the last row of the full causal pass", () => {
  const step = preset("decoder-step");
  const whole = changeState(defaultState, { sentence: String(step.context), causal: true });
  const { shape, data } = tensor(whole, "output");
  assert.deepEqual(tensor(step, "output").data, data.slice(-Number(shape[1])));
});

test("presets with fewer key/value heads keep the first heads' keys, and all MQA heads read the same one", () => {
  const [all, grouped, single] = ["multi-head", "gqa", "mqa"].map((id) => shown(id, "K"));
  assert.deepEqual([grouped.shape[0], single.shape[0]], [2, 1]);
  assert.deepEqual(grouped.data, all.data.slice(0, grouped.data.length));
  const { shape, data } = shown("mqa", "raw");
  const { data: q } = shown("mqa", "Q");
  for (let head = 0; head < 8; head++) {
    const [a, b] = [q[head * 14] * single.data[2], q[head * 14 + 1] * single.data[3]];
    near([data[head * 49 + 1]], [a + b]);
  }
  assert.deepEqual(shape, [8, 7, 7]);
});

test("without positions equal words have equal rows anywhere; every kind of position makes them differ", () => {
  /** @param {string} id returns the distance between the two rows of "the" */
  const apart = (id) => {
    const { shape, data } = shown(id, "output", { sentence: "the dog chased the cat", token_order: null });
    const width = Number(shape[1]);
    return Math.max(...data.slice(0, width).map((value, at) => Math.abs(value - data[3 * width + at])));
  };
  assert.ok(apart("order-blind") < 1e-6);
  for (const id of ["positions", "learned", "shaw", "t5"]) assert.ok(apart(id) > 0.01, id);
  for (const id of ["alibi", "rope", "distance-linear", "distance-gaussian", "distance-matrix"]) {
    assert.ok(apart(id) > 0.01, id);
  }
});

test("the position of the first token changes RoPE's rotated queries but no score", () => {
  const [here, there] = [0, 50].map((first_position) => ({ first_position }));
  assert.notDeepEqual(shown("rope", "Q_rot", here).data, shown("rope", "Q_rot", there).data);
  near(shown("rope", "raw", here).data, shown("rope", "raw", there).data, 1e-4);
});

test("ALiBi's first slope of four heads is 1/4; a linear penalty decreases by lambda with each position", () => {
  const bias = (/** @type {State} */ state) => {
    const [scaled, biased] = ["scaled", "biased"].map((stage) => rowOf(tensor(state, stage), 0, 3));
    return scaled.map((score, at) => biased[at] - score);
  };
  near(bias(preset("alibi")).slice(0, 4), [-0.75, -0.5, -0.25, 0]);
  near(bias(preset("distance-linear")).slice(0, 6), [-1.5, -1, -0.5, 0, -0.5, -1]);
  near(bias(preset("distance-gaussian")).slice(0, 6), [-9 / 8, -0.5, -1 / 8, 0, -1 / 8, -0.5]);
});

test("a window keeps three keys, and a sink token stays visible in addition", () => {
  const seen = (/** @type {string} */ id) => rowOf(shown(id, "weights"), 1, 7).reduce((n, w) => n + Number(w > 0), 0);
  assert.deepEqual([seen("window"), seen("window-sinks")], [3, 4]);
});

test("a softmax sink of 0 adds 1 to each row's sum of exponentials; scores stay within the softcap", () => {
  const scores = rowOf(shown("softmax-sink", "scaled"), 2, 3);
  const sum = 1 + scores.reduce((total, score) => total + Math.exp(score), 0);
  near(
    rowOf(shown("softmax-sink", "weights"), 2, 3),
    scores.map((score) => Math.exp(score) / sum),
  );
  const raw = rowOf(shown("softcap", "scaled"), 0, 0);
  near(
    rowOf(shown("softcap", "capped"), 0, 0),
    raw.map((score) => 5 * Math.tanh(score / 5)),
  );
});

test("at d_k 256 unscaled scores put most weight on one key, and scaled ones spread it", () => {
  const largest = (/** @type {boolean} */ scaling) => {
    const rows = Array.from({ length: 7 }, (_, row) => rowOf(shown("unscaled", "weights", { scaling }), 1, row));
    return rows.reduce((sum, row) => sum + Math.max(...row), 0) / 7;
  };
  assert.ok(largest(false) > 0.8 && largest(true) < 0.5, `${largest(false)} and ${largest(true)}`);
});

test("dropped weights are 0, and the others a quarter larger", () => {
  const [weights, dropped] = ["weights", "dropped"].map((stage) => shown("dropout", stage).data);
  const kept = dropped.reduce((n, value, at) => n + Number(value !== 0 && weights[at] !== 0), 0);
  const seen = weights.reduce((n, value) => n + Number(value !== 0), 0);
  assert.ok(kept < seen && kept > seen / 2, `${kept} of ${seen}`);
  dropped.forEach((value, at) => {
    if (value !== 0) near([value], [weights[at] / 0.8], 1e-6);
  });
});

test("the preset of a current model combines its features", () => {
  const { spec, inputs } = inputsFromState(preset("today"), engine);
  const run = engine.trace(spec, inputs).finish();
  const wanted = ["Q_rot", "K_rot", "capped", "masked"];
  assert.deepEqual(
    wanted.filter((stage) => run.stages.includes(stage)),
    wanted,
  );
  assert.deepEqual([run.shape("K"), spec.window], [[2, 11, 8], 6]);
  run.free();
});
