/** The KV cache against the full forward pass: token by token, many at once and mixed, the bits are the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { generator } from "../support/walks.js";

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const [engine] = engines;

/** @param {() => number} random @param {...number} shape */
function tensor(random, ...shape) {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: Float32Array.from({ length: count }, () => (random() + random() + random() - 1.5) * 0.8) };
}

/** @param {any} X @param {number} from @param {number} to */
const rows = ({ shape, data }, from, to) => ({
  shape: [to - from, shape[1]],
  data: data.slice(from * shape[1], to * shape[1]),
});

const d_model = 12;
const kinds = /** @type {Record<string, any>} */ ({
  plain: {},
  rope: { position: { kind: "rope", style: "half_split", first: 3 } },
  alibi: { position: { kind: "alibi" } },
  t5: { position: { kind: "t5", buckets: 8, max_distance: 20, bidirectional: false } },
  "t5 with buckets of a few places": { position: { kind: "t5", buckets: 32, max_distance: 128, bidirectional: false } },
  distance: { position: { kind: "distance", form: "gaussian", sigma: 9 } },
  shaw: { position: { kind: "shaw", clip: 5 } },
  window: { window: 7 },
  "window and sinks": { window: 70, sink_tokens: 2 },
  softcap: { softcap: 2 },
  sink: { softmax_sink: true },
  "more heads than are taken at a time": { heads: 134, kv_heads: 67 },
  "today's model": { position: { kind: "rope" }, window: 66, softcap: 30 },
});

for (const [name, fields] of Object.entries(kinds)) {
  test(`${name}: appending one by one, all at once or in parts gives the bits of the full pass`, () => {
    const random = generator(name.length);
    const n = 150;
    const spec = { heads: 4, kv_heads: 2, d_k: 6, d_v: 5, causal: true, ...fields };
    const X = tensor(random, n, d_model);
    const { heads, kv_heads, d_k, d_v } = spec;
    const inward = { Wq: [d_model, heads * d_k], Wk: [d_model, kv_heads * d_k], Wv: [d_model, kv_heads * d_v] };
    const shapes = { ...inward, Wo: [heads * d_v, 9], bq: [heads * d_k], bo: [9] };
    const weights = /** @type {any} */ (
      Object.fromEntries(Object.entries(shapes).map(([id, shape]) => [id, tensor(random, ...shape)]))
    );
    const { kind, clip, buckets } = spec.position ?? {};
    if (kind === "shaw")
      Object.assign(weights, { relK: tensor(random, 2 * clip + 1, 6), relV: tensor(random, 2 * clip + 1, 5) });
    if (kind === "t5") weights.bias_table = tensor(random, buckets, 4);
    if (spec.softmax_sink) weights.sink = tensor(random, 4);
    for (const each of engines) {
      const whole = each.forward(spec, { X, ...weights }).output;
      const schedules = [Array(n).fill(1), [n], [70, ...Array(80).fill(1)], [1, 2, 3, 4, 60, 80], [63, 1, 1, 85]];
      for (const schedule of schedules) {
        const cache = each.cache(spec, weights);
        let at = 0;
        for (const count of schedule) {
          const { shape, data } = cache.append(rows(X, at, at + count));
          assert.deepEqual(shape, [count, 9]);
          data.forEach((x, c) => {
            const want = whole.data[at * 9 + c] ?? NaN;
            assert.ok(Object.is(x, want), `${each.build}, row ${at + Math.floor(c / 9)}: ${x} and ${want}`);
          });
          at += count;
        }
        assert.equal(cache.length, n);
        assert.equal(cache.bytes, 3 * 64 * kv_heads * (6 + 8) * 4);
        cache.free();
      }
    }
  });
}

const small = () => {
  const random = generator(5);
  const weights = { Wq: tensor(random, 4, 4), Wk: tensor(random, 4, 4), Wv: tensor(random, 4, 4) };
  return { spec: { heads: 2, d_k: 2, d_v: 2, causal: true }, weights, X: tensor(random, 3, 4) };
};

test("a cache refuses unsupported specs and inputs, and a refused append changes nothing", () => {
  const { spec, weights, X } = small();
  const given = { shape: [3], data: [1, 1, 1] };
  /** @type {[string, () => unknown][]} */
  const wrong = [
    ["cache", () => engine.cache({ ...spec, causal: false }, weights)],
    ["cache", () => engine.cache({ ...spec, align: "top_left" }, weights)],
    ["cache", () => engine.cache({ ...spec, mask_mode: "after_softmax" }, weights)],
    ["cache", () => engine.cache({ ...spec, mask_value: { value: -9 } }, weights)],
    ["key_valid", () => engine.cache(spec, /** @type {any} */ ({ ...weights, key_valid: given }))],
    ["prefill", () => engine.cache({ ...spec, prefill: 3 }, weights)],
    ["dropout", () => engine.cache({ ...spec, dropout: { p: 0.5, torch_seed: 1 } }, weights)],
    ["Wk", () => engine.cache(spec, { ...weights, Wk: { shape: [4, 5], data: Array(20).fill(0) } })],
    ["Wq", () => engine.cache(spec, /** @type {any} */ ({}))],
    ["capacity", () => engine.cache(spec, weights, { capacity: 0 })],
  ];
  for (const [field, call] of wrong) {
    assert.throws(call, (error) => error instanceof AttentionError && error.field === field, field);
  }
  const cache = engine.cache(spec, weights, { capacity: 4 });
  cache.append(X);
  for (const bad of [X, { shape: [1, 5], data: [1, 2, 3, 4, 5] }])
    assert.throws(() => cache.append(bad), AttentionError);
  assert.equal(cache.length, 3);
  const want = engine.forward(spec, { ...weights, X: { shape: [4, 4], data: [...X.data, 1, 2, 3, 4] } }).output.data;
  assert.deepEqual(cache.append({ shape: [1, 4], data: [1, 2, 3, 4] }).data, want.slice(12));
  cache.free();
  assert.throws(() => cache.append(X), AttentionError);
});

test("a non-finite value affects only the tokens that may see it", () => {
  const { spec, weights, X } = small();
  const cache = engine.cache({ ...spec, window: 2 }, weights);
  const rows = [...X.data.slice(0, 8), NaN, 0, 0, 0, ...X.data, ...X.data];
  const seen = Array.from({ length: 9 }, (_, at) => {
    const { data } = cache.append({ shape: [1, 4], data: rows.slice(4 * at, 4 * at + 4) });
    return data.some(Number.isNaN);
  });
  assert.deepEqual(seen, [0, 0, 1, 1, 0, 0, 0, 0, 0].map(Boolean));
  cache.free();
});

test("freeing a cache returns its memory", async () => {
  const own = await createEngine();
  const { spec, weights, X } = small();
  const cache = own.cache(spec, weights);
  cache.append(X);
  cache.free();
  cache.free();
  assert.equal(own.memoryUsed, 0);
});
