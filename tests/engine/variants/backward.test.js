/** The gradient of every stage and input, in every case that has them: autograd's, in float64. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { backward, coreWithGradients } from "../../../web/engine/backward.js";
import { createEngine as createWalkEngine } from "../../../web/engine/engine.js";
import { AttentionError, createEngine } from "../../../web/engine/index.js";
import { readWalkCases, worstError } from "../../support/variants/variants.js";

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const cases = (await readWalkCases()).filter(({ G }) => G);

for (const one of cases.filter(({ grads }) => Object.keys(grads).length > 0)) {
  test(`${one.case}: every gradient matches autograd`, () => {
    for (const engine of engines) {
      const used = engine.memoryUsed;
      const run = engine.trace(one.spec, one.inputs).finish();
      const got = engine.backward(run, /** @type {any} */ (one.G));
      for (const [name, want] of Object.entries(one.grads)) {
        const tensor = got[name] ?? assert.fail(`no gradient of ${name}`);
        const error = worstError(tensor, want);
        assert.ok(error <= 5 * one.tolerance_float32, `${engine.build} ${name}: off by ${error}`);
      }
      run.free();
      assert.equal(engine.memoryUsed, used);
    }
  });
}

test("the engine that the page starts with has no gradients: a second core computes them from a copy of the run", async () => {
  const walks = await createWalkEngine();
  const core = await coreWithGradients(walks);
  assert.equal(await coreWithGradients(engines[0]), await coreWithGradients(engines[0]), "the whole engine's own core");
  for (const one of cases) {
    const run = walks.trace(one.spec, one.inputs).finish();
    const used = walks.memoryUsed;
    const got = backward(run, /** @type {any} */ (one.G), core);
    assert.deepEqual([walks.memoryUsed, core.memory.used], [used, 0], one.case);
    for (const [name, want] of Object.entries(one.grads)) {
      const error = worstError(got[name] ?? assert.fail(`no gradient of ${name}`), want);
      assert.ok(error <= 5 * one.tolerance_float32, `${one.case}, ${name}: off by ${error}`);
    }
    run.free();
  }
});

test("matrix products of the backward pass sum in order, however long, and products with a factor of 0 are 0", () => {
  const [n, d, d_out] = [6, 13, 1100]; // more terms than are packed at a time, and neither whole tiles of rows nor of columns
  const numbers = (/** @type {number} */ count, /** @type {number} */ seed) =>
    Float32Array.from({ length: count }, (_, at) => Math.sin((at + 1) * seed));
  const [X, Wo, G] = [numbers(n * d, 1.3), numbers(d * d_out, 2.7), numbers(n * d_out, 0.9)];
  [Wo[5], G[5], G[d_out + 5]] = [NaN, 0, 0]; // only rows 0 and 1 do not meet the NaN
  /** Sums of float32 products, in order. @param {number[][]} pairs */
  const sum = (pairs) =>
    pairs.reduce((all, [a = 0, b = 0]) => (a === 0 || b === 0 ? all : Math.fround(all + Math.fround(a * b))), 0);
  const range = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at);
  for (const engine of engines) {
    const inputs = { X: { shape: [n, d], data: X }, Wo: { shape: [d, d_out], data: Wo } };
    const run = engine.trace({}, inputs).finish();
    const concat = run.tensor("concat").data;
    const got = engine.backward(run, { shape: [n, d_out], data: G });
    run.free();
    const dConcat = range(n * d).map((at) => {
      const [i, m] = [Math.floor(at / d), at % d];
      return sum(range(d_out).map((o) => [G[i * d_out + o] ?? 0, Wo[m * d_out + o] ?? 0]));
    });
    assert.deepEqual(got.concat?.data, Float32Array.from(dConcat), engine.build);
    assert.equal(dConcat.filter(Number.isNaN).length, n - 2);
    const dWo = range(d * d_out).map((at) => {
      const [m, o] = [Math.floor(at / d_out), at % d_out];
      return sum(range(n).map((i) => [concat[i * d + m] ?? 0, G[i * d_out + o] ?? 0]));
    });
    assert.deepEqual(got.Wo?.data, Float32Array.from(dWo), engine.build);
  }
});

test("values of hidden keys do not reach the gradients: NaN there gives the same gradients as zeros", () => {
  let compared = 0;
  for (const one of cases.filter(({ variant }) => variant === "hidden_nan")) {
    const C = /** @type {{shape: number[], data: number[]}} */ (one.inputs.C);
    const filled = { shape: C.shape, data: C.data.map((value) => (Number.isFinite(value) ? value : 0)) };
    const gradients = [one.inputs, { ...one.inputs, C: filled }].map((inputs) => {
      const run = engines[0].trace(one.spec, inputs).finish();
      return engines[0].backward(run, /** @type {any} */ (one.G));
    });
    const [holes = {}, plain = {}] = gradients;
    for (const name of ["X", "C", "Wq", "Wk", "Wv", "Wo", "raw", "scaled", "Q", "K", "V", "relK", "relV", "sink"]) {
      assert.deepEqual(holes[name], plain[name], `${one.case} ${name}`);
      compared += holes[name] ? 1 : 0;
    }
  }
  assert.ok(compared > 20);
});

test("backward() refuses an unfinished run and a gradient of another shape than the output's", () => {
  const run = engines[0].trace({}, { X: { shape: [2, 1], data: [1, 2] } });
  const fails = (/** @type {any} */ dOutput, /** @type {string} */ field) =>
    assert.throws(
      () => engines[0].backward(run, dOutput),
      (error) => error instanceof AttentionError && error.field === field,
    );
  fails({ shape: [2, 1], data: [1, 1] }, "stage");
  run.finish();
  fails({ shape: [1, 2], data: [1, 1] }, "dOutput");
  fails({ shape: [2], data: [1, 1] }, "dOutput.shape");
  fails({ shape: [2, 1], data: [1] }, "dOutput.data");
  fails(undefined, "dOutput");
});

test("embeddings and absolute positions get the gradient of their sum", () => {
  const E = { shape: [4, 2], data: [1, 0.5, -1, 2, 0, 1, 0.25, -2] };
  const G = { shape: [4, 2], data: [1, -1, 2, 0.5, 0, 3, -1, 1] };
  const sinusoidal = engines[0].trace({ position: { kind: "sinusoidal" }, causal: true }, { E }).finish();
  const learned = engines[0].trace({ position: { kind: "learned" }, causal: true }, { E, P: sinusoidal.tensor("P") });
  const plain = engines[0].trace({ causal: true }, { X: sinusoidal.tensor("X") }).finish();
  const want = engines[0].backward(plain, G).X;
  for (const run of [sinusoidal, learned.finish()]) {
    const got = engines[0].backward(run, G);
    assert.deepEqual([got.E, got.P, got.X], [want, want, want]);
  }
});
