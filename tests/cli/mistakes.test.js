/** The mistakes that check tries are possible ones: each can be computed for the walk that it is offered for, and changes it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { Run } from "../../web/engine/run.js";
import { readWalk } from "../../web/node/case-file.js";
import { fileWalk } from "../../web/node/check/isolate.js";
import { mistakesOf } from "../../web/node/check/mistakes/mistakes.js";
import { toleranceOf } from "../../web/node/check/tolerance.js";

const engine = await createEngine();
/** @type {{mistake: string | null, stages: string, case: any}[]} */
const cases = JSON.parse(readFileSync(new URL("../reference/kernels.json", import.meta.url), "utf8"));
const right = cases.filter(({ mistake, stages }) => mistake === null && stages === "all").map((each) => each.case);

/** Of these the numbers decide whether they change a walk. */
const ofSomeNumbers = ["empty-row"];

/** @param {string} name @param {object} spec @param {any} inputs */
function checkMistakes(name, spec, inputs) {
  const run = engine.trace(spec, inputs).finish();
  const ids = [...run.stages, ...run.auxiliary];
  const walk = fileWalk({ prefix: "", run, ids, expected: new Map() }, toleranceOf("float32"));
  /** @param {import("../../web/node/check/evaluate.js").Change[]} changes */
  const numbersWith = (changes) => {
    const evaluation = walk.with(changes);
    return ids.flatMap((id) => Array.from(run.tensor(id).data, (_, at) => evaluation.computed(id, at).value));
  };
  const own = numbersWith([]);
  const mistakes = mistakesOf(Run.partsOf(run).memory.source());
  assert.ok(mistakes.length > 10);
  for (const { id, words, changes } of mistakes) {
    const numbers = numbersWith([...changes]);
    const isChanged = numbers.some((value, at) => !(Math.abs(value - Number(own[at])) < 1e-13 || value === own[at]));
    assert.doesNotMatch(
      words,
      /(?<!\S)(\S+), not \1$| \(.*\)$/,
      "it contradicts itself, or ends in brackets that check puts into others",
    );
    assert.ok(isChanged || ofSomeNumbers.includes(id), `${name}: ${id} (${words}) changes nothing`);
  }
  run.free();
}

for (const [at, given] of right.entries()) {
  const { spec, inputs } = readWalk(given);
  test(`each mistake that is tried for case ${at} is possible: ${JSON.stringify(given.spec)}`, () =>
    checkMistakes(`case ${at}`, spec, inputs));
  if (at === 0)
    test("likewise where a number is added to hidden scores", () =>
      checkMistakes("added", { ...spec, mask_value: { how: "add", value: -10000 } }, inputs));
  if (given.spec.norm_place || !given.spec.mlp) continue;
  for (const others of [{ residual: "parallel" }, { norm_place: "both" }, { norm_place: "post" }])
    test(`likewise with ${JSON.stringify(others)}`, () =>
      checkMistakes(`case ${at}`, { ...spec, .../** @type {object} */ (others) }, inputs));
}
