/** engine.gradients against autograd in float64 and against the traced backward pass, and with NaN behind a mask. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { corpus } from "../support/corpus.js";
import { readWalkCases, worstError } from "../support/variants/variants.js";

const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);
const [engine] = engines;
const cases = (await readWalkCases()).filter(({ G, variant }) => G && variant !== "block"); // those are no fast path's

test("in every case gradients() returns autograd's gradients and forward()'s output", () => {
  let compared = 0;
  for (const { case: name, spec, inputs, G, grads, tolerance_float32 } of cases) {
    for (const each of engines) {
      const { output, gradients } = each.gradients(spec, inputs, /** @type {any} */ (G));
      assert.deepEqual(output, each.forward(spec, inputs).output, name);
      for (const [id, gradient] of Object.entries(gradients)) {
        const want = grads[id];
        if (!want) continue;
        const error = worstError(gradient, want);
        assert.ok(error <= 5 * tolerance_float32, `${name}, ${each.build} ${id}: off by ${error}`);
        compared++;
      }
    }
  }
  assert.ok(compared > 500, `${compared} gradients`);
});

test("on the corpus gradients() covers the same inputs as the traced backward pass and agrees with it", () => {
  let compared = 0;
  for (const [seed, { spec, inputs }] of corpus().entries()) {
    if (spec.dropout?.p === 1) continue;
    const run = engine.trace(spec, inputs).finish();
    const out = run.tensor("output");
    const dOutput = { shape: out.shape, data: out.data.map((_, at) => Math.sin(at * 7 + 1)) };
    const want = engine.backward(run, dOutput);
    run.free();
    const plain = [...Object.values(inputs), out].every((tensor) =>
      tensor?.data.every((/** @type {number} */ x) => Math.abs(x) < 100),
    );
    if (!plain) continue;
    const { gradients } = engine.gradients(spec, inputs, dOutput);
    for (const [id, { shape, data }] of Object.entries(gradients)) {
      const walked = want[id] ?? assert.fail(`${id} has a gradient in one way only`);
      assert.deepEqual(shape, walked.shape);
      const largest = walked.data.reduce((max, x) => Math.max(max, Math.abs(x)), 1);
      const off = data.reduce((max, x, at) => Math.max(max, Math.abs(x - (walked.data[at] ?? NaN))), 0) / largest;
      assert.ok(off < 1e-4, `seed ${seed} ${id}: off by ${off}`);
      compared++;
    }
  }
  assert.ok(compared > 1000, `${compared} gradients`);
});

test("gradients() gives the same bits in the SIMD and the scalar build", () => {
  for (const { spec, inputs } of corpus().slice(0, 150)) {
    const { shape, data } = engine.forward(spec, inputs).output;
    const dOutput = { shape, data: data.map((_, at) => Math.cos(at)) };
    const [simd, scalar] = engines.map((each) => each.gradients(spec, inputs, dOutput).gradients);
    for (const [id, tensor] of Object.entries(simd)) {
      tensor.data.forEach((x, at) => assert.ok(Object.is(x, scalar[id]?.data[at]), `${JSON.stringify(spec)} ${id}`));
    }
  }
});

test("values of hidden keys do not reach the gradients: NaN there gives the same gradients as zeros", () => {
  let compared = 0;
  for (const { spec, inputs, G } of cases.filter(({ variant }) => variant === "hidden_nan")) {
    const C = /** @type {{shape: number[], data: number[]}} */ (inputs.C);
    const filled = { shape: C.shape, data: C.data.map((value) => (Number.isFinite(value) ? value : 0)) };
    const [holes = {}, plain = {}] = [inputs, { ...inputs, C: filled }].map(
      (each) => engine.gradients(spec, each, /** @type {any} */ (G)).gradients,
    );
    for (const id of Object.keys(plain)) {
      const off = worstError(holes[id] ?? assert.fail(id), /** @type {any} */ (plain[id]));
      assert.ok(off < 1e-6, `${id}: off by ${off}`);
      compared++;
    }
  }
  assert.ok(compared > 10, `${compared}`);
});

test("gradients() refuses a wrong dOutput by name and frees its memory", async () => {
  const own = await createEngine();
  const X = { shape: [3, 2], data: [1, 2, 3, 4, 5, 6] };
  /** @type {[string, () => unknown][]} */
  const wrong = [
    ["dOutput", () => own.gradients({}, { X }, { shape: [2, 3], data: [1, 2, 3, 4, 5, 6] })],
    ["dOutput.shape", () => own.gradients({}, { X }, { shape: [6], data: [1, 2, 3, 4, 5, 6] })],
  ];
  for (const [field, call] of wrong) {
    assert.throws(call, (error) => error instanceof AttentionError && error.field === field, field);
  }
  own.gradients({ causal: true }, { X }, X);
  assert.equal(own.memoryUsed, 0);
});
