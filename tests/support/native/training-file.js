/** The input and output files of tests/native/training.c: runs of training in WebAssembly, for a native build to repeat. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { MODEL_LAYER, MODEL_SPEC } from "../../../web/engine/c.js";
import { createRandom } from "../../../web/engine/random/torch-random.js";
import { Model } from "../../../web/engine/model/model.js";

/** @typedef {import("../../../web/engine/engine.js").Core} Core */

/** @type {{case: string, spec: any, seed: number, lengths: boolean}[]} models of every kind, as trained by PyTorch */
export const trainingCases = JSON.parse(
  readFileSync(new URL("../../reference/training.json", import.meta.url), "utf8"),
);
const BATCH = 3;
export const STEPS = 50;

/**
 * The arrays of a step's batch.
 * @param {Core} core
 * @param {any} spec
 * @param {number} step
 * @param {boolean} lengths
 */
function draw(core, { n, vocabulary, source, classes = vocabulary, readout }, step, lengths) {
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
 * @param {Core} core
 * @param {typeof trainingCases[number]} one
 * @returns {{input: Buffer, output: Buffer}} output: what the program must write
 */
export function train(core, { spec, seed, lengths }) {
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
      const { layers, layer } = MODEL_SPEC.members;
      const word = (/** @type {number} */ offset) => memory.ints(given + offset, 1)[0] ?? 0;
      const own = memory.bytes(given, layers[1] + 4);
      input.spec = Buffer.concat([own, memory.bytes(word(layer[1]), word(layers[1]) * MODEL_LAYER.bytes)]);
      return exports.attention_make_model(struct, given);
    },
    attention_model_start: (/** @type {number} */ struct, /** @type {number} */ floats, /** @type {number} */ bits) => {
      input.settings = bytesOf(Int32Array.of(bits, STEPS, BATCH, Number(lengths)));
      exports.attention_model_start(struct, floats, bits);
    },
    attention_model_step: (/** @type {Parameters<typeof exports.attention_model_step>} */ ...args) => {
      const [, , , optimizer, maxNorm] = args;
      if (input.optimizer.length === 0) {
        input.optimizer = memory.bytes(optimizer, 72).slice();
        input.maxNorm = bytesOf(Float64Array.of(maxNorm));
      }
      return exports.attention_model_step(...args);
    },
  };
  const model = new Model({ ...core, exports: recorded }, spec, { seed });
  const initial = Object.values(model.weights()).map(({ data }) => bytesOf(data));
  const batches = Array.from({ length: STEPS }, (_, step) => draw(core, spec, step, lengths));
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

/**
 * @param {string} program of tests/native/training.c
 * @param {string} folder
 * @param {Buffer} input
 * @returns {Promise<Buffer>} its output
 */
export async function trainNatively(program, folder, input) {
  const [from, to] = [join(folder, "input"), join(folder, "output")];
  await writeFile(from, input);
  await promisify(execFile)(program, [from, to]);
  return readFile(to);
}
