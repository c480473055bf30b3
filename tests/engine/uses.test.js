/** uses() lists exactly the numbers whose explanations have the given number among their terms. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { unflatten } from "../../web/tensors/compare.js";
import { readWalkCases } from "../support/variants/variants.js";
import { randomWalk } from "../support/walks.js";

/** @typedef {import("../../web/engine/full-engine.js").FullRun} Run */

const engine = await createEngine();
const nameOf = (/** @type {{stage: string, index: number[]}} */ { stage, index }) => `${stage} ${index.join()}`;

/** @param {Run} run @param {string} id */
function cellsOf(run, id) {
  const shape = run.shape(id);
  const count = shape.reduce((product, size) => product * size, 1);
  return Array.from({ length: count }, (_, flat) => ({ stage: id, index: unflatten(flat, shape) }));
}

/**
 * For each number the numbers that use it, found by inverting every explanation of the walk.
 * @param {Run} run
 */
function turnedRound(run) {
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  for (const cell of [...run.stages, ...run.auxiliary].flatMap((id) => cellsOf(run, id))) {
    for (const term of run.explain(cell.stage, cell.index).terms) {
      const known = users.get(nameOf(term)) ?? users.set(nameOf(term), new Set()).get(nameOf(term));
      known?.add(nameOf(cell));
    }
  }
  return users;
}

/**
 * @param {Run} run
 * @param {string[]} inputs
 * @returns {number} how many uses were found
 */
function compareEveryCell(run, inputs) {
  const want = turnedRound(run);
  const readable = [...new Set([...run.stages, ...run.auxiliary, ...inputs.filter((id) => id !== "allow")])];
  const tensors = new Map([...run.stages, ...run.auxiliary].map((id) => [id, run.tensor(id)]));
  let found = 0;
  for (const cell of readable.flatMap((id) => cellsOf(run, id))) {
    const got = run.uses(cell.stage, cell.index);
    const wanted = want.get(nameOf(cell)) ?? new Set();
    found += got.length;
    assert.equal(new Set(got.map(nameOf)).size, got.length, `${nameOf(cell)}: each once`);
    assert.equal(got.length, wanted.size, `${nameOf(cell)}: as many`);
    for (const use of got) {
      assert.ok(wanted.has(nameOf(use)), `${nameOf(cell)} in ${nameOf(use)}`);
      const { shape, data } = /** @type {import("../../web/engine/tensors.js").Tensor} */ (tensors.get(use.stage));
      const flat = use.index.reduce((sum, i, r) => sum * (shape[r] ?? 1) + i, 0);
      assert.ok(Object.is(use.value, data[flat]), nameOf(use));
    }
  }
  return found;
}

for (const { case: name, spec, inputs } of await readWalkCases()) {
  test(`${name}: uses() is the inverse of explain()`, () => {
    const run = engine.trace(spec, inputs).finish();
    assert.ok(compareEveryCell(run, Object.keys(inputs)) > 0);
    run.free();
  });
}

test("in 40 random walks uses() is the inverse of explain(), half of them with NaN and infinities", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { spec, inputs } = randomWalk(seed, { odd: seed % 2 === 0 });
    const run = engine.trace(spec, inputs).finish();
    assert.ok(compareEveryCell(run, Object.keys(inputs)) > 0);
    run.free();
  }
});

test("uses() lists numbers computed so far in order of computation, and refuses wrong arguments by name", () => {
  const run = engine.trace({ causal: true }, { X: { shape: [3, 2], data: [1, 2, 3, 4, 5, 6] } });
  run.step();
  run.step();
  assert.deepEqual(run.uses("X", [1, 0]), [{ stage: "Q", index: [0, 1, 0], value: 3 }]);
  run.finish();
  assert.deepEqual(
    run.uses("X", [1, 0]).map(({ stage }) => stage),
    ["Q", "K", "V"],
  );
  assert.deepEqual(run.uses("output", [0, 0]), []);
  assert.deepEqual(
    run.uses("V", [0, 1, 0]).map(({ index }) => index),
    [
      [0, 1, 0],
      [0, 2, 0],
    ],
  );
  assert.throws(() => run.uses(/** @type {any} */ ("wieghts"), [0]), { name: "AttentionError", field: "stage" });
  assert.throws(() => run.uses("raw", [0, 3, 0]), { name: "AttentionError", field: "index" });
  run.free();
  assert.throws(() => run.uses("raw", [0, 0, 0]), { name: "AttentionError", field: "run" });
});
