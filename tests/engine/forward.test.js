/** The fast paths (forward, attend) against the traced walk: every reference case, the whole corpus, odd sizes, and memory. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { readCases } from "../support/cases.js";
import { attendWalk, corpus } from "../support/corpus.js";
import { generator } from "../support/walks.js";

/** @typedef {import("../../web/engine/tensors.js").Tensor} Tensor */
/** @typedef {import("../../web/engine/index.js").Engine} Engine */

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const [engine] = engines;

/**
 * The largest difference of two tensors, relative to the largest number of its row; infinite where only one of them is
 * a finite number.
 * @param {Tensor} got
 * @param {Tensor} want
 * @param {Float64Array} [sizes] the denominators, in place of each row's largest number
 */
function difference(got, want, sizes) {
  assert.deepEqual(got.shape, want.shape);
  const width = want.shape.at(-1) ?? 1;
  let worst = 0;
  for (let row = 0; row < want.data.length; row += width) {
    const numbers = want.data.subarray(row, row + width);
    const largest = numbers.reduce((max, x) => (Number.isFinite(x) ? Math.max(max, Math.abs(x)) : max), 1e-30);
    numbers.forEach((x, c) => {
      const other = got.data[row + c] ?? NaN;
      if (Object.is(x, other) || x === other) return;
      const error = Math.abs(x - other) / (sizes?.[row + c] ?? largest);
      worst = Math.max(worst, Number.isNaN(error) ? Infinity : error);
    });
  }
  return worst;
}

/** Whether sums near the largest float may overflow in one order of summation and not in another. @param {Tensor} tensor */
const isHuge = ({ data }) => data.some((x) => Math.abs(x) > 1e30);

/**
 * For each number of the output, the sum of its terms' magnitudes: cancellation makes the sum small, but not its error.
 * @param {Tensor} concat
 * @param {any} inputs
 */
function sizesOf({ shape, data }, { Wo }) {
  const [rows = 0, inner = 0] = shape;
  const columns = Wo.shape[1];
  const sizes = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    const largest = Math.max(...data.subarray(i * inner, (i + 1) * inner).map(Math.abs));
    for (let o = 0; o < columns; o++) {
      for (let c = 0; c < inner; c++) sizes[i * columns + o] += largest * Math.abs(Wo.data[c * columns + o]);
    }
  }
  return sizes;
}

/**
 * For each number of the context, the largest value of its head: a weighted sum may cancel, but its error does not.
 * @param {Tensor} V
 * @param {Tensor} context
 */
function largestValues(V, context) {
  const [kv_heads = 1, n_k = 0, d_v = 0] = V.shape;
  const [heads = 1, n_q = 0] = context.shape;
  const largest = Array.from({ length: kv_heads }, (_, g) => {
    const values = V.data.subarray(g * n_k * d_v, (g + 1) * n_k * d_v);
    return values.reduce((max, x) => (Number.isFinite(x) ? Math.max(max, Math.abs(x)) : max), 1e-30);
  });
  const per = n_q * d_v;
  return Float64Array.from(
    context.data,
    (_, at) => largest[Math.floor((Math.floor(at / per) * kv_heads) / heads)] ?? 1,
  );
}

/**
 * @param {Engine} on
 * @param {any} spec
 * @param {any} inputs
 * @returns {{context: number, output: number} | null} null where numbers are too large to compare
 */
function differences(on, spec, inputs) {
  const run = on.trace(spec, inputs).finish();
  const [Q, K, V, context, concat, output] = ["Q", "K", "V", "context", "concat", "output"].map((id) => run.tensor(id));
  const attended = attendWalk({ spec, inputs }, run);
  run.free();
  const fast = on.forward(spec, inputs).output;
  const attend = on.attend(attended.spec, attended.inputs).context;
  if ([Q, K, V, output].some((tensor) => isHuge(/** @type {Tensor} */ (tensor)))) return null;
  const sizes = inputs.Wo && concat ? sizesOf(concat, inputs) : undefined;
  return {
    context: difference(attend, /** @type {Tensor} */ (context), largestValues(/** @type {Tensor} */ (V), attend)),
    output: difference(fast, /** @type {Tensor} */ (output), sizes),
  };
}

test("in every reference case forward() and attend() match the traced walk, within 2e-6 of the row's largest number", async () => {
  let compared = 0;
  for (const { case: name, spec, inputs, expected } of await readCases()) {
    if (!expected.output || !(inputs.X || inputs.E) || inputs.G) continue;
    const off = differences(engine, spec, inputs);
    if (!off) continue;
    assert.ok(off.context < 2e-6 && off.output < 2e-6, `${name}: ${JSON.stringify(off)}`);
    compared++;
  }
  assert.ok(compared >= 60, `only ${compared} cases`);
});

test("on the corpus forward() and attend() match the traced walk, in both builds", () => {
  let compared = 0;
  for (const { spec, inputs } of corpus()) {
    for (const each of engines) {
      const off = differences(each, spec, inputs);
      if (!off) continue;
      assert.ok(off.context < 2e-6 && off.output < 2e-6, `${JSON.stringify(spec)}: ${JSON.stringify(off)}`);
      compared++;
    }
  }
  assert.ok(compared > 750, `only ${compared} comparisons`);
});

/** @param {() => number} random @param {...number} shape @returns {Tensor} */
function tensor(random, ...shape) {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: Float32Array.from({ length: count }, () => (random() + random() + random() - 1.5) * 2) };
}

/** @param {number} seed @param {Record<string, number>} sizes */
function layer(seed, { n_q, n_k = n_q, d_model, heads, kv_heads = heads, d_k, d_v = d_k }) {
  const random = generator(seed);
  const make = (/** @type {number[]} */ ...shape) => tensor(random, ...shape);
  const shrunk = (/** @type {Tensor} */ { shape, data }) => ({ shape, data: data.map((x) => x / Math.sqrt(d_model)) });
  return {
    spec: { heads, kv_heads, d_k, d_v },
    inputs: {
      X: make(n_q, d_model),
      ...(n_k === n_q ? {} : { C: make(n_k, d_model) }),
      Wq: shrunk(make(d_model, heads * d_k)),
      Wk: shrunk(make(d_model, kv_heads * d_k)),
      Wv: shrunk(make(d_model, kv_heads * d_v)),
      Wo: shrunk(make(heads * d_v, d_model)),
    },
  };
}

test("forward() is right at sizes around its block sizes: 8 columns, 4 rows, 64 keys, 256 components", () => {
  const sizes = [1, 3, 4, 5, 7, 8, 9, 63, 64, 65, 129];
  for (const [seed, n_q] of sizes.entries()) {
    for (const n_k of [1, 4, 63, 64, 65, 200]) {
      const { spec, inputs } = layer(seed, { n_q, n_k, d_model: 5 + seed, heads: 2, kv_heads: 1, d_k: 6, d_v: 9 });
      for (const causal of [false, true]) {
        const off = differences(engine, { ...spec, causal, softcap: 20, window: 40, sink_tokens: 3 }, inputs);
        assert.ok(off && off.context < 2e-6 && off.output < 2e-6, `${n_q} x ${n_k}: ${JSON.stringify(off)}`);
      }
    }
  }
  const wide = layer(1, { n_q: 17, d_model: 300, heads: 3, d_k: 100, d_v: 33 });
  const off = differences(engine, wide.spec, wide.inputs);
  assert.ok(off && off.context < 2e-6 && off.output < 2e-6, JSON.stringify(off));
});

test("masking after softmax: a row without visible keys is 0; renormalising a row whose visible weights underflow gives NaN", () => {
  const column = (/** @type {number[]} */ ...data) => ({ shape: [1, data.length, 1], data });
  const [Q, V] = [column(1), column(3, 5)];
  const allow = (/** @type {number[]} */ ...data) => ({ shape: [1, 2], data });
  for (const [mask_mode, nothing] of [
    ["after_softmax", 0],
    ["after_softmax_renormalised", NaN],
  ]) {
    for (const { K, see, want } of [
      { K: column(NaN, 1), see: allow(0, 0), want: 0 },
      { K: column(200, 0), see: allow(0, 1), want: nothing },
      { K: column(200, NaN), see: allow(1, 0), want: NaN },
    ]) {
      const given = /** @type {any} */ ({ Q, K, V, allow: see });
      for (const each of engines) {
        const { data } = each.attend(/** @type {any} */ ({ scale: 1, mask_mode }), given).context;
        assert.ok(Object.is(data[0], want), `${mask_mode}, ${K.data}, ${see.data}: ${data[0]}`);
      }
    }
  }
});

test("forward() and attend() give the same bits in the SIMD and the scalar build", () => {
  for (const { spec, inputs } of corpus().slice(0, 200)) {
    const [simd, scalar] = engines.map((each) => each.forward(spec, inputs).output.data);
    simd.forEach((x, at) => assert.ok(Object.is(x, scalar[at]), `${JSON.stringify(spec)}: ${x} and ${scalar[at]}`));
  }
});

test("attend() on 4096 tokens and 12 heads allocates no score matrix, which would take 805 MB", async () => {
  const own = await createEngine();
  const n = 4096;
  const random = generator(3);
  const [Q, K, V] = [12, 12, 12].map((heads) => tensor(random, heads, n, 8));
  const { context } = own.attend({ causal: true, window: 64 }, { Q, K, V });
  assert.deepEqual(context.shape, [12, n, 8]);
  assert.equal(own.memoryUsed, 0);
  /* Queries, keys and values, a packed copy of keys and values, and workspace for a block of queries. */
  const floats = 5 * Q.data.length;
  assert.ok(own.memoryBytes < 4 * floats + 2 ** 20, `${own.memoryBytes} bytes`);
});

/** @param {number} seed @param {number} n_q @returns {any} inputs of attend */
function attended(seed, n_q) {
  const random = generator(seed);
  return { Q: tensor(random, 2, n_q, 4), K: tensor(random, 2, 6, 4), V: tensor(random, 2, 6, 4) };
}

/** Small calls of forward and of attend, three with the same sizes and one with others. */
const small = [
  {
    call: (/** @type {any} */ own, /** @type {any} */ spec, /** @type {any} */ inputs) => own.forward(spec, inputs),
    spec: layer(1, { n_q: 6, d_model: 8, heads: 2, d_k: 4 }).spec,
    inputs: [1, 2, 3].map((seed) => layer(seed, { n_q: seed === 3 ? 9 : 6, d_model: 8, heads: 2, d_k: 4 }).inputs),
  },
  {
    call: (/** @type {any} */ own, /** @type {any} */ spec, /** @type {any} */ inputs) => own.attend(spec, inputs),
    spec: {},
    inputs: [1, 2, 3].map((seed) => attended(seed, seed === 3 ? 9 : 6)),
  },
];

test("repeated calls are right when the spec, the inputs or the sizes change between them", async () => {
  for (const { call, spec, inputs } of small) {
    const used = /** @type {any} */ (structuredClone(spec));
    const [one] = inputs;
    const again = async (/** @type {any} */ each) =>
      assert.deepEqual(call(engine, used, each), call(await createEngine(), used, each));
    const masked = { ...one, key_valid: { shape: [6], data: [1, 1, 0, 1, 0, 1] } };
    for (const each of [...inputs, one, masked, one]) await again(each);
    for (const change of [
      { causal: true },
      { scale: 1 },
      { position: { kind: "rope" } },
      { position: { kind: "alibi" } },
    ]) {
      Object.assign(used, change);
      await again(one);
    }
    used.position.kind = "rope";
    await again(one);
    delete used.position;
    await again(one);
    used.scale = NaN;
    assert.throws(() => call(engine, used, one), { field: "scale" });
  }
});

test("numbers go into the caller's array where there is one: the same bits, and nothing beside them changes", async () => {
  const sizes = [
    { n_q: 6, d_model: 8, heads: 2, d_k: 4 },
    { n_q: 300, d_model: 64, heads: 4, d_k: 16 }, // too large to be cached
  ];
  for (const size of sizes) {
    const own = await createEngine();
    const { spec, inputs } = layer(3, size);
    const random = generator(4);
    const [Q, K, V] = [1, 2, 3].map(() => tensor(random, size.heads, size.n_q, size.d_k));
    const { X, ...weights } = inputs;
    const stored = own.layer(spec, weights);
    /** @type {((into?: Float32Array) => {shape: number[], data: Float32Array})[]} */
    const calls = [
      (into) => own.forward(spec, inputs, into).output,
      (into) => stored.forward({ X }, into).output,
      (into) => own.attend({}, /** @type {any} */ ({ Q, K, V }), into).context,
    ];
    for (const call of calls) {
      for (const time of ["first", "second"]) {
        const count = call().data.length;
        const around = new Float32Array(count + 20).fill(7);
        const into = around.subarray(10, 10 + count);
        const { shape, data } = call(into);
        assert.equal(data, into, time);
        assert.deepEqual({ shape, data: [...data] }, { shape: call().shape, data: [...call().data] });
        assert.deepEqual([...around.subarray(0, 10), ...around.subarray(-10)], new Array(20).fill(7));
        const used = own.memoryUsed;
        assert.throws(() => call(new Float32Array(count - 1)), {
          field: "into",
          message: `into: must be a Float32Array of ${count} numbers, got ${count - 1}`,
        });
        assert.equal(own.memoryUsed, used);
      }
    }
    // The array may be that of an input.
    const { output } = stored.forward({ X });
    const changing = { shape: X.shape, data: X.data.slice() };
    assert.deepEqual(stored.forward({ X: changing }, changing.data).output.data, output.data);
    stored.free();
  }
});

test("after a call was cached, a wrong spec and wrong inputs are still refused by name", async () => {
  for (const { call, spec, inputs } of small) {
    const own = await createEngine();
    for (const kept of [spec, { causal: true, ...spec }]) {
      call(own, kept, inputs[0]);
      for (const wrong of [undefined, null, 5, "causal", true, [], new Map(), () => {}]) {
        const named = (/** @type {string} */ field) => (/** @type {any} */ error) =>
          error instanceof AttentionError && error.field === field;
        assert.throws(() => call(own, wrong, inputs[0]), named("spec"), String(wrong));
        assert.throws(() => call(own, kept, wrong), named("inputs"), String(wrong));
      }
    }
    const inherited = Object.create({ ...spec, causal: true });
    assert.deepEqual(call(own, inherited, inputs[0]), call(await createEngine(), inherited, inputs[0]));
  }
});

test("the cache of prepared calls is bounded, and equal specs share one entry", async () => {
  for (const { call, spec, inputs } of small) {
    const own = await createEngine();
    const used = Array.from({ length: 50 }, (_, at) => {
      call(own, { ...spec, scale: 1 + at }, inputs[0]);
      return own.memoryUsed;
    });
    assert.equal(used[49], used[10]);
    assert.ok(Number(used[1]) > Number(used[0]));
    assert.ok(Number(used[49]) < 2 ** 21);
    call(own, { ...spec, scale: 50 }, inputs[1]);
    assert.equal(own.memoryUsed, used[49]);
  }
});

test("forward() and attend() refuse wrong inputs by name", () => {
  const { spec, inputs } = layer(1, { n_q: 6, d_model: 8, heads: 2, d_k: 4 });
  const Q = tensor(generator(1), 2, 3, 4);
  /** @type {[string, () => unknown][]} */
  const wrong = [
    ["Wk", () => engine.forward(spec, { ...inputs, Wk: tensor(generator(1), 8, 9) })],
    ["heads", () => engine.forward({ ...spec, kv_heads: 3 }, inputs)],
    ["allow", () => engine.forward(spec, { ...inputs, allow: { shape: [6, 5], data: new Float32Array(30) } })],
    ["key_valid", () => engine.forward(spec, { ...inputs, key_valid: { shape: [5], data: [1, 1, 1, 1, 1] } })],
    ["Q", () => engine.attend({}, /** @type {any} */ ({ K: Q, V: Q }))],
    ["K", () => engine.attend({}, { Q, K: tensor(generator(1), 2, 3, 5), V: Q })],
    ["V", () => engine.attend({}, { Q, K: Q, V: tensor(generator(1), 2, 4, 4) })],
    ["X", () => engine.attend({}, /** @type {any} */ ({ Q, K: Q, V: Q, X: inputs.X }))],
    ["heads", () => engine.attend({ heads: 4 }, { Q, K: Q, V: Q })],
    ["position", () => engine.attend({ position: { kind: "sinusoidal" } }, { Q, K: Q, V: Q })],
    ["heads", () => engine.attend({}, { Q, K: tensor(generator(1), 3, 3, 4), V: tensor(generator(1), 3, 3, 4) })],
  ];
  for (const [field, call] of wrong) {
    assert.throws(call, (error) => error instanceof AttentionError && error.field === field, field);
  }
});
