/**
 * 500 walks from seeds, which between them hold every field of a spec, every kind of position and every input; and what
 * they give, forward and backward. It runs in Node and in browsers alike.
 */
import { randomWalk } from "./walks.js";

export const CORPUS_SIZE = 500;

/** SHA-256 of corpusNumbers(), on every machine. It changes only where the engine's numbers are meant to change. */
export const CORPUS_HASH = "adbac3387d6882302cbe9a359a8b0e9dde6477151a83cf21dd84c72dccdf7e47";

/**
 * Every third walk holds NaN, infinities, subnormals and the like.
 * @param {number} seed
 */
export const corpusWalk = (seed) => randomWalk(seed, { odd: seed % 3 === 2 });

export const corpus = () => Array.from({ length: CORPUS_SIZE }, (_, seed) => corpusWalk(seed));

/**
 * Every stage, what can be read besides, the context from tiles of three queries and two keys, and every gradient with
 * the output standing for its own: all numbers that a walk has to give, as tests/walk.c writes them.
 * @param {import("../web/engine/engine.js").Engine} engine
 * @param {import("../web/engine/run.js").Run} run finished
 */
export function allNumbers(engine, run) {
  const { n_q, n_k } = run.spec;
  const tensors = [...run.stages, ...run.auxiliary].map((name) => run.tensor(name));
  const size = { queries: Math.min(3, n_q), keys: Math.min(2, n_k) };
  const tiled = run.stages.includes("zeroed") ? [] : [run.tiles(size).finish().context()];
  const gradients = Object.values(engine.backward(run, run.tensor("output")));
  return [...tensors, ...tiled, ...gradients].map(({ data }) => data);
}

/**
 * @param {import("../web/engine/engine.js").Engine} engine
 * @returns {Float32Array<ArrayBuffer>} all numbers of the corpus; every NaN the same, as sign and payload are not ours
 *   to choose
 */
export function corpusNumbers(engine) {
  const all = corpus().flatMap(({ spec, inputs }) => {
    const run = engine.trace(spec, inputs).finish();
    const numbers = allNumbers(engine, run);
    run.free();
    return numbers;
  });
  const joined = new Float32Array(all.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const numbers of all) {
    joined.set(numbers, at);
    at += numbers.length;
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
