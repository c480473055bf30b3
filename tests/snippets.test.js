/** The code that the page hands out is run, and every stage compared with the engine's. Needs a C compiler. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createEngine, inputsFromState } from "../web/engine/index.js";
import {
  cOf,
  javascriptOf,
  jsonOf,
  npyOf,
  npzOf,
  numpyOf,
  pytorchOf,
  settingsOf,
  walkOf,
  walkOfState,
} from "../web/export/index.js";
import { presets } from "../web/state/presets.js";
import { changeState, defaultState } from "../web/state/state.js";
import { engineSources } from "./native.js";
import { readWalkCases } from "./variants.js";

/** @typedef {import("../web/export/walk.js").Walk} Walk */
/** @typedef {{name: string, walk: Walk, expected: Record<string, import("../web/engine/index.js").Tensor>}} Sample */

const run = promisify(execFile);
const root = fileURLToPath(new URL("../", import.meta.url));
const python = "/usr/bin/python3";
const has = (/** @type {string} */ module) => spawnSync(python, ["-c", `import ${module}`]).status === 0;
const engine = await createEngine();

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-snippets-"));
});
after(() => rm(folder, { recursive: true }));

/**
 * @param {string} name
 * @param {{spec: any, inputs: any}} given
 * @param {(walked: import("../web/engine/index.js").Run) => Walk} walkFor
 * @returns {Sample}
 */
function sample(name, { spec, inputs }, walkFor) {
  const walked = engine.trace(spec, inputs).finish();
  const expected = Object.fromEntries(walked.stages.map((id) => [id, walked.tensor(id)]));
  const walk = walkFor(walked);
  walked.free();
  return { name, walk, expected };
}

/** What hidden keys hold is taken out of sums by the engine alone: elsewhere 0 times NaN is NaN. */
const withNaN = /hidden_nan/;

const cases = (await readWalkCases()).filter((file) => !withNaN.test(file.case));
const fromCases = cases.map((file, at) =>
  sample(`${file.case}-${at}`, file, (walked) => ({
    ...walkOf(walked, file.inputs),
    ...{ stage: "weights", head: 0, recipe: null, file: `${at}.npz` },
  })),
);
const states = presets
  .filter(({ kind }) => kind === "system")
  .map(({ id, patch }) => ({ id, state: changeState(defaultState, patch) }));
const fromStates = states.map(({ id, state }) => {
  const made = inputsFromState(state, engine);
  return sample(`preset-${id}`, made, (walked) => walkOfState(state, made, walked, `${id}.npz`));
});
const samples = [...fromCases, ...fromStates];

test("these samples have every field of a spec, every input and every stage", () => {
  const fields = new Set(cases.flatMap(({ spec }) => Object.keys(spec)));
  const wanted =
    "heads kv_heads d_k d_v scale causal align window sink_tokens position softcap softmax_sink dropout mask_mode mask_value prefill";
  assert.deepEqual(
    wanted.split(" ").filter((field) => !fields.has(field)),
    [],
  );
  const inputs = new Set(samples.flatMap(({ walk }) => Object.keys(walk.inputs)));
  const known = "X C E P Wq Wk Wv Wo bq bk bv bo key_valid allow keep relK relV bias_table bias_matrix sink positions";
  assert.deepEqual(
    known.split(" ").filter((name) => !inputs.has(name)),
    [],
  );
  const stages = new Set(samples.flatMap(({ walk }) => walk.stages));
  const all =
    "E P X C Q K V Q_rot K_rot raw scaled biased capped masked weights_unmasked zeroed weights dropped context concat output";
  assert.deepEqual(
    all.split(" ").filter((stage) => !stages.has(stage)),
    [],
  );
  assert.ok(fromStates.some(({ walk }) => walk.recipe !== null) && fromStates.length > 10);
});

for (const [library, module, codeOf] of /** @type {const} */ ([
  ["PyTorch", "torch", pytorchOf],
  ["NumPy", "numpy", numpyOf],
])) {
  test(
    `in ${library}, every stage of every sample agrees to 1e-5`,
    { skip: !has(module) && `python3-${module} is not installed` },
    async () => {
      const files = samples.map(({ walk }) => writeFile(join(folder, walk.file), npzOf(walk.inputs)));
      await Promise.all(files);
      const input = `[${samples
        .map(({ name, walk, expected }) => {
          const stages = Object.entries(expected).map(([id, tensor]) => `"${id}": ${jsonOf(tensor)}`);
          const [given, code, place] = [name, codeOf(walk), folder].map((text) => JSON.stringify(text));
          return `{"name": ${given}, "code": ${code}, "folder": ${place}, "stages": {${stages.join(", ")}}}`;
        })
        .join(",\n")}]`;
      const { stdout, stderr, status } = spawnSync(python, [join(root, "tests/snippets.py")], {
        input,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
      assert.equal(status, 0, stderr);
      const results = /** @type {Record<string, string>} */ (JSON.parse(stdout));
      assert.equal(Object.keys(results).length, samples.length);
      assert.deepEqual(
        Object.entries(results).filter(([, problem]) => problem !== ""),
        [],
      );
    },
  );
}

/** The numbers that a program printed, after its first line. @param {string} text */
const printed = (text) =>
  text
    .trim()
    .split("\n")
    .slice(1)
    .join(" ")
    .trim()
    .split(/\s+/)
    .map((word) =>
      Number(word.replace(/^-?inf$/, (inf) => (inf === "inf" ? "Infinity" : "-Infinity")).replace(/^-?nan$/, "NaN")),
    );

test("in C, compiled with the engine, the stage in view has the same bits", async () => {
  const objects = join(folder, "objects");
  await run("bash", [
    "-c",
    `mkdir "$1" && cd "$1" && cc -std=c11 -O1 -ffp-contract=off -c "\${@:2}"`,
    "",
    objects,
    ...(await engineSources()).map((file) => root + file),
  ]);
  const stages = ["weights", "output", "Q", "raw", "concat", "context", "scaled"];
  const chosen = samples.filter(
    ({ name, walk }, at) => name.startsWith("preset") || "keep" in walk.inputs || at % 6 === 0,
  );
  assert.ok(chosen.length > 30);
  for (const [at, { walk, expected, name }] of chosen.entries()) {
    const looks = /** @type {const} */ ({
      stage: stages[at % stages.length] ?? "weights",
      head: at % 3 === 0 ? 0 : "all",
    });
    await Promise.all(
      Object.entries(walk.inputs).map(([id, tensor]) => writeFile(join(folder, `${id}.npy`), npyOf(tensor))),
    );
    await writeFile(join(folder, "walk.c"), cOf({ ...walk, ...looks }));
    await run(
      "bash",
      ["-c", `cc -std=c11 -Wall -Wextra -Werror -I "$1" walk.c objects/*.o -lm -o walk`, "", `${root}c`],
      { cwd: folder },
    );
    const { stdout } = await run("./walk", [], { cwd: folder });
    const { shape, data } = expected[looks.stage];
    const size = shape.length === 3 && looks.head === 0 ? data.length / shape[0] : data.length;
    assert.deepEqual(Float32Array.from(printed(stdout)), data.subarray(0, size), `${name} ${looks.stage}`);
  }
});

test("in JavaScript, in Node, every stage has the same bits", async () => {
  const more = [
    'import { writeFileSync } from "node:fs";',
    "const again = engine.trace(spec, inputs).finish();",
    "for (const id of again.stages) writeFileSync(id, again.tensor(id).data);",
  ];
  const source = new URL("../web/engine/index.js", import.meta.url).href;
  for (const [at, { walk, expected, name }] of fromStates.entries()) {
    const { state } = states[at];
    const code = javascriptOf(walk, settingsOf(state)).replace("attention-stepper/engine", source);
    await writeFile(join(folder, "walk.mjs"), [code, ...more].join("\n"));
    const { stdout } = await run(process.execPath, ["walk.mjs"], { cwd: folder });
    assert.ok(stdout.startsWith(`${walk.stages.join(" ")}\n${state.stage}`), stdout);
    for (const [id, { data }] of Object.entries(expected)) {
      const bytes = await readFile(join(folder, id));
      assert.ok(Buffer.from(data.buffer).equals(bytes), `${name} ${id}`);
    }
  }
});
