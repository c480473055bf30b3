import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { inputsFromState } from "../../web/state/index.js";
import { applyPreset, presets } from "../../web/state/presets.js";
import { controlsFor } from "../../web/state/controls.js";
import { effectiveSizes } from "../../web/state/sizes.js";
import { auxiliaryFor, matricesFor, shapeOf, stagesFor } from "../../web/state/stages.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { addOwnModels } from "../support/own-models.js";
import { states } from "../support/random/random-states.js";
import { addTrained } from "../../web/training/trained.js";

/** @typedef {import("../../web/state/state.js").State} State */
/** @typedef {import("../../web/state/recipes/tensors.js").Tensor} Tensor */

/** @param {string} path */
const readText = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
/** @param {string} path */
const readJson = (path) => JSON.parse(readText(path));

const engine = await createEngine();
addTrained(engine);
addOwnModels(engine);

/** @param {Partial<State>} patch */
const made = (patch) => inputsFromState({ head: 0, ...patch }, engine);

/**
 * @param {unknown} patch
 * @returns {State | null} null where the patch is refused
 */
const stateOrNull = (patch) => {
  try {
    return changeState(defaultState, /** @type {Partial<State>} */ (patch));
  } catch (error) {
    assert.ok(error instanceof AttentionError);
    return null;
  }
};

/** @param {Float32Array} data */
const bits = (data) => [...new Uint32Array(data.buffer, data.byteOffset, data.length)];

/** @param {Tensor} tensor */
const digest = ({ shape, data }) => ({
  shape,
  sha256: createHash("sha256")
    .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    .digest("hex"),
  first_bits: bits(data).slice(0, 4),
});

/**
 * A block of a matrix, row after row.
 * @param {Tensor} tensor
 * @param {[row: number, column: number]} first
 * @param {[rows: number, columns: number]} size
 */
const block = ({ shape, data }, [row, column], [rows, columns]) => {
  const starts = Array.from({ length: rows }, (_, i) => (row + i) * shape[1] + column);
  return starts.flatMap((start) => Array.from(data.subarray(start, start + columns)));
};

test("every tensor of the recipes equals PyTorch's, bit for bit", () => {
  for (const { state, tokens, contextTokens, tensors } of readJson("../reference/recipe.json")) {
    const got = made(state);
    assert.deepEqual(got.tokens, tokens);
    assert.deepEqual(got.contextTokens, contextTokens);
    const drawn = Object.entries(got.inputs).filter(([name]) => name !== "key_valid");
    assert.deepEqual(Object.fromEntries(drawn.map(([name, tensor]) => [name, digest(tensor)])), tensors);
  }
});

test("the PyTorch lines printed with inputsFromState are those that computed the reference", () => {
  const comment = /^ \* {5}(\S.*| {4}.*)$/gm;
  const printed = Array.from(readText("../../web/state/inputs.js").matchAll(comment), ([, line]) => line.trim());
  const python = readText("../reference/recipe.py")
    .split("\n")
    .map((line) => line.trim());
  const shared = printed.filter((line) => /^(def|return)\b/.test(line));
  assert.equal(shared.length, 6);
  for (const line of shared) assert.ok(python.includes(line), line);
});

test("the published example's inputs are reproduced bit for bit, and its printed numbers with them", () => {
  const base = { recipe: "article", seed: 123, d_model: 3, d_k: 2, d_v: 4, heads: 1, causal: false };
  /** @type {[string, Partial<State>][]} */
  const cases = [
    ["self_2", {}],
    ["multihead_2", { heads: 4, d_v: 1 }],
    ["cross_2", { context: "1 2 3 4 5 6 7 8" }],
    ["causal_2", { causal: true }],
  ];
  for (const [name, patch] of cases) {
    const reference = readJson(`../reference/cases/raschka_${name}.json`);
    const { spec, inputs } = made(/** @type {Partial<State>} */ ({ ...base, ...patch }));
    assert.deepEqual(Object.keys(inputs).sort(), Object.keys(reference.inputs).sort());
    for (const [id, { shape, data }] of Object.entries(reference.inputs)) {
      assert.deepEqual(inputs[id].shape, shape, id);
      assert.deepEqual(bits(inputs[id].data), bits(Float32Array.from(data)), id);
    }
    const run = engine.trace(spec, inputs);
    run.finish();
    for (const id of ["raw", "weights", "context", "output"]) {
      const printed = reference.article_printed[id === "raw" ? "raw_scores" : id];
      if (!printed) continue;
      const got = Array.from(run.tensor(id).data, (value) => Number(value.toFixed(4)) + 0);
      assert.deepEqual(got, printed.data, `${name} ${id}`);
    }
    run.free();
  }
});

test("changing one control keeps every other number", () => {
  const start = { sentence: "a b c", d_model: 6, d_k: 3, d_v: 2, heads: 2, seed: 5 };
  const before = made(start).inputs;
  /** @type {(Partial<State> & {d_k?: number, d_v?: number})[]} */
  const moves = [
    { d_k: 11 },
    { d_v: 13 },
    { heads: 7 },
    { sentence: "a b c, d" },
    { context: "b x" },
    { causal: false, scaling: false, padding: 3 },
    { kv_heads: 2, projection_bias: true, position: "shaw", shaw_clip: 9 },
    { heads: 8, position: "t5", dropout: 0.5 },
    { temperature: 3, hidden_pairs: [0, 1], batch: ["x y z w"], mask_mode: "after_softmax", window: 1 },
  ];
  for (const move of moves) {
    const { d_k, d_v } = { ...start, ...move };
    const after = made({ ...start, ...move }).inputs;
    const what = JSON.stringify(move);
    assert.deepEqual(block(after.X, [0, 0], [3, 6]), block(before.X, [0, 0], [3, 6]), what);
    for (const head of [0, 1]) {
      for (const id of ["Wq", "Wk"]) {
        assert.deepEqual(block(after[id], [0, head * d_k], [6, 3]), block(before[id], [0, head * 3], [6, 3]), what);
      }
      assert.deepEqual(block(after.Wv, [0, head * d_v], [6, 2]), block(before.Wv, [0, head * 2], [6, 2]), what);
      assert.deepEqual(block(after.Wo, [head * d_v, 0], [2, 6]), block(before.Wo, [head * 2, 0], [2, 6]), what);
    }
  }
});

test("position tables and biases are drawn independently: changing a control keeps all other numbers", () => {
  const start = /** @type {Partial<State>} */ ({
    sentence: "a b c",
    heads: 2,
    d_k: 3,
    d_model: 6,
    projection_bias: true,
  });
  /** @type {[string, Partial<State>, Partial<State>, [number, number], [number, number]][]} name, before, after, corner */
  const cases = [
    ["P", { position: "learned" }, { sentence: "c a b b", d_model: 9, heads: 1 }, [0, 0], [3, 6]],
    ["relK", { position: "shaw", shaw_clip: 2 }, { shaw_clip: 5, d_k: 8, d_v: 3, heads: 4 }, [3, 0], [5, 3]],
    ["relV", { position: "shaw", shaw_clip: 2 }, { shaw_clip: 5, d_k: 8, d_v: 3, heads: 4 }, [3, 0], [5, 3]],
    ["bias_table", { position: "t5" }, { t5_buckets: 64, heads: 16, d_k: 1 }, [0, 0], [32, 2]],
    ["bias_matrix", { position: "distance", distance_form: "matrix" }, { sentence: "a b c d", d_k: 1 }, [0, 0], [3, 3]],
  ];
  for (const [name, patch, change, corner, size] of cases) {
    const before = made({ ...start, ...patch }).inputs[name];
    const after = made({ ...start, ...patch, ...change }).inputs[name];
    assert.deepEqual(block(after, corner, size), block(before, [0, 0], size), name);
  }
  const { bq, bk, bo } = made(start).inputs;
  const more = made({ ...start, heads: 6, kv_heads: 3, sentence: "x" }).inputs;
  assert.deepEqual([more.bq.shape, more.bk.shape], [[18], [9]]);
  assert.deepEqual([more.bq.data.slice(0, 6), more.bk.data.slice(0, 6), more.bo], [bq.data, bk.data, bo]);
});

test("reducing key/value heads keeps the first ones; d_context changes only the second sentence", () => {
  const start = { sentence: "a b c", d_model: 16, d_k: 3, heads: 4 };
  const before = made(start).inputs;
  const grouped = made({ ...start, kv_heads: 2 });
  assert.equal(grouped.spec.kv_heads, 2);
  assert.deepEqual(
    [grouped.inputs.Wk.shape, grouped.inputs.Wv.shape],
    [
      [16, 6],
      [16, 6],
    ],
  );
  assert.deepEqual(block(grouped.inputs.Wk, [0, 0], [16, 6]), block(before.Wk, [0, 0], [16, 6]));
  assert.deepEqual([grouped.inputs.Wq, grouped.inputs.Wo], [before.Wq, before.Wo]);
  const wide = made({ ...start, context: "a b", d_context: 64 });
  assert.deepEqual(wide.inputs.Wq, before.Wq);
  // both square roots are powers of two, so halving is exact
  const halves = block(before.Wk, [0, 0], [16, 12]).map((value) => value / 2);
  assert.deepEqual(block(wide.inputs.Wk, [0, 0], [16, 12]), halves);
  assert.equal(wide.spec.d_context, 64);
});

test("tied keys equal queries and raw scores are symmetric; with different shapes nothing is tied", () => {
  const { spec, inputs } = made({ tied: true, projection_bias: true });
  assert.equal(inputs.Wk, inputs.Wq);
  const run = engine.trace(spec, inputs).finish();
  const { shape, data } = run.tensor("raw");
  run.free();
  const [heads, n] = shape;
  assert.deepEqual(shape, [4, 7, 7]);
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) {
        assert.equal(data[(h * n + i) * n + j], data[(h * n + j) * n + i]);
      }
  }
  for (const patch of [{ kv_heads: 2 }, { context: "a b", d_context: 8 }]) {
    assert.deepEqual(made({ tied: true, ...patch }), made(patch));
  }
});

test("numbers set by hand replace exactly the random ones; when tied, edits of Wq apply to Wk too", () => {
  const start = { sentence: "a b c", d_model: 4, d_k: 2, d_v: 3, heads: 2, context: "d e" };
  const before = made(start).inputs;
  const after = made({
    ...start,
    edits: { X: [2, 3, 50], C: [1, 0, 51], Wq: [1, 3, 0, 52], Wv: [1, 0, 2, 53], Wo: [1, 2, 3, 54, 0, 0, 0, -0.1] },
  }).inputs;
  const places = { X: [11, 50], C: [4, 51], Wq: [14, 52], Wv: [5, 53], Wo: [23, 54] };
  for (const [name, [at, value]] of Object.entries(places)) {
    const want = before[name].data.slice();
    want[at] = value;
    if (name === "Wo") want[0] = -0.1;
    assert.deepEqual(after[name], { shape: before[name].shape, data: want }, name);
  }
  assert.deepEqual(after.Wk, before.Wk);
  const tied = made({ tied: true, edits: { Wq: [0, 0, 0, 9] } }).inputs;
  assert.deepEqual([tied.Wq.data[0], tied.Wk.data[0]], [9, 9]);
  const positioned = made({ position: "sinusoidal", edits: { X: [0, 0, 7] } }).inputs;
  assert.equal(positioned.E.data[0], 7);
});

test("ignored tokens and painted pairs are hidden", () => {
  const { inputs } = made({ sentence: "a b c", padding: 1, ignored_keys: [1], hidden_pairs: [0, 2, 3, 0] });
  assert.deepEqual(Array.from(inputs.key_valid.data), [1, 0, 1, 0]);
  assert.deepEqual(inputs.allow.shape, [4, 4]);
  assert.deepEqual(Array.from(inputs.allow.data), [1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1]);
});

test("every sentence of a batch has a padding mask, also the longest; sentences of equal length have none", () => {
  const batch = ["one two three four", "five"];
  const masks = [0, 1, 2].map(
    (item) => made({ sentence: "six seven", batch, sentence_index: item }).inputs.key_valid.data,
  );
  assert.deepEqual(
    masks.map((mask) => Array.from(mask)),
    [
      [1, 1, 0, 0],
      [1, 1, 1, 1],
      [1, 0, 0, 0],
    ],
  );
  assert.equal(made({ sentence: "a b", batch: ["c d"] }).inputs.key_valid, undefined);
});

test("each setting of the state reaches the spec", () => {
  /** @type {[Partial<State>, Record<string, unknown>][]} */
  const cases = [
    [{}, {}],
    [{ temperature: 2 }, { scale: 0.25 }],
    [{ scaling: false, temperature: 4 }, { scale: 0.25 }],
    [{ scaling: false }, { scale: 1 }],
    [
      { window: 3, sink_tokens: 1 },
      { window: 3, sink_tokens: 1 },
    ],
    [{ mask_mode: "after_softmax", mask_value: -9 }, { mask_mode: "after_softmax" }],
    [{ mask_value: -1e4 }, { mask_value: { value: -1e4, how: "fill" } }],
    [{ mask_value: -1e4, mask_how: "add" }, { mask_value: { value: -1e4, how: "add" } }],
    [{ softcap: 30 }, { softcap: 30 }],
    [{ softmax_sink: 0 }, { softmax_sink: true }],
    [{ dropout: 0.25, dropout_seed: 9 }, { dropout: { p: 0.25, torch_seed: 9 } }],
    [{ position: "alibi", first_position: 3 }, { position: { kind: "alibi" } }],
    [
      { position: "rope", rope_style: "half_split", rope_base: 500, first_position: 3 },
      { position: { kind: "rope", style: "half_split", base: 500, first: 3 } },
    ],
    [
      { position: "rope", partial_rotary_factor: 0.5, rope_scaling: "linear", rope_factor: 8 },
      {
        position: {
          kind: "rope",
          style: "interleaved",
          base: 10000,
          first: 0,
          dims: 2,
          scaling: { type: "linear", factor: 8 },
        },
      },
    ],
    [
      { position: "rope", rope_scaling: "yarn", rope_original: 32 },
      {
        position: {
          kind: "rope",
          style: "interleaved",
          base: 10000,
          first: 0,
          scaling: { type: "yarn", factor: 4, original_max_position: 32 },
        },
      },
    ],
    [{ position: "shaw", shaw_clip: 2 }, { position: { kind: "shaw", clip: 2 } }],
    [{ position: "t5" }, { position: { kind: "t5", buckets: 32, max_distance: 128, bidirectional: false } }],
    [{ position: "distance" }, { position: { kind: "distance", form: "linear", lambda: 0.5 } }],
    [
      { position: "distance", distance_form: "gaussian" },
      { position: { kind: "distance", form: "gaussian", sigma: 2 } },
    ],
    [{ position: "distance", distance_form: "matrix" }, { position: { kind: "distance", form: "matrix" } }],
  ];
  for (const [patch, spec] of cases) {
    assert.deepEqual(made(patch).spec, { heads: 4, d_model: 16, d_k: 4, d_v: 4, causal: true, ...spec });
  }
  const { spec } = made({ context: "a b", align: "top_left" });
  assert.deepEqual(spec, { heads: 4, d_model: 16, d_k: 4, d_v: 4, causal: true, align: "top_left" });
  assert.deepEqual(made({ causal: false, mask_value: -9, mask_mode: "before_softmax" }).spec, {
    heads: 4,
    d_model: 16,
    d_k: 4,
    d_v: 4,
  });
});

test("another d_model uses more or fewer of the same numbers; only weights depend on it, through sqrt(d_model)", () => {
  const four = made({ sentence: "a b", d_k: 3, heads: 1, d_model: 4 }).inputs;
  const sixteen = made({ sentence: "a b", d_k: 3, heads: 1, d_model: 16 }).inputs;
  assert.deepEqual(block(sixteen.X, [0, 0], [2, 4]), block(four.X, [0, 0], [2, 4]));
  // the square roots of 4 and 16 are powers of two, so halving is exact
  for (const [id, size] of /** @type {[string, [number, number]][]} */ ([
    ["Wq", [4, 3]],
    ["Wk", [4, 3]],
    ["Wv", [4, 3]],
    ["Wo", [3, 4]],
  ])) {
    const halves = block(four[id], [0, 0], size).map((value) => value / 2);
    assert.deepEqual(block(sixteen[id], [0, 0], size), halves, id);
  }
});

test("a word's row depends on the word and the seed alone", () => {
  const { inputs, tokens } = made({ sentence: "the cat saw the dog", context: "dog the", d_model: 5 });
  /** @type {(tensor: Tensor, i: number) => number[]} */
  const row = (tensor, i) => block(tensor, [i, 0], [1, 5]);
  assert.deepEqual(row(inputs.X, 0), row(inputs.X, tokens.lastIndexOf("the")));
  assert.deepEqual(row(inputs.C, 0), row(inputs.X, 4));
  assert.notDeepEqual(row(inputs.X, 0), row(inputs.X, 1));
  assert.notDeepEqual(row(made({ sentence: "the", seed: 8, d_model: 5 }).inputs.X, 0), row(inputs.X, 0));
});

test("queries and keys have components of about unit variance", () => {
  const words = Array.from({ length: 300 }, (_, i) => `w${i}`).join(" ");
  const { spec, inputs } = made({ sentence: words, d_model: 128, d_k: 64, heads: 1, causal: false });
  const run = engine.trace(spec, inputs);
  run.finish();
  /** @param {string} id */
  const meanSquare = (id) =>
    run.tensor(id).data.reduce((sum, value) => sum + value * value, 0) / run.tensor(id).data.length;
  assert.ok(Math.abs(meanSquare("Q") - 1) < 0.1);
  assert.ok(Math.abs(meanSquare("raw") / 64 - 1) < 0.1);
  run.free();
});

test("order moves whole rows; padding is hidden at its side; with positions, X becomes E", () => {
  const plain = made({ sentence: "a b c", d_model: 4 });
  const moved = made({ sentence: "a b c", d_model: 4, token_order: [2, 0, 1], padding: 2, padding_side: "start" });
  assert.deepEqual(moved.tokens, ["[pad]", "[pad]", "c", "a", "b"]);
  assert.deepEqual(Array.from(moved.inputs.key_valid.data), [0, 0, 1, 1, 1]);
  assert.deepEqual(moved.inputs.X.data.slice(8, 12), plain.inputs.X.data.slice(8, 12));
  assert.deepEqual(moved.inputs.X.data.slice(12), plain.inputs.X.data.slice(0, 8));

  const cross = made({ sentence: "a b", context: "c d", padding: 1 });
  assert.deepEqual(
    [cross.tokens, cross.contextTokens],
    [
      ["a", "b"],
      ["c", "d", "[pad]"],
    ],
  );
  assert.deepEqual(Array.from(cross.inputs.key_valid.data), [1, 1, 0]);
  assert.equal(cross.spec.causal, undefined);

  const positions = made({ sentence: "a b c", d_model: 4, position: "sinusoidal" });
  assert.deepEqual(positions.inputs.E, plain.inputs.X);
  assert.equal(positions.inputs.X, undefined);
  assert.deepEqual(positions.spec.position, { kind: "sinusoidal" });
});

/**
 * Traces a state, and compares the engine's stages and shapes with those that the state predicts.
 * @param {State} state
 */
const checkWalk = (state) => {
  const { spec, inputs, kind, dimensions, tokens, contextTokens } = inputsFromState(state, engine);
  const sizes = effectiveSizes(state);
  assert.equal(kind, state.recipe);
  assert.equal(Object.keys(dimensions).length > 0, kind === "named");
  assert.deepEqual([tokens, contextTokens], [sizes.tokens, sizes.contextTokens]);
  const run = engine.trace(spec, inputs);
  run.finish();
  assert.deepEqual(run.stages, stagesFor(state));
  for (const stage of run.stages) assert.deepEqual(run.tensor(stage).shape, shapeOf(sizes, stage), stage);
  for (const name of matricesFor(state)) assert.deepEqual(inputs[name].shape, shapeOf(sizes, name), name);
  for (const name of auxiliaryFor(state)) assert.deepEqual(run.shape(name), shapeOf(sizes, name), name);
  run.free();
};

test("every preset runs through the engine, with the stages and shapes that the state predicts", () => {
  for (const { id } of presets) checkWalk(applyPreset(defaultState, id));
});

test("random states run through the engine, with the stages and shapes that the state predicts", () => {
  fc.assert(fc.property(states, checkWalk), { numRuns: 120, seed: 5 });
});

test("a control that is offered changes a number, and one that is not offered changes none", () => {
  /** @type {[keyof State, unknown, unknown][]} */
  const others = [
    ["seed", 1, 2],
    ["d_model", 8, 9],
    ["d_k", 5, 6],
    ["d_v", 7, 8],
    ["heads", 2, 3],
    ["position", "none", "sinusoidal"],
    ["padding_side", "end", "start"],
    ["d_context", 3, 4],
    ["kv_heads", null, 1],
    ["projection_bias", false, true],
    ["tied", false, true],
    ["causal", false, true],
    ["align", "bottom_right", "top_left"],
    ["scaling", false, true],
    ["temperature", 1, 2],
    ["padding", 1, 2],
    ["ignored_keys", [], [0]],
    ["hidden_pairs", [], [0, 0]],
    ["mask_mode", "before_softmax", "after_softmax"],
    ["mask_value", null, -5],
    ["mask_how", "fill", "add"],
    ["window", null, 1],
    ["sink_tokens", 0, 1],
    ["softcap", null, 2],
    ["softmax_sink", null, 0],
    ["dropout", 0.1, 0.2],
    ["dropout_seed", 1, 2],
    ["position", "none", "alibi"],
    ["first_position", 0, 1],
    ["rope_style", "interleaved", "half_split"],
    ["rope_base", 10, 20],
    ["partial_rotary_factor", 1, 0.5],
    ["rope_scaling", "none", "linear"],
    ["shaw_clip", 1, 2],
    ["shaw_values", false, true],
    ["t5_buckets", 8, 10],
    ["t5_max_distance", 40, 50],
    ["distance_form", "linear", "gaussian"],
    ["distance_lambda", 1, 2],
    ["distance_sigma", 1, 2],
    ["sentence_index", 0, 1],
    ["edits", {}, { X: [0, 0, 9] }],
  ];
  const states = [
    {},
    { projections: false },
    { recipe: "article" },
    { recipe: "article", projections: false, context: "a b", padding: 1 },
    { recipe: "named", sentence: "The dog ran", padding: 1 },
    { recipe: "named", sentence: "The dog ran", context: "the big cat", projections: false },
    { position: "rope", d_k: 6, heads: 6, mask_value: -3, dropout: 0.5, batch: ["a b"], window: 2 },
    { position: "t5", causal: false },
    { position: "shaw", kv_heads: 1, context: "a b c", align: "top_left" },
    { position: "distance", mask_mode: "after_softmax_renormalised" },
    { position: "distance", distance_form: "gaussian", dropout: 0.9 },
    { position: "distance", distance_form: "matrix", sentence: "one two" },
    { position: "alibi", context: "one", heads: 1 },
  ].map((patch) => changeState(defaultState, /** @type {Partial<State>} */ (patch)));
  for (const state of states) {
    for (const [field, a, b] of others) {
      const both = [a, b].map((value) => stateOrNull({ ...state, cell: null, [field]: value }));
      const [first, second] = both.map((one) => one && inputsFromState(one, engine));
      if (!first || !second) continue;
      const changes = !isDeepStrictEqual(first, second);
      assert.equal(changes, controlsFor(state).includes(field), `${field} ${JSON.stringify(state)}`);
    }
  }
  const cross = { context: "a b" };
  assert.deepEqual(made({ ...cross, causal: true }), made({ ...cross, causal: false }));
});

test("the preset with padding in front has rows without visible keys", () => {
  const state = applyPreset(defaultState, "padding-causal");
  const { spec, inputs, tokens } = inputsFromState(state, engine);
  const run = engine.trace(spec, inputs);
  run.finish();
  assert.equal(tokens[0], "[pad]");
  assert.ok(
    run
      .tensor("weights")
      .data.slice(0, tokens.length)
      .every((weight) => weight === 0),
  );
  run.free();
});

/**
 * The weights of a head of the hand-built recipe, as word -> word -> weight; if a word occurs twice, the last one counts.
 * @param {Partial<State>} patch
 * @param {number} head
 */
const readWeights = (patch, head) => {
  const { spec, inputs, tokens } = made({ recipe: "named", ...patch });
  const run = engine.trace(spec, inputs);
  run.finish();
  const { data } = run.tensor("weights");
  run.free();
  const n = tokens.length;
  const row = (/** @type {number} */ i) => Array.from(data.subarray((head * n + i) * n, (head * n + i + 1) * n));
  return Object.fromEntries(
    tokens.map((token, i) => [token, Object.fromEntries(row(i).map((w, j) => [tokens[j], w]))]),
  );
};

test("the hand-built weights attend as documented", () => {
  /** @param {number} weight */
  const strong = (weight) => weight >= 0.7 && weight <= 0.96;
  const cat = "The dog chased the cat";
  assert.ok(strong(readWeights({ sentence: cat }, 0).chased.dog), "the mask leaves the verb one animal");
  const unmasked = readWeights({ sentence: cat, causal: false }, 0).chased;
  assert.equal(unmasked.dog, unmasked.cat, "without it the verb cannot tell who acted");
  assert.ok(strong(readWeights({ sentence: cat }, 0).cat.chased));
  assert.ok(strong(readWeights({ sentence: cat }, 1).dog.The));
  const ball = readWeights({ sentence: "The dog chased the ball", causal: false }, 0);
  assert.ok(strong(ball.chased.dog), "a ball does not act");
  assert.ok(strong(ball.dog.chased));
  const big = "The big dog ran";
  assert.ok(strong(readWeights({ sentence: big }, 1).dog.big), "the adjective counts more than the article");
  assert.ok(strong(readWeights({ sentence: big }, 0).ran.dog));
  assert.ok(strong(readWeights({ sentence: "The quick cat sat on the mat" }, 0).sat.cat));
});

test("the hand-built weights pass on what was attended to: the dog's output contains big", () => {
  const { spec, inputs, dimensions, tokens } = made({ recipe: "named", sentence: "The big dog ran!" });
  assert.deepEqual(tokens, ["The", "big", "dog", "ran"]);
  const run = engine.trace(spec, inputs);
  run.finish();
  const size = Number(dimensions.output?.indexOf("size"));
  const columns = run.tensor("output").shape[1];
  assert.ok(run.tensor("output").data[2 * columns + size] > 1.5);
  for (const id of /** @type {const} */ (["X", "concat", "output"])) {
    assert.equal(dimensions[id]?.length, run.tensor(id).shape[1]);
  }
  for (const id of /** @type {const} */ (["Q", "K", "V", "context"])) {
    assert.deepEqual(
      Array.from(dimensions[id] ?? [], (head) => head.length),
      [2, 2].fill(run.tensor(id).shape[2]),
    );
  }
  run.free();
});

test("the hand-built weights refuse an unknown word by name and list the known ones", () => {
  assert.throws(
    () => made({ recipe: "named", sentence: "The dog saw the cat" }),
    (error) => error instanceof AttentionError && /^sentence: .*the, big, .*chased.*got "saw"$/.test(error.message),
  );
});

test("inputs of the largest state can be computed, and a larger one is refused", () => {
  assert.equal(made({ sentence: "x ".repeat(512), d_model: 128, d_k: 256, heads: 1 }).tokens.length, 512);
  assert.throws(() => made({ sentence: "x ".repeat(513) }), /^AttentionError: sentence: at most 512 tokens, got 513$/);
  assert.throws(() => made({ d_model: 129 }), /^AttentionError: d_model: must be an integer from 1 to 128, got 129$/);
});

test("a cache of random numbers changes no number, serves smaller sizes, and is bounded", () => {
  /** @type {import("../../web/state/inputs.js").DrawCache} */
  const cache = new Map();
  for (const d_k of [8, 4, 16, 2]) {
    assert.deepEqual(inputsFromState({ d_k }, engine, cache), inputsFromState({ d_k }, engine));
  }
  for (let seed = 0; seed < 8; seed++) inputsFromState({ seed }, engine, cache);
  const numbers = () => Array.from(cache.values()).reduce((sum, drawn) => sum + drawn.length, 0);
  assert.ok(numbers() < 2 ** 19, "a small state needs little");
  const wide = { d_model: 128, d_k: 256, heads: 16 };
  for (let seed = 0; seed < 3; seed++) inputsFromState({ ...wide, seed }, engine, cache);
  assert.ok(numbers() > 2 ** 20 && numbers() <= 2 ** 22, `${numbers()} numbers`);
});

test("cached numbers are not drawn again", () => {
  const cache = new Map();
  const first = inputsFromState(defaultState, engine, cache);
  const drawn = [...cache.entries()];
  const mute = /** @type {any} */ ({ ...engine, torchRandom: () => assert.fail("drawn again") });
  assert.throws(() => inputsFromState(defaultState, mute), /drawn again/);
  assert.deepEqual(inputsFromState(defaultState, mute, cache), first);
  assert.deepEqual([...cache.entries()], drawn);
});

test("inputsFromState gives the spec and inputs of a state changed by changeState", () => {
  const state = changeState(defaultState, { projections: false });
  const { spec, inputs } = inputsFromState(state, engine);
  assert.deepEqual(spec, { heads: 1, d_model: 16, d_k: 16, d_v: 16, causal: true });
  assert.deepEqual(Object.keys(inputs), ["X"]);
});
