/** A layer that keeps its weights in memory gives the bits of forward(), whatever happens between two calls, and names wrong input. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadCore } from "../../web/engine/engine.js";
import { KVCache } from "../../web/engine/fast/kv-cache.js";
import { Layer } from "../../web/engine/fast/layer.js";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { wasmBytes } from "../../web/engine/wasm/node.js";
import { readCases } from "../support/cases.js";
import { corpus } from "../support/corpus.js";
import { generator } from "../support/walks.js";

const names = ["Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo", "relK", "relV", "bias_table", "sink"];
const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const [engine] = engines;

/** Splits inputs into the layer's weights and those passed with its tokens. @param {Record<string, any>} inputs */
function parted(inputs) {
  const given = Object.entries(inputs).filter(([, tensor]) => tensor);
  const [weights, tokens] = [true, false].map((kept) => given.filter(([name]) => names.includes(name) === kept));
  return { weights: Object.fromEntries(weights), tokens: Object.fromEntries(tokens) };
}

/** @param {Float32Array} data */
const bits = ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length);

/** @param {any} on @param {any} spec @param {any} inputs */
function compare(on, spec, inputs) {
  const { weights, tokens } = parted(inputs);
  const layer = on.layer(spec, weights);
  const want = on.forward(spec, inputs).output;
  for (const time of ["first", "second"]) {
    const got = layer.forward(tokens).output;
    assert.deepEqual(got.shape, want.shape);
    assert.deepEqual(bits(got.data), bits(want.data), `${time} call of ${JSON.stringify(spec)}`);
  }
  layer.free();
}

/** @param {() => number} random @param {...number} shape */
function tensor(random, ...shape) {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: Float32Array.from({ length: count }, () => random() - 0.5) };
}

/** @param {number} n @param {{d_model?: number, d_context?: number, heads?: number, d_k?: number, d_v?: number}} [sizes] */
function sample(n, { d_model = 8, d_context = d_model, heads = 2, d_k = 4, d_v = d_k } = {}) {
  const random = generator(n + d_model);
  const make = (/** @type {number[]} */ ...shape) => tensor(random, ...shape);
  return {
    tokens: { X: make(n, d_model), ...(d_context === d_model ? {} : { C: make(n + 3, d_context) }) },
    weights: {
      bo: make(d_model),
      Wo: make(heads * d_v, d_model),
      Wq: make(d_model, heads * d_k),
      bq: make(heads * d_k),
      Wk: make(d_context, heads * d_k),
      Wv: make(d_context, heads * d_v),
    },
    spec: { heads, d_k, d_v },
  };
}

test("a layer gives the bits of forward() on reference cases and corpus, in both builds", async () => {
  const cases = (await readCases()).filter(({ inputs, expected }) => inputs.Wq && expected.output && !inputs.G);
  const all = [...cases, ...corpus().filter(({ inputs }) => /** @type {any} */ (inputs).Wq)];
  assert.ok(all.length > 300, `only ${all.length}`);
  for (const { spec, inputs } of all) for (const on of engines) compare(on, spec, inputs);
});

test("a layer gives the bits of forward() with odd sizes, and matrices and tokens larger than one block", () => {
  for (const { n = 19, ...sizes } of [
    { d_model: 300, heads: 3, d_k: 11, d_v: 13 },
    { d_model: 257, d_context: 519, heads: 1, d_k: 33, d_v: 270 },
    { d_model: 1, heads: 1, d_k: 1 },
    { n: 270, d_model: 20, heads: 3, d_k: 5, d_v: 7 },
    { n: 33, d_model: 9, heads: 2, d_k: 3, d_v: 1026 },
    { n: 133, d_model: 2310, heads: 3, d_k: 5, d_v: 7 },
  ]) {
    const { spec, weights, tokens } = sample(n, sizes);
    for (const on of engines) compare(on, spec, { ...weights, ...tokens });
  }
});

test("a layer copies its weights, takes any number of tokens with or without masks, and frees its memory", async () => {
  const own = await createEngine();
  const { spec, weights } = sample(6);
  const changing = { ...spec, position: /** @type {any} */ ({ kind: "alibi", first: 0 }) };
  const layer = own.layer(changing, weights);
  const kept = structuredClone({ spec: changing, weights });
  changing.heads = 1;
  changing.position.kind = "rope";
  weights.Wq.data.fill(7);
  for (const n of [6, 9, 1, 6, 70]) {
    const { X } = sample(n).tokens;
    const key_valid = { shape: [n], data: Array.from({ length: n }, (_, at) => (at % 3 === 0 ? 1 : 0)) };
    for (const tokens of [{ X }, { X, key_valid }, { X }]) {
      const want = engine.forward(kept.spec, { ...tokens, ...kept.weights }).output;
      assert.deepEqual(layer.forward(tokens).output, want);
    }
  }
  /* Four 8 x 8 matrices and two vectors of 8. */
  assert.equal(layer.bytes, 4 * (4 * 64 + 16));
  layer.free();
  layer.free();
  assert.equal(own.memoryUsed, 0);
});

test("a layer gives the same bits after the engine's memory has grown", async () => {
  const own = await createEngine();
  const { spec, weights, tokens } = sample(6);
  const layer = own.layer(spec, weights);
  const into = new Float32Array(48);
  const want = layer.forward(tokens).output.data.slice();
  const bytes = own.memoryBytes;
  const large = own.layer(spec, { ...weights, Wo: tensor(generator(2), 8, 2 ** 18) });
  assert.ok(own.memoryBytes > bytes, `${own.memoryBytes} bytes`);
  layer.forward(tokens, into);
  assert.deepEqual(bits(into), bits(want));
  assert.deepEqual(bits(layer.forward(tokens).output.data), bits(want));
  for (const each of [layer, large]) each.free();
  assert.equal(own.memoryUsed, 0);
});

test("a layer refuses wrong input by name, before and after a good call, and allocates nothing for it", async () => {
  const own = await createEngine();
  const { spec, weights, tokens } = sample(6);
  const layer = own.layer(spec, weights);
  const [unscaled, unknown] = [{ ...spec, scale: NaN }, /** @type {any} */ ({ size: 1 })].map((each) =>
    own.layer(each, weights),
  );
  const { Wk, ...without } = weights;
  /** @type {[string, () => unknown][]} */
  const wrong = [
    ["weights", () => own.layer(spec, /** @type {any} */ (undefined))],
    ["spec", () => own.layer(/** @type {any} */ (new Map()), weights)],
    ["Wk", () => own.layer(spec, without)],
    ["Wk.data", () => own.layer(spec, { ...weights, Wk: { shape: Wk.shape, data: [1] } })],
    ["X", () => own.layer(spec, { ...weights, ...tokens })],
    ["Wo.shape", () => own.layer(spec, { ...weights, Wo: { shape: [8], data: new Float32Array(8) } })],
    ["inputs", () => layer.forward(/** @type {any} */ (undefined))],
    ["X", () => layer.forward({})],
    ["X.data", () => layer.forward({ X: { shape: [6, 8], data: /** @type {any} */ ("numbers") } })],
    ["Wq", () => layer.forward({ ...tokens, Wq: weights.Wq })],
    ["bk", () => layer.forward({ ...tokens, bk: weights.bo })],
    ["Wq", () => layer.forward({ X: tensor(generator(1), 6, 7) })],
    ["key_valid", () => layer.forward({ ...tokens, key_valid: { shape: [5], data: [1, 1, 1, 1, 1] } })],
    ["into", () => layer.forward(tokens, new Float32Array(47))],
    ["into", () => layer.forward(tokens, /** @type {any} */ (new Float64Array(48)))],
    ["into", () => layer.forward(tokens, /** @type {any} */ (new Array(48).fill(0)))],
    ["into", () => layer.forward(tokens, /** @type {any} */ (null))],
    ["scale", () => unscaled.forward(tokens)],
    ["size", () => unknown.forward(tokens)],
  ];
  const refused = () => {
    const used = own.memoryUsed;
    for (const [field, call] of wrong)
      assert.throws(call, (error) => error instanceof AttentionError && error.field === field, field);
    assert.equal(own.memoryUsed, used);
  };
  refused();
  layer.forward(tokens);
  refused();
  layer.free();
  assert.throws(() => layer.forward(tokens), { field: "layer" });
});

test("a tensor that a fast path does not find is an error that names it", async () => {
  const core = await loadCore(await wasmBytes("simd128"));
  /** What a call finds in place of its pointers. @type {(pointers: Int32Array) => void} */
  let spoil = () => {};
  const exports = /** @type {Record<string, any>} */ (core.exports);
  const spoiling = (/** @type {string} */ name) => [
    name,
    (/** @type {number[]} */ ...args) => {
      spoil(core.memory.ints(args[1] ?? 0, core.names.tensors.length));
      return exports[name](...args);
    },
  ];
  const calls = ["forward", "append"].map((name) => spoiling(`attention_${name}`));
  const spoilt = { ...core, exports: { ...core.exports, ...Object.fromEntries(calls) } };
  const random = generator(8);
  const X = tensor(random, 3, 8);
  const weights = {
    Wq: tensor(random, 8, 8),
    Wk: tensor(random, 8, 8),
    Wv: tensor(random, 8, 8),
    bv: tensor(random, 8),
  };
  const id = (/** @type {string} */ name) => core.names.tensors.indexOf(name);
  for (const make of [
    () => {
      const layer = new Layer(spoilt, { heads: 2, causal: true }, weights);
      return { run: () => layer.forward({ X }), free: () => layer.free() };
    },
    () => {
      const cache = new KVCache(spoilt, { heads: 2, causal: true }, weights);
      return { run: () => cache.append(X), free: () => cache.free() };
    },
  ]) {
    const { run, free } = make();
    for (const [name, change] of /** @type {[string, typeof spoil][]} */ ([
      ...["X", "Wv", "bv"].map((name) => [name, (/** @type {Int32Array} */ all) => void (all[id(name)] = 0)]),
      ["Wo", (all) => void (all[id("Wo")] = all[id("Wq")] ?? 0)],
    ])) {
      spoil = change;
      assert.throws(run, (error) => {
        assert.ok(error instanceof AttentionError, String(error));
        assert.equal(error.message, `${name}: must be there where given, and NULL elsewhere`);
        return error.field === name;
      });
    }
    free();
  }
});
