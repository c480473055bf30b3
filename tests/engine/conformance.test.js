/** The reference cases that are not traced walks, the published numbers, and the comparator itself; traced walks: engine/variants/. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { compareTensors, excessOf, relative } from "../../web/tensors/compare.js";
import { readCases } from "../support/cases.js";
import { at, build } from "../support/oracles/oracle.js";

/** @typedef {import("../support/cases.js").Case} Case */

const cases = await readCases();
const engine = await createEngine();

/** @param {string} variant */
const ofVariant = (variant) => cases.filter((one) => one.variant === variant);

/**
 * @param {string} name
 * @param {import("../../web/tensors/compare.js").AnyTensor} got
 * @param {import("../../web/tensors/compare.js").AnyTensor} want
 * @param {number} tolerance
 */
function assertClose(name, got, want, tolerance) {
  const compared = compareTensors(want, got, relative(tolerance));
  assert.ok(compared.ok, `${name}: ${JSON.stringify(compared)}`);
}

/**
 * Softmax alone, computed by a trace: with unit vectors as keys, raw scores equal the queries; -inf is passed as a mask.
 * @param {import("../support/cases.js").CaseTensor} scores
 * @param {import("../support/cases.js").CaseTensor} [allow]
 */
function softmaxWalk(scores, allow) {
  const width = scores.shape[1] ?? 0;
  const seen = { shape: scores.shape, data: scores.data.map((score) => (score === -Infinity ? 0 : 1)) };
  const X = { shape: scores.shape, data: scores.data.map((score) => (score === -Infinity ? 0 : score)) };
  const C = build([width, width], (j, d) => (j === d ? 1 : 0));
  return engine.trace({ scale: 1 }, { X, C, allow: allow ?? seen }).finish();
}

/** @param {import("../../web/engine/tensors.js").Tensor} tensor one head */
const withoutHeads = ({ shape, data }) => ({ shape: shape.slice(1), data });

test("the comparator fails on a wrong value, NaN, an infinity, and a wrong shape", () => {
  const want = { shape: [2, 2], data: [0, 1, -Infinity, 1000] };
  const differs = (/** @type {number[]} */ data, shape = [2, 2]) =>
    compareTensors(want, { shape, data }, relative(1e-3));
  const largest = (/** @type {number[]} */ data) => {
    const { ok, differing, index, engine, file } = /** @type {any} */ (differs(data));
    return { ok, differing, index, engine, file };
  };
  assert.equal(differs([0.0009, 1.0009, -Infinity, 1000.9]).ok, true);
  assert.deepEqual(largest([0, 1, -Infinity, 1000.5]), {
    ok: true,
    differing: 0,
    index: [1, 1],
    engine: 1000.5,
    file: 1000,
  });
  assert.deepEqual(largest([0.0011, 1, -Infinity, 1000]), {
    ok: false,
    differing: 1,
    index: [0, 0],
    engine: 0.0011,
    file: 0,
  });
  assert.deepEqual(largest([0.0012, 1, -Infinity, 1001.1]), {
    ok: false,
    differing: 2,
    index: [0, 0],
    engine: 0.0012,
    file: 0,
  });
  assert.deepEqual(largest([0, 1, -Infinity, 1001.1]), {
    ok: false,
    differing: 1,
    index: [1, 1],
    engine: 1001.1,
    file: 1000,
  });
  for (const wrong of [Infinity, NaN, 0, -3e38]) {
    assert.deepEqual(largest([0.5, 1, wrong, 1000]).index, [1, 0]);
    assert.equal(differs([0, 1, wrong, 1000]).ok, false);
  }
  assert.deepEqual(largest([0, NaN, -Infinity, 1000]).index, [0, 1]);
  assert.deepEqual(differs([0, 1, -Infinity, 1000], [4]), { ok: false, fileShape: [2, 2], engineShape: [4] });
  assert.deepEqual(differs([0, 1, -Infinity]), { ok: false, fileShape: [2, 2], engineShape: [2, 2] });
  assert.deepEqual(
    [excessOf(NaN, NaN, 0), excessOf(1, NaN, 1), excessOf(-Infinity, Infinity, 1)],
    [0, Infinity, Infinity],
  );
});

test("grad_mha: trace() names an unknown input and refuses it", () => {
  assert.ok(ofVariant("grad_mha").length > 0);
  for (const { spec, inputs } of ofVariant("grad_mha")) {
    assert.throws(
      () => engine.trace(spec, inputs),
      (error) => error instanceof AttentionError && error.field === "G" && error.message.startsWith("G: unknown input"),
    );
  }
});

test("softmax_unit: single rows have PyTorch's softmax", () => {
  for (const { inputs, expected, tolerance_float32 } of ofVariant("softmax_unit")) {
    const { scores } = /** @type {any} */ (inputs);
    const run = softmaxWalk(scores);
    assertClose("masked", withoutHeads(run.tensor("masked")), scores, tolerance_float32);
    assertClose(
      "weights",
      withoutHeads(run.tensor("weights")),
      /** @type {any} */ (expected.weights),
      tolerance_float32,
    );
  }
});

test("renorm_underflow: masking before softmax stays finite where zeroing and renormalising gives NaN", () => {
  for (const { inputs, expected, tolerance_float32 } of ofVariant("renorm_underflow")) {
    const { scores, allow } = /** @type {any} */ (inputs);
    const { masked, weights_neg_inf } = /** @type {any} */ (expected);
    const run = softmaxWalk(scores, allow);
    assertClose("masked", withoutHeads(run.tensor("masked")), masked, tolerance_float32);
    assertClose("weights", withoutHeads(run.tensor("weights")), weights_neg_inf, tolerance_float32);
  }
});

test("raschka_*: matches the published numbers, to all four digits where the inputs were drawn as published", () => {
  const stageOf = /** @type {Record<string, string>} */ ({ embedding: "X", raw_scores: "raw" });
  let compared = 0;
  for (const one of cases) {
    for (const [printed, want] of Object.entries(one.article_printed ?? {})) {
      const spec = printed === "weights_unmasked" ? { ...one.spec, causal: false } : one.spec;
      const stage = printed === "weights_unmasked" ? "weights" : (stageOf[printed] ?? printed);
      const got = engine.trace(spec, one.inputs).finish().tensor(stage);
      const exact = one.article?.rng_path === "scalar";
      const data = Array.from(got.data, (value) => (exact ? Number(value.toFixed(4)) : value));
      assertRounded(`${one.case} ${printed}`, data, want.data, exact ? 0 : 0.51e-4);
      compared++;
    }
  }
  assert.ok(compared >= 20, `compared ${compared}`);
});

/**
 * @param {string} name
 * @param {number[]} got
 * @param {number[]} want
 * @param {number} tolerance
 */
function assertRounded(name, got, want, tolerance) {
  assert.equal(got.length, want.length, name);
  got.forEach((value, n) =>
    assert.ok(Math.abs(value - (want[n] ?? NaN)) <= tolerance, `${name}: ${value}, ${want[n]}`),
  );
}

test("worked numbers: row 2 of the published example is reproduced", () => {
  const { spec, inputs } = /** @type {Case} */ (cases.find((one) => one.case === "raschka_self_2"));
  const run = engine.trace(spec, inputs).finish();
  const row = (/** @type {string} */ stage) => {
    const { shape, data } = run.tensor(stage);
    const width = shape.at(-1) ?? 0;
    return Array.from(data.subarray(width, 2 * width), (value) => value.toFixed(4)).join(" ");
  };
  assert.equal(row("raw"), "-0.6004 3.4707 -1.5023 0.4991 1.2903 -1.3374");
  assert.equal(row("weights"), "0.0386 0.6870 0.0204 0.0840 0.1470 0.0229");
  assert.equal(row("context"), "0.5313 1.3607 0.7891 1.3110");
});

test("worked numbers: chased·dog, softmax(1, 2, 3, 4), a causal mask and 512 / 8 match hand calculations", () => {
  const words = { shape: [2, 3], data: [0.7, -0.5, 0.6, 0.8, 0.6, 0.7] };
  assert.ok(excessOf(0.68, at(engine.trace({}, { X: words }).finish().tensor("raw"), 0, 0, 1), 1e-7) <= 1);

  const weights = softmaxWalk({ shape: [1, 4], data: [1, 2, 3, 4] }).tensor("weights");
  assert.equal(Array.from(weights.data, (value) => value.toFixed(4)).join(" "), "0.0321 0.0871 0.2369 0.6439");

  const zeros = { shape: [5, 3], data: new Float32Array(15) };
  const mask = engine.trace({ causal: true }, { X: zeros }).finish();
  assertClose(
    "masked",
    mask.tensor("masked"),
    build([1, 5, 5], (_, i, j) => (j <= i ? 0 : -Infinity)),
    0,
  );
  assertClose(
    "allow",
    mask.tensor("allow"),
    build([5, 5], (i, j) => (j <= i ? 1 : 0)),
    0,
  );

  const wide = { shape: [512, 512], data: new Float32Array(512 * 512) };
  const X = { shape: [1, 512], data: new Float32Array(512) };
  const run = engine.trace({ heads: 8 }, { X, Wq: wide, Wk: wide, Wv: wide });
  assert.deepEqual(
    [run.shape("Q"), run.shape("V"), run.shape("concat")],
    [
      [8, 1, 64],
      [8, 1, 64],
      [1, 512],
    ],
  );
});
