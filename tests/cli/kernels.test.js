/**
 * check names the usual mistakes of whole layers, written in NumPy with the mistake in their code (tests/reference/kernels.py):
 * from all stages, and from the last alone. Right layers pass.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { CAUSE_IDS, GRADIENT_CAUSE_IDS } from "../../web/node/check/cause-ids.js";
import { PAIR_PRODUCTS } from "../../web/node/check/causes.js";
import { check } from "../../web/node/check/check.js";
import { MOST_PRODUCTS } from "../../web/node/check/gradients/matrix.js";
import { reportLines } from "../../web/node/check/report.js";
import { usage } from "../../web/node/usage.js";

const engine = await createEngine();
/** @type {{mistake: string | null, stages: string, causes: string[], case: any}[]} */
const cases = JSON.parse(readFileSync(new URL("../reference/kernels.json", import.meta.url), "utf8"));

/** @param {string} path @returns {string} */
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const manual = read("../../web/docs/node.md");

/** The ids in the first column of a table of the manual. @param {string} heading of the column */
const documented = (heading) => {
  const table = new RegExp(`^\\| ${heading} .*?\n\n`, "ms").exec(manual)?.[0] ?? "";
  return [...table.matchAll(/^\| `(\S+)`/gm)].map(([, id]) => id);
};

test("there are right layers, 101 mistakes, and a case for every cause", () => {
  assert.equal(new Set(cases.map(({ mistake }) => mistake)).size, 102);
  assert.ok(cases.some(({ mistake }) => mistake === null));
  const found = [...cases, ...JSON.parse(read("../reference/mistakes.json"))].flatMap(({ causes }) => causes);
  assert.deepEqual([...new Set(found)].sort(), [...CAUSE_IDS].sort());
  const backward = JSON.parse(read("../reference/mistakes_backward.json"));
  const ofGradients = backward.flatMap((/** @type {{mistake: string | null}} */ { mistake }) => mistake ?? []);
  assert.deepEqual([...new Set(ofGradients)].sort(), [...GRADIENT_CAUSE_IDS].sort());
});

test("the manual's tables and the command's help have all causes", () => {
  assert.deepEqual(documented("cause"), CAUSE_IDS);
  assert.deepEqual(documented("cause of wrong gradients"), GRADIENT_CAUSE_IDS);
  const words = usage.check.split(/\s+/);
  for (const id of [...CAUSE_IDS, ...GRADIENT_CAUSE_IDS]) assert.ok(words.includes(id), id);
});

test("the numbers that the manual gives are those of the code", () => {
  const powers = [...manual.matchAll(/up to 2([⁰¹²³⁴-⁹]+) products/g)].map(([, digits = ""]) =>
    Number([...digits].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join("")),
  );
  assert.deepEqual(powers, [PAIR_PRODUCTS, MOST_PRODUCTS].map(Math.log2));
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
