/**
 * A log_sum_exp in a file may be as far off as the rounding of its scores and its own explain: right ones by sums in float64
 * pass, also of large scores and many keys, and those that a kernel sums in float32; an error of a few tolerances is found, and
 * what led to it is named.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { reportLines } from "../../web/node/check/report.js";

const engine = await createEngine();

/** @typedef {{heads: number, n_q: number, n_k: number, d: number, size: number, spec?: object, hasSink?: boolean}} Form */

/** Numbers from -size to size. @param {number} seed @returns {(count: number, size: number) => number[]} */
const drawing = (seed) => {
  let state = seed;
  return (count, size) =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.fround(size * (state / 2 ** 31 - 1));
    });
};

/** @param {Form} form */
function inputsOf({ heads, n_q, n_k, d, size, hasSink }) {
  const draw = drawing(29);
  return {
    Q: { shape: [heads, n_q, d], data: draw(heads * n_q * d, size) },
    K: { shape: [heads, n_k, d], data: draw(heads * n_k * d, size) },
    V: { shape: [heads, n_k, d], data: draw(heads * n_k * d, 1) },
    ...(hasSink ? { sink: { shape: [heads], data: draw(heads, 1) } } : {}),
  };
}

/**
 * What a kernel computes: each row's scores and sink, the largest of them, and log(sum(exp(less the largest))).
 * @param {Form} form
 * @param {ReturnType<typeof inputsOf>} inputs
 * @param {{round?: (x: number) => number, scale?: number}} [how] round: every result
 */
function logsOf({ heads, n_q, n_k, d, spec }, { Q, K, sink }, { round = (x) => x, scale = 1 / Math.sqrt(d) } = {}) {
  const isCausal = spec !== undefined && "causal" in spec;
  const data = Array.from({ length: heads * n_q }, (_, row) => {
    const [h, i] = [Math.floor(row / n_q), row % n_q];
    const seen = isCausal ? i + 1 : n_k;
    const scores = Array.from({ length: seen }, (_, j) => {
      let sum = 0;
      for (let c = 0; c < d; c++)
        sum = round(sum + round(Number(Q.data[row * d + c]) * Number(K.data[(h * n_k + j) * d + c])));
      return round(sum * round(scale));
    });
    if (sink) scores.push(Number(sink.data[h]));
    const largest = Math.max(...scores);
    let sum = 0;
    for (const score of scores) sum = round(sum + round(Math.exp(round(score - largest))));
    return round(largest + round(Math.log(sum)));
  });
  return { shape: [heads, n_q], data };
}

/** @param {Form} form @param {object} expected @param {object} [inputs] */
const checked = ({ spec = {} }, expected, inputs) =>
  check(engine, { spec, inputs, expected }, { pairProducts: 2 ** 16 });

/** @param {ReturnType<typeof check>} report @returns {any} */
const ofLogs = ({ compared }) => compared.find(({ name }) => name === "log_sum_exp");

/** @type {Record<string, Form>} */
const forms = {
  "of small scores": { heads: 2, n_q: 5, n_k: 7, d: 8, size: 1 },
  "of scores up to 1000": { heads: 2, n_q: 24, n_k: 40, d: 64, size: 32 },
  "of 1024 keys": { heads: 1, n_q: 3, n_k: 1024, d: 16, size: 1 },
  "of 1024 keys and large scores": { heads: 1, n_q: 3, n_k: 1024, d: 16, size: 20 },
  "with a causal mask": { heads: 2, n_q: 12, n_k: 12, d: 8, size: 4, spec: { causal: true } },
  "with sinks": { heads: 2, n_q: 6, n_k: 6, d: 8, size: 2, spec: { softmax_sink: true }, hasSink: true },
};

test("the large scores are as large as 1000", () => {
  const form = /** @type {Form} */ (forms["of scores up to 1000"]);
  const { data } = logsOf(form, inputsOf(form));
  assert.ok(Math.max(...data) > 1000, `${Math.max(...data)}`);
});

for (const [name, form] of Object.entries(forms)) {
  const inputs = inputsOf(form);
  const right = logsOf(form, inputs);

  test(`right logarithms ${name} pass: from float64, and from float32`, () => {
    for (const log_sum_exp of [right, logsOf(form, inputs, { round: Math.fround })]) {
      const report = checked(form, { log_sum_exp }, inputs);
      assert.ok(report.ok, reportLines(report).join("\n"));
    }
  });

  test(`a logarithm ${name} that is three tolerances off is found, and one that is half a tolerance off is not`, () => {
    const at = right.data.length - 2;
    for (const [off, isWrong] of /** @type {[number, boolean][]} */ ([
      [0.5, false],
      [3, true],
      [-3, true],
    ])) {
      const { engine: of } = ofLogs(
        checked(form, { log_sum_exp: { ...right, data: moved(right.data, at, 1) } }, inputs),
      );
      const wrong = { ...right, data: moved(right.data, at, off * of.tolerance) };
      const found = ofLogs(checked(form, { log_sum_exp: wrong }, inputs));
      assert.equal(found.isWrong, isWrong, `${off} ${JSON.stringify(found)}`);
      if (isWrong) assert.deepEqual(found.engine.index, [Math.floor(at / form.n_q), at % form.n_q]);
    }
  });

  test(`a logarithm ${name} that is off by a thousandth of the scores' terms is found`, () => {
    const terms = (form.d * (form.size / 2) ** 2) / Math.sqrt(form.d);
    const log_sum_exp = { ...right, data: moved(right.data, 0, terms / 1000) };
    assert.equal(checked(form, { log_sum_exp }, inputs).ok, false);
  });
}

/** @param {readonly number[]} data @param {number} place @param {number} by */
const moved = (data, place, by) => data.map((value, at) => (at === place ? value + by : value));

const form = /** @type {Form} */ ({ heads: 2, n_q: 6, n_k: 6, d: 8, size: 2, spec: { causal: true } });
const inputs = inputsOf(form);

test("a kernel's wrong scale is named from its logarithms alone", () => {
  const report = checked(form, { log_sum_exp: logsOf(form, inputs, { scale: 1 / 8 }) }, inputs);
  assert.deepEqual(
    report.causes.map(({ id, words }) => [id, words]),
    [["scale", "scaled by 1/d_k"]],
  );
});

test("a missing mask is named from logarithms alone", () => {
  const log_sum_exp = logsOf({ ...form, spec: {} }, inputs);
  const ids = checked(form, { log_sum_exp }, inputs).causes.map(({ id }) => id);
  assert.ok(ids.includes("mask-missing"), ids.join());
});

test("logarithms that follow from the file's wrong scores are not wrong by themselves", () => {
  const { shape, data } = engine.trace({ causal: true, scale: 1 }, inputs).finish().tensor("masked");
  const masked = { shape, data: Array.from(data, (x) => (x === -Infinity ? "-inf" : x)) };
  const report = checked(form, { masked, log_sum_exp: logsOf(form, inputs, { scale: 1 }) }, inputs);
  assert.deepEqual(
    report.compared.map(({ name, isWrong }) => [name, isWrong]),
    [
      ["masked", true],
      ["log_sum_exp", false],
    ],
  );
  assert.equal(ofLogs(report).engine.ok, false);
});

test("in a float16 file the logarithms may be rounded to float16, and not further", () => {
  const right = logsOf(form, inputs);
  const far = { ...right, type: "float16", data: right.data.map((x) => Math.round(x * 256) / 256) };
  const near = { ...right, type: "float16", data: right.data.map((x) => Math.round(x * 1024) / 1024) };
  assert.ok(checked(form, { log_sum_exp: near }, inputs).ok);
  assert.equal(checked(form, { log_sum_exp: { ...near, type: "float32" } }, inputs).ok, false);
  far.data[3] = Number(far.data[3]) + 1 / 16;
  assert.equal(checked(form, { log_sum_exp: far }, inputs).ok, false);
});

test("a row that sees no key has -inf, and no other number", () => {
  const spec = {};
  const mask = { shape: [6, 6], data: Array.from({ length: 36 }, (_, at) => (at < 6 ? 0 : 1)) };
  const { shape, data } = logsOf({ ...form, spec }, inputs);
  const given = (/** @type {unknown} */ empty) => ({
    spec,
    inputs: { ...inputs, allow: mask },
    expected: { log_sum_exp: { shape, data: data.map((value, at) => (at % 6 === 0 ? empty : value)) } },
  });
  assert.ok(check(engine, given("-inf")).ok);
  assert.equal(check(engine, given(0)).ok, false);
});

test("a tolerance that is asked for holds of logarithms too", () => {
  const right = logsOf(form, inputs);
  const given = { spec: form.spec, inputs, expected: { log_sum_exp: { ...right, data: moved(right.data, 2, 0.01) } } };
  assert.equal(check(engine, given).ok, false);
  assert.ok(check(engine, { ...given, tolerance: 0.011 }).ok);
  assert.equal(check(engine, { ...given, tolerance: 0.001 }).ok, false);
});

test("appends to a cache have their logarithms as well", () => {
  const spec = { causal: true, prefill: 3 };
  const { data } = logsOf(form, inputs);
  const of = (/** @type {number[]} */ ...rows) => ({
    log_sum_exp: { shape: [2, rows.length], data: [0, 6].flatMap((head) => rows.map((i) => data[head + i])) },
  });
  const right = [of(0, 1, 2), of(3), of(4), of(5)];
  const lines = reportLines(check(engine, { spec, inputs, expected: { steps: right } }));
  assert.deepEqual(lines, ["ok (4 appends within float32 rounding)"]);
  const half = right.map(({ log_sum_exp: { shape, data } }) => ({
    log_sum_exp: { shape, type: "float16", data: data.map((x) => Math.round(Number(x) * 1024) / 1024) },
  }));
  assert.ok(check(engine, { spec, inputs, expected: { steps: half } }).ok);
  const wrong = [right[0], right[2], right[2], right[3]];
  const report = check(engine, { spec, inputs, expected: { steps: wrong } });
  assert.deepEqual(
    report.compared.filter(({ isWrong }) => isWrong).map(({ name }) => name),
    ["steps[1].log_sum_exp"],
  );
});
