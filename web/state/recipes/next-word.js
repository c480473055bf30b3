/** From a row of the output to a guess of the next word, computed by the engine. */
import { plus } from "./tensors.js";

/** @typedef {import("./trained-models.js").Readout} Readout */
/** @typedef {import("../../engine/run.js").Run} Run */
/**
 * What a trained model guesses after one row.
 * @typedef {object} NextWord
 * @property {readonly string[]} words of the vocabulary
 * @property {Float32Array} row the row of X plus that of the output (the residual connection) [d_model]
 * @property {Float32Array} logits one for each word
 * @property {Float32Array} probabilities softmax of the logits
 * @property {readonly number[]} ranking indices of the words, the most probable one first
 */

/**
 * A logit is the dot product of the row with a column of the readout's matrix, plus a bias. That is a score of attention
 * without weight matrices: the row with a 1 after it is the query, and each word's column with its bias after it is a key.
 * So the engine computes logits as raw scores, and softmax as weights.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {Readout} readout
 * @param {Float32Array} row [d_model]
 * @returns {NextWord}
 */
export function nextWordOf(engine, { weight, bias, words }, row) {
  const [width, count] = /** @type {[number, number]} */ (weight.shape);
  const columns = new Float32Array(count * (width + 1));
  words.forEach((_, word) => {
    for (let at = 0; at < width; at++)
      columns[word * (width + 1) + at] = /** @type {number} */ (weight.data[at * count + word]);
    columns[word * (width + 1) + width] = /** @type {number} */ (bias.data[word]);
  });
  const run = engine
    .trace(
      { scale: 1 },
      {
        X: { shape: [1, width + 1], data: Float32Array.of(...row, 1) },
        C: { shape: [count, width + 1], data: columns },
      },
    )
    .finish();
  const [logits, probabilities] = [run.tensor("raw").data, run.tensor("weights").data];
  run.free();
  const at = (/** @type {number} */ word) => /** @type {number} */ (probabilities[word]);
  const ranking = words.map((_, word) => word).sort((a, b) => at(b) - at(a) || a - b);
  return { words, row, logits, probabilities, ranking };
}

/**
 * A row of X plus the same row of the output.
 * @param {{run: Pick<Run, "tensor">}} walk of a model whose output is as wide as X
 * @param {number} row
 * @returns {Float32Array}
 */
export function residualRow({ run }, row) {
  const [X, output] = [run.tensor("X"), run.tensor("output")];
  const width = /** @type {number} */ (X.shape[1]);
  const rowOf = (/** @type {Float32Array} */ data) => data.subarray(row * width, (row + 1) * width);
  return plus(rowOf(X.data), rowOf(output.data));
}
