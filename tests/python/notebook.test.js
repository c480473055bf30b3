/** The notebook in which readers write attention with NumPy: its solutions pass its checks, and its blanks fail them by name. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";

import { exerciseCases } from "../../web/build/exercises.js";
import { createEngine } from "../../web/engine/index.js";
import { casesOf } from "../../web/exercises/cases.js";
import { exercises } from "../../web/exercises/exercises.js";
import { tensorOf } from "../../web/exercises/matrix.js";
import { npzTensors } from "../../web/tensors/npz.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { readText, temporaryFolder } from "../support/machine.js";
import { pythonSkip, runPython } from "../support/python.js";

const engine = await createEngine();
/** @type {{cells: {cell_type: string, id: string, outputs?: unknown[], execution_count?: number | null, source: string[], metadata: {tags?: string[]}}[]}} */
const { cells } = JSON.parse(readText("web/python/write-attention.ipynb"));
const names = exercises.map(({ name }) => name);
const sourceOf = (/** @type {string} */ id) =>
  cells.find((cell) => cell.id === id)?.source.join("") ?? assert.fail(`no cell ${id}`);

/** Runs cells one after the other; each gives what it prints, or the error that it raises. */
const program = `
import contextlib, io, json, sys
names, said = {}, []
for source in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            exec(compile(source, "cell", "exec"), names)
            said.append(printed.getvalue())
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
print(json.dumps(said))
`;

/** @param {import("node:test").TestContext} t @param {readonly string[]} sources @returns {Promise<string[]>} */
async function run(t, sources) {
  const cwd = await temporaryFolder(t);
  await writeFile(`${cwd}/cases.npz`, exerciseCases(engine));
  return JSON.parse(runPython(["-c", program, JSON.stringify(sources)], cwd));
}

test("the file of cases, read by the package's reader, has the numbers of the page's exercises", () => {
  const arrays = npzTensors(sourceOfBytes("cases.npz", exerciseCases(engine)), { bytes: 2 ** 20, numbers: 2 ** 10 });
  let count = 0;
  for (const exercise of exercises)
    for (const [at, { given, expected }] of casesOf(engine, exercise).entries())
      for (const [name, rows] of [
        ...Object.entries(given),
        ...exercise.stages.map((stage) => /** @type {const} */ ([`expected.${stage}`, expected[stage] ?? []])),
      ]) {
        const { shape, data } = typeof rows === "number" ? { shape: [1], data: [rows] } : tensorOf(rows);
        const array = arrays.get(`${exercise.name}.${at}.${name}`)?.() ?? assert.fail(name);
        assert.deepEqual([array.shape, Array.from(array.read())], [shape, Array.from(data)], name);
        count++;
      }
  assert.equal(arrays.size, count);
});

test("the notebook has a cell, a blank and a solution for each exercise, and stores no outputs", () => {
  const code = cells.filter(({ cell_type }) => cell_type === "code");
  assert.deepEqual(
    code.map(({ id }) => id),
    ["check", ...names, ...names.map((name) => `solution-${name}`)],
  );
  for (const { outputs, execution_count } of code) assert.deepEqual([outputs, execution_count], [[], null]);
  for (const name of names) assert.match(sourceOf(name), /(return|=) \.\.\.$/m, name);
});

test("solutions pass their checks, one after the other", { skip: pythonSkip("numpy") }, async (t) => {
  const said = await run(t, ["check", ...names.map((name) => `solution-${name}`)].map(sourceOf));
  const counts = exercises.map((exercise) => casesOf(engine, exercise).length);
  assert.deepEqual(
    said.slice(1),
    names.map((name, at) => `${name}: all numbers are the engine's, in ${counts[at]} cases\n`),
  );
});

test("blanks fail their checks by name, and wrong numbers by their place", { skip: pythonSkip("numpy") }, async (t) => {
  const said = await run(t, ["check", ...names].map(sourceOf));
  assert.deepEqual(
    said.slice(1),
    exercises.map(({ name, stages }) => `AssertionError: ${name}, case 1: ${stages[0]} is not written yet`),
  );
  const wrong = "def softmax(S):\n    return np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)\n\n\ncheck(softmax)";
  const [, far = ""] = await run(t, [sourceOf("check"), wrong]);
  assert.match(
    far,
    /^AssertionError: softmax, case 4: weights\[1, 0\] is nan; the engine has 0\.\d+\. 3 of 6 numbers differ$/,
  );
});

test(
  "whatever a function does instead is said in a sentence, without an error of the check itself",
  { skip: pythonSkip("numpy") },
  async (t) => {
    /** What a function does, and what is said of it after the case; of mix where no other is named. @type {[does: string, said: string, name?: string][]} */
    const attempts = [
      ["return A.T @ A", "context has the shape (3, 3); the engine's has (3, 2)"],
      ["return 7", "context has the shape (); the engine's has (3, 2)"],
      ["A @ V", "your function returned None. Did it end without a return?"],
      ["return 'text'", `context ${notNumbers("of the type str")}`],
      ["return [[1, 2], [3]]", `context ${notNumbers("of the type list")}`],
      ["return A.astype(complex) @ V", `context ${notNumbers("an array of complex128")}`],
      ["return (A @ V).astype(str)", `context ${notNumbers("an array of <U")}`],
      ["return mix", `context ${notNumbers("of the type function")}`],
      ["return A @ W", "your code stopped: NameError: name 'W' is not defined"],
      ["return A @ V.T[:1]", "your code stopped: ValueError: matmul: "],
      ["assert False, 'mine'", "your code stopped: AssertionError: mine"],
      [
        "return A[0]",
        "return a dict with Q, K, V, scaled, weights, context; what your function returned is an array of float32",
        "head",
      ],
      ["pass", "your function returned None. Did it end without a return?", "head"],
      ["return {'Q': A @ V}", "the dict that your function returned has no K", "head"],
      ["return {'Q': A @ V, 'K': None}", `K ${notNumbers("of the type NoneType")}`, "head"],
    ];
    const sources = attempts.map(
      ([does, , name = "mix"]) =>
        `def ${name}(A, V${name === "mix" ? "" : ", *more"}):\n    ${does}\n\n\ncheck(${name})`,
    );
    const said = await run(t, [sourceOf("check"), ...sources, "check(lambda A: A)"]);
    for (const [at, [does, wanted, name = "mix"]] of attempts.entries())
      assert.equal(
        said[at + 1]?.startsWith(`AssertionError: ${name}, case 1: ${wanted}`),
        true,
        `${does}: ${said[at + 1]}`,
      );
    assert.equal(said.at(-1), "AssertionError: no exercise has a function <lambda>");
  },
);

/** @param {string} kind what it is instead */
const notNumbers = (kind) => `must be an array of real numbers, its rows equally long; it is ${kind}`;
