/** The code that the page exports is run, and every stage is compared with the engine's. Needs a finished build. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { INPUTS } from "../../web/engine/c.js";
import { createEngine } from "../../web/engine/index.js";
import { FIELDS } from "../../web/engine/spec/spec.js";
import { allStages } from "../../web/engine/stages.js";
import { inputsFromState } from "../../web/state/index.js";
import { javascriptOf, numpyOf, pytorchOf, settingsOf, walkOf, walkOfState } from "../../web/export/index.js";
import { jsonOf } from "../../web/tensors/json.js";
import { npzOf } from "../../web/tensors/npz.js";
import { presets } from "../../web/state/presets.js";
import { numberFields } from "../../web/state/fields.js";
import { givenOf } from "../../web/state/recipes/given.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { blocks } from "../support/blocks/blocks.js";
import { dist } from "../support/machine.js";
import { readWalkCases } from "../support/variants/variants.js";
import { addTrained } from "../../web/training/trained.js";
import { addOwnModels } from "../support/own-models.js";

/** @typedef {import("../../web/export/exported-walk.js").Walk} Walk */
/** @typedef {import("../../web/state/state.js").State} State */
/** @typedef {{name: string, walk: Walk, expected: Record<string, import("../../web/engine/index.js").Tensor>}} Sample */

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const python = "/usr/bin/python3";
const has = (/** @type {string} */ module) => spawnSync(python, ["-c", `import ${module}`]).status === 0;
const engine = await createEngine();
addTrained(engine);
const [twoLayers, , twoSequences] = addOwnModels(engine);

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-snippets-"));
});
after(() => rm(folder, { recursive: true }));

/**
 * @param {string} name
 * @param {{spec: any, inputs: any}} given
 * @param {(walked: import("../../web/engine/index.js").Run) => Walk} walkFor
 * @returns {Sample}
 */
function sample(name, { spec, inputs }, walkFor) {
  const walked = engine.trace(spec, inputs).finish();
  const expected = Object.fromEntries(walked.stages.map((id) => [id, walked.tensor(id)]));
  const walk = walkFor(walked);
  walked.free();
  return { name, walk, expected };
}

/** Only the engine leaves hidden keys out of sums: elsewhere 0 times NaN is NaN. */
const withNaN = /hidden_nan/;

const cases = (await readWalkCases()).filter((file) => !withNaN.test(file.case));
/* Where all numbers of a row are nearly the same, a norm magnifies rounding: PyTorch's float32 differs from ours as well. */
const fromCases = cases
  .filter((file) => file.case !== "block_vit")
  .map((file, at) =>
    sample(`${file.case}-${at}`, file, (walked) => ({
      ...walkOf(walked, file.inputs),
      stage: "weights",
      head: 0,
      recipe: null,
      file: `${at}.npz`,
    })),
  );

const fromBlocks = Object.entries(blocks).map(([name, given]) =>
  sample(`block: ${name}`, given, (walked) => ({
    ...walkOf(walked, given.inputs),
    stage: /** @type {string} */ (walked.stages.at(-1)),
    head: 0,
    recipe: null,
    file: "",
  })),
);

/**
 * What a state of given tensors holds.
 * @param {string} sentence
 * @param {Record<string, number[]>} shapes
 * @param {{heads?: number}} [sizes]
 * @returns {Partial<State>}
 */
function ofGiven(sentence, shapes, sizes) {
  const filled = Object.entries(shapes).map(([name, shape], which) => {
    const length = shape.reduce((product, size) => product * size, 1);
    return [name, { shape, data: Float32Array.from({ length }, (_, at) => Math.sin(which + 5 * at)) }];
  });
  return { recipe: "given", given: givenOf("layer.npz", Object.fromEntries(filled), sizes), sentence };
}

/** States that together use every field. @type {Record<string, Partial<State>>} */
const settings = {
  "edited by hand": { edits: { X: [2, 3, 1.5], Wq: [1, 3, 0, -2], Wv: [1, 0, 2, 0.1], Wo: [1, 2, 3, 4, 0, 0, 0, -1] } },
  "edited in one whole matrix": {
    edits: { Wq: Array.from({ length: 64 }, (_, at) => [1, at >> 2, at % 4, at / 64]).flat() },
  },
  "biases edited by hand": {
    projection_bias: true,
    heads: 4,
    kv_heads: 2,
    d_k: 3,
    d_v: 5,
    context: "the road",
    d_context: 6,
    edits: { bq: [3, 1, 2.5, 0, 0, -1], bk: [1, 2, 0.75], bv: [1, 4, -3], bo: [15, 0.1] },
  },
  "biases edited and tied": { tied: true, projection_bias: true, edits: { bq: [1, 2, 2] } },
  "edited and tied": { tied: true, projection_bias: true, edits: { Wq: [0, 0, 0, 2] } },
  "keys edited, then tied": { tied: true, projection_bias: true, edits: { Wk: [0, 0, 0, 2], bk: [1, 2, 0.5] } },
  "tied, and edited in whole tensors": {
    tied: true,
    projection_bias: true,
    d_k: 8,
    edits: {
      Wq: Array.from({ length: 13 }, (_, at) => [1, at, at % 8, at / 64]).flat(),
      bq: Array.from({ length: 17 }, (_, at) => [at >> 3, at % 8, at / 8]).flat(),
    },
  },
  "edited with positions": { position: "sinusoidal", edits: { X: [0, 0, 2] } },
  "a batch": { batch: ["two of them", "a longer sentence of these, it is"], sentence_index: 1, padding_side: "start" },
  "two widths": { context: "the long road", d_context: 5, d_v: 3, kv_heads: 2, projection_bias: true, padding: 2 },
  aligned: { context: "the long road ahead of it, and more", align: "bottom_right" },
  "aligned at the top": { context: "the road", align: "top_left", ignored_keys: [1], hidden_pairs: [2, 0] },
  "no mask, warm": { causal: false, temperature: 2.5, scaling: false, heads: 3 },
  filled: { mask_value: -10000, mask_how: "fill", ignored_keys: [0] },
  added: { mask_value: -1000, mask_how: "add", window: 2 },
  "after the softmax": { mask_mode: "after_softmax", window: 3, sink_tokens: 1 },
  "renormalised, with a sink": { mask_mode: "after_softmax_renormalised", softmax_sink: 0.5, causal: false, window: 1 },
  "renormalised, where a query sees no key": { mask_mode: "after_softmax_renormalised", ignored_keys: [0], window: 1 },
  "renormalised, where visible weights underflow": {
    mask_mode: "after_softmax_renormalised",
    scaling: false,
    temperature: 0.01,
    d_model: 128,
    d_k: 64,
  },
  "underflowed beside a sink": {
    mask_mode: "after_softmax_renormalised",
    scaling: false,
    temperature: 0.01,
    softmax_sink: -100,
    padding: 2,
  },
  capped: { softcap: 2, softmax_sink: -1, padding: 3, padding_side: "start" },
  dropped: { dropout: 0.4, dropout_seed: 12 },
  "all dropped but few": { dropout: 0.9, dropout_seed: 3, d_v: 7 },
  "a layer in training": {
    norm: "layernorm",
    norm_epsilon: 0.01,
    residual: "sequential",
    mlp: "plain",
    dropout: 0.2,
    residual_dropout: 0.3,
    mlp_dropout: 0.4,
  },
  "norms of 1 + weight": { norm: "rmsnorm", norm_place: "both", norm_offset: true, qk_norm: "rmsnorm", mlp: "gated" },
  learned: { position: "learned", projection_bias: true },
  rope: { position: "rope", first_position: 100, rope_base: 500, d_k: 6 },
  "rope on a part of the columns, by YaRN": {
    position: "rope",
    d_k: 8,
    partial_rotary_factor: 0.5,
    rope_scaling: "yarn",
    rope_original: 4,
  },
  "rope scaled as in Llama 3.1": { position: "rope", d_k: 8, rope_scaling: "llama3", rope_factor: 8 },
  "rope by halves": { position: "rope", rope_style: "half_split", kv_heads: 1, d_k: 8 },
  alibi: { position: "alibi", heads: 6 },
  shaw: { position: "shaw", shaw_clip: 2, kv_heads: 2 },
  "shaw without values": { position: "shaw", shaw_clip: 5, shaw_values: false, causal: false },
  t5: { position: "t5", t5_buckets: 8, t5_max_distance: 10 },
  "t5 both ways": {
    position: "t5",
    t5_buckets: 8,
    t5_max_distance: 6,
    causal: false,
    sentence: "a b c d e f g h i j k l m n",
  },
  linear: { position: "distance", distance_lambda: 0.3 },
  gaussian: { position: "distance", distance_form: "gaussian", distance_sigma: 1.5 },
  matrix: { position: "distance", distance_form: "matrix" },
  "a trained layer": { recipe: "pronoun", layer: 1 },
  "a second layer of a model that the reader trained": { recipe: "trained", trained_run: twoLayers, layer: 2 },
  "two sequences of a model that the reader trained": {
    recipe: "trained",
    trained_run: twoSequences,
    context: "the red car",
  },
  "a second layer, on numbers set by hand in the first": { layer: 2, layer_edits: { X: [0, 1, 2], Wv: [0, 0, 1, 2] } },
  "a block as in GPT-2": { norm: "layernorm", residual: "sequential", mlp: "plain", activation: "gelu_tanh" },
  "a gated block, norms on both sides, numbers set by hand": {
    norm: "rmsnorm",
    norm_place: "both",
    qk_norm: "layernorm",
    residual: "sequential",
    mlp: "gated",
    d_ff: 24,
    edits: { W_up: [1, 2, 0.5], norm_1_weight: [3, 2], b_down: [0, 1] },
    projection_bias: true,
  },
  "tensors from a file": {
    ...ofGiven(
      "a b c",
      { X: [3, 5], Wq: [5, 6], Wk: [5, 6], Wv: [5, 4], bq: [6], bk: [6], bv: [4], Wo: [4, 5], bo: [5] },
      { heads: 2 },
    ),
    causal: false,
  },
  "queries, keys and values from a file": ofGiven("a b c", { Q: [2, 3, 4], K: [1, 3, 4], V: [1, 3, 2] }),
  "no weights": { projections: false, token_order: [6, 5, 4, 3, 2, 1, 0] },
  "the largest": { d_model: 128, d_k: 32, heads: 16, kv_heads: 4, projection_bias: true, seed: 4294967295 },
};
const states = [
  ...presets.filter(({ kind }) => kind === "system").map(({ id, patch }) => ({ id: `preset ${id}`, patch })),
  ...Object.entries(settings).map(([id, patch]) => ({ id, patch })),
].map(({ id, patch }) => ({ id, state: changeState(defaultState, patch) }));
const fromStates = states.map(({ id, state }) => {
  const made = inputsFromState(state, engine);
  return sample(`state ${id}`, made, (walked) => walkOfState(state, made, walked, `${id}.npz`));
});
const samples = [...fromCases, ...fromBlocks, ...fromStates];

test("the samples cover every field of a spec, every input and every stage", () => {
  const fields = new Set([...cases, ...Object.values(blocks)].flatMap(({ spec }) => Object.keys(spec)));
  const wanted = FIELDS.filter((field) => !["d_model", "d_context"].includes(field));
  assert.deepEqual(
    wanted.filter((field) => !fields.has(field)),
    [],
  );
  const chosen = new Set(Object.values(settings).flatMap(Object.keys));
  const rest = numberFields.filter((field) => !chosen.has(field) && field !== "recipe");
  assert.deepEqual(rest, []);
  const inputs = new Set(samples.flatMap(({ walk }) => Object.keys(walk.inputs)));
  assert.deepEqual(
    [...INPUTS, "X", "C", "E", "P", "Q", "K", "V", "allow"].filter((name) => !inputs.has(name)),
    [],
  );
  const stages = new Set(samples.flatMap(({ walk }) => walk.stages));
  assert.deepEqual(
    allStages.filter((stage) => !stages.has(stage)),
    [],
  );
  assert.ok(fromStates.some(({ walk }) => walk.recipe !== null) && fromStates.length > 40);
});

for (const [library, module, codeOf] of /** @type {const} */ ([
  ["PyTorch", "torch", pytorchOf],
  ["NumPy", "numpy", numpyOf],
])) {
  test(
    `in ${library}, every stage agrees to 1e-5, relative to the largest in rows above 1, and behind scores above 32`,
    { skip: !has(module) && `python3-${module} is not installed` },
    async () => {
      const files = samples
        .filter(({ walk }) => walk.file)
        .map(({ walk }) => writeFile(join(folder, walk.file), npzOf(walk.inputs)));
      await Promise.all(files);
      const input = `[${samples
        .map(({ name, walk, expected }) => {
          const stages = Object.entries(expected).map(([id, tensor]) => `"${id}": ${jsonOf(tensor)}`);
          const [given, code, place] = [name, codeOf(walk), folder].map((text) => JSON.stringify(text));
          return `{"name": ${given}, "code": ${code}, "folder": ${place}, "stages": {${stages.join(", ")}}}`;
        })
        .join(",\n")}]`;
      const { stdout, stderr, status } = spawnSync(python, [join(root, "tests/export/snippets.py")], {
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

test("PyTorch code draws every random input, unless more than twelve of its numbers were set by hand", () => {
  const randomInputs = "X E P C Wq Wk Wv Wo bq bk bv bo relK relV bias_table bias_matrix".split(" ");
  const written = fromStates.flatMap(({ name, walk }) => {
    const code = pytorchOf(walk);
    const literal = randomInputs.filter((input) =>
      new RegExp(`^${input} = torch\\.(tensor|from_numpy)`, "m").test(code),
    );
    return walk.recipe === null ? [] : literal.map((input) => `${name}: ${input}`);
  });
  assert.deepEqual(written, [
    "state edited in one whole matrix: Wq",
    "state tied, and edited in whole tensors: Wq",
    "state tied, and edited in whole tensors: bq",
  ]);
});

test("PyTorch code ties keys to queries after the queries' last change, and leaves out changes of the keys", () => {
  const tied = samples.filter(({ walk }) => walk.recipe?.tied);
  assert.ok(tied.length >= 4);
  for (const { name, walk } of tied) {
    const lines = pytorchOf(walk).split("\n");
    for (const letter of ["W", "b"].filter((letter) => `${letter}k` in walk.inputs)) {
      const of = (/** @type {string} */ tensor) =>
        lines.flatMap((line, at) => (new RegExp(`^${tensor}(\\[.*\\])? = `).test(line) ? [at] : []));
      const [queries, keys] = [of(`${letter}q`), of(`${letter}k`)];
      assert.deepEqual(
        keys.map((at) => lines[at]),
        [`${letter}k = ${letter}q`],
        name,
      );
      assert.ok(queries.length > 0 && Math.max(...queries) < Number(keys[0]), `${name}: ${queries} ${keys}`);
    }
  }
});

test("exported JavaScript, run in Node, gives the same bits for every stage", async () => {
  const more = [
    'import { writeFileSync } from "node:fs";',
    "const again = engine.trace(spec, inputs).finish();",
    "for (const id of again.stages) writeFileSync(new URL(id, import.meta.url), again.tensor(id).data);",
    "again.free();",
  ];
  const entry = (/** @type {string} */ name) => pathToFileURL(`${dist}${name}.js`).href;
  for (const [at, { walk }] of fromStates.entries()) {
    const snippet = javascriptOf(walk, settingsOf(states[at].state));
    const code = snippet.replaceAll(/(?<=")attention-stepper\/(\w+)(?=";)/g, (_, name) => entry(name));
    await mkdir(join(folder, `${at}`));
    await writeFile(join(folder, `${at}/walk.mjs`), [code, ...more].join("\n"));
  }
  // One process runs all of them: each starts with a line that says which it is.
  const all = fromStates.map((_, at) => `console.log("walk ${at}"); await import("./${at}/walk.mjs");`);
  await writeFile(join(folder, "all.mjs"), all.join("\n"));
  const { stdout } = await run(process.execPath, ["all.mjs"], { cwd: folder, maxBuffer: 2 ** 26 });
  const printed = stdout.split(/^walk \d+\n/m).slice(1);
  assert.equal(printed.length, fromStates.length);
  for (const [at, { walk, expected, name }] of fromStates.entries()) {
    assert.ok(printed[at].startsWith(`${walk.stages.join(" ")}\n${states[at].state.stage}`), printed[at]);
    for (const [id, { data }] of Object.entries(expected)) {
      const bytes = await readFile(join(folder, `${at}`, id));
      assert.ok(Buffer.from(data.buffer).equals(bytes), `${name} ${id}`);
    }
  }
});
