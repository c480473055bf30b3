/** What must hold for any attention, over random walks (fast-check with a fixed seed, so that a failure repeats). */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createEngine } from "../../web/engine/index.js";
import { compareTensors, relative } from "../../web/tensors/compare.js";
import { at, build, oracle } from "../support/oracles/oracle.js";
import { generator, randomWalk } from "../support/walks.js";

/**
 * @typedef {import("../support/walks.js").Walk} Walk
 * @typedef {import("../../web/engine/tensors.js").Tensor} Tensor
 */

const engine = await createEngine();

/**
 * @param {string} name
 * @param {any} fields of the walks, see randomWalk
 * @param {(walk: Walk, random: () => number) => void} check
 */
function property(name, fields, check) {
  test(name, () => {
    const holds = (/** @type {number} */ seed) => check(randomWalk(seed, { plain: true, fields }), generator(seed + 1));
    fc.assert(fc.property(fc.nat(), holds), { seed: 2017, numRuns: 150 });
  });
}

/**
 * @param {any} spec
 * @param {any} inputs
 * @returns {Record<string, Tensor>} every stage
 */
function walk(spec, inputs) {
  const run = engine.trace(spec, inputs).finish();
  const stages = Object.fromEntries(run.stages.map((id) => [id, run.tensor(id)]));
  run.free();
  return stages;
}

/**
 * @param {Record<string, any>} inputs
 * @param {...string} names
 */
const without = (inputs, ...names) =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !names.includes(name)));

/**
 * @param {any} tensor
 * @param {number[]} shape
 * @param {(...index: number[]) => number[]} from the old index of each element of the new tensor
 */
const rearranged = (tensor, shape, from) => build(shape, (...index) => at(tensor, ...from(...index)));

/**
 * @param {any} tensor
 * @param {number} axis
 * @param {number[]} order old index for each new index; a shorter list drops elements
 */
function reordered(tensor, axis, order) {
  const shape = tensor.shape.map((/** @type {number} */ size, /** @type {number} */ r) =>
    r === axis ? order.length : size,
  );
  return rearranged(tensor, shape, (...index) => index.map((i, r) => (r === axis ? (order[i] ?? 0) : i)));
}

/**
 * @param {number} n
 * @param {() => number} random
 */
function permutation(n, random) {
  const keyed = Array.from({ length: n }, (_, i) => ({ i, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ i }) => i);
}

/**
 * @param {any} got
 * @param {any} want
 * @param {string} name
 */
function assertSame(got, want, name) {
  assert.deepEqual(got.shape, want.shape, name);
  const different = Array.from(got.data).findIndex((value, n) => !Object.is(value, want.data[n]));
  assert.equal(different, -1, `${name}, element ${different}: ${got.data[different]}, ${want.data[different]}`);
}

/**
 * @param {any} got
 * @param {any} want
 * @param {string} name
 * @param {number} tolerance
 */
function assertNear(got, want, name, tolerance) {
  const compared = compareTensors(want, got, relative(tolerance));
  assert.ok(compared.ok, `${name}: ${JSON.stringify(compared)}`);
}

/** @param {any} tensor @param {(value: number) => number} change */
const mapped = ({ shape, data }, change) => ({ shape, data: Array.from(data, change) });

property(
  "weights are never negative, and each row sums to 1, or to 0 where every key is hidden",
  {},
  ({ spec, inputs }) => {
    const { weights, masked } = walk(spec, inputs);
    const [, , n_k = 0] = weights?.shape ?? [];
    for (let start = 0; start < (weights?.data.length ?? 0); start += n_k) {
      const row = Array.from(weights?.data.subarray(start, start + n_k) ?? []);
      const blind = masked?.data.subarray(start, start + n_k).every((score) => score === -Infinity);
      const sum = row.reduce((total, share) => total + share, 0);
      assert.ok(row.every((share) => share >= 0));
      if (blind) assert.equal(sum, 0);
      else assert.ok(Math.abs(sum - 1) < 1e-6, `${sum}`);
    }
  },
);

property(
  "under the causal mask later tokens do not change a single bit of earlier rows",
  { cross: false, causal: true },
  ({ spec, inputs }, random) => {
    const x = /** @type {any} */ (inputs.X ?? inputs.E);
    const [n, width] = x.shape;
    const from = Math.floor(random() * n);
    const value = [NaN, Infinity, 1e30, -7, 0][Math.floor(random() * 5)] ?? 0;
    const later = build(x.shape, (i, m) => (i >= from ? value + m / width : at(x, i, m)));
    const before = walk(spec, inputs);
    const after = walk(spec, { ...inputs, [inputs.X ? "X" : "E"]: later });
    const earlier = Array.from({ length: from }, (_, i) => i);
    for (const id of ["masked", "weights", "context"]) {
      assertSame(reordered(after[id], 1, earlier), reordered(before[id], 1, earlier), id);
    }
    assertSame(reordered(after.output, 0, earlier), reordered(before.output, 0, earlier), "output");
  },
);

property("hidden keys equal omitted ones, bit for bit", { cross: true, causal: false }, ({ spec, inputs }, random) => {
  const n_k = inputs.C?.shape[0] ?? 0;
  const kept = Array.from({ length: n_k }, (_, j) => j).filter((j) => j === 0 || random() < 0.6);
  const key_valid = build([n_k], (j) => (kept.includes(j) && inputs.key_valid?.data[j] !== 0 ? 1 : 0));
  const hidden = walk(spec, { ...inputs, key_valid });
  const fewer = { ...inputs, C: reordered(inputs.C, 0, kept), key_valid: reordered(key_valid, 0, kept) };
  const { allow } = inputs;
  const left = walk(spec, allow ? { ...fewer, allow: reordered(allow, allow.shape.length - 1, kept) } : fewer);
  assertSame(reordered(hidden.weights, 2, kept), left.weights, "weights");
  assertSame(hidden.context, left.context, "context");
  assertSame(hidden.output, left.output, "output");
});

property(
  "permuting the keys permutes scores exactly and weights up to rounding, and keeps the outputs",
  { cross: true, causal: false },
  (one, random) => {
    const { spec, inputs } = one;
    const order = permutation(inputs.C?.shape[0] ?? 0, random);
    const moved = /** @type {any} */ ({ ...inputs, C: reordered(inputs.C, 0, order) });
    if (inputs.key_valid) moved.key_valid = reordered(inputs.key_valid, 0, order);
    if (inputs.allow) moved.allow = reordered(inputs.allow, inputs.allow.shape.length - 1, order);
    const [before, after] = [walk(spec, inputs), walk(spec, moved)];
    for (const id of ["raw", "scaled", "masked"]) {
      if (before[id]) assertSame(after[id], reordered(before[id], 2, order), id);
    }
    assertNear(after.weights, reordered(before.weights, 2, order), "weights", 1e-6);
    assertNear(after.output, before.output, "output", 1e-4);
  },
);

property(
  "attention ignores order: permuting the tokens permutes the outputs",
  { cross: false, causal: false, position: "", masks: false },
  ({ spec, inputs }, random) => {
    const order = permutation(inputs.X?.shape[0] ?? 0, random);
    const [before, after] = [walk(spec, inputs), walk(spec, { ...inputs, X: reordered(inputs.X, 0, order) })];
    for (const id of ["Q", "K", "V"]) assertSame(after[id], reordered(before[id], 1, order), id);
    assertSame(after.raw, reordered(reordered(before.raw, 1, order), 2, order), "raw");
    assertNear(after.output, reordered(before.output, 0, order), "output", 1e-4);
  },
);

property("cross-attention with C = X equals self-attention", { cross: false, position: "" }, ({ spec, inputs }) => {
  const [self, cross] = [walk(spec, inputs), walk(spec, { ...inputs, C: inputs.X })];
  for (const [id, tensor] of Object.entries(self)) assertSame(cross[id], tensor, id);
});

property("sharing key/value heads equals repeating them", { weights: true }, ({ spec, inputs }) => {
  const { heads, kv_heads, d_k, d_v } = spec;
  const repeat = (/** @type {any} */ tensor, /** @type {number} */ size) => {
    const columns = Array.from({ length: heads * size }, (_, column) => {
      const head = Math.floor(column / size);
      return Math.floor((head * kv_heads) / heads) * size + (column % size);
    });
    return tensor && reordered(tensor, tensor.shape.length - 1, columns);
  };
  const all = { ...inputs, Wk: repeat(inputs.Wk, d_k), bk: repeat(inputs.bk, d_k) };
  const repeated = walk(
    { ...spec, kv_heads: heads },
    { ...all, Wv: repeat(inputs.Wv, d_v), bv: repeat(inputs.bv, d_v) },
  );
  const shared = walk(spec, inputs);
  for (const id of ["raw", "weights", "context", "output"]) assertSame(repeated[id], shared[id], id);
});

property("every head equals a single-head walk on its column blocks", { weights: true }, ({ spec, inputs }, random) => {
  const head = Math.floor(random() * spec.heads);
  const group = Math.floor((head * spec.kv_heads) / spec.heads);
  const block = (/** @type {any} */ tensor, /** @type {number} */ h, /** @type {number} */ size) =>
    tensor &&
    reordered(
      tensor,
      tensor.shape.length - 1,
      Array.from({ length: size }, (_, d) => h * size + d),
    );
  const one = /** @type {any} */ (without(inputs, "Wo", "bo"));
  for (const name of ["Wq", "bq"]) one[name] = block(inputs[name], head, spec.d_k);
  for (const name of ["Wk", "bk"]) one[name] = block(inputs[name], group, spec.d_k);
  for (const name of ["Wv", "bv"]) one[name] = block(inputs[name], group, spec.d_v);
  if (inputs.allow?.shape.length === 3) one.allow = reordered(inputs.allow, 0, [head]);
  const alone = walk({ ...spec, heads: 1, kv_heads: 1 }, one);
  const together = walk(spec, inputs);
  for (const id of ["raw", "weights", "context"]) assertSame(alone[id], reordered(together[id], 0, [head]), id);
});

property(
  "doubling the input and quartering the scale changes no weight, and doubles the context, bit for bit",
  { cross: false, position: "" },
  ({ spec, inputs }) => {
    const plain = without(inputs, "bq", "bk", "bv", "Wo", "bo");
    const scale = spec.scale ?? 1;
    const before = walk({ ...spec, scale }, plain);
    const after = walk({ ...spec, scale: scale / 4 }, { ...plain, X: mapped(inputs.X, (x) => 2 * x) });
    assertSame(
      after.raw,
      mapped(before.raw, (score) => 4 * score),
      "raw",
    );
    assertSame(after.weights, before.weights, "weights");
    assertSame(
      after.context,
      mapped(before.context, (value) => 2 * value),
      "context",
    );
  },
);

property(
  "a bias on the keys shifts every score of a row equally and changes no weight",
  { weights: true },
  ({ spec, inputs }) => {
    const plain = without(inputs, "bk");
    const bk = build([spec.kv_heads * spec.d_k], (d) => Math.sin(d));
    assertNear(walk(spec, { ...plain, bk }).weights, walk(spec, plain).weights, "weights", 1e-4);
  },
);

property("scale 0 gives all visible keys of a row the same weight", {}, ({ spec, inputs }) => {
  const { weights, masked } = walk({ ...spec, scale: 0 }, inputs);
  const [, , n_k = 0] = weights?.shape ?? [];
  weights?.data.forEach((weight, n) => {
    const row = masked?.data.subarray(n - (n % n_k), n - (n % n_k) + n_k);
    const seen = row ? row.filter((score) => score === 0).length : n_k;
    assert.equal(weight, masked && masked.data[n] !== 0 ? 0 : Math.fround(1 / seen));
  });
});

test("sizes 1 to 11: every pair of n_q and n_k agrees with the oracle", () => {
  for (let n_q = 1; n_q <= 11; n_q++) {
    for (let n_k = 1; n_k <= 11; n_k++) {
      const { spec, inputs } = randomWalk(100 * n_q + n_k, { plain: true, fields: { n_q, n_k, cross: true } });
      const got = walk(spec, inputs);
      const want = without(oracle(spec, inputs), "allow");
      for (const [id, tensor] of Object.entries(want)) assertNear(got[id], tensor, `${n_q} x ${n_k} ${id}`, 1e-4);
    }
  }
});

test("sizes 1 to 11: every width of queries, values and outputs agrees with the oracle", () => {
  const random = generator(3);
  const tensor = (/** @type {number[]} */ ...shape) => build(shape, () => Math.fround(random() * 2 - 1));
  for (let width = 1; width <= 11; width++) {
    for (const heads of [1, 2, 3]) {
      const [Wq, Wk, Wv] = [tensor(5, heads * width), tensor(5, heads * width), tensor(5, heads * (12 - width))];
      const inputs = { X: tensor(3, 5), Wq, Wk, Wv, Wo: tensor(heads * (12 - width), width) };
      const spec = { heads, d_k: width, d_v: 12 - width };
      const got = walk(spec, inputs);
      for (const [id, want] of Object.entries(oracle(spec, inputs))) assertNear(got[id], want, `${width} ${id}`, 1e-5);
    }
  }
});
