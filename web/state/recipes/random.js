import { below, besides, stackRows } from "../assemble.js";
import { crc32 } from "../crc32.js";
import { recipeLimits } from "../limits.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../sizes.js").Sizes} Sizes */
/** @typedef {import("../assemble.js").Tensor} Tensor */
/** @typedef {import("../assemble.js").Tensors} Tensors */
/** @typedef {{rand(n: number): Float32Array, randn(n: number): Float32Array}} RandomStream */
/** @typedef {{torchRandom(seed: number, path: "scalar" | "avx2"): RandomStream}} RandomSource */
/** @typedef {Map<string, Float32Array>} DrawCache */
/** @typedef {(name: string, count: number) => Float32Array} Draw */

// Enough for the largest state of the page (72 tokens, 8 heads with four matrices each), with room for moving.
const cacheEntries = 256;

/**
 * Embeddings by token and, with weights, Wq, Wk, Wv and Wo by head. Every tensor has its own seed, made of the state's
 * seed and the tensor's name, and is a corner of a matrix drawn at the largest size: what one control moves, no other
 * number follows.
 * @param {State} state
 * @param {Sizes} sizes
 * @param {RandomSource} engine
 * @param {DrawCache} [cache]
 * @returns {Tensors}
 */
export function randomTensors(state, sizes, engine, cache) {
  const draw = drawer(state.seed, engine, cache);
  const { tokens, contextTokens, d_model, d_k, d_v } = sizes;
  /** @param {string[]} words */
  const embed = (words) =>
    stackRows(
      words.map((word) => draw(`E/${word}`, d_model)),
      d_model,
    );
  const embedded = { X: embed(tokens), ...(contextTokens === null ? {} : { C: embed(contextTokens) }) };
  if (!state.weights) return embedded;

  /**
   * @param {string} name
   * @param {number} rows
   * @param {number} columns
   * @param {number} drawnColumns
   */
  const perHead = (name, rows, columns, drawnColumns) =>
    Array.from({ length: sizes.heads }, (_, head) => {
      const drawn = draw(`${name}/${head}`, (rows - 1) * drawnColumns + columns);
      return scaledCorner(drawn, drawnColumns, rows, columns, d_model);
    });
  const widest = recipeLimits.d_k.max;
  return {
    ...embedded,
    Wq: besides(perHead("Wq", d_model, d_k, widest)),
    Wk: besides(perHead("Wk", d_model, d_k, widest)),
    Wv: besides(perHead("Wv", d_model, d_v, widest)),
    Wo: below(perHead("Wo", d_v, d_model, recipeLimits.d_model.max)),
  };
}

/**
 * Draws the first numbers of a named tensor, or finds them in the cache.
 * @param {number} seed
 * @param {RandomSource} engine
 * @param {DrawCache} [cache]
 * @returns {Draw}
 */
function drawer(seed, engine, cache) {
  return (name, count) => {
    const key = `${seed}/${name}`;
    const known = cache?.get(key);
    if (known && known.length >= count) return known;
    // torch fills blocks of 16, so a prefix of whole blocks holds the numbers of the full draw
    const drawn = engine.torchRandom(crc32(key), "scalar").randn(Math.ceil(count / 16) * 16);
    if (cache) remember(cache, key, drawn);
    return drawn;
  };
}

/**
 * The oldest entry leaves when the cache is full: a seed that is dragged along must not fill the memory.
 * @param {DrawCache} cache
 * @param {string} key
 * @param {Float32Array} drawn
 */
function remember(cache, key, drawn) {
  const [oldest] = cache.keys();
  if (!cache.has(key) && cache.size >= cacheEntries) cache.delete(oldest);
  cache.set(key, drawn);
}

/**
 * The first rows and columns of a wider matrix, each number divided by sqrt(d_model) in float32, so that queries and
 * keys have components of unit variance.
 * @param {Float32Array} drawn
 * @param {number} drawnColumns
 * @param {number} rows
 * @param {number} columns
 * @param {number} d_model
 * @returns {Tensor}
 */
function scaledCorner(drawn, drawnColumns, rows, columns, d_model) {
  const divisor = Math.fround(Math.sqrt(d_model));
  const data = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) data[i * columns + j] = drawn[i * drawnColumns + j] / divisor;
  }
  return { shape: [rows, columns], data };
}
