/** explain prints a number with its terms, and follows them back to the inputs. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { run } from "../../web/node/cli.js";
import { explainCase } from "../../web/node/explain/explain.js";
import { chainOf } from "../../web/node/explain/chain.js";
import { replay } from "../support/oracles/replay.js";
import { readWalkCases } from "../support/variants/variants.js";

const engine = await createEngine();

/** Three rows that attend to themselves and to what is before: the products of rows are counted by hand. */
const rows = { spec: { causal: true }, inputs: { X: { shape: [3, 2], data: [1, 0, 0, 1, 1, 1] } } };

/** @type {string} */
let folder;
/** @type {string} */
let path;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-explain-"));
  path = join(folder, "rows.json");
  await writeFile(path, JSON.stringify(rows));
});
after(() => rm(folder, { recursive: true }));

/** @param {string[]} args */
async function explained(...args) {
  const { status, out, err } = await run(["explain", ...args]);
  return { status, out: [...out].join(""), err };
}

test("a weight is the exponential of its score over the sum of the row's, and its scores come from products of rows", async () => {
  const { status, out, err } = await explained(path, "weights", "0,2,1");
  assert.deepEqual([status, err], [0, ""]);
  const paragraphs = out.trimEnd().split("\n\n");
  /* One weight; three scores masked, scaled and raw; two numbers of the query, six of the keys. Those of X are given. */
  assert.equal(paragraphs.length, 1 + 3 + 3 + 3 + 2 + 6);
  const [weight = ""] = paragraphs;
  const [first = "", ...terms] = weight.split("\n");
  const [score, largest] = [Math.SQRT1_2, Math.SQRT2];
  const sum = 2 * Math.exp(score - largest) + 1;
  const [, value, over, most] =
    /^weights \[0, 2, 1\] = (\S+): its exponential over the sum (\S+), each of score - (\S+), the largest$/.exec(
      first,
    ) ?? [];
  for (const [shown, wanted] of [
    [value, Math.exp(score - largest) / sum],
    [over, sum],
    [most, largest],
  ])
    assert.ok(Math.abs(Number(shown) - Number(wanted)) < 1e-6, `${shown}, wanted ${wanted}`);
  assert.deepEqual(
    terms.map((line) => line.replace(/exponential [^ ]+/, "exponential")),
    [
      "  masked [0, 2, 0] = 0.70710677, exponential",
      "  masked [0, 2, 1] = 0.70710677, exponential  (its own)",
      "  masked [0, 2, 2] = 1.4142135, exponential",
    ],
  );
  assert.ok(
    paragraphs.includes(
      "raw [0, 2, 1] = 1: products added up\n  Q [0, 2, 0] = 1  ×  K [0, 1, 0] = 0\n  Q [0, 2, 1] = 1  ×  K [0, 1, 1] = 1",
    ),
  );
  assert.ok(paragraphs.includes("K [0, 2, 1] = 1: the same number\n  X [2, 1] = 1"));
});

test("--depth is how many steps back, and what is left is counted", async () => {
  const two = await explained(path, "weights", "0,2,1", "--depth", "2");
  assert.equal(two.out.trimEnd().split("\n\n").length, 1 + 3 + 1);
  assert.match(two.out, /\n\n3 numbers more are not explained\n$/);
  const one = JSON.parse((await explained(path, "masked", "0,0,1", "--depth", "1", "--json")).out);
  assert.deepEqual(one, {
    numbers: [
      {
        stage: "masked",
        index: [0, 0, 1],
        value: "-inf",
        operation: "mask",
        terms: [{ stage: "scaled", index: [0, 0, 1], value: 0 }],
        reasons: ["causal"],
      },
    ],
    left: 1,
  });
  const given = JSON.parse((await explained(path, "X", "2,1", "--json")).out);
  assert.deepEqual(given.numbers, [{ stage: "X", index: [2, 1], value: 1, operation: "input", terms: [] }]);
});

test("a chain has each number once, and at most 500", () => {
  const number = (/** @type {number} */ at) => ({ stage: "n", index: [at], value: at });
  /* Each number is the sum of the next two: the chain is endless, and every term but the first two is met twice. */
  const explain = (/** @type {string} */ _, /** @type {number[]} */ [at = 0]) => ({
    ...number(at),
    operation: /** @type {const} */ ("sum"),
    terms: [number(at + 1), number(at + 2)],
  });
  const { numbers, left } = chainOf(explain, "n", [0]);
  assert.equal(numbers.length, 500);
  assert.equal(new Set(numbers.map(({ index }) => index[0])).size, 500);
  assert.ok(left >= 1 && left <= 2, `${left}`);
});

test("every number of a chain is computed again from the terms that it prints", async () => {
  const cases = (await readWalkCases()).filter(({ case: name }) =>
    /^(mha_causal_1|gqa_1|rope_1|block_gpt2|sink_1)$/.test(name),
  );
  assert.equal(cases.length >= 5, true);
  const numberOf = (/** @type {any} */ value) =>
    typeof value === "string" ? { inf: Infinity, "-inf": -Infinity, nan: NaN }[value] : value;
  for (const { case: name, spec, inputs } of cases) {
    const walk = engine.trace(spec, inputs).finish();
    const stage = walk.stages.at(-1) ?? "";
    const given = JSON.parse(JSON.stringify({ spec, inputs }));
    const [line = ""] = explainCase(engine, given, { stage, index: "1,1", json: true });
    const { numbers } = JSON.parse(line);
    assert.ok(numbers.length > 10, name);
    const width = walk.shape(stage)[1] ?? 0;
    assert.equal(Math.fround(numbers[0].value), walk.tensor(stage).data[width + 1], name);
    for (const number of numbers) {
      const account = {
        ...number,
        value: numberOf(number.value),
        terms: number.terms.map((/** @type {any} */ term) => ({ ...term, value: Math.fround(numberOf(term.value)) })),
        ...Object.fromEntries(
          ["sum", "max", "mean", "variance", "root", "applied"].flatMap((member) =>
            number[member] === undefined ? [] : [[member, Math.fround(numberOf(number[member]))]],
          ),
        ),
      };
      account.terms.forEach((/** @type {any} */ term) => {
        if (term.exponential !== undefined) term.exponential = Math.fround(term.exponential);
      });
      for (const part of ["weight", "bias"])
        if (number[part]) account[part] = { ...number[part], value: Math.fround(number[part].value) };
      const again = replay[/** @type {keyof typeof replay} */ (number.operation)](account, walk.spec);
      assert.ok(Object.is(Math.fround(account.value), again), `${name} ${number.stage} [${number.index}]`);
    }
    walk.free();
  }
  assert.equal(engine.memoryUsed, 0);
});

test("what explain cannot do is refused in one line that names it", async () => {
  for (const [args, message] of /** @type {[string[], string | RegExp][]} */ ([
    [[path, "weights"], "FILE, STAGE and INDEX: must be three, got 2"],
    [[path, "weights", "0,2"], `${path}: index: must be 3 whole numbers inside [1, 3, 3] for weights, got [0, 2]`],
    [[path, "weights", "0,2,3"], `${path}: index: must be 3 whole numbers inside [1, 3, 3] for weights, got [0, 2, 3]`],
    [[path, "weights", "0,x"], `${path}: INDEX: must be whole numbers with commas between, such as 0,2,1, got "0,x"`],
    [[path, "weights", "0,2,1", "--depth", "0"], `${path}: --depth: must be a whole number from 1, got "0"`],
    [[path, "weights", "0,2,1", "--depth", "1.5"], `${path}: --depth: must be a whole number from 1, got "1.5"`],
    [["no.json", "weights", "0"], "FILE: must be a file to read, got no.json, which does not exist"],
  ])) {
    assert.deepEqual(await explained(...args), { status: 2, out: "", err: `attention-stepper: ${message}\n` });
  }
  const { status, err } = await explained(path, "wieghts\u001b", "0");
  assert.equal(status, 2);
  assert.match(err, /stage: must be one of X, Q, .*, got "wieghts\\u001b"/);
});
