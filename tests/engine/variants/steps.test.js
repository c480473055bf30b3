/** A KV cache traced append by append, and the cost of stages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../../web/engine/index.js";
import { readWalkCases, worstError } from "../../support/variants/variants.js";

const engine = await createEngine();
const cases = await readWalkCases();

for (const one of cases.filter(({ variant }) => variant === "kv_cache")) {
  test(`${one.case}: every append matches PyTorch`, () => {
    const run = engine.trace(one.spec, one.inputs).finish();
    const steps = run.steps();
    assert.deepEqual(
      steps.map(({ first, count, cache_len }) => ({ first, count, cache_len })),
      one.steps.map(({ first, count, cache_len }) => ({ first, count, cache_len })),
    );
    steps.forEach((step, at) => {
      step.run.finish();
      for (const name of ["scaled", "weights", "context", "output"]) {
        assert.ok(worstError(step.run.tensor(name), one.steps[at][name]) <= one.tolerance_float32, `${at} ${name}`);
      }
      step.run.free();
    });
  });
}

/** Causal self-attention whose masks hide tokens not yet in the cache exactly: masks after softmax and finite mask values leak. */
const causal = cases.filter(
  ({ spec, inputs, variant }) =>
    spec.causal &&
    !("C" in inputs) &&
    inputs.Q?.shape[1] === inputs.K?.shape[1] &&
    !spec.mask_mode &&
    !spec.mask_value &&
    variant !== "block",
);

test(`appending gives the bits of the full causal pass, in ${causal.length} cases of every variant`, () => {
  assert.ok(causal.length > 20);
  for (const one of causal) {
    const used = engine.memoryUsed;
    const n = (one.inputs.X ?? one.inputs.E)?.shape[0] ?? one.inputs.Q?.shape[1] ?? 0;
    const run = engine.trace({ ...one.spec, prefill: Math.ceil(n / 2) }, one.inputs).finish();
    const { data, shape } = run.tensor("output");
    const width = shape[1] ?? 0;
    for (const { first, count, run: step } of run.steps()) {
      const rows = data.subarray(first * width, (first + count) * width);
      assert.deepEqual(step.finish().tensor("output").data, rows, `${one.case} ${first}`);
      step.free();
    }
    run.free();
    assert.equal(engine.memoryUsed, used);
  }
});

test("prefill requires causal self-attention and at most all rows", () => {
  const X = { shape: [3, 2], data: new Float32Array(6) };
  const fails = (/** @type {any} */ spec, /** @type {any} */ inputs, /** @type {RegExp} */ message) =>
    assert.throws(
      () => engine.trace(spec, inputs),
      (error) => error instanceof AttentionError && error.field === "prefill" && message.test(error.message),
    );
  fails({ prefill: 1 }, { X }, /needs causal/);
  fails({ prefill: 1, causal: true }, { X, C: X }, /without C/);
  fails({ prefill: 4, causal: true }, { X }, /got 3 and 4/);
  fails({ prefill: 0, causal: true }, { X }, /got 0/);
  assert.deepEqual(engine.trace({ causal: true }, { X }).steps(), []);
});

test("cost has the textbook's counts for a layer of GPT-2's widths", () => {
  const [n, m, heads, d] = [7, 768, 12, 64];
  const zeros = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: new Float32Array(shape.reduce((product, size) => product * size, 1)),
  });
  const W = zeros(m, m);
  const inputs = { X: zeros(n, m), Wq: W, Wk: W, Wv: W, Wo: W, bq: zeros(m), bo: zeros(m) };
  const run = engine.trace({ heads, causal: true }, inputs);
  const cost = run.cost();
  run.free();
  assert.deepEqual(cost.Q, { multiplyAdds: n * m * m, otherOperations: n * m, bytes: 4 * n * m });
  assert.deepEqual(cost.K, { multiplyAdds: n * m * m, otherOperations: 0, bytes: 4 * n * m });
  const pairs = heads * n * n;
  assert.deepEqual(cost.raw, { multiplyAdds: pairs * d, otherOperations: 0, bytes: 4 * pairs });
  assert.deepEqual(cost.scaled, { multiplyAdds: 0, otherOperations: pairs, bytes: 4 * pairs });
  assert.deepEqual(cost.masked, { multiplyAdds: 0, otherOperations: 0, bytes: 4 * pairs });
  assert.deepEqual(cost.weights, { multiplyAdds: 0, otherOperations: 4 * pairs, bytes: 4 * pairs });
  assert.deepEqual(cost.context, { multiplyAdds: pairs * d, otherOperations: 0, bytes: 4 * n * m });
  assert.deepEqual(cost.output, { multiplyAdds: n * m * m, otherOperations: n * m, bytes: 4 * n * m });
  assert.equal("X" in cost, false, "given");
});

test("cost counts the multiply-adds that explanations list, in every case", () => {
  for (const one of cases) {
    const run = engine.trace(one.spec, one.inputs).finish();
    for (const [stage, { multiplyAdds, bytes }] of Object.entries(run.cost())) {
      const shape = run.shape(stage);
      const size = shape.reduce((product, count) => product * count, 1);
      assert.equal(bytes, size * 4);
      const row = Array.from({ length: shape.at(-1) ?? 0 }, (_, d) =>
        run.explain(stage, [...shape.slice(1).map(() => 0), d]),
      );
      const [{ operation }] = row;
      const rows = size / row.length;
      const products = row.reduce((sum, cell) => sum + (cell.operation === "dot" ? cell.terms.length >> 1 : 0), 0);
      if (operation === "dot" && stage !== "context") assert.equal(multiplyAdds, products * rows, stage);
      if (operation === "norm" && !/^[QK]$/.test(stage)) assert.equal(multiplyAdds, size, stage);
      if (["copy", "product", "softmax", "mask"].includes(operation)) assert.equal(multiplyAdds, 0, stage);
    }
    run.free();
  }
});

test("with a cache projecting each new token costs the same, without one it costs more each time", () => {
  const [n, m] = [6, 4];
  const data = new Float32Array(m * m);
  const W = { shape: [m, m], data };
  const X = { shape: [n, m], data: new Float32Array(n * m) };
  const steps = engine.trace({ causal: true, prefill: 1 }, { X, Wq: W, Wk: W, Wv: W }).steps();
  assert.deepEqual(
    steps.map(({ cost }) => cost.K?.multiplyAdds),
    steps.map(() => m * m),
  );
  assert.deepEqual(
    steps.map(({ costWithout }) => costWithout.K?.multiplyAdds),
    steps.map((_, a) => (a + 1) * m * m),
  );
  assert.deepEqual(
    steps.map(({ cost }) => cost.raw?.multiplyAdds),
    steps.map((_, a) => (a + 1) * m),
  );
  assert.deepEqual(
    steps.map(({ costWithout }) => costWithout.raw?.multiplyAdds),
    steps.map((_, a) => (a + 1) ** 2 * m),
  );
});
