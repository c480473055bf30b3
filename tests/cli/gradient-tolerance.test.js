/**
 * How far gradients may be off follows from the terms that are summed: right ones by PyTorch in float64 pass, large and small
 * ones alike, and an error of a thousandth is found, whatever their size.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { reportLines } from "../../web/node/check/report.js";
import { gpt2Layer } from "../support/blocks/gpt2-layer.js";
import { readWalkCases } from "../support/variants/variants.js";

const engine = await createEngine();
/** @type {{name: string, seed: number, sizes: Record<string, number>, gradients: Record<string, number[]>}[]} */
const cases = JSON.parse(readFileSync(new URL("../reference/gradients.json", import.meta.url), "utf8"));

const [n, d_model, d_ff] = [96, 32, 64];
const spec = gpt2Layer({ heads: 4, d_ff });
const row = [d_model];
const square = [d_model, d_model];
/** The inputs in the order in which they are drawn. @type {Record<string, number[]>} */
const shapes = {
  X: [n, d_model],
  Wq: square,
  Wk: square,
  Wv: square,
  Wo: square,
  bq: row,
  bk: row,
  bv: row,
  bo: row,
  norm_1_weight: row,
  norm_1_bias: row,
  norm_2_weight: row,
  norm_2_bias: row,
  W_up: [d_model, d_ff],
  b_up: [d_ff],
  W_down: [d_ff, d_model],
  b_down: row,
  dOutput: [n, d_model],
};

/** The case of which PyTorch computed the gradients (tests/reference/gradients.py). @param {typeof cases[number]} of */
function caseOf({ seed, sizes, gradients }) {
  let state = seed;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround(state / 2 ** 31 - 1);
  };
  const drawn = Object.entries(shapes).map(([name, shape]) => {
    const size = Math.fround(sizes[name] ?? 0.25);
    return [
      name,
      { shape, data: Array.from({ length: shape.reduce((a, b) => a * b) }, () => Math.fround(size * draw())) },
    ];
  });
  const { dOutput, ...inputs } = Object.fromEntries(drawn);
  const expected = Object.entries(gradients).map(([name, data]) => [name, { shape: shapes[name], data: [...data] }]);
  return { spec, inputs, dOutput, expected: { gradients: Object.fromEntries(expected) } };
}

/** The compared gradient of a name. @param {ReturnType<typeof check>} report @param {string} name */
const comparedOf = ({ compared }, name) =>
  /** @type {any} */ (compared.find((one) => one.name === `gradients.${name}`));

for (const one of cases) {
  test(`right gradients ${one.name} pass`, () => {
    const report = check(engine, caseOf(one));
    assert.ok(report.ok, reportLines(report).join("\n"));
  });

  /* The gradient of bk is 0 but for rounding: softmax takes off again what a bias adds to all keys. */
  for (const name of Object.keys(one.gradients).filter((name) => name !== "bk"))
    test(`an error of a thousandth in the gradient of ${name}, ${one.name}, is found`, () => {
      const wrong = caseOf(one);
      const { data } = wrong.expected.gradients[name];
      const size = Math.sqrt(
        data.reduce((/** @type {number} */ sum, /** @type {number} */ x) => sum + x * x, 0) / data.length,
      );
      const at = Math.floor(data.length / 3);
      data[at] += size / 1000;
      const { isWrong, engine: found } = comparedOf(check(engine, wrong), name);
      assert.equal(isWrong, true);
      assert.deepEqual([found.differing, found.file], [1, data[at]]);
    });
}

test("a gradient that is a few tolerances off is found, and no other", () => {
  const one = /** @type {typeof cases[number]} */ (cases[0]);
  const { engine: right } = comparedOf(check(engine, caseOf(one)), "Wq");
  for (const [off, isWrong] of /** @type {[number, boolean][]} */ ([
    [0.5, false],
    [4, true],
  ])) {
    const given = caseOf(one);
    const at = right.index[0] * d_model + right.index[1];
    given.expected.gradients.Wq.data[at] = right.engine + off * right.tolerance;
    assert.deepEqual(
      check(engine, given).compared.map((compared) => [compared.name, compared.isWrong]),
      Object.keys(one.gradients).map((name) => [`gradients.${name}`, isWrong && name === "Wq"]),
    );
  }
});

test("a tolerance that is asked for holds of gradients too", () => {
  const given = caseOf(/** @type {typeof cases[number]} */ (cases[0]));
  given.expected.gradients.bq.data[0] += 0.01;
  assert.equal(check(engine, given).ok, false);
  assert.equal(check(engine, given, { tolerance: 0.011 }).ok, true);
});

/** Published with seven decimals. */
const ROUNDED = 0.5e-7;

for (const { case: name, spec, inputs, G, grads } of await readWalkCases()) {
  if (Object.keys(grads).length === 0) continue;
  test(`right gradients of every kind of walk pass: ${name}`, () => {
    const report = check(engine, { spec, inputs, dOutput: G, expected: { gradients: grads } });
    for (const { name, isWrong, engine: found } of /** @type {any[]} */ (report.compared)) {
      const off = Math.abs(found.file - found.engine);
      assert.ok(!isWrong || off <= found.tolerance + ROUNDED, `${name} ${JSON.stringify(found)}`);
    }
  });
}
