/** Attention tile by tile: worked by hand, recomputed number by number, and against the traced walk and a float64 oracle. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { wasmBytes } from "../../web/engine/wasm/node.js";
import { exponential } from "../support/oracles/exp.js";
import { at, oracle } from "../support/oracles/oracle.js";
import { readWalkCases } from "../support/variants/variants.js";
import { randomWalk } from "../support/walks.js";

/** @typedef {import("../../web/engine/index.js").Run} Run */
/** @typedef {import("../../web/engine/index.js").Tile} Tile */
/** @typedef {import("../../web/engine/index.js").Tensor} Tensor */

const f = Math.fround;
const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const [engine] = engines;

/** @param {number[]} shape @param {number[]} data */
const tensor = (shape, data) => ({ shape, data });

/** @param {Run} run @param {{queries: number, keys: number}} size */
function allTiles(run, size) {
  const tiles = run.tiles(size);
  const steps = /** @type {Tile[]} */ (Array.from({ length: tiles.count }, () => tiles.step()));
  assert.equal(tiles.step(), undefined);
  return { steps, context: tiles.context() };
}

/** @param {Run} run @returns the scores that softmax reads */
const scoresOf = (run) => {
  const stage = ["masked", "capped", "biased", "scaled"].find((name) => run.stages.includes(name));
  return run.tensor(stage ?? "");
};

/** Every kind of tile size: single pairs, whole rows and columns, all at once, divisors and not. @param {Run} run */
function sizesFor({ spec: { n_q, n_k } }) {
  const sizes = [
    [1, 1],
    [1, n_k],
    [n_q, 1],
    [n_q, n_k],
    [2, 3],
    [3, 2],
    [5, 4],
  ].map(([queries = 1, keys = 1]) => ({ queries: Math.min(queries, n_q), keys: Math.min(keys, n_k) }));
  return [...new Map(sizes.map((size) => [`${size.queries} ${size.keys}`, size])).values()];
}

/**
 * The error of a context relative to the largest value that it averages, since the average itself may cancel to 0.
 * @param {Tensor} got
 * @param {Run} run finished
 */
function errorInRows(got, run) {
  const want = run.tensor("context");
  const weights = run.tensor(run.stages.includes("dropped") ? "dropped" : "weights");
  const V = run.tensor("V");
  assert.deepEqual(got.shape, want.shape);
  const [heads = 0, n_q = 0, d_v = 0] = want.shape;
  let worst = 0;
  for (let h = 0; h < heads; h++) {
    const group = Math.floor(h / (run.spec.heads / run.spec.kv_heads));
    for (let i = 0; i < n_q; i++) {
      const row = Array.from({ length: d_v }, (_, c) => c);
      const mixed = Array.from({ length: run.spec.n_k }, (_, j) => j).filter((j) => at(weights, h, i, j) !== 0);
      const values = mixed.flatMap((j) => row.map((c) => at(weights, h, i, j) * at(V, group, j, c)));
      const largest = Math.max(...values.map(Math.abs), ...row.map((c) => Math.abs(at(want, h, i, c))));
      for (const c of row) {
        const [mine, plain] = [at(got, h, i, c), at(want, h, i, c)];
        if (mine === plain || (Number.isNaN(mine) && Number.isNaN(plain))) continue;
        const error = Math.abs(mine - plain) / largest;
        worst = Number.isNaN(error) ? Infinity : Math.max(worst, error);
      }
    }
  }
  return worst;
}

test("tiles give the running maximum, sum and context of three scores as worked by hand", () => {
  /* One query, 1, with the keys 0, 1, 2, which are also the values: the scores are 0, 1, 2. */
  const inputs = { X: tensor([1, 1], [1]), C: tensor([3, 1], [0, 1, 2]) };
  const { steps, context } = allTiles(engine.trace({ scale: 1 }, inputs), { queries: 1, keys: 1 });
  const [first, second, third] = /** @type {[Tile, Tile, Tile]} */ (steps);
  const numbers = (/** @type {Tile} */ { max, factor, sum, accumulator }) =>
    [max.after, factor, sum.after, accumulator.after].map(({ data }) => Number(data[0]?.toFixed(4)));
  assert.deepEqual([first.max.before.data[0], first.sum.before.data[0]], [-Infinity, 0]);
  assert.deepEqual(numbers(first), [0, 0, 1, 0]);
  assert.deepEqual(numbers(second), [1, 0.3679, 1.3679, 1]); /* e^-1, 1·e^-1 + 1, 0·e^-1 + 1·1 */
  assert.deepEqual(numbers(third), [2, 0.3679, 1.5032, 2.3679]); /* 1.3679·e^-1 + 1, 1·e^-1 + 1·2 */
  assert.deepEqual([first.context, second.context], [undefined, undefined]);
  assert.equal(third.context?.data[0]?.toFixed(4), "1.5752"); /* 2.3679 / 1.5032 */
  assert.deepEqual(context, { shape: [1, 1, 1], data: third.context?.data });

  /* The largest score first: nothing is rescaled. */
  const falling = { X: tensor([1, 1], [1]), C: tensor([3, 1], [2, 1, 0]) };
  const factors = allTiles(engine.trace({ scale: 1 }, falling), { queries: 1, keys: 1 }).steps.map(
    ({ factor }) => factor.data[0],
  );
  assert.deepEqual(factors, [0, 1, 1]);
});

test("hidden tiles are skipped, and a row that sees nothing has context 0", () => {
  const inputs = { X: tensor([4, 2], [1, 2, 3, 4, 5, 6, 7, NaN]), key_valid: tensor([4], [0, 1, 1, 0]) };
  const run = engine.trace({ causal: true }, inputs);
  const { steps, context } = allTiles(run, { queries: 2, keys: 2 });
  assert.deepEqual(
    steps.map(({ queries, keys, skipped }) => [...queries, ...keys, skipped]),
    [
      [0, 2, 0, 2, false],
      [0, 2, 2, 4, true],
      [2, 4, 0, 2, false],
      [2, 4, 2, 4, false],
    ],
  );
  const [seen, skipped] = steps;
  assert.deepEqual(skipped?.accumulator.after, seen?.accumulator.after);
  assert.deepEqual(skipped?.max.after, seen?.max.after);
  assert.deepEqual(Array.from(skipped?.scores.data ?? []), Array(4).fill(-Infinity));
  assert.deepEqual(Array.from(context.data.subarray(0, 4)), [0, 0, 3, 4]);
  assert.deepEqual(Array.from(seen?.max.after.data ?? [])[0], -Infinity);

  /* Where hidden scores are finite, hidden keys have weight: no tile may be skipped. */
  const filled = engine.trace({ causal: true, mask_value: { value: -1e4 } }, { X: inputs.X });
  assert.ok(allTiles(filled, { queries: 2, keys: 2 }).steps.every((tile) => !tile.skipped));
});

const cases = (await readWalkCases()).filter(({ spec }) => !String(spec.mask_mode ?? "").startsWith("after"));

test("in every reference case tiles of any size give the traced walk's context", (context) => {
  assert.ok(cases.length >= 140, `got ${cases.length} cases`);
  const held = engine.memoryUsed;
  let worst = 0;
  const skipped = new Set();
  for (const { case: name, spec, inputs } of cases) {
    const run = engine.trace(spec, inputs);
    run.tiles({ queries: 1, keys: 1 });
    assert.equal(run.step(), "raw");
    run.finish();
    for (const size of sizesFor(run)) {
      const { steps, context: got } = allTiles(run, size);
      const error = errorInRows(got, run);
      worst = Math.max(worst, error);
      assert.ok(error <= 2e-6, `${name} ${JSON.stringify(size)}: ${error}`);
      if (steps.some((tile) => tile.skipped)) skipped.add(name);
    }
    run.free();
  }
  context.diagnostic(`${cases.length} cases, ${skipped.size} with skipped tiles, worst ${worst.toExponential(2)}`);
  assert.ok(skipped.size > 20);
  assert.equal(engine.memoryUsed, held);
});

/**
 * Checks that each number of a step follows from those before it, bit for bit, and its scores from the walk.
 * @param {Run} run finished
 * @param {Tile} tile
 */
function replay(run, tile) {
  const { head, queries, keys } = tile;
  const { spec } = run;
  const [scores, V] = [scoresOf(run), run.tensor("V")];
  const keep = run.stages.includes("dropped") ? run.tensor("keep") : undefined;
  const group = Math.floor(head / (spec.heads / spec.kv_heads));
  const same = (/** @type {number} */ got, /** @type {number} */ want, /** @type {string} */ what) =>
    assert.ok(Object.is(got, want) || got === want, `${what}: got ${got}, want ${want}`);
  for (let i = queries[0]; i < queries[1]; i++) {
    const a = i - queries[0];
    const [old, max] = [at(tile.max.before, a), at(tile.max.after, a)];
    let largest = old;
    let sum = f(at(tile.sum.before, a) * at(tile.factor, a));
    const mixture = Array.from({ length: spec.d_v }, (_, c) =>
      f(at(tile.accumulator.before, a, c) * at(tile.factor, a)),
    );
    for (let j = keys[0]; j < keys[1]; j++) {
      const b = j - keys[0];
      const score = at(tile.scores, a, b);
      same(score, at(scores, head, i, j), `score ${head} ${i} ${j}`);
      if (tile.skipped) continue;
      largest = Math.max(largest, score);
      const e = at(tile.exponentials, a, b);
      same(e, max === -Infinity ? 0 : exponential(f(score - max)), "exponential");
      sum = f(sum + e);
      const share = !keep ? e : at(keep, head, i, j) === 0 ? 0 : f(e / f(1 - f(spec.dropout)));
      same(at(tile.shares, a, b), share, "share");
      if (at(tile.allow, a, b) === 0) continue;
      mixture.forEach((value, c) => (mixture[c] = f(value + f(share * at(V, group, j, c)))));
    }
    if (tile.skipped) continue;
    same(max, largest, "max");
    same(at(tile.factor, a), max === -Infinity ? 1 : exponential(f(old - max)), "factor");
    same(at(tile.sum.after, a), sum, "sum");
    mixture.forEach((value, c) => same(at(tile.accumulator.after, a, c), value, "accumulator"));
    const { context } = tile;
    if (context) mixture.forEach((value, c) => same(at(context, a, c), sum === 0 ? value : f(value / sum), "context"));
  }
}

test("every number of every tile can be recomputed, and the scores are the traced walk's", () => {
  /* relV adds to the values, and finite masks give hidden keys weight: the sums recomputed below cover neither. */
  const plain = cases.filter(({ spec, inputs }) => !inputs.relV && !spec.mask_value);
  assert.ok(plain.length >= 120, `got ${plain.length} cases`);
  for (const { spec, inputs } of plain) {
    const run = engine.trace(spec, inputs).finish();
    const { n_q, n_k } = run.spec;
    for (const tile of allTiles(run, { queries: Math.min(3, n_q), keys: Math.min(2, n_k) }).steps) replay(run, tile);
    run.free();
  }
});

test("maximum, sum and context match a float64 oracle after every tile", () => {
  for (let seed = 0; seed < 60; seed++) {
    const { spec, inputs } = randomWalk(5000 + seed, { plain: true });
    const run = engine.trace(spec, inputs);
    const want = oracle(spec, inputs);
    const { steps, context } = allTiles(run, { queries: Math.min(2, run.spec.n_q), keys: Math.min(3, run.spec.n_k) });
    const scores = /** @type {{shape: number[], data: number[]}} */ (want.masked ?? want.scaled);
    for (const { head, queries, keys, max, sum } of steps) {
      for (let i = queries[0]; i < queries[1]; i++) {
        const seen = Array.from({ length: keys[1] }, (_, j) => at(scores, head, i, j)).filter((s) => s !== -Infinity);
        const largest = Math.max(...seen);
        const near = (/** @type {number} */ got, /** @type {number} */ wanted) =>
          assert.ok(
            got === wanted || Math.abs(got - wanted) <= 1e-4 * Math.max(1, Math.abs(wanted)),
            `${got} ${wanted}`,
          );
        near(at(max.after, i - queries[0]), largest);
        const total = seen.reduce((part, score) => part + Math.exp(score - largest), 0);
        near(at(sum.after, i - queries[0]), total);
      }
    }
    const exact = /** @type {{data: number[]}} */ (want.context).data;
    context.data.forEach((got, n) => assert.ok(Math.abs(got - (exact[n] ?? NaN)) <= 1e-4 * Math.max(1, Math.abs(got))));
    run.free();
  }
});

test("tiles have the same bits in both builds, also with NaN and infinities", () => {
  for (let seed = 0; seed < 60; seed++) {
    const { spec, inputs } = randomWalk(6000 + seed, { odd: true });
    delete spec.mask_mode;
    const [simd128, scalar] = engines.map((own) => {
      const run = own.trace(spec, inputs);
      const tiles = allTiles(run, { queries: Math.min(3, run.spec.n_q), keys: Math.min(2, run.spec.n_k) });
      run.free();
      /* NaN counts as one value. */
      return JSON.stringify(tiles, (_, value) =>
        value instanceof Float32Array ? Array.from(value, (x) => (Object.is(x, -0) ? "-0" : `${x}`)) : value,
      );
    });
    assert.equal(simd128, scalar);
  }
});

test("tiles() refuses masks after softmax and wrong tile sizes, and computes nothing", () => {
  const X = tensor([3, 2], [1, 2, 3, 4, 5, 6]);
  for (const mask_mode of /** @type {const} */ (["after_softmax", "after_softmax_renormalised"])) {
    const run = engine.trace({ mask_mode, causal: true }, { X });
    assert.throws(() => run.tiles({ queries: 1, keys: 1 }), {
      name: "AttentionError",
      field: "mask_mode",
      message: new RegExp(`^mask_mode: must be before_softmax for tiles.*, got ${mask_mode}$`),
    });
    assert.equal(run.step(), "X");
    run.free();
    /* Without a mask the mode has no effect. */
    const open = engine.trace({ mask_mode }, { X }).finish();
    assert.ok(errorInRows(open.tiles({ queries: 2, keys: 2 }).finish().context(), open) <= 2e-6);
    open.free();
  }
  const run = engine.trace({}, { X });
  for (const [size, field] of /** @type {[any, string][]} */ ([
    [{ queries: 0, keys: 1 }, "tiles.queries"],
    [{ queries: 4, keys: 1 }, "tiles.queries"],
    [{ queries: 1, keys: 1.5 }, "tiles.keys"],
    [{ queries: 1 }, "tiles.keys"],
    [{ queries: 1, keys: "1" }, "tiles.keys"],
    [{ queries: 1, keys: 1, key: 1 }, "key"],
    [undefined, "tiles"],
  ])) {
    assert.throws(
      () => run.tiles(size),
      (error) => error instanceof AttentionError && error.field === field,
      field,
    );
  }
  const tiles = run.tiles({ queries: 1, keys: 1 });
  tiles.step();
  run.free();
  assert.throws(() => tiles.step(), /run: must not be used after free/);
  assert.throws(() => run.tiles({ queries: 1, keys: 1 }), /run: must not be used after free/);
});

test("tiles of two runs can be stepped in turn while the memory grows", async () => {
  const own = await createEngine();
  const walks = [7001, 7002].map((seed) => randomWalk(seed, { plain: true }));
  const runs = walks.map(({ spec, inputs }) => own.trace(spec, inputs));
  const all = runs.map((run) => run.tiles({ queries: 1, keys: 1 }));
  const held = own.memoryUsed;
  for (let more = true; more;) {
    more = all.map((tiles) => tiles.step()).some(Boolean);
    own.trace({}, { X: tensor([64, 64], Array(4096).fill(1)) });
  }
  assert.ok(own.memoryUsed > held);
  runs.forEach((run, n) => assert.ok(errorInRows(all[n]?.context() ?? assert.fail(), run.finish()) <= 2e-6));
});

test("the C function refuses tiles outside the matrix", async () => {
  const { instance } = await WebAssembly.instantiate(await wasmBytes("simd128"), {});
  const api = /** @type {any} */ (instance.exports);
  const [spec, plan, tile, memory] = [0, 1, 2, 3].map((n) => api.__heap_base.value + n * 8192 + 16);
  const ints = (/** @type {number} */ address, /** @type {number[]} */ values) =>
    new Int32Array(api.memory.buffer, address, values.length).set(values);
  /* n_q n_k d_model d_context heads kv_heads d_k d_v d_out, scale 1; X given. */
  ints(spec, [3, 3, 2, 2, 1, 1, 2, 2, 2, 0x3f800000]);
  let fields = 0;
  while (api.attention_spec_field(fields) !== 0) fields++;
  new Uint8Array(api.memory.buffer)[spec + fields * 4 + 2] = 1;
  assert.equal(api.attention_make_plan(plan, spec), 0);
  for (const place of [
    [-1, 0, 1, 0, 1],
    [1, 0, 1, 0, 1],
    [0, -1, 1, 0, 1],
    [0, 3, 1, 0, 1],
    [0, 2, 2, 0, 1],
    [0, 0, 0, 0, 1],
    [0, 0, 1, 0, 4],
    [0, 0, 1, 2, 2147483647],
  ]) {
    ints(tile, place);
    assert.equal(api.attention_tile_start(plan, memory, tile), -60, `${place}`);
    assert.equal(api.attention_tile_step(plan, memory, tile), -60, `${place}`);
  }
});
