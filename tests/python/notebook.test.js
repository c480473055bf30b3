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
    exercises.map(({ name, stages }) => `AssertionError: ${name}, case 1, ${stages[0]}: nothing is returned yet`),
  );
  const wrong = "def softmax(S):\n    return np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)\n\n\ncheck(softmax)";
  const shape = "def mix(A, V):\n    return A.T @ A\n\n\ncheck(mix)";
  const [, far = "", other = ""] = await run(t, [sourceOf("check"), wrong, shape]);
  assert.match(
    far,
    /^AssertionError: softmax, case 4, weights\[1, 0\]: yours is nan, the engine's 0\.\d+; 3 of 6 numbers differ$/,
  );
  assert.match(other, /^AssertionError: mix, case 1, context: the shape is \(3, 3\), the engine's \(3, 2\)$/);
});
