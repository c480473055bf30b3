/** A native build trains with the same bits as the WebAssembly: every loss of 50 steps, and every weight after them. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { loadCore } from "../../web/engine/engine.js";
import { createRandom } from "../../web/engine/random/torch-random.js";
import { Model } from "../../web/engine/model.js";
import { wasmBytes } from "../../web/engine/wasm/node.js";
import { buildNative } from "../support/native/compile.js";

/** @type {{case: string, spec: any, seed: number, lengths: boolean}[]} models of every kind, as trained by PyTorch */
const cases = JSON.parse(readFileSync(new URL("../reference/training.json", import.meta.url), "utf8"));
const core = await loadCore(await wasmBytes("simd128"));
const [BATCH, STEPS] = [3, 50];

/** The arrays of a step's batch. @param {any} spec @param {number} step @param {boolean} lengths */
function draw({ n, vocabulary, source, classes = vocabulary, readout }, step, lengths) {
  const random = createRandom(core, 1000 + step, "scalar");
  return {
    tokens: random.randint(0, vocabulary, BATCH * n),
    targets: random.randint(-1, readout === "pointer" ? 2 : classes, BATCH * n),
    ...(source && { source: random.randint(0, source.vocabulary, BATCH * source.n) }),
    ...(lengths && { lengths: random.randint(2, n + 1, BATCH) }),
    ...(lengths && source && { source_lengths: random.randint(2, source.n + 1, BATCH) }),
  };
}

/**
 * Trains in WebAssembly, and records what tests/native/training.c needs to do the same.
 * @param {typeof cases[number]} one
 */
function train({ spec, seed, lengths }) {
  const { memory, exports } = core;
  /** @type {Record<"spec" | "settings" | "optimizer" | "maxNorm", Uint8Array>} */
  const input = {
    spec: new Uint8Array(),
    settings: new Uint8Array(),
    optimizer: new Uint8Array(),
    maxNorm: new Uint8Array(),
  };
  const bytesOf = (/** @type {ArrayBufferView} */ { buffer, byteOffset, byteLength }) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  const recorded = {
    ...exports,
    attention_make_model: (/** @type {number} */ struct, /** @type {number} */ given) => {
      input.spec = memory.bytes(given, exports.attention_model_spec_bytes()).slice();
      return exports.attention_make_model(struct, given);
    },
    attention_model_start: (/** @type {number} */ struct, /** @type {number} */ floats, /** @type {number} */ bits) => {
      input.settings = bytesOf(Int32Array.of(bits, STEPS, BATCH, Number(lengths)));
      exports.attention_model_start(struct, floats, bits);
    },
    attention_model_step: (/** @type {number[]} */ ...args) => {
      const [, , , optimizer = 0, maxNorm = 0] = args;
      if (input.optimizer.length === 0) {
        input.optimizer = memory.bytes(optimizer, 72).slice();
        input.maxNorm = bytesOf(Float64Array.of(maxNorm));
      }
      exports.attention_model_step(...args);
    },
  };
  const model = new Model({ ...core, exports: recorded }, spec, { seed });
  const initial = Object.values(model.weights()).map(({ data }) => bytesOf(data));
  const batches = Array.from({ length: STEPS }, (_, step) => draw(spec, step, lengths));
  const losses = batches.flatMap((batch) => {
    const { loss, gradient_norm } = model.step(batch);
    return [loss, gradient_norm];
  });
  const trained = Object.values(model.weights()).map(({ data }) => bytesOf(data));
  model.free();
  const arrays = batches.flatMap((batch) => Object.values(batch).map((array) => bytesOf(Int32Array.from(array))));
  return {
    input: Buffer.concat([input.spec, input.settings, input.optimizer, input.maxNorm, ...initial, ...arrays]),
    output: Buffer.concat([bytesOf(Float64Array.from(losses)), ...trained]),
  };
}

for (const build of /** @type {const} */ ([
  { compiler: "gcc", backend: "vectors" },
  { compiler: "clang", backend: "plain" },
])) {
  test(`${build.compiler}, ${build.backend}: ${STEPS} steps of every model give the bits of the WebAssembly`, async () => {
    const program = await buildNative({ ...build, drivers: ["tests/native/training.c"] });
    const folder = await mkdtemp(join(tmpdir(), "attention-training-"));
    const [input, output] = [join(folder, "input"), join(folder, "output")];
    try {
      for (const one of cases) {
        const wanted = train(one);
        await writeFile(input, wanted.input);
        await promisify(execFile)(program, [input, output]);
        const got = await readFile(output);
        assert.equal(got.length, wanted.output.length, one.case);
        assert.ok(wanted.output.length > STEPS * 16 && got.equals(wanted.output), `${one.case}: other bits`);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
