/**
 * check tells mistakes apart: each case of tests/reference/mistakes.json was made by a program of its own, with the mistake in
 * its code (tests/reference/mistakes.py).
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { reportLines, reportToJson } from "../../web/node/check/report.js";
import { halfOf, rounded } from "../../web/node/check/halves.js";
import { floatsOfBrains, floatsOfHalves } from "../../web/tensors/half.js";
import { readWalkCases } from "../support/variants/variants.js";

const engine = await createEngine();
const cases = JSON.parse(await readFile(new URL("../reference/mistakes.json", import.meta.url), "utf8"));

/** @param {object} file */
const checked = (file) => check(engine, JSON.stringify(file));

/** @param {string} name @returns {any} */
const caseNamed = (name) => structuredClone(cases.find((/** @type {any} */ one) => one.case === name));

/** @param {string} name what check reads of it */
const caseFile = (name) => {
  const { spec, inputs, expected } = caseNamed(name);
  return { spec, inputs, expected };
};

test("there are cases with a cause, and cases without one", () => {
  const first = cases.map((/** @type {any} */ { causes }) => causes[0]);
  assert.ok(first.includes("scale") && first.includes(undefined));
});

for (const { case: name, causes, wrong, ...file } of cases) {
  test(`${name}: wrong is ${wrong.join(", ") || "nothing"}, because of ${causes.join(" and ") || "no usual cause"}`, () => {
    const { ok, isolated, causes: found } = reportToJson(checked(file));
    assert.equal(ok, wrong.length === 0);
    assert.deepEqual(isolated, wrong);
    const named = found.map(({ id }) => id);
    /* Of several, which one leaves least is a matter of rounding. */
    assert.deepEqual(causes.length > 1 ? named.sort() : named, causes.length > 1 ? causes.sort() : causes);
    for (const { worst_after } of found)
      assert.ok(Number(worst_after) >= 0 && Number(worst_after) <= 1, `${worst_after}`);
  });
}

test("every stage of every reference case is within rounding", async () => {
  const written = (/** @type {Record<string, any>} */ tensors) =>
    Object.fromEntries(
      Object.entries(tensors).map(([id, { shape, data }]) => [
        id,
        {
          shape,
          data: Array.from(data, (x) => (Number.isFinite(x) ? x : `${x}`.replace("Infinity", "inf").toLowerCase())),
        },
      ]),
    );
  let count = 0;
  for (const { case: name, spec, inputs, expected } of await readWalkCases()) {
    const walk = engine.trace(spec, inputs);
    const known = [...walk.stages, ...walk.auxiliary];
    walk.free();
    const stages = Object.fromEntries(Object.entries(expected).filter(([id]) => known.includes(id)));
    if (Object.keys(stages).length === 0) continue;
    const report = checked({ spec, inputs: written(inputs), expected: written(stages) });
    assert.ok(report.ok, `${name}: ${reportLines(report).join("; ")}`);
    count++;
  }
  assert.ok(count >= 180, `${count} cases`);
  assert.equal(engine.memoryUsed, 0);
});

test("what rounding to float16 and bfloat16 gives is no mistake where numbers have that type", () => {
  for (const type of /** @type {const} */ (["float16", "bfloat16"])) {
    for (const name of ["right_0", "right_1", "right_2", "right_3", "right_4", "right_5"]) {
      const { spec, inputs, expected } = caseNamed(name);
      const half = (/** @type {any} */ value) => (typeof value === "number" ? rounded(type, value) : value);
      for (const tensor of Object.values(expected)) Object.assign(tensor, { type, data: tensor.data.map(half) });
      const report = checked({ spec, inputs, expected });
      assert.ok(report.ok, `${name} in ${type}: ${reportLines(report).join("; ")}`);
      for (const tensor of Object.values(expected)) delete tensor.type;
      assert.deepEqual(
        reportToJson(checked({ spec, inputs, expected })).causes.map(({ id }) => id),
        ["half-precision"],
      );
    }
  }
});

test("a mistake is named in numbers that are written with few digits, with both ids", () => {
  const { spec, inputs, expected } = caseFile("scale_dk");
  for (const tensor of Object.values(expected))
    tensor.data = tensor.data.map((/** @type {number} */ x) => +x.toFixed(4));
  assert.deepEqual(reportLines(checked({ spec, inputs, expected })).slice(1), [
    "cause, together with few-digits: scale (scaled by 1/d_k)",
    'cause, together with scale: few-digits (written with 4 decimals, for which "tolerance": 0.0001 is enough)',
  ]);
});

test("right numbers that are written with few digits pass with the tolerance that is named", () => {
  const { spec, inputs, expected } = caseFile("right_1");
  for (const write of [
    (/** @type {number} */ x) => +x.toFixed(2),
    (/** @type {number} */ x) => +x.toFixed(5),
    (/** @type {number} */ x) => +x.toPrecision(3),
  ]) {
    const { data } = expected.output;
    const file = { spec, inputs, expected: { output: { ...expected.output, data: data.map(write) } } };
    const [, line = ""] = reportLines(checked(file));
    const tolerance = /^cause: few-digits \(written with .*, for which "tolerance": (\S+) is enough\)$/.exec(line)?.[1];
    assert.equal(checked({ ...file, tolerance: Number(tolerance) }).ok, true, line);
  }
});

test("numbers of few bits that are wrong are not explained by half precision", () => {
  for (const name of ["right_0", "right_1", "right_2", "right_3", "right_4", "right_5"]) {
    for (const change of [
      () => 0.5,
      (/** @type {number} */ x) => Math.round(x),
      (/** @type {number} */ x) => Math.round(4 * x) / 4,
      (/** @type {number} */ x) => Math.round(8 * x) / 8,
    ]) {
      const { spec, inputs, expected } = caseFile(name);
      const output = { ...expected.output, data: expected.output.data.map(change) };
      const { ok, causes } = check(engine, { spec, inputs, expected: { ...expected, output } });
      assert.deepEqual([ok, causes], [false, []], `${name}: ${change}`);
      const alone = check(engine, { spec, inputs, expected: { output } }, { pairProducts: 0 });
      assert.deepEqual([alone.ok, alone.causes], [false, []], `${name}, the output alone: ${change}`);
    }
  }
});

test("numbers are rounded to float16 and bfloat16 as their bits say", () => {
  const bits = Uint16Array.from({ length: 65536 }, (_, at) => at);
  for (const [type, numbers] of /** @type {const} */ ([
    ["float16", floatsOfHalves(bits)],
    ["bfloat16", floatsOfBrains(bits)],
  ])) {
    const finite = [...new Set(numbers)].filter(Number.isFinite).sort((one, other) => one - other);
    assert.equal(
      finite.every((value) => rounded(type, value) === value),
      true,
    );
    for (let at = 1; at < finite.length; at += 61) {
      const [below = 0, above = 0] = finite.slice(at - 1, at + 1);
      const middle = (below + above) / 2;
      assert.equal(rounded(type, middle - (above - below) / 8), below);
      assert.equal(rounded(type, middle + (above - below) / 8), above);
    }
  }
  assert.deepEqual(
    [1 + 2 ** -11, 1 + 3 * 2 ** -11].map((x) => rounded("float16", x)),
    [1, 1 + 2 ** -9],
  );
  assert.deepEqual(
    [65519, 65520, -65520].map((x) => rounded("float16", x)),
    [65504, Infinity, -Infinity],
  );
  assert.deepEqual([halfOf([1, 0.5]), halfOf([1 + 2 ** -10]), halfOf([0.1])], ["bfloat16", "float16", undefined]);
});

test("a stage is named in words with its cause, and what follows from it is said to follow", () => {
  const lines = reportLines(checked(caseFile("scale_none")));
  assert.equal(lines.length, 3);
  assert.match(
    lines[0] ?? "",
    /^scaled \[\d, \d, \d\]: the file says \S+, the engine computes \S+ \(the largest of \d+ differences\)$/,
  );
  assert.equal(lines[1], "weights, context, concat, output: as they follow from the file's earlier stages");
  assert.equal(lines[2], "cause: scale (the scores are not scaled)");
  const two = reportLines(checked(caseFile("two_stages")));
  assert.deepEqual(two.slice(-2).sort(), [
    "cause of V: transposed-weight (Wv transposed)",
    "cause of scaled: scale (the scores are not scaled)",
  ]);
});
