import { crc32 } from "../../tensors/crc32.js";

/** @typedef {{rand(n: number): Float32Array, randn(n: number): Float32Array}} RandomStream */
/** @typedef {import("../../engine/engine.js").Engine} Engine */
/** @typedef {{torchRandom(seed: number, path: "scalar" | "avx2"): RandomStream} & Partial<Pick<Engine, "trace">> & {trained?: Map<string, unknown>}} RandomSource an engine, or what can draw numbers like one */
/** @typedef {Map<string, Float32Array>} DrawCache */
/** @typedef {(name: string, count: number) => Float32Array} Draw */

// Size limit of the cache, 16 MB: enough for the matrices and tokens of the largest state at a few values of a slider.
const cachedNumbers = 2 ** 22;

/**
 * Returns a function that draws the first `count` numbers of a named tensor, or takes them from the cache.
 * @param {number} seed
 * @param {RandomSource} engine
 * @param {DrawCache} [cache]
 * @returns {Draw}
 */
export function drawer(seed, engine, cache) {
  return (name, count) => {
    const key = `${seed}/${name}`;
    const known = cache?.get(key);
    const long = known && known.length >= count;
    // torch fills blocks of 16, so a prefix of whole blocks holds the numbers of the full draw
    const drawn = long ? known : engine.torchRandom(crc32(key), "scalar").randn(Math.ceil(count / 16) * 16);
    cache?.delete(key); // entries are in the order of their last use
    cache?.set(key, drawn);
    return drawn;
  };
}

/**
 * Removes the least recently used entries from a cache that is too large, so that dragging the seed does not fill the
 * memory.
 * @param {DrawCache} cache
 */
export function trim(cache) {
  let numbers = 0;
  for (const drawn of cache.values()) numbers += drawn.length;
  for (const [key, drawn] of cache) {
    if (numbers <= cachedNumbers) return;
    cache.delete(key);
    numbers -= drawn.length;
  }
}
