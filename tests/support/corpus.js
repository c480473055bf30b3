/**
 * 500 walks from seeds, which together use every field of a spec, every kind of position and every input; and their
 * results, forward and backward. For Node and browsers.
 */
import { randomWalk } from "./walks.js";

export const CORPUS_SIZE = 500;

/** SHA-256 of corpusNumbers(), on every machine. It changes only where the engine's numbers are meant to change. */
export const CORPUS_HASH = "adbac3387d6882302cbe9a359a8b0e9dde6477151a83cf21dd84c72dccdf7e47";

/** SHA-256 of fastCorpusNumbers(). */
export const FAST_HASH = "3e3cc2aed0242f240fc1f7cc2e518ac3b4db0284b7440a7d26e9dd1b1851edaa";

/**
 * Every third walk holds NaN, infinities, subnormals and the like.
 * @param {number} seed
 */
export const corpusWalk = (seed) => randomWalk(seed, { odd: seed % 3 === 2 });

export const corpus = () => Array.from({ length: CORPUS_SIZE }, (_, seed) => corpusWalk(seed));

/**
 * Every stage, the other tensors that can be read, the context from tiles of three queries and two keys, and every gradient with
 * the output as its own: all numbers of a walk, as tests/native/walk.c writes them.
 * @param {import("../../web/engine/index.js").Engine} engine
 * @param {import("../../web/engine/index.js").Run} run finished
 */
export function allNumbers(engine, run) {
  const { n_q, n_k } = run.spec;
  const tensors = [...run.stages, ...run.auxiliary].map((name) => run.tensor(name));
  const size = { queries: Math.min(3, n_q), keys: Math.min(2, n_k) };
  const tiled = run.stages.includes("zeroed") ? [] : [run.tiles(size).finish().context()];
  const gradients = Object.values(engine.backward(run, run.tensor("output")));
  return [...tensors, ...tiled, ...gradients].map(({ data }) => data);
}

/** Inputs that have gradients, in the order of the engine's tensors; P has that of E. */
const VARIABLE = [
  ...["E", "X", "C", "Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"],
  ...["relK", "relV", "bias_table", "bias_matrix", "sink"],
];

/** Inputs of attend in addition to queries, keys and values. */
const BESIDE = ["key_valid", "allow", "keep", "relK", "relV", "bias_table", "bias_matrix", "sink", "positions"];

/**
 * The inputs with which attend computes what a walk computes after its projections.
 * @param {import("./walks.js").Walk} walk
 * @param {import("../../web/engine/index.js").Run} run finished
 */
export function attendWalk({ spec, inputs }, run) {
  const { position, ...rest } = /** @type {any} */ (spec);
  const places = position && !["sinusoidal", "learned"].includes(position.kind) ? { position } : {};
  const others = BESIDE.filter((name) => inputs[name]).map((name) => [name, inputs[name]]);
  const rows = ["Q", "K", "V"].map((id) => [id, run.tensor(id)]);
  return {
    spec: { ...rest, ...places, d_model: undefined, d_context: undefined, prefill: undefined },
    inputs: Object.fromEntries([...rows, ...others]),
  };
}

/**
 * The results of the fast paths, with the output as its own gradient, as tests/native/walk.c writes them.
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
  const made = VARIABLE.flatMap((id) => gradients[id] ?? []);
  return [output, ...made, context].map(({ data }) => data);
}

/** @param {import("../../web/engine/index.js").Engine} engine */
export const corpusNumbers = (engine) => numbersOf(engine, (run) => allNumbers(engine, run));

/** @param {import("../../web/engine/index.js").Engine} engine */
export const fastCorpusNumbers = (engine) => numbersOf(engine, (run, walk) => fastNumbers(engine, run, walk));

/**
 * @param {import("../../web/engine/index.js").Engine} engine
 * @param {(run: import("../../web/engine/index.js").Run, walk: import("./walks.js").Walk) => Float32Array[]} numbers of a walk
 * @returns {Float32Array<ArrayBuffer>} all numbers of the corpus; every NaN the same, as sign and payload are not ours
 *   to choose
 */
function numbersOf(engine, numbers) {
  const all = corpus().flatMap((walk) => {
    const run = engine.trace(walk.spec, walk.inputs).finish();
    const own = numbers(run, walk);
    run.free();
    return own;
  });
  const joined = new Float32Array(all.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const own of all) {
    joined.set(own, at);
    at += own.length;
  }
  return canonical(joined);
}

/**
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
 * @returns {Promise<string>} SHA-256, in browsers where they hold a page to be secure
 */
export async function sha256(numbers) {
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", numbers));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
