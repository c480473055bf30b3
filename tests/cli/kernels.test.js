/**
 * check names the usual mistakes of whole layers, written in NumPy with the mistake in their code (tests/reference/kernels.py):
 * from all stages, and from the last alone. Right layers pass.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { reportLines } from "../../web/node/check/report.js";

const engine = await createEngine();
/** @type {{mistake: string | null, stages: string, causes: string[], case: any}[]} */
const cases = JSON.parse(readFileSync(new URL("../reference/kernels.json", import.meta.url), "utf8"));

test("there are right layers, 85 mistakes, and a case for every cause in the documentation", () => {
  assert.equal(new Set(cases.map(({ mistake }) => mistake)).size, 86);
  assert.ok(cases.some(({ mistake }) => mistake === null));
  const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), "utf8");
  const table = /\| cause .*?\n\n/s.exec(read("../../web/docs/node.md"))?.[0] ?? "";
  const documented = [...table.matchAll(/^\| `(\S+)`/gm)].map(([, id]) => id);
  const others = JSON.parse(read("../reference/mistakes.json"));
  const found = [...cases, ...others].flatMap((/** @type {{causes: string[]}} */ each) => each.causes);
  assert.deepEqual([...new Set(found)].sort(), documented.sort());
});

for (const [at, { mistake, stages, causes, case: given }] of cases.entries())
  test(`case ${at}, ${mistake ?? "right"} (${stages}): ${causes.join(" and ") || "nothing wrong"}`, () => {
    const report = check(engine, given);
    const lines = reportLines(report);
    assert.equal(report.ok, causes.length === 0, lines.join("\n"));
    const named = report.causes.map(({ id }) => id);
    assert.deepEqual(named.sort(), [...causes].sort(), lines.join("\n"));
    assert.ok(!lines.some((line) => line.startsWith("none of the usual causes")), lines.join("\n"));
  });
