/**
 * 500 random walks, which together use every field of a spec, every kind of position and every input; and their results,
 * forward and backward. A walk is the pass through all stages, from embeddings to output. For Node and browsers.
 */
import { randomWalk } from "./walks.js";

export const CORPUS_SIZE = 500;

/** SHA-256 of corpusNumbers(), on every machine. It changes only where the engine's numbers are meant to change. */
export const CORPUS_HASH = "3969bc980e0589508a8cf359e00f4a4ca69efd17ad85a7bf84e71e7602902a72";

/** SHA-256 of fastCorpusNumbers(). */
export const FAST_HASH = "192f8bb4a0a6719a6afce755d3aceb9e5c2d36899f16270b53a6e14a8f24dd30";

/**
 * The walk of a seed. Every third walk has inputs such as NaN, infinities and subnormals.
 * @param {number} seed
 */
export const corpusWalk = (seed) => randomWalk(seed, { odd: seed % 3 === 2 });

export const corpus = () => Array.from({ length: CORPUS_SIZE }, (_, seed) => corpusWalk(seed));

/**
 * All numbers of a walk, in the order in which tests/native/walk.c writes them: every stage, the other readable tensors, the
 * context computed in tiles of three queries by two keys, and every gradient, where the gradient of the output is the output.
 * @param {import("../../web/engine/index.js").Engine} engine
 * @param {import("../../web/engine/index.js").Run} run finished
 */
export function allNumbers(engine, run) {
  const { n_q, n_k } = run.spec;
  const tensors = [...run.stages, ...run.auxiliary].map((name) => run.tensor(name));
  const size = { queries: Math.min(3, n_q), keys: Math.min(2, n_k) };
  const tiled = run.stages.includes("zeroed") ? [] : [run.tiles(size).finish().context()];
  const gradients = Object.values(engine.backward(run, run.tensor(run.stages.at(-1) ?? "")));
  return [...tensors, ...tiled, ...gradients].map(({ data }) => data);
}

/** Inputs that have gradients, in the order of the engine's tensors. The gradient of P equals that of E. */
const VARIABLE = [
  ...["E", "X", "C", "Q", "K", "V", "Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"],
  ...["relK", "relV", "bias_table", "bias_matrix", "sink"],
];

/** Inputs of attend in addition to queries, keys and values. */
const ATTEND_INPUTS = ["key_valid", "allow", "keep", "relK", "relV", "bias_table", "bias_matrix", "sink", "positions"];

/**
 * The spec and inputs with which attend computes the same as the stages of a walk after the projections.
 * @param {import("./walks.js").Walk} walk
 * @param {import("../../web/engine/index.js").Run} run finished
 */
export function attendWalk({ spec, inputs }, run) {
  const { position, ...rest } = /** @type {any} */ (spec);
  const scorePosition = position && !["sinusoidal", "learned"].includes(position.kind) ? { position } : {};
  const others = ATTEND_INPUTS.filter((name) => inputs[name]).map((name) => [name, inputs[name]]);
  const projections = ["Q", "K", "V"].map((id) => [id, run.tensor(id)]);
  return {
    spec: { ...rest, ...scorePosition, d_model: undefined, d_context: undefined, prefill: undefined },
    inputs: Object.fromEntries([...projections, ...others]),
  };
}

/**
 * The results of the fast paths, in the order in which tests/native/walk.c writes them; the gradient of the output is the
 * output.
 * @param {import("../../web/engine/index.js").Engine} engine
 * @param {import("../../web/engine/index.js").Run} run finished
 * @param {import("./walks.js").Walk} walk
 */
export function fastNumbers(engine, run, walk) {
  const { spec, inputs } = walk;
  const { output } = engine.forward(spec, inputs);
  const { gradients } = engine.gradients(spec, inputs, output);
  const attended = attendWalk(walk, run);
  const { context } = engine.attend(attended.spec, attended.inputs);
  const inOrder = VARIABLE.flatMap((id) => gradients[id] ?? []);
  return [output, ...inOrder, context].map(({ data }) => data);
}

/** @param {import("../../web/engine/index.js").Engine} engine */
export const corpusNumbers = (engine) => numbersOf(engine, (run) => allNumbers(engine, run));

/** @param {import("../../web/engine/index.js").Engine} engine */
export const fastCorpusNumbers = (engine) => numbersOf(engine, (run, walk) => fastNumbers(engine, run, walk));

/**
 * @param {import("../../web/engine/index.js").Engine} engine
 * @param {(run: import("../../web/engine/index.js").Run, walk: import("./walks.js").Walk) => Float32Array[]} numbers gives those of a walk
 * @returns {Float32Array<ArrayBuffer>} all numbers of the corpus. Every NaN has the same bits: its sign and payload
 *   depend on the machine
 */
function numbersOf(engine, numbers) {
  const all = corpus().flatMap((walk) => {
    const run = engine.trace(walk.spec, walk.inputs).finish();
    const result = numbers(run, walk);
    run.free();
    return result;
  });
  const joined = new Float32Array(all.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return canonical(joined);
}

/**
 * Gives every NaN the same bits.
 * @template {Float32Array} F
 * @param {F} numbers changed in place
 */
export function canonical(numbers) {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  for (let at = 0; at < numbers.length; at++) if (Number.isNaN(numbers[at])) bits[at] = 0x7fc00000;
  return numbers;
}

/**
 * @param {Float32Array<ArrayBuffer>} numbers
 * @returns {Promise<string>} SHA-256 in hexadecimal. Browsers offer it to secure pages only
 */
export async function sha256(numbers) {
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", numbers));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
