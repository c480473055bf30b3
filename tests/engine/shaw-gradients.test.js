/**
 * engine.gradients with Shaw's relative positions, whose tables enter scores and context and may be clipped at any
 * distance. Against finite differences in float64, against the traced backward pass, and across blocks of 64 tokens.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { largest, slope } from "../support/oracles/slope.js";
import { generator } from "../support/walks.js";

/** @typedef {{shape: number[], data: Float32Array}} Tensor */

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const [engine] = engines;

/**
 * @param {() => number} random
 * @param {number[]} shape
 * @param {number} [size] the numbers' magnitude
 * @returns {Tensor}
 */
function drawn(random, shape, size = 1) {
  const data = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => (2 * random() - 1) * size);
  return { shape, data };
}

/** @param {() => number} random @param {number[]} shape a mask of ones and some zeros @returns {Tensor} */
const kept = (random, shape) => {
  const { data } = drawn(random, shape);
  return { shape, data: data.map((x) => (x > -0.6 ? 1 : 0)) };
};

/**
 * A layer with shaw, two groups of heads and odd widths.
 * @param {number} seed
 * @param {number} n_q
 * @param {number} n_k
 * @param {number} clip
 * @param {any} spec
 * @param {string[]} given which of key_valid, allow, heads (allow for each head), keep, sink, noV (no relV) apply
 */
function layer(seed, n_q, n_k, clip, spec, given = []) {
  const random = generator(seed);
  const [heads, kv_heads, d_k, d_v, d_model, d_context, d_out] = [4, 2, 5, 3, 6, 7, 5];
  const inputs = {
    X: drawn(random, [n_q, d_model]),
    C: drawn(random, [n_k, d_context]),
    Wq: drawn(random, [d_model, heads * d_k]),
    Wk: drawn(random, [d_context, kv_heads * d_k]),
    Wv: drawn(random, [d_context, kv_heads * d_v]),
    Wo: drawn(random, [heads * d_v, d_out]),
    bq: drawn(random, [heads * d_k]),
    relK: drawn(random, [2 * clip + 1, d_k], 2),
    relV: drawn(random, [2 * clip + 1, d_v], 2),
    key_valid: kept(random, [n_k]),
    allow: kept(random, given.includes("heads") ? [heads, n_q, n_k] : [n_q, n_k]),
    keep: kept(random, [heads, n_q, n_k]),
    sink: drawn(random, [heads]),
  };
  const without = ["key_valid", "allow", "keep", "sink"].filter((name) => !given.includes(name));
  if (given.includes("heads")) without.splice(without.indexOf("allow"), 1);
  if (given.includes("noV")) without.push("relV");
  const own = Object.fromEntries(Object.entries(inputs).filter(([name]) => !without.includes(name)));
  const more = { ...(own.keep && { dropout: { p: 0.25 } }), ...(own.sink && { softmax_sink: true }) };
  return {
    spec: { heads, kv_heads, d_k, d_v, position: { kind: "shaw", clip }, ...more, ...spec },
    inputs: own,
    dOutput: drawn(random, [n_q, d_out]),
  };
}

const AFTER = "after_softmax";
/** @type {[string, ReturnType<typeof layer>][]} */
const small = [
  ["plain", layer(1, 9, 9, 3, {})],
  ["a table of one row", layer(2, 5, 7, 0, {}, ["sink"])],
  ["a table wider than all distances", layer(3, 6, 9, 40, {}, ["noV"])],
  ["causal, aligned at the end", layer(4, 5, 9, 2, { causal: true, align: "bottom_right" })],
  ["causal, aligned at the start", layer(5, 9, 5, 4, { causal: true, align: "top_left" }, ["sink"])],
  ["a window both ways, and sink tokens", layer(6, 9, 9, 3, { window: 2, sink_tokens: 1 })],
  ["a causal window, softcap", layer(7, 9, 9, 9, { causal: true, window: 3, softcap: 2 }, ["sink"])],
  ["padding, softcap, another scale", layer(8, 9, 6, 2, { softcap: 0.7, scale: 0.9 }, ["key_valid"])],
  ["masks of heads, dropout", layer(9, 7, 8, 3, {}, ["heads", "keep"])],
  ["masks after softmax", layer(10, 7, 8, 3, { mask_mode: AFTER, causal: true, align: "top_left" }, ["keep", "sink"])],
  ["renormalised", layer(11, 7, 8, 1, { mask_mode: `${AFTER}_renormalised` }, ["allow", "sink"])],
  ["filled masks", layer(12, 6, 8, 3, { mask_value: { value: -2, how: "fill" }, causal: true }, ["keep"])],
  ["one block and a bit", layer(14, 66, 65, 9, { causal: true, align: "top_left", softcap: 3 })],
  ["added masks", layer(13, 9, 8, 2, { mask_value: { value: -2, how: "add" } }, ["allow", "key_valid"])],
];

test("in every kind of layer the gradients of tables, queries, keys and values match finite differences in float64", () => {
  for (const [what, walk] of small) {
    const random = generator(77);
    const { gradients } = engine.gradients(walk.spec, walk.inputs, walk.dOutput);
    /* The oracle is slow: with many tokens only the tables are compared. */
    for (const name of walk.dOutput.data.length > 100 ? ["relK", "relV"] : Object.keys(gradients)) {
      const got = gradients[name] ?? assert.fail(name);
      for (let draw = 0; draw < 3; draw++) {
        const at = Math.floor(random() * got.data.length);
        const error = Math.abs((got.data[at] ?? NaN) - slope(walk, name, at)) / largest(got);
        assert.ok(error < 2e-6, `${what}: ${name}[${at}] is off by ${error} of the largest`);
      }
    }
  }
});

/** @type {[string, ReturnType<typeof layer>][]} */
const large = [
  ["two blocks and a bit", layer(21, 130, 131, 16, {})],
  ["a table wider than a block", layer(22, 71, 150, 90, { causal: true, align: "bottom_right" })],
  ["more queries than keys", layer(23, 150, 67, 7, { causal: true, align: "top_left" }, ["sink"])],
  ["a window", layer(24, 140, 140, 30, { causal: true, window: 40, sink_tokens: 3 }, ["noV"])],
  ["masks after softmax, dropout", layer(25, 66, 73, 12, { mask_mode: AFTER }, ["allow", "keep", "sink"])],
  ["padding, softcap", layer(26, 73, 129, 70, { softcap: 5 }, ["key_valid", "sink"])],
];

test("in every kind of layer, with 64 tokens and more, gradients match the traced backward pass within 2e-6 of the largest", () => {
  for (const [what, { spec, inputs, dOutput }] of [...small, ...large]) {
    const run = engine.trace(spec, inputs).finish();
    const walked = engine.backward(run, dOutput);
    const want = { ...walked, ...tables(spec, run, walked) };
    run.free();
    for (const each of engines) {
      const { gradients } = each.gradients(spec, inputs, dOutput);
      for (const [name, got] of Object.entries(gradients)) {
        const off = worst(got, want[name] ?? assert.fail(name));
        assert.ok(off < 2e-6, `${what}, ${each.build}: ${name} is off by ${off}`);
      }
    }
  }
});

/**
 * The gradients of both tables from those of raw and of the context, in float64: the trace sums every pair in float32,
 * whose error exceeds the bound used here.
 * @param {any} spec
 * @param {import("../../web/engine/run.js").Run} run
 * @param {Record<string, {data: Float32Array}>} gradients of it
 * @returns {Record<string, {data: Float64Array}>}
 */
function tables({ position: { clip }, ...spec }, run, gradients) {
  const shares = run.tensor(run.stages.includes("dropped") ? "dropped" : "weights");
  const [heads = 0, n_q = 0, n_k = 0] = shares.shape;
  const shift = spec.causal && spec.align !== "top_left" ? n_k - n_q : 0;
  const row = (/** @type {number} */ ahead) => Math.min(clip, Math.max(-clip, ahead)) + clip;
  const sum = (/** @type {Float32Array} */ pairs, /** @type {Float32Array} */ rows) => {
    const width = rows.length / (heads * n_q);
    const data = new Float64Array((2 * clip + 1) * width);
    pairs.forEach((x, at) => {
      const [query, j] = [Math.floor(at / n_k), at % n_k];
      const r = row(j - (query % n_q) - shift);
      for (let m = 0; m < width; m++) data[r * width + m] += x * (rows[query * width + m] ?? NaN);
    });
    return { data };
  };
  const of = (/** @type {string} */ name) => (gradients[name] ?? assert.fail(name)).data;
  return { relK: sum(of("raw"), run.tensor("Q").data), relV: sum(shares.data, of("context")) };
}

/**
 * The largest difference, relative to the largest number of the tensor: a sum may cancel, but its error does not.
 * @param {{data: Float32Array}} got
 * @param {{data: Float32Array | Float64Array}} want
 */
function worst(got, want) {
  assert.equal(got.data.length, want.data.length);
  return largest({ data: got.data.map((x, at) => x - (want.data[at] ?? NaN)) }) / largest(want);
}

test("table rows of distances that no pair has get gradient 0, whatever they hold", () => {
  const { spec, inputs, dOutput } = layer(31, 6, 9, 20, { causal: true, align: "top_left" });
  const plain = engine.gradients(spec, inputs, dOutput).gradients;
  for (const name of ["relK", "relV"]) {
    const { shape, data } = inputs[name] ?? assert.fail(name);
    const width = shape[1] ?? 1;
    /* Queries see at most five tokens back: rows 15 to 20. */
    const isSeen = (/** @type {number} */ at) => at >= 15 * width && at < 21 * width;
    const holes = { ...inputs, [name]: { shape, data: data.map((x, at) => (isSeen(at) ? x : NaN)) } };
    const { gradients } = engine.gradients(spec, holes, dOutput);
    plain[name]?.data.forEach((x, at) => assert.equal(x !== 0, isSeen(at), `${name}[${at}]`));
    for (const id of Object.keys(plain)) {
      const off = worst(gradients[id] ?? assert.fail(id), plain[id] ?? assert.fail(id));
      assert.ok(off < 2e-6, `${name} with holes: ${id} is off by ${off}`);
    }
  }
});

test("memory grows with tokens and with the table, not with pairs", async () => {
  const own = await createEngine();
  const [d, clip] = [4, 3];
  const peak = (/** @type {number} */ n) => {
    const random = generator(n);
    const inputs = { X: drawn(random, [n, d]), relK: drawn(random, [2 * clip + 1, d]) };
    own.gradients({ position: { kind: "shaw", clip } }, inputs, inputs.X);
    return own.memoryBytes;
  };
  const [one, four] = [peak(1000), peak(4000)];
  assert.ok(four < 4.2 * one, `${one} bytes for 1000 tokens, ${four} for 4000`);
});
