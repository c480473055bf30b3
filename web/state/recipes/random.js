import { hstack, stackRows, vstack } from "./tensors.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../sizes.js").Sizes} Sizes */
/** @typedef {import("./tensors.js").Matrix} Matrix */
/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {import("./tensors.js").InputTensors} InputTensors */
/** @typedef {import("./draws.js").Draw} Draw */

/**
 * The sizes at which the recipe draws. A state uses the first numbers of each draw. These sizes must never change,
 * because every seed would then give other numbers.
 */
const drawnWidth = Object.freeze({ model: 128, head: 256 });

/**
 * Embeddings by token and, with weights, Wq and Wo by head, Wk and Wv by key/value head. Every tensor has its own seed,
 * derived from the state's seed and the tensor's name, and is the top left corner of a matrix drawn at the largest
 * size. Changing one size therefore leaves all other numbers unchanged.
 * @param {State} state
 * @param {Sizes} sizes
 * @param {Draw} draw
 * @returns {InputTensors}
 */
export function randomTensors(state, sizes, draw) {
  const { tokens, contextTokens, d_model, d_context, d_k, d_v, heads, kv_heads } = sizes;
  /** @type {(words: string[], width: number) => Tensor} */
  const embed = (words, width) =>
    stackRows(
      words.map((word) => draw(`E/${word}`, width)),
      width,
    );
  const embedded = {
    X: embed(tokens, d_model),
    ...(contextTokens === null ? {} : { C: embed(contextTokens, d_context) }),
  };
  if (!state.projections) return embedded;

  /** @type {(name: string, count: number, shape: [number, number], drawnColumns: number, fanIn: number) => Matrix[]} */
  const perHead = (name, count, [rows, columns], drawnColumns, fanIn) =>
    Array.from({ length: count }, (_, head) => {
      const drawn = draw(`${name}/${head}`, (rows - 1) * drawnColumns + columns);
      return scaledCorner(drawn, drawnColumns, [rows, columns], fanIn);
    });
  return {
    ...embedded,
    Wq: hstack(perHead("Wq", heads, [d_model, d_k], drawnWidth.head, d_model)),
    Wk: hstack(perHead("Wk", kv_heads, [d_context, d_k], drawnWidth.head, d_context)),
    Wv: hstack(perHead("Wv", kv_heads, [d_context, d_v], drawnWidth.head, d_context)),
    Wo: vstack(perHead("Wo", heads, [d_v, d_model], drawnWidth.model, d_model)),
  };
}

/**
 * Takes the first rows and columns of a wider matrix and divides each number by sqrt(fanIn) in float32, so that the
 * components of queries and keys have unit variance.
 * @param {Float32Array} drawn
 * @param {number} drawnColumns
 * @param {[rows: number, columns: number]} shape
 * @param {number} fanIn
 * @returns {Matrix}
 */
export function scaledCorner(drawn, drawnColumns, [rows, columns], fanIn) {
  const divisor = Math.fround(Math.sqrt(fanIn));
  const data = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++)
      data[i * columns + j] = /** @type {number} */ (drawn[i * drawnColumns + j]) / divisor;
  }
  return { shape: [rows, columns], data };
}
