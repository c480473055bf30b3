/** The golden vectors that the build writes: what they promise, and the programs that read them. Needs a finished build. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { vectorFiles } from "../../web/build/vectors/vectors.js";
import { halves } from "../../web/build/vectors/half-precision.js";
import { createEngine } from "../../web/engine/index.js";
import { crc32 } from "../../web/tensors/crc32.js";
import { npzOf, npzTensors } from "../../web/tensors/npz.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { dist, isInstalled, readText, root, temporaryFolder } from "../support/machine.js";

const folder = `${dist}vectors/`;
const python = "/usr/bin/python3";
const examples = `${root}web/examples/vectors/`;

/**
 * What tests/reference/vectors.py made of the inputs of a file.
 * @typedef {{file: string, inputs_crc32: number, rounded: Record<string, Record<string, number>>,
 *   results: Record<string, {shape: number[], data: (number | "-inf")[]}>}} Truth
 * @typedef {{file: string, about: string, spec: Record<string, unknown>, bounds: Record<string, Record<string, number>>}} Entry
 */
/** @type {Truth[]} */
const truths = JSON.parse(readText("tests/reference/vectors.json"));
/** @type {Entry[]} */
const index = JSON.parse(readText("web/dist/vectors/index.json"));

/** @param {string} file @returns {Promise<Map<string, {shape: number[], data: number[]}>>} */
async function arraysOf(file) {
  const source = sourceOfBytes(file, await readFile(folder + file));
  const opened = [...npzTensors(source, { bytes: 2 ** 20, numbers: 2 ** 18 })];
  return new Map(opened.map(([name, open]) => [name, { shape: [...open().shape], data: [...open().read()] }]));
}

/** @param {string} file @returns {Entry} */
const entryOf = (file) => index.find((entry) => entry.file === file) ?? assert.fail(file);
/** @param {string} file @returns {Truth} */
const truthOf = (file) => truths.find((truth) => truth.file === file) ?? assert.fail(file);

/** The largest difference; equal infinities do not differ. @param {readonly number[]} got @param {readonly number[]} want */
const difference = (got, want) =>
  want.reduce((most, value, at) => (value === got[at] ? most : Math.max(most, Math.abs(value - (got[at] ?? NaN)))), 0);

test("the folder holds the files that index.json lists, and their truths; all together have less than 400,000 bytes", async () => {
  const files = (await readdir(folder)).sort();
  assert.deepEqual(files, [...index.map(({ file }) => file), "index.json"].sort());
  assert.deepEqual(truths.map(({ file }) => file).sort(), index.map(({ file }) => file).sort());
  assert.ok(readText("web/docs/vectors.md").includes(`${index.length} small cases`));
  const sizes = await Promise.all(files.map(async (file) => (await readFile(folder + file)).length));
  const total = sizes.reduce((sum, size) => sum + size);
  assert.ok(total < 400_000, `${total} bytes`);
});

for (const build of /** @type {const} */ (["simd128", "scalar"]))
  test(`the ${build} engine makes them again, byte for byte`, async () => {
    for (const [file, contents] of vectorFiles(await createEngine({ build })))
      assert.ok(Buffer.from(contents).equals(await readFile(folder + file)), file);
  });

test("every result is within 1e-5 of PyTorch's in float64, and within the bound of its file", async () => {
  let worst = 0;
  for (const { file, inputs_crc32, results } of truths) {
    const arrays = await arraysOf(file);
    const inputs = [...arrays].filter(([name]) => name !== "spec" && !name.includes("."));
    const bytes = Buffer.concat(inputs.map(([, { data }]) => Buffer.from(Float32Array.from(data).buffer)));
    assert.equal(crc32(bytes), inputs_crc32, `${file} has other inputs: run tests/reference/vectors.py`);
    const names = [...arrays.keys()].filter((name) => name.includes("."));
    assert.deepEqual(names.sort(), Object.keys(results).sort());
    for (const [name, { shape, data }] of Object.entries(results)) {
      const got = arrays.get(name) ?? assert.fail(name);
      const want = data.map((value) => (value === "-inf" ? -Infinity : value));
      assert.deepEqual(got.shape, shape, `${file}: ${name}`);
      const away = difference(got.data, want);
      const largest = Math.max(1, ...want.filter(Number.isFinite).map(Math.abs));
      assert.ok(away <= 1e-5 * largest, `${file}: ${name} differs by ${away}`);
      assert.ok(away <= (entryOf(file).bounds.float32?.[name] ?? NaN), `${file}: ${name}`);
      worst = Math.max(worst, away / largest);
    }
  }
  assert.ok(worst > 0 && worst < 2e-6, `${worst}: web/docs/vectors.md says less than 2e-6`);
});

test("the file's spec is that of index.json", async () => {
  for (const { file, spec } of index) {
    const { data = [] } = (await arraysOf(file)).get("spec") ?? {};
    assert.deepEqual(JSON.parse(Buffer.from(data).toString()), spec, file);
  }
});

test("an attention in half precision stays within every bound, as PyTorch rounds it", () => {
  for (const { file, bounds } of index)
    for (const type of ["float16", "bfloat16"])
      for (const [name, away] of Object.entries(truthOf(file).rounded[type] ?? {}))
        assert.ok(away <= (bounds[type]?.[name] ?? NaN), `${file}: ${name} in ${type} differs by ${away}`);
});

test("a wrong scale is beyond the bounds of bfloat16 wherever scores matter", async () => {
  const engine = await createEngine();
  const { attentionRun } = await import("../../web/build/vectors/attention-run.js");
  const wrong = [];
  for (const { file, spec, bounds } of index) {
    const arrays = Object.fromEntries(await arraysOf(file));
    const inputs = Object.entries(arrays).filter(([name]) => name !== "spec" && !name.includes("."));
    const floats = inputs.map(([name, { shape, data }]) => [name, { shape, data: Float32Array.from(data) }]);
    const scale = Number(spec.scale) ** 2 === 1 ? 0.5 : Number(spec.scale) ** 2;
    const { expected, gradients } = attentionRun(engine, { ...spec, scale }, Object.fromEntries(floats));
    const isFound = Object.entries({ "expected.log_sum_exp": expected.log_sum_exp, "gradients.Q": gradients.Q }).some(
      ([name, got]) => difference([...(got?.data ?? [])], arrays[name]?.data ?? []) > (bounds.bfloat16?.[name] ?? NaN),
    );
    if (!isFound) wrong.push(file);
  }
  // Their scores are all 0, or no key is seen.
  assert.deepEqual(wrong, ["equal-scores.npz", "padding-all.npz"]);
});

test("rounding gives the numbers of both types: known ones, ties to even, the smallest, none changed twice", () => {
  const [float16, bfloat16] = [halves.float16.round, halves.bfloat16.round];
  assert.deepEqual([float16(1 / 3), bfloat16(1 / 3)], [0.333251953125, 0.333984375]);
  assert.deepEqual([float16(2049), float16(2051), bfloat16(257), bfloat16(259)], [2048, 2052, 256, 260]);
  assert.deepEqual([float16(-2049), float16(2 ** -25), float16(1.5 * 2 ** -24)], [-2048, 0, 2 ** -23]);
  for (const round of [float16, bfloat16]) assert.equal(round(round(0.1)), round(0.1));
});

/** The programs: how each is started, and what it needs. @type {[name: string, needs: string[], prepare: string[], start: string[]][]} */
const programs = [
  ["compare.mjs", [process.execPath], [], [process.execPath, `${examples}compare.mjs`]],
  ["compare.py", [python, "-c", "import numpy"], [], [python, `${examples}compare.py`]],
  [
    "compare.c",
    ["cc", "--version"],
    ["cc", "-std=c11", "-O2", `${examples}compare.c`, "-lm", "-o", "compare"],
    ["./compare"],
  ],
];

for (const [name, [need = "", ...args], [compiler = "", ...flags], [start = "", ...rest]] of programs)
  test(`${name} finds every vector that its attention computes right, and one changed number`, async (t) => {
    const isThere = need === process.execPath || ((await isInstalled(need)) && spawnSync(need, args).status === 0);
    if (!isThere) return t.skip(`no ${[need, ...args].join(" ")}`);
    const cwd = await temporaryFolder(t);
    for (const file of await readdir(folder)) await copyFile(folder + file, join(cwd, file));
    if (compiler !== "") assert.equal(spawnSync(compiler, flags, { cwd }).status, 0);
    const compare = (/** @type {string[]} */ ...files) =>
      spawnSync(start, [...rest, ...files], { cwd, encoding: "utf8" });
    const all = compare(...index.map(({ file }) => file));
    assert.deepEqual([all.status, all.stderr], [0, ""]);
    const lines = all.stdout.trim().split("\n");
    assert.equal(lines.length, index.length);
    assert.ok(lines.includes("gqa-causal.npz: ok") && lines.includes("causal-empty-rows.npz: ok"));
    assert.ok(lines.filter((line) => line.endsWith(": ok")).length > 20);
    assert.ok(lines.filter((line) => line.includes("skipped")).length > 20);

    const arrays = Object.fromEntries(await arraysOf("heads.npz"));
    const spec = { shape: arrays.spec?.shape ?? [], data: Uint8Array.from(arrays.spec?.data ?? []) };
    const context = arrays["expected.context"] ?? assert.fail();
    context.data[7] = (context.data[7] ?? 0) + 1e-3;
    await writeFile(join(cwd, "heads.npz"), npzOf({ ...arrays, spec }));
    const changed = compare("heads.npz");
    assert.deepEqual([changed.status, changed.stdout.startsWith("heads.npz: context differs by ")], [1, true]);
  });

test("the command line checks every vector, and names an array that was changed", async (t) => {
  const paths = index.map(({ file }) => `${dist}vectors/${file}`);
  const cli = (/** @type {string[]} */ ...files) =>
    spawnSync(process.execPath, [`${dist}cli.js`, "check", ...files], { encoding: "utf8" });
  const all = cli(...paths);
  assert.deepEqual([all.status, all.stderr], [0, ""]);
  const lines = all.stdout.trim().split("\n");
  assert.equal(lines.length, index.length);
  assert.ok(lines.every((line) => /: ok \(2 stages and [34] gradients within float32 rounding\)$/.test(line)));
  const arrays = Object.fromEntries(await arraysOf("heads.npz"));
  const spec = { shape: arrays.spec?.shape ?? [], data: Uint8Array.from(arrays.spec?.data ?? []) };
  const sums = arrays["expected.log_sum_exp"] ?? assert.fail();
  sums.data[3] = (sums.data[3] ?? 0) + 1e-3;
  const changed = join(await temporaryFolder(t), "heads.npz");
  await writeFile(changed, npzOf({ ...arrays, spec }));
  const { status, stdout } = cli(changed);
  assert.equal(status, 1);
  assert.match(stdout, /log_sum_exp/);
});
