/** The lessons on what stands around attention in a layer (sums, norms, the MLP), against numbers that are computed here. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { lessonOf } from "../../web/course/course.js";
import { models } from "../../web/state/experiments/published-models.js";
import { choices } from "../../web/state/fields.js";
import { words } from "../../web/words/words.js";
import { reading, solutions } from "../support/course/course.js";

/** @typedef {import("../../web/course/reading.js").Reading} Reading */
/** @typedef {import("../../web/state/state.js").State} State */

const { t } = words("en");

/** @param {string} lesson @param {string} id */
const stepOf = (lesson, id) => lessonOf(lesson).steps.find((step) => step.id === id) ?? assert.fail(id);

/** What is said of the right answer, and the numbers that it names. @param {string} lesson @param {string} id */
function answerOf(lesson, id) {
  const { state, outcome } = stepOf(lesson, id);
  const { facts } = reading(state, outcome ?? assert.fail(id));
  return { facts, said: t(`lesson-${lesson}-${id}-right`, facts) };
}

/** What a task says of a state. @param {string} lesson @param {Partial<State>} change */
function taskOf(lesson, change) {
  const { state, task } = stepOf(lesson, "now-you");
  return reading({ ...state, ...change }, task ?? assert.fail(lesson));
}

/** The rows of a stage or matrix. @param {Reading} read @param {string} name */
function rowsOf(read, name) {
  const { shape, data } = read.tensor(name);
  const [count = 0, width = 0] = shape;
  return Array.from({ length: count }, (_, row) => Array.from(data).slice(row * width, (row + 1) * width));
}

const sum = (/** @type {readonly number[]} */ values) => values.reduce((total, value) => total + value, 0);
const dot = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b) =>
  sum(a.map((value, at) => value * Number(b[at])));
const cosine = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b) =>
  dot(a, b) / (Math.hypot(...a) * Math.hypot(...b));
const times = (/** @type {number[][]} */ rows, /** @type {number[][]} */ matrix) =>
  rows.map((row) =>
    (matrix[0] ?? []).map((_, column) => sum(row.map((value, at) => value * Number(matrix[at]?.[column])))),
  );
/** @param {number} value @param {number} wanted @param {number} [within] */
const isNear = (value, wanted, within = 1e-4) => assert.ok(Math.abs(value - wanted) < within, `${value} and ${wanted}`);

/** What several heads of attention make of rows, in double precision. @param {number[][]} X @param {Record<string, number[][]>} weights @param {number} heads */
function attention(X, { Wq = [], Wk = [], Wv = [], Wo = [] }, heads) {
  const [Q, K, V] = [Wq, Wk, Wv].map((matrix) => times(X, matrix));
  const d_k = (Q?.[0]?.length ?? 0) / heads;
  const part = (/** @type {number[]} */ row, /** @type {number} */ head) => row.slice(head * d_k, (head + 1) * d_k);
  const concat = (Q ?? []).map((query) =>
    Array.from({ length: heads }, (_, head) => {
      const powers = (K ?? []).map((key) => Math.exp(dot(part(query, head), part(key, head)) / Math.sqrt(d_k)));
      return part(V?.[0] ?? [], head).map(
        (__, column) => sum(powers.map((power, at) => power * Number(part(V?.[at] ?? [], head)[column]))) / sum(powers),
      );
    }).flat(),
  );
  return times(concat, Wo);
}

/** Rows before the first layer and after each of three, which replace them or are added. @param {Reading} read @param {number[][]} X @param {boolean} adds */
function layersOf(read, X, adds) {
  const weights = Object.fromEntries(["Wq", "Wk", "Wv", "Wo"].map((name) => [name, rowsOf(read, name)]));
  const all = [X];
  for (let layer = 1; layer <= 3; layer++) {
    const rows = all[layer - 1] ?? [];
    const given = attention(rows, weights, read.state.heads);
    all.push(adds ? given.map((row, at) => row.map((value, column) => value + Number(rows[at]?.[column]))) : given);
  }
  return all;
}

test("rows that attention replaces become nearly the same in three layers, and rows that it adds to do not", () => {
  for (const [id, adds] of /** @type {const} */ ([
    ["alike", false],
    ["kept", true],
  ])) {
    const { state, picture } = stepOf("residual", id);
    reading(state, (read) => {
      const layers = layersOf(read, rowsOf(read, "X"), adds);
      const drawn = picture?.points?.(read) ?? [];
      assert.equal(drawn.length, layers.length);
      for (const [layer, rows] of layers.entries())
        for (const [at, value] of rows.flat().entries()) isNear(Number(drawn[layer]?.[at]), value, 1e-3);
      const least = layers.map((rows) =>
        Math.min(...rows.flatMap((row, at) => rows.slice(0, at).map((other) => cosine(row, other)))),
      );
      assert.ok(Number(least[0]) < 0, "the words begin far apart");
      if (adds) assert.ok(Number(least[3]) < 0.5, String(least));
      else assert.equal(answerOf("residual", "alike").facts.least, Number(least[3]).toFixed(2));
      if (!adds) assert.ok(Number(least[3]) > 0.99, String(least));
    });
  }
});

test("a number of X that grows by 1 is passed on where layers add, and lost where they replace", () => {
  const { state } = stepOf("residual", "kept");
  const { facts } = answerOf("residual", "kept");
  const [kept = [], lost = []] = reading(state, (read) => {
    const X = rowsOf(read, "X");
    const grown = X.map((row, at) => row.map((value, column) => value + Number(at === 1 && column === 0)));
    return [true, false].map((adds) => {
      const [before, after] = [X, grown].map((rows) => layersOf(read, rows, adds).map((each) => Number(each[1]?.[0])));
      return (after ?? []).map((value, layer) => value - Number(before?.[layer]));
    });
  });
  isNear(Number(facts.kept), Number(kept[3]), 0.006);
  isNear(Number(String(facts.lost).replace("−", "-")), Number(lost[3]), 0.006);
  const [{ rows = [] } = {}] = reading(state, (read) => stepOf("residual", "kept").tables?.(read) ?? []);
  for (const [at, wanted] of [kept, lost].entries())
    for (const [layer, value] of wanted.entries()) isNear(Number(rows[at]?.values[layer]), value, 1e-3);
});

test("a layer takes a number out of the stream when it adds its negative, by one number of Wo", () => {
  const { state } = stepOf("residual", "now-you");
  const { facts } = taskOf("residual", solutions.residual ?? {});
  assert.deepEqual([facts.before, facts.after], [`−${facts.added}`, "0.00"]);
  reading(state, (read) => {
    // The rest of the column of Wo stays.
    const rest = dot(
      read.row("concat", 1),
      rowsOf(read, "Wo").map(([first = NaN], at) => (at === 0 ? 0 : first)),
    );
    const needed = -(read.at("X", 1, 0) + rest) / read.at("concat", 1, 0);
    isNear(Number(solutions.residual?.edits?.Wo?.[3]), needed, 0.1);
  });
});

test("rows twice as large make all scores four times as large, and the softmax sharp; behind a norm they change nothing", () => {
  const { state, reveal } = stepOf("norm", "long");
  const [before = [], after = []] = [state, { ...state, ...reveal }].map((each) =>
    reading(each, (read) => read.row("scaled", 1)),
  );
  assert.deepEqual(
    after,
    before.map((score) => 4 * score),
  );
  const largest = (/** @type {readonly number[]} */ scores) =>
    `${((100 * Math.exp(Math.max(...scores))) / sum(scores.map(Math.exp))).toFixed(0)} %`;
  const { facts } = answerOf("norm", "long");
  assert.deepEqual([facts.before, facts.after], [largest(before), largest(after)]);
  for (const norm of /** @type {const} */ (["layernorm", "rmsnorm"])) {
    const [as = [], doubled = []] = [state, { ...state, ...reveal }].map((each) =>
      reading({ ...each, norm }, (read) => read.row("weights", 1)),
    );
    for (const [key, weight] of doubled.entries()) isNear(weight, Number(as[key]));
  }
});

test("LayerNorm takes away what is added to every number of a row, RMSNorm does not", () => {
  const { state, tables } = stepOf("norm", "constant");
  const [layernorm, rmsnorm] = reading(state, (read) => tables?.(read) ?? []);
  const [row, raised] = [
    [2, 1, 0, -1],
    [7, 6, 5, 4],
  ];
  const centred = row.map((value) => value - 0.5);
  const byHand = [
    [layernorm, centred.map((value) => value / Math.sqrt(1.25)), centred.map((value) => value / Math.sqrt(1.25))],
    [rmsnorm, row.map((value) => value / Math.sqrt(6 / 4)), raised.map((value) => value / Math.sqrt(126 / 4))],
  ];
  for (const [table, ...wanted] of /** @type {[typeof layernorm, number[], number[]][]} */ (byHand))
    for (const [at, values] of wanted.entries())
      for (const [column, value] of values.entries()) isNear(Number(table?.rows[at]?.values[column]), value);
  const largest = Math.max(
    ...row.map((value, at) => Math.abs(value / Math.sqrt(1.5) - Number(raised[at]) / Math.sqrt(31.5))),
  );
  assert.equal(answerOf("norm", "constant").facts.difference, largest.toFixed(2));
});

test("before attention and the MLP a norm lets the stream grow; after each sum it holds every row at √8", () => {
  const { state, picture } = stepOf("norm", "place");
  const lengths = (/** @type {State["norm_place"]} */ norm_place) =>
    reading({ ...state, norm_place }, (read) =>
      (picture?.points?.(read) ?? []).map((numbers) =>
        read.queries.map((_, row) => Math.hypot(...numbers.slice(8 * row, 8 * (row + 1)))),
      ),
    );
  const mean = (/** @type {readonly number[]} */ values) => sum(values) / values.length;
  const pre = lengths("pre").map(mean);
  assert.equal(pre.length, 5);
  for (const [layer, length] of pre.entries()) if (layer > 0) assert.ok(length > Number(pre[layer - 1]), String(pre));
  const { facts } = answerOf("norm", "place");
  assert.deepEqual(
    [facts.first, facts.last],
    [pre[0], pre[4]].map((length) => Number(length).toFixed(2)),
  );
  for (const rows of lengths("post").slice(1)) for (const length of rows) isNear(length, Math.sqrt(8), 1e-3);
  assert.equal(facts.post, Math.sqrt(8).toFixed(2));
});

test("of all norms and places only LayerNorm after the sum leaves rows with mean 0 and one length", () => {
  const solved = choices.norm.flatMap((norm) =>
    choices.norm_place
      .filter((norm_place) => taskOf("norm", /** @type {Partial<State>} */ ({ norm, norm_place })).done)
      .map((place) => `${norm}, ${place}`),
  );
  assert.deepEqual(solved, ["layernorm, post"]);
});

test("whatever Wv and Wo are, a word that sees itself alone gets a sum of parts: two pairs of words get the same together", () => {
  const { state } = stepOf("mlp", "xor");
  for (const projection_bias of [false, true])
    for (let seed = 1; seed <= 20; seed++)
      reading({ ...state, seed, projection_bias }, (read) => {
        assert.deepEqual(
          read.queries.map((_, row) => read.at("weights", row, row)),
          [1, 1, 1, 1],
        );
        const [neither = NaN, left = NaN, right = NaN, both = NaN] = read.queries.map((_, row) =>
          read.at("residual_1", row, 2),
        );
        isNear(neither + both, left + right, 1e-5);
      });
  const [table] = reading(state, (read) => stepOf("mlp", "xor").tables?.(read) ?? []);
  const [wanted = [], given = []] = table?.rows.map(({ values }) => values) ?? [];
  assert.deepEqual(wanted, [0, 1, 1, 0]);
  assert.equal(
    String(answerOf("mlp", "xor").facts.sum).replace("−", "-"),
    (Number(given[0]) + Number(given[3])).toFixed(2),
  );
});

test("an MLP with ReLU gives 1 to exactly one of two; without the MLP nobody gets 1, and with GELU no 1 is exact", () => {
  const { state } = stepOf("mlp", "curve");
  const third = (/** @type {Partial<State>} */ change, /** @type {string} */ stage) =>
    reading({ ...state, ...change }, (read) => read.queries.map((_, row) => read.at(stage, row, 2)));
  assert.deepEqual(third({}, "residual_2"), [0, 1, 1, 0]);
  assert.deepEqual(third({}, "residual_1"), [0, 0, 0, 0]);
  const curved = third({ activation: "gelu" }, "residual_2");
  assert.ok(curved.every((value) => value !== 1) && Number(curved[1]) > 0.5, String(curved));
  assert.match(answerOf("mlp", "curve").said, /^1 and −1 cancel, .* get 0, 1, 1, 0\.$/);
});

test("two thirds of the weights of a layer of GPT-2 are in its MLP", () => {
  const { d_model } = models.gpt2;
  const [attention, mlp] = [4 * d_model * d_model, d_model * (4 * d_model) + 4 * d_model * d_model];
  isNear(mlp / (attention + mlp), 2 / 3, 1e-9);
  assert.deepEqual(answerOf("mlp", "share").facts, { share: "67 %", attention: "4", mlp: "8" });
});

test("the task on the MLP is solved by −1 and by all that is less, as its words say, and by nothing above", () => {
  const { edits } = stepOf("mlp", "now-you").state;
  const solved = (/** @type {number} */ weight) =>
    taskOf("mlp", { edits: { ...edits, W_up: [...(edits?.W_up ?? []), 0, 1, weight] } }).done;
  assert.deepEqual([-2, -1.5, -1].map(solved), [true, true, true]);
  assert.deepEqual([-0.9, -0.5, 0, 0.5, 1].map(solved), [false, false, false, false, false]);
});
