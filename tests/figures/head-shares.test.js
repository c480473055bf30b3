/** The heads' shares of a number of the output: against sums over blocks of concat and Wo in double precision. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { headShares } from "../../web/figures/measures/head-shares.js";
import { inputsFromState } from "../../web/state/inputs.js";

const engine = await createEngine();

for (const state of [
  { heads: 4, d_k: 3, d_v: 5 },
  { heads: 2, d_k: 4, projection_bias: true },
]) {
  test(`${JSON.stringify(state)}: each head's share is its block of concat times its rows of Wo`, () => {
    const { spec, inputs } = inputsFromState(state, engine);
    const run = engine.trace(spec, inputs).finish();
    const [row, column] = [2, 7];
    const { value, terms } = run.explain("output", [row, column]);
    const { heads, d_v, d_model } = run.spec;
    const [concat, Wo] = [run.tensor("concat").data, inputs.Wo?.data ?? []];
    const shares = headShares(terms, run.spec);
    assert.equal(shares.length, heads);
    shares.forEach(({ terms: own, sum }, head) => {
      assert.equal(own.length, 2 * d_v);
      let expected = 0;
      for (let at = head * d_v; at < (head + 1) * d_v; at++)
        expected += Number(concat[row * heads * d_v + at]) * Number(Wo[at * d_model + column]);
      assert.ok(Math.abs(sum - expected) < 1e-9, `${head}: ${sum} and ${expected}`);
    });
    const bias = Number(inputs.bo?.data[column] ?? 0);
    const total = shares.reduce((all, { sum }) => all + sum, bias);
    assert.ok(Math.abs(total - value) < 1e-5, `${total} and ${value}`);
    run.free();
  });
}
