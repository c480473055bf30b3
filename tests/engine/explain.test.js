/** explain() gives the terms of every number: recomputing the number from them with Math.fround gives the same bits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { applied } from "../../web/engine/explain/elementwise.js";
import { createEngine } from "../../web/engine/index.js";
import { Run } from "../../web/engine/run.js";
import { gradientLines } from "../../web/figures/measures/gradient-lines.js";
import { unflatten } from "../../web/tensors/compare.js";
import { readCases } from "../support/cases.js";
import { exponential, wholeExponential } from "../support/oracles/exp.js";
import { at } from "../support/oracles/oracle.js";
import { randomWalk } from "../support/walks.js";

/**
 * @typedef {import("../../web/engine/explain/explain.js").Explanation} Explanation
 */

const f = Math.fround;
const cases = await readCases();
const engine = await createEngine();

/** @param {number[]} values */
const roundedSum = (values) => values.reduce((sum, value) => f(sum + value), 0);

/**
 * How each operation's terms make the value, written from the documentation of explain().
 * @type {Record<string, (explanation: any, values: number[], run: {stages: readonly string[], spec: {mask_mode: string}}) => number | undefined>}
 */
const replays = {
  copy: (_, [value]) => value,
  sum: (_, values) => roundedSum(values),
  dot: (_, values) => {
    let sum = 0;
    for (let p = 0; p + 1 < values.length; p += 2) sum = f(sum + f((values[p] ?? NaN) * (values[p + 1] ?? NaN)));
    return values.length % 2 === 1 ? f(sum + (values.at(-1) ?? NaN)) : sum;
  },
  product: (_, [a = NaN, b = NaN]) => f(a * b),
  mask: () => -Infinity,
  softmax: ({ terms, max, sum, position }, values, run) => {
    const again = run.stages.includes("zeroed") && run.spec.mask_mode === "after_softmax_renormalised";
    const exponentials = values.map((value) => (again ? wholeExponential : exponential)(f(value - max)));
    const largest = values.reduce((a, b) => (Number.isNaN(a) || Number.isNaN(b) ? NaN : Math.max(a, b)), -Infinity);
    assert.ok(Object.is(largest + 0, max + 0), `max: got ${max}, want ${largest}`);
    assert.deepEqual(
      terms.map((/** @type {any} */ term) => term.exponential),
      exponentials,
    );
    assert.equal(sum, roundedSum(exponentials));
    return f((position === -1 ? 0 : (exponentials[position] ?? NaN)) / roundedSum(exponentials));
  },
  empty: () => 0,
  sinusoidal: ({ angle, fn }) => f(fn === "sin" ? Math.sin(angle) : Math.cos(angle)),
};

/**
 * @param {Run} run
 * @param {Record<string, any>} inputs
 * @returns {Set<string>} the operations that occurred
 */
function replayEveryCell(run, inputs) {
  const seen = new Set();
  const tensors = new Map(run.stages.map((id) => [id, run.tensor(id)]));
  const tensorOf = (/** @type {string} */ id) => tensors.get(id) ?? given(id);
  const given = (/** @type {string} */ id) => tensors.set(id, run.tensor(id)).get(id);
  for (const id of run.stages) {
    const { shape, data } = /** @type {import("../../web/engine/tensors.js").Tensor} */ (tensors.get(id));
    data.forEach((value, flat) => {
      const index = unflatten(flat, shape);
      const explanation = run.explain(id, index);
      const where = `${id}[${index}] ${explanation.operation}`;
      assert.deepEqual([explanation.stage, explanation.index], [id, index]);
      assert.ok(Object.is(explanation.value, value), where);
      seen.add(explanation.operation);
      if (id in inputs) return assert.deepEqual([explanation.operation, explanation.terms], ["input", []], where);
      for (const term of explanation.terms) {
        const want = term.stage === "scale" ? f(run.spec.scale) : term.stage === "position" ? index[0] : undefined;
        assert.ok(Object.is(term.value, want ?? at(/** @type {any} */ (tensorOf(term.stage)), ...term.index)), where);
      }
      const values = explanation.terms.map((term) => term.value);
      const replayed = replays[explanation.operation]?.(explanation, values, run);
      assert.ok(Object.is(replayed, value), `${where}: replayed ${replayed}, value ${value}`);
    });
  }
  return seen;
}

/** Each case, and the operations that must occur in it. */
const REPLAYED = /** @type {[string, string[]][]} */ ([
  ["gqa_2", ["dot", "product", "mask", "copy", "softmax"]],
  ["mqa_1", ["dot", "softmax"]],
  ["mha_self_3", ["dot"]],
  ["cross_1", ["dot", "input"]],
  ["padding_2", ["mask"]],
  ["causal_padding_1", ["mask"]],
  ["raschka_cross_2", ["copy"]],
  ["own_kv_heads_1", ["dot"]],
  ["own_kv_heads_3", ["mask", "dot"]],
  ["own_head_mask_2", ["mask"]],
  ["own_head_mask_3", ["mask"]],
  ["own_causal_more_queries_1", ["empty"]],
  ["own_mask_2", ["empty", "mask"]],
  ["own_sinusoidal_2", ["sinusoidal", "sum"]],
  ["own_sinusoidal_3", ["sinusoidal", "sum", "copy"]],
  ["own_learned_1", ["sum"]],
  ["own_learned_2", ["sum", "copy", "mask"]],
  ["own_no_weights_1", ["copy"]],
  ["own_no_weights_2", ["copy", "dot"]],
  ["own_hidden_nan_1", ["mask"]],
  ["own_hidden_nan_2", ["mask"]],
]);

for (const [name, operations] of REPLAYED) {
  test(`${name}: recomputing every cell of every stage from its terms gives the same bits`, () => {
    const { spec, inputs } = /** @type {import("../support/cases.js").Case} */ (cases.find((one) => one.case === name));
    const seen = replayEveryCell(engine.trace(spec, inputs).finish(), inputs);
    for (const operation of operations) assert.ok(seen.has(operation), `${operation} came up`);
  });
}

test("recomputing 60 random walks gives the same bits, half of them with NaN and infinities", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { spec, inputs } = randomWalk(seed, { plain: true, odd: seed % 2 === 0 });
    const run = engine.trace(spec, inputs).finish();
    replayEveryCell(run, inputs);
    run.free();
  }
});

test("a sinusoidal encoding's angle is position / wavelength", () => {
  const run = engine.trace({ position: { kind: "sinusoidal" } }, { E: { shape: [9, 7], data: new Array(63).fill(0) } });
  run.finish();
  for (let i = 0; i < 9; i++) {
    for (let m = 0; m < 7; m++) {
      const { angle = NaN, fn } = run.explain("P", [i, m]);
      const want = i / 10000 ** ((m - (m % 2)) / 7);
      assert.ok(Math.abs(angle - want) <= 1e-14 * want, `${angle}, ${want}`);
      assert.equal(fn, m % 2 === 0 ? "sin" : "cos");
    }
  }
});

test("explaining a masked score names the masks that hide it, or that it is a copy; explaining allow agrees", () => {
  const X = { shape: [3, 2], data: [1, 2, 3, 4, 5, 6] };
  const key_valid = { shape: [3], data: [1, 0, 1] };
  const allow = { shape: [3, 3], data: [1, 1, 0, 0, 1, 1, 1, 1, 1] };
  const run = engine.trace({ causal: true }, { X, key_valid, allow }).finish();
  const reasons = [
    [undefined, ["causal", "padding"], ["causal", "allow"]],
    [["allow"], ["padding"], ["causal"]],
    [undefined, ["padding"], undefined],
  ];
  reasons.forEach((row, i) =>
    row.forEach((want, j) => {
      const masked = run.explain("masked", [0, i, j]);
      assert.deepEqual([masked.operation, masked.reasons], [want ? "mask" : "copy", want]);
      assert.deepEqual(masked.terms, [
        { stage: "scaled", index: [0, i, j], value: run.explain("scaled", [0, i, j]).value },
      ]);
      const allowed = run.explain("allow", [i, j]);
      assert.deepEqual([allowed.operation, allowed.value, allowed.reasons], ["allow", want ? 0 : 1, want ?? []]);
    }),
  );
});

test("a weight's terms are the allowed scores of its row; position locates its own score, and hidden weights have none", () => {
  const X = { shape: [3, 1], data: [1, -2, 3] };
  const run = engine.trace({ causal: true, scale: 1 }, { X }).finish();
  const shown = run.explain("weights", [0, 1, 0]);
  assert.deepEqual(
    shown.terms.map(({ index, value }) => [index, value]),
    [
      [[0, 1, 0], -2],
      [[0, 1, 1], 4],
    ],
  );
  assert.deepEqual([shown.max, shown.position], [4, 0]);
  const hidden = run.explain("weights", [0, 1, 2]);
  assert.deepEqual([hidden.position, hidden.value, hidden.terms], [-1, 0, shown.terms]);
});

test("explaining a bias or an input names the index within that input", () => {
  const { spec, inputs } = /** @type {any} */ (cases.find((one) => one.case === "cross_1"));
  const run = engine.trace(spec, inputs).finish();
  const { terms } = run.explain("K", [2, 5, 3]);
  assert.equal(terms.length, 2 * 12 + 1);
  assert.deepEqual(terms.at(-1), { stage: "bk", index: [11], value: inputs.bk.data[11] });
  assert.deepEqual(terms.slice(2, 4), [
    { stage: "C", index: [5, 1], value: at(inputs.C, 5, 1) },
    { stage: "Wk", index: [1, 11], value: at(inputs.Wk, 1, 11) },
  ]);
  assert.deepEqual(run.explain("Wk", [1, 11]), {
    stage: "Wk",
    index: [1, 11],
    value: at(inputs.Wk, 1, 11),
    operation: "input",
    terms: [],
  });
});

test("a stage that applies a function of one number is explained by the function's value and slope", () => {
  const X = { shape: [2, 1], data: [3, -2] };
  const run = engine.trace({ scale: 1, softcap: 8 }, { X }).finish();
  const { memory } = Run.partsOf(run);
  /** As if capped were the square of the score. */
  const squared = applied("capped", { fn: "square", of: () => (x) => f(x * x), slope: (x) => 2 * x });
  const source = memory.source();
  const score = run.tensor("scaled").data[1] ?? NaN; // 3 · -2
  assert.deepEqual(squared.explain(source, [0, 0, 1]), {
    operation: "apply",
    terms: [{ stage: "scaled", index: [0, 0, 1], value: -6 }],
    fn: "square",
    applied: score * score,
  });
  assert.deepEqual(squared.uses(source, "scaled", [0, 0, 1]), [[0, 0, 1]]);
  assert.deepEqual(squared.uses(source, "raw", [0, 0, 1]), []);
  const d = (/** @type {string} */ name, /** @type {readonly number[]} */ index) => ({
    stage: `d_${name}`,
    index: [...index],
    value: 0.5,
  });
  const [part] = squared.gradient({ run: source, d }, "scaled", [0, 0, 1]);
  assert.deepEqual([part?.operation, part?.from, part?.fn, part?.slope], ["apply", "capped", "square", 2 * score]);
  const [line] = gradientLines({ stage: "scaled", index: [0, 0, 1], value: -6, parts: part ? [part] : [] });
  assert.equal(line?.text, "0.5000 · (−12.0000)");
});
