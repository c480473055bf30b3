/** Mistakes in backward passes, made by PyTorch (tests/reference/mistakes_backward.py), are named by check; right ones pass. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { reportLines } from "../../web/node/check/report.js";

const engine = await createEngine();
/** @type {{mistake: string | null, case: any}[]} */
const cases = JSON.parse(readFileSync(new URL("../reference/mistakes_backward.json", import.meta.url), "utf8"));

for (const [at, { mistake, case: given }] of cases.entries())
  test(`case ${at}: ${mistake ?? "a right backward pass"}`, () => {
    const report = check(engine, given);
    const lines = reportLines(report);
    if (mistake === null) return assert.equal(report.ok, true, lines.join("\n"));
    assert.equal(report.ok, false);
    assert.equal(report.causes[0]?.id, mistake, lines.join("\n"));
    assert.ok(
      lines.every((line) => !line.startsWith("none of the usual causes ")),
      lines.join("\n"),
    );
  });

test("a gradient that no usual mistake explains has none", () => {
  const given = structuredClone(cases[0]?.case);
  given.expected.gradients.V.data[3] += 0.01;
  const report = check(engine, given);
  assert.equal(report.ok, false);
  assert.deepEqual(report.causes, []);
});
