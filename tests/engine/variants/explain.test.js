/** Every number of every case is explained: recomputing it from its terms with Math.fround gives the same bits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../../web/engine/index.js";
import { replay } from "../../support/oracles/replay.js";
import { indices, readWalkCases } from "../../support/variants/variants.js";

/** @typedef {import("../../../web/engine/index.js").Explanation} Explanation */

const engine = await createEngine();

for (const one of await readWalkCases()) {
  test(`${one.case}: recomputing every cell from its terms gives the same bits`, () => {
    const run = engine.trace(one.spec, one.inputs).finish();
    for (const stage of [...run.stages, ...run.auxiliary]) {
      const tensor = run.tensor(stage);
      let flat = 0;
      for (const index of indices(tensor.shape)) {
        const account = run.explain(stage, index);
        const value = tensor.data[flat++];
        const again = replay[account.operation](account, run.spec);
        assert.ok(Object.is(account.value, value), `${stage} ${index}`);
        assert.ok(again === value || Object.is(again, value), `${stage} [${index}]: ${again}, got ${value}`);
        checkTerms(run, account);
      }
    }
    run.free();
  });
}

/**
 * Terms that name a tensor hold its value.
 * @param {import("../../../web/engine/index.js").Run} run
 * @param {Explanation} account
 */
function checkTerms(run, { terms }) {
  const [first] = terms;
  if (!first || (!run.stages.includes(first.stage) && !run.auxiliary.includes(first.stage))) return;
  const { shape, data } = run.tensor(first.stage);
  const flat = first.index.reduce((sum, i, r) => sum * (shape[r] ?? 1) + i, 0);
  assert.ok(Object.is(data[flat], first.value), `${first.stage} ${first.index}`);
}
