/** Infinities, NaN and sums that overflow: one rule, worked out by hand, for the trace, the fast paths, tiles, caches and gradients. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);

/** @typedef {{shape: number[], data: number[]}} Input */

/** @param {number[]} shape @param {number[]} data @returns {Input} */
const tensor = (shape, data) => ({ shape, data });

/**
 * The context of one head by every way that computes the spec: queries are [n_q, 1], keys and values both C [n_k, 1].
 * @param {any} spec
 * @param {any} inputs X, C, and others
 * @param {(context: number[], way: string) => void} check
 */
function everyWay(spec, inputs, check) {
  for (const engine of engines) {
    const own = { scale: 1, ...spec };
    const run = engine.trace(own, inputs).finish();
    check([...run.tensor("context").data], "trace");
    if (!run.stages.includes("zeroed"))
      for (const keys of [1, run.spec.n_k])
        check([...run.tiles({ queries: 1, keys }).finish().context().data], `tiles of ${keys} keys`);
    run.free();
    check([...engine.forward(own, inputs).output.data], "forward");
    const { X, C = X, ...others } = inputs;
    const head = (/** @type {Input} */ { shape, data }) => tensor([1, ...shape], data);
    check([...engine.attend(own, { ...others, Q: head(X), K: head(C), V: head(C) }).context.data], "attend");
  }
}

/** @param {number[]} want @returns {(got: number[], way: string) => void} */
const exactly = (want) => (got, way) => assert.deepEqual(got, want, way);

test("a row of relV that no pair uses may hold NaN, with and without a mask", () => {
  const relative = (/** @type {number} */ unused) => ({
    relK: tensor([7, 1], [0, 0, 0, 0, 0, 0, 0]),
    relV: tensor([7, 1], [unused, unused, 1, 2, 3, unused, unused]),
  });
  const X = tensor([2, 1], [0, 0]);
  const spec = { position: { kind: "shaw", clip: 3 } };
  for (const unused of [0, NaN, Infinity]) {
    everyWay(spec, { X, ...relative(unused) }, exactly([2.5, 1.5]));
    everyWay({ ...spec, causal: true }, { X, ...relative(unused) }, exactly([2, 1.5]));
  }
});

test("rows of relK that no pair uses may hold NaN, also for gradients", () => {
  /* Eight queries fill a panel of the fast paths, so that no lane without a query computes with what is unused. */
  const [n, clip] = [8, 11];
  const spec = /** @type {const} */ ({ scale: 1, position: { kind: "shaw", clip } });
  const inputs = (/** @type {number} */ unused) => ({
    X: tensor(
      [n, 1],
      Array.from({ length: n }, (_, i) => Math.sin(i)),
    ),
    relK: tensor(
      [2 * clip + 1, 1],
      Array.from({ length: 2 * clip + 1 }, (_, row) => (Math.abs(row - clip) < n ? Math.cos(row) : unused)),
    ),
  });
  const dOutput = tensor(
    [n, 1],
    Array.from({ length: n }, (_, i) => i - 3),
  );
  for (const engine of engines) {
    const run = engine.trace(spec, inputs(0)).finish();
    const want = engine.backward(run, dOutput);
    run.free();
    for (const unused of [NaN, Infinity]) {
      const { gradients } = engine.gradients(spec, inputs(unused), dOutput);
      for (const id of ["X", "relK"])
        gradients[id]?.data.forEach((x, i) => {
          assert.ok(Math.abs(x - Number(want[id]?.data[i])) < 1e-6, `${id}, number ${i} is ${x}, unused ${unused}`);
        });
    }
  }
});

test("a row that sees nothing has weights and context 0, whatever its sink holds", () => {
  for (const sink of [0, NaN, Infinity, -Infinity]) {
    const inputs = {
      X: tensor([2, 1], [1, 1]),
      C: tensor([2, 1], [3, NaN]),
      sink: tensor([1], [sink]),
      allow: tensor([2, 2], [0, 0, 1, 0]),
    };
    everyWay({ softmax_sink: true }, inputs, ([nothing], way) => assert.equal(nothing, 0, `${way}, sink ${sink}`));
    const run = engines[0].trace({ softmax_sink: true }, /** @type {any} */ (inputs)).finish();
    assert.deepEqual([...run.tensor("weights").data.subarray(0, 2)], [0, 0]);
    run.free();
  }
});

test("a cache's token that sees nothing gives 0 where its sink is NaN", () => {
  const one = (/** @type {number} */ value) => tensor([1, 1], [value]);
  const spec = /** @type {any} */ ({ causal: true, window: 0, softmax_sink: true });
  for (const engine of engines) {
    const cache = engine.cache(spec, { Wq: one(1), Wk: one(1), Wv: one(1), sink: tensor([1], [NaN]) });
    assert.deepEqual([...cache.append(one(5)).data], [0]);
    cache.free();
  }
});

test("200 values of 2e36 average to 2e36: weights come before sums", () => {
  const n = 200;
  const inputs = {
    X: tensor([1, 1], [0]),
    C: tensor([n, 1], Array(n).fill(2e36)),
    Wq: tensor([1, 1], [0]),
    ...Object.fromEntries(["Wk", "Wv"].map((name) => [name, tensor([1, 1], [1])])),
  };
  const close = (/** @type {number | undefined} */ x, /** @type {string} */ way) =>
    assert.ok(Math.abs(Number(x) / 2e36 - 1) < 1e-5, `${way}: ${x}`);
  for (const engine of engines) {
    const run = engine.trace({ scale: 1 }, inputs).finish();
    close(run.tensor("context").data[0], "trace");
    run.free();
    close(engine.forward({ scale: 1 }, inputs).output.data[0], "forward");
    const { output, gradients } = engine.gradients({ scale: 1 }, inputs, tensor([1, 1], [1]));
    close(output.data[0], "gradients");
    /* Each value has a weight of 1/200; no query moves the average of equal values. */
    assert.ok(
      gradients.C?.data.every((x) => Math.abs(x - 1 / n) < 1e-8),
      "C",
    );
    assert.deepEqual([...(gradients.Wq?.data ?? [])], [0]);
  }
});

test("a row whose visible scores are all -inf has weights 0, so that only values that are not finite show", () => {
  const scores = tensor([1, 2], [-Infinity, -Infinity]);
  const spec = { position: { kind: "distance", form: "matrix" } };
  for (const sink of [undefined, 0, NaN, Infinity, -Infinity]) {
    const given = sink === undefined ? {} : { sink: tensor([1], [sink]) };
    const own = { ...spec, softmax_sink: sink !== undefined };
    const inputs = { X: tensor([1, 1], [0]), bias_matrix: scores, ...given };
    everyWay(own, { ...inputs, C: tensor([2, 1], [5, 5]) }, exactly([0]));
    everyWay(own, { ...inputs, C: tensor([2, 1], [5, NaN]) }, exactly([NaN]));
  }
});

test("a score of NaN among scores of -Infinity makes its row NaN, though what is NaN is dropped or hidden after softmax", () => {
  const position = { kind: "distance", form: "matrix" };
  const inputs = { X: tensor([1, 1], [0]), C: tensor([2, 1], [3, 4]), bias_matrix: tensor([1, 2], [NaN, -Infinity]) };
  const keep = tensor([1, 1, 2], [0, 1]);
  const allow = tensor([1, 2], [0, 1]);
  everyWay({ position }, inputs, exactly([NaN]));
  everyWay({ position, mask_mode: "after_softmax" }, { ...inputs, allow }, exactly([NaN]));
  for (const sink of [0, NaN, Infinity, -Infinity])
    everyWay({ position, softmax_sink: true }, { ...inputs, sink: tensor([1], [sink]) }, exactly([NaN]));
  for (const engine of engines) {
    const dropped = /** @type {any} */ ([
      { position, dropout: { p: 0.5 } },
      { ...inputs, keep },
    ]);
    const [spec, given] = dropped;
    const run = engine.trace(spec, given).finish();
    assert.deepEqual([...run.tensor("context").data], [NaN]);
    run.free();
    assert.deepEqual([...engine.forward(spec, given).output.data], [NaN]);
  }
});

test("a row of NaN gives its sink a gradient of NaN, though the sink is -Infinity", () => {
  const spec = { softmax_sink: true };
  const inputs = { X: tensor([1, 1], [NaN]), C: tensor([2, 1], [3, 4]), sink: tensor([1], [-Infinity]) };
  for (const engine of engines) {
    const run = engine.trace(spec, inputs).finish();
    const back = engine.backward(run, tensor([1, 1], [1]));
    run.free();
    const { gradients } = engine.gradients(spec, inputs, tensor([1, 1], [1]));
    for (const { sink } of [back, gradients]) assert.deepEqual([...(sink?.data ?? [])], [NaN]);
  }
});

test("weights below 2^-63.5 of the row's largest are 0: a gradient of NaN does not pass through them, on no path", () => {
  const spec = /** @type {any} */ ({ scale: 1, position: { kind: "distance", form: "matrix" } });
  const inputs = { X: tensor([1, 1], [0]), C: tensor([2, 1], [3, 4]), bias_matrix: tensor([1, 2], [0, -95]) };
  const dOutput = tensor([1, 1], [NaN]);
  for (const engine of engines) {
    const run = engine.trace(spec, inputs).finish();
    assert.deepEqual([...run.tensor("weights").data], [1, 0]);
    const back = engine.backward(run, dOutput);
    run.free();
    const { gradients } = engine.gradients(spec, inputs, dOutput);
    for (const { C } of [back, gradients]) assert.deepEqual([...(C?.data ?? [])], [NaN, 0]);
  }
});

test("where hidden scores are finite a visible NaN makes its row NaN, and no other", () => {
  const X = tensor([3, 1], [1, NaN, 2]);
  for (const how of ["fill", "add"]) {
    const spec = { causal: true, mask_value: { value: -1e4, how } };
    everyWay(spec, { X }, ([first, second, third], way) => {
      assert.ok(how === "add" ? Number.isNaN(first) : first === 1, `${way}, ${how}: ${first}`);
      assert.ok(Number.isNaN(second) && Number.isNaN(third), way);
    });
  }
});

test("where every weight is dropped the context is 0, or NaN where a visible value is", () => {
  const keep = tensor([1, 1, 2], [0, 0]);
  const spec = { dropout: { p: 0.5 } };
  const infinite = tensor([1, 2], [Infinity, 0]);
  const biased = { ...spec, position: { kind: "distance", form: "matrix" } };
  const inputs = { X: tensor([1, 1], [1]), C: tensor([2, 1], [3, 4]), keep };
  everyWay(spec, inputs, exactly([0]));
  everyWay(spec, { ...inputs, C: tensor([2, 1], [3, NaN]) }, exactly([NaN]));
  for (const engine of engines) {
    const given = /** @type {any} */ ({ ...inputs, bias_matrix: infinite });
    assert.deepEqual([...engine.forward(/** @type {any} */ ({ scale: 1, ...biased }), given).output.data], [0]);
    const run = engine.trace(/** @type {any} */ ({ scale: 1, ...biased }), given).finish();
    assert.deepEqual([...run.tensor("context").data], [0]);
    run.free();
  }
});

test("a row that sees nothing passes no gradient on, also where masks come after softmax and hidden scores are NaN", () => {
  const inputs = { X: tensor([2, 1], [1, 1]), C: tensor([2, 1], [NaN, 3]), allow: tensor([2, 2], [0, 0, 0, 0]) };
  const dOutput = tensor([2, 1], [1, 1]);
  for (const mask_mode of /** @type {const} */ (["before_softmax", "after_softmax", "after_softmax_renormalised"])) {
    for (const engine of engines) {
      const run = engine.trace({ mask_mode }, inputs).finish();
      const back = engine.backward(run, dOutput);
      run.free();
      const { gradients } = engine.gradients({ mask_mode }, inputs, dOutput);
      for (const id of ["X", "C"]) {
        assert.deepEqual([...(back[id]?.data ?? [])], [0, 0], `backward, ${mask_mode}, ${id}`);
        assert.deepEqual([...(gradients[id]?.data ?? [])], [0, 0], `gradients, ${mask_mode}, ${id}`);
      }
    }
  }
});

test("a row whose softmax is saturated has score gradients of exactly 0", () => {
  const width = 8;
  const isOdd = (/** @type {number} */ bits) => [1, 2, 4].filter((bit) => bits & bit).length % 2 === 1;
  const row = (/** @type {number} */ i) =>
    Array.from({ length: width }, (_, d) => (isOdd(i & d) ? -1 : 1) * (97.3 + 0.37 * d));
  const X = tensor([6, width], [0, 1, 2, 3, 4, 5].flatMap(row));
  const identity = tensor(
    [width, width],
    Array.from({ length: width * width }, (_, at) => Number(at % 9 === 0)),
  );
  const dOutput = tensor(
    [6, width],
    X.data.map((_, at) => Math.sin(at)),
  );
  for (const engine of engines) {
    const spec = /** @type {const} */ ({ position: { kind: "shaw", clip: 1 } });
    const relV = tensor(
      [3, width],
      Array.from({ length: 3 * width }, (_, at) => Math.cos(at) * 50),
    );
    const relK = tensor([3, width], Array(3 * width).fill(0));
    const inputs = { X, Wq: identity, Wk: identity, Wv: identity, relK, relV };
    const run = engine.trace(spec, inputs).finish();
    assert.ok([...run.tensor("weights").data].every((x) => x === 0 || x === 1));
    run.free();
    const { gradients } = engine.gradients(spec, inputs, dOutput);
    for (const id of ["Wq", "Wk"])
      assert.ok(
        gradients[id]?.data.every((x) => x === 0),
        id,
      );
  }
});

test("renormalised after softmax, visible scores far below a hidden one give the traced walk's numbers, which are finite", () => {
  for (const far of [20, 60, 87, 88, 90, 95, 100, 102]) {
    const inputs = {
      X: tensor([1, 2], [1, 0]),
      C: tensor([3, 2], [far, 7, 0, 1, -0.5, 2]),
      allow: tensor([1, 3], [0, 1, 1]),
    };
    const spec = /** @type {const} */ ({ scale: 1, mask_mode: "after_softmax_renormalised" });
    const exact = (1 + 2 * Math.exp(-0.5)) / (1 + Math.exp(-0.5));
    for (const engine of engines) {
      const run = engine.trace(spec, inputs).finish();
      const want = Number(run.tensor("context").data[1]);
      run.free();
      const got = Number(engine.forward(spec, inputs).output.data[1]);
      assert.ok(Math.abs(got - want) <= 1e-6 * want, `${far}: ${got}, traced ${want}`);
      /* Below e^-87 the weights lose bits before they are renormalised: at e^-102 all but three. */
      const bits = Math.min(22, (103.9 - far) / Math.LN2);
      assert.ok(Math.abs(got / exact - 1) < 2 ** (1 - bits), `${far}: ${got}, exactly ${exact}`);
    }
  }
});

test("renormalised after softmax, backward divides by the sum of visible weights first, which may overflow; gradients do not", () => {
  const one = (/** @type {number} */ value) => tensor([1, 1], [value]);
  const inputs = {
    X: one(0),
    C: tensor([3, 1], [0, 1e30, -1e30]),
    Wq: one(0),
    Wk: one(0),
    Wv: one(1),
    bias_matrix: tensor([1, 3], [40, 0, 0]),
    allow: tensor([1, 3], [0, 1, 1]),
  };
  const spec = /** @type {any} */ ({
    scale: 1,
    mask_mode: "after_softmax_renormalised",
    position: { kind: "distance", form: "matrix" },
  });
  for (const engine of engines) {
    const run = engine.trace(spec, inputs).finish();
    const [hidden, ...visible] = engine.backward(run, one(1)).bias_matrix?.data ?? [];
    run.free();
    /* The visible weights are e^-40 each before they are divided by their sum, and 1e30 / e^-40 is above the largest float. */
    assert.ok([hidden, ...visible].some((x) => !Number.isFinite(x)));
    /* They are 1/2 each, and the mean of both values is 0: their scores have gradients of half of the values. */
    const got = engine.gradients(spec, inputs, one(1)).gradients.bias_matrix?.data ?? [];
    [0, 0.5e30, -0.5e30].forEach((want, at) => assert.ok(Math.abs(Number(got[at]) - want) <= 1e24, `${got}`));
  }
});
