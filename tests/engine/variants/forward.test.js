/**
 * The forward pass of every variant: each stage and each auxiliary tensor against the reference cases, in both builds; and
 * the float64 oracle that other tests compare with.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../../web/engine/index.js";
import { keepsOf } from "../../../web/engine/spec/dropout.js";
import { oracle } from "../../support/oracles/oracle.js";
import { readWalkCases, worstError } from "../../support/variants/variants.js";

/** These cases list the stages of masking after softmax together with those of masking before it. */
const AFTER_SOFTMAX = ["weights_unmasked", "zeroed", "renormalised"];

const cases = await readWalkCases();
const engines = await Promise.all([createEngine({ build: "simd128" }), createEngine({ build: "scalar" })]);

for (const one of cases) {
  test(`${one.case}: every tensor within ${one.tolerance_float32}`, () => {
    const both = one.variant === "raschka_causal";
    const names = Object.keys(one.expected).filter((name) => !(name in one.inputs) || name === "allow");
    const wanted = names.filter((name) => !both || !AFTER_SOFTMAX.includes(name));
    const drawn = /** @type {Record<string, any>} */ ({});
    for (const engine of engines) {
      const run = engine.trace(one.spec, one.inputs).finish();
      const readable = [...run.stages.filter((name) => !(name in one.inputs)), ...run.auxiliary];
      assert.deepEqual(readable.sort(), [...wanted].sort());
      for (const name of wanted) assertClose(one, name, run.tensor(name));
      for (const keep of keepsOf(one.spec.dropout ?? {}, Boolean(one.spec.mlp))) drawn[keep] = run.tensor(keep);
      run.free();
    }
    const exact = oracle(one.spec, { ...one.inputs, ...drawn });
    for (const name of wanted) {
      const error = worstError(exact[name] ?? assert.fail(name), one.expected[name] ?? assert.fail(name));
      assert.ok(error <= 1e-9, `oracle ${name}: off by ${error}`);
    }
  });
}

/**
 * @param {import("../../support/variants/variants.js").WalkCase} one
 * @param {string} name
 * @param {import("../../support/variants/variants.js").AnyTensor} got
 */
function assertClose(one, name, got) {
  const error = worstError(
    got,
    /** @type {import("../../support/variants/variants.js").AnyTensor} */ (one.expected[name]),
  );
  assert.ok(error <= one.tolerance_float32, `${one.case} ${name}: off by ${error}`);
}

test("raschka_causal: zeroing after softmax and renormalising gives the same weights", () => {
  for (const one of cases.filter(({ variant }) => variant === "raschka_causal")) {
    const run = engines[0].trace({ ...one.spec, mask_mode: "after_softmax_renormalised" }, one.inputs).finish();
    for (const name of ["weights_unmasked", "zeroed", "weights", "allow", "output"]) {
      assertClose(one, name, run.tensor(name));
    }
    assertClose(one, "renormalised", run.tensor("weights"));
  }
});

test("softcap's tanh is within 0.51 ulp of a float, on two million arguments", () => {
  const floats = new Float32Array(1);
  const bits = new Uint32Array(floats.buffer);
  const X = { shape: [4096, 1], data: new Float32Array(4096) };
  let worst = 0;
  const identity = { shape: [1, 1], data: [1] };
  for (let from = 0; from < 0x7f800000; from += 4096 * 1021) {
    for (let n = 0; n < 4096; n++) {
      bits[0] = Math.min(from + n * 1021, 0x7f800000) + (n % 2 === 0 ? 0 : 0x80000000);
      X.data[n] = floats[0] ?? 0;
    }
    const run = engines[0].trace({ scale: 1, softcap: 1 }, { X, C: identity }).finish();
    const capped = run.tensor("capped").data;
    run.free();
    X.data.forEach((x, n) => {
      worst = Math.max(worst, ulps(capped[n] ?? NaN, Math.tanh(x)));
    });
  }
  assert.ok(worst < 0.51, `${worst} ulp`);
});

/**
 * @param {number} got a float
 * @param {number} want a double
 */
function ulps(got, want) {
  if (got === want) return 0;
  const exponent = Math.max(-126, Math.floor(Math.log2(Math.abs(want))));
  return Math.abs(got - want) / 2 ** (exponent - 23);
}

test("a renormalised row whose allowed weights all underflow is NaN, where -inf before softmax stays right", () => {
  const X = { shape: [2, 1], data: [200, 1] };
  const inputs = { X, allow: { shape: [2, 2], data: [0, 1, 1, 1] } };
  const weights = (/** @type {import("../../../web/engine/index.js").Spec} */ spec) =>
    Array.from(
      engines[0]
        .trace({ scale: 1, ...spec }, inputs)
        .finish()
        .tensor("weights")
        .data.subarray(0, 2),
    );
  assert.deepEqual(weights({}), [0, 1]);
  assert.deepEqual(weights({ mask_mode: "after_softmax" }), [0, 0]);
  assert.deepEqual(weights({ mask_mode: "after_softmax_renormalised" }), [0, NaN]);
});

test("T5's buckets are exact: a distance on a boundary falls in the higher bucket", () => {
  const n = 131;
  const table = { shape: [32, 1], data: Array.from({ length: 32 }, (_, bucket) => bucket) };
  const position = { kind: /** @type {const} */ ("t5"), buckets: 32, max_distance: 128, bidirectional: false };
  const X = { shape: [n, 1], data: new Float32Array(n) };
  const run = engines[0].trace({ position }, { X, bias_table: table }).finish();
  const bias = run.tensor("bias").data;
  for (let distance = 0; distance < n; distance++) assert.equal(bias[distance * n], bucketOf(distance), `${distance}`);
  assert.equal(bias[32 * n], 21, "16·8^(5.33/16) < 32 = 16·8^(1/3)");
  assert.equal(bias[64 * n], 26);
});

/** @param {number} distance bucket of 32 up to 128, by comparing powers of whole numbers */
function bucketOf(distance) {
  if (distance < 16) return distance;
  let passed = 0;
  while (passed < 15 && BigInt(distance) ** 16n >= 128n ** BigInt(passed + 1) * 16n ** BigInt(15 - passed)) passed++;
  return 16 + passed;
}
