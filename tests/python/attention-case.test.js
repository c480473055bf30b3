/** attention_case.py: what it records of PyTorch's and others' modules, the command line computes again. Needs a finished build. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { withNumbers } from "../../web/node/case-file.js";
import { inputsFromState } from "../../web/state/inputs.js";
import { npzTensors } from "../../web/tensors/npz.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { dist, root } from "../support/machine.js";
import { figureOf, pythonSkip, runPython } from "../support/python.js";

const skip = pythonSkip("torch");

/** @type {string} where modules.py has written its cases */
let folder;
/** What it printed. @type {{layers: string[], calls: string[], refusals: (string | null)[]}} */
let printed;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-python-"));
  if (!skip) printed = JSON.parse(runPython([`${root}tests/python/modules.py`, dist, folder]));
});
after(() => rm(folder, { recursive: true }));

/** @param {string} name @returns {Promise<any>} a case */
const caseOf = async (name) => JSON.parse(await readFile(join(folder, name), "utf8"));

/** @param {...string} names */
const check = (...names) =>
  spawnSync(process.execPath, [`${dist}cli.js`, "check", ...names], { cwd: folder, encoding: "utf8" });

/** The cases that begin with X, and which stages they must have. */
const recorded = {
  "gradients.json": ["gradients", "output"],
  "interleaved-plain.json": ["output", "weights"],
  "interleaved.json": ["output", "weights"],
  "joined-1.json": ["output"],
  "joined-2.json": ["output"],
  "mha-added.json": ["output", "weights"],
  "mha-causal.json": ["output", "weights"],
  "mha-cross.json": ["output"],
  "mha-heads.json": ["output", "weights"],
  "mha-more-keys-added.json": ["output", "weights"],
  "mha-more-keys.json": ["output", "weights"],
  "mha-padding.json": ["output", "weights"],
  "mha-second.json": ["output", "weights"],
  "mha-sequence-first.json": ["output", "weights"],
  "mha-three.json": ["output", "weights"],
  "mha-unbatched.json": ["output", "weights"],
  "mha-zero-key.json": ["output", "weights"],
  "mha.json": ["output", "weights"],
  "rotary-mask.json": ["output"],
  "rotary-norm.json": ["output", "weights"],
  "rotary-sinks.json": ["output", "weights"],
  "rotary-window.json": ["output", "weights"],
  "rotary.json": ["output", "weights"],
  "separate.json": ["output"],
  "stacked.json": ["output", "weights"],
};

test(
  "every module's case has its output, and weights where asked, and the command line computes them",
  { skip },
  async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith(".json") && !name.startsWith("dot"));
    assert.deepEqual(files.sort(), Object.keys(recorded).sort());
    for (const [name, stages] of Object.entries(recorded))
      assert.deepEqual(Object.keys((await caseOf(name)).expected).sort(), stages, name);
    const { status, stdout, stderr } = check(...files);
    assert.deepEqual([status, stderr], [0, ""], stdout);
    assert.equal(stdout.match(/: ok \(/g)?.length, files.length);
  },
);

test("the cases say what the modules have", { skip }, async () => {
  const { spec, inputs } = await caseOf("rotary-norm.json");
  assert.deepEqual(
    [spec.heads, spec.kv_heads, spec.causal, spec.qk_norm, spec.norm_epsilon],
    [4, 2, true, "rmsnorm", 1e-6],
  );
  assert.deepEqual(spec.position, { kind: "rope", style: "half_split", base: 100 });
  assert.deepEqual(inputs.Wk.shape, [16, 12]);
  const interleaved = await caseOf("interleaved.json");
  assert.deepEqual([interleaved.spec.heads, interleaved.spec.kv_heads, interleaved.spec.d_k], [3, 3, 8]);
  assert.equal(interleaved.spec.position.dims, 6);
  assert.deepEqual(interleaved.inputs.bq.shape, [24]);
  assert.equal("bq" in (await caseOf("interleaved-plain.json")).inputs, false);
  const stacked = await caseOf("stacked.json");
  assert.deepEqual([stacked.spec.heads, stacked.spec.kv_heads, stacked.inputs.Wk.shape], [4, 2, [16, 12]]);
  assert.equal((await caseOf("rotary-window.json")).spec.window, 3);
  assert.equal((await caseOf("rotary-sinks.json")).spec.softmax_sink, true);
  assert.deepEqual((await caseOf("rotary-mask.json")).inputs.positions.data, [0, 1, 2, 5, 6, 9]);
  assert.deepEqual((await caseOf("mha-padding.json")).inputs.key_valid.data, [1, 1, 1, 0, 0]);
  assert.deepEqual((await caseOf("mha-heads.json")).inputs.allow.shape, [2, 5, 5]);
  assert.equal((await caseOf("mha-added.json")).spec.position.form, "matrix");
  assert.deepEqual((await caseOf("mha-cross.json")).inputs.C.shape, [7, 6]);
  assert.deepEqual(
    printed.layers.map((path) => path.slice(folder.length + 1)),
    ["joined-1.json", "joined-2.json"],
  );
});

test("a number that is changed is found", { skip }, async () => {
  const changed = await caseOf("rotary.json");
  changed.inputs.Wk.data[3] += 0.01;
  const run = spawnSync(process.execPath, [`${dist}cli.js`, "check", "-"], {
    input: JSON.stringify(changed),
    encoding: "utf8",
  });
  assert.equal(run.status, 1, run.stderr);
  assert.match(run.stdout, /weights \[/);
});

test("an .npz has the arrays of the .json, as they are, and its spec", { skip }, async () => {
  const { spec, inputs, expected } = await caseOf("mha-padding.json");
  const source = sourceOfBytes("mha-padding.npz", await readFile(join(folder, "mha-padding.npz")));
  const arrays = npzTensors(source, { bytes: 2 ** 20, numbers: 2 ** 18 });
  const names = [...Object.keys(inputs), ...Object.keys(expected).map((name) => `expected.${name}`)];
  assert.deepEqual([...arrays.keys()].sort(), ["spec", ...names].sort());
  // The two modules drew weights of their own; X and the masks are the same.
  for (const name of ["X", "allow", "key_valid"])
    assert.deepEqual(
      [...(arrays.get(name)?.().read() ?? [])].map(Math.fround),
      inputs[name].data.map(Math.fround),
      name,
    );
  const program = `import json, sys, numpy; print(json.dumps(json.loads(str(numpy.load(sys.argv[1])["spec"]))))`;
  assert.deepEqual(JSON.parse(runPython(["-c", program, join(folder, "mha-padding.npz")])), spec);
});

test("a recorded scaled_dot_product_attention is the engine's attend, and check finds it right", { skip }, async () => {
  const engine = await createEngine();
  for (const [at, path] of printed.calls.entries()) {
    const { spec, inputs, expected } = JSON.parse(await readFile(path, "utf8"));
    const { context } = engine.attend(spec, inputs);
    assert.deepEqual(context.shape, expected.context.shape);
    const away = expected.context.data.map((/** @type {number} */ want, /** @type {number} */ i) =>
      Math.abs(want - (context.data[i] ?? NaN)),
    );
    assert.ok(Math.max(...away) < 1e-5, `${path}: ${Math.max(...away)}`);
    assert.equal("allow" in inputs, at === 1);
    assert.equal(check(path).status, 0);
  }
  assert.ok(printed.calls.length >= 4);
});

test("what a case cannot say, and what is no case, is refused by name, and nothing is written", { skip }, async () => {
  const wanted = [
    /^dropout: cannot be recorded/,
    /^position_embeddings: must be those of positions and base 100.0, got other angles$/,
    /^module: no attention ran|^module: must have an attention/,
    /^query_key_value with fewer keys than queries: cannot be recorded/,
    /^alibi: cannot be recorded/,
    /^X: must have 1 to 3 dimensions, each of some numbers, got \[1, 2, 5, 8\]$/,
    /^'X\\n': must be the name of an input or of a stage$/,
    /^path: must end in \.json or \.npz, got /,
    /^gradients: must be given together with inputs\['dOutput'\]$/,
  ];
  assert.equal(printed.refusals.length, wanted.length);
  for (const [at, pattern] of wanted.entries()) assert.match(String(printed.refusals[at]), pattern);
  assert.ok((await readdir(folder)).every((name) => !name.startsWith("never")));
});

test(
  "without PyTorch, NumPy's arrays are written, with infinities and the shortest digits",
  { skip: pythonSkip("numpy") },
  async () => {
    const program = `
import sys; sys.path.insert(0, sys.argv[1]); import numpy; from attention_case import save_case
tenth, half = numpy.array([[0.1, 2]], "f4"), numpy.array([[0.5, -numpy.inf]], "f2")
save_case(sys.argv[2], {"causal": True}, {"X": tenth, "allow": numpy.array([[True]])}, {"masked": half, "raw": [[1, 2]]})
print("torch" in sys.modules)`;
    assert.equal(runPython(["-c", program, dist, join(folder, "numpy.json")]).trim(), "False");
    assert.deepEqual(await caseOf("numpy.json"), {
      spec: { causal: true },
      inputs: { X: { shape: [1, 2], data: [0.1, 2] }, allow: { shape: [1, 1], data: [1] } },
      expected: { masked: { shape: [1, 2], data: [0.5, "-inf"] }, raw: { shape: [1, 2], data: [1, 2] } },
    });
    await rm(join(folder, "numpy.json"));
  },
);

/** Cases that the element can show: with biases or without, masks, grouped heads and rotation; and one of the guide. */
const shown = ["joined-1.json", "mha.json", "mha-padding.json", "mha-padding.npz", "rotary-window.json"];

test("the figure of a case has the case's numbers: its state gives the recorded output", { skip }, async () => {
  await copyFile(`${dist}attention_case.py`, join(folder, "attention_case.py"));
  const engine = await createEngine();
  for (const name of shown) {
    const { html, state } = figureOf(join(folder, name), dist);
    assert.doesNotMatch(html, /(src|href)="(?!data:)/, "no other file");
    const { spec, inputs } = inputsFromState(state, engine);
    const walk = engine.trace(spec, inputs).finish();
    const file = name.replace(".npz", ".json");
    if (name !== file) continue; // its weights are in no JSON; it must only be read alike
    const { expected } = await caseOf(file);
    const want = withNumbers("output", expected.output);
    assert.deepEqual(walk.shape("output"), want.shape, name);
    const got = walk.tensor("output").data;
    const away = want.data.map((/** @type {number} */ value, /** @type {number} */ at) =>
      Math.abs(value - (got[at] ?? NaN)),
    );
    assert.ok(Math.max(...away) < 2e-5, `${name}: ${Math.max(...away)}`);
    walk.free();
  }
});

test("a case that the element cannot show is refused by name", { skip }, () => {
  for (const [name, field] of [
    ["mha-cross.json", "C"],
    ["rotary-sinks.json", "softmax_sink"],
    ["mha-heads.json", "allow"],
    ["separate.json", "C"],
  ])
    assert.match(
      figureOf(join(folder, String(name)), dist).error,
      new RegExp(`^ValueError: ${field}: cannot be (shown|recorded)`),
      name,
    );
});

test("the guide's cell runs", { skip }, async () => {
  const cell = await readFile(`${root}web/examples/jupyter/own_layer.py`, "utf8");
  const program = `import sys; sys.path.insert(0, sys.argv[1])\n${cell.trimEnd().replace(/\n(show\(.*\))$/, "\nprint(len($1._repr_html_()))")}`;
  assert.ok(Number(runPython(["-c", program, dist], folder)) > 400_000);
  assert.equal(check("layer.json").stdout, "layer.json: ok (2 stages within float32 rounding)\n");
  await rm(join(folder, "layer.json"));
});
