/** From what leaves a model's last layer to a guess of the next word, computed by the engine. */
import { plus } from "./tensors.js";

/** @typedef {import("./trained-models.js").Readout} Readout */
/** @typedef {import("../../engine/run.js").Run} Run */
/**
 * What a trained model guesses after one row.
 * @typedef {object} NextWord
 * @property {readonly string[]} words of the vocabulary
 * @property {Float32Array} row what leaves the last layer [d_model]
 * @property {Float32Array} read what the readout reads: the row, normed where the model has a norm there [d_model]
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
export function nextWordOf(engine, { weight, bias, words, norm }, row) {
  const read = norm ? normed(engine, norm, { shape: [1, row.length], data: row }).data : row;
  const [width, count] = /** @type {[number, number]} */ (weight.shape);
  const columns = new Float32Array(count * (width + 1));
  words.forEach((_, word) => {
    for (let at = 0; at < width; at++)
      columns[word * (width + 1) + at] = /** @type {number} */ (weight.data[at * count + word]);
    columns[word * (width + 1) + width] = bias?.data[word] ?? 0;
  });
  const run = engine
    .trace(
      { scale: 1 },
      {
        X: { shape: [1, width + 1], data: Float32Array.of(...read, 1) },
        C: { shape: [count, width + 1], data: columns },
      },
    )
    .finish();
  const [logits, probabilities] = [run.tensor("raw").data, run.tensor("weights").data];
  run.free();
  const at = (/** @type {number} */ word) => /** @type {number} */ (probabilities[word]);
  const ranking = words.map((_, word) => word).sort((a, b) => at(b) - at(a) || a - b);
  return { words, row, read, logits, probabilities, ranking };
}

/**
 * What leaves a layer: the last stage of its walk, or X plus the output (the residual connection) where that sum is no stage.
 * @param {Pick<Run, "tensor" | "stages">} run of a layer whose output is as wide as X
 * @returns {{shape: readonly number[], data: Float32Array}} valid until the run is freed
 */
export function streamOf(run) {
  if (run.stages.includes("residual_1")) return run.tensor(/** @type {string} */ (run.stages.at(-1)));
  const { shape, data } = run.tensor("X");
  return { shape, data: plus(data, run.tensor("output").data) };
}

/**
 * A row of what leaves a layer.
 * @param {{run: Pick<Run, "tensor" | "stages">}} walk
 * @param {number} row
 * @returns {Float32Array} a copy
 */
export function residualRow({ run }, row) {
  const { shape, data } = streamOf(run);
  const width = Number(shape[1]);
  return data.slice(row * width, (row + 1) * width);
}

/**
 * A walk whose stage norm_1 is a norm outside of the layers, as the engine computes it in a layer. The caller frees it.
 * @param {Pick<import("../../engine/engine.js").Engine, "trace">} engine
 * @param {import("./trained-models.js").Norm} norm
 * @param {import("./tensors.js").Tensor} rows [n, width]
 * @returns {Run} finished
 */
export const traceNorm = (engine, { kind, weight }, rows) =>
  engine.trace({ norm: kind }, { X: rows, ...(weight && { norm_1_weight: weight }) }).finish();

/**
 * Rows after a norm outside of the layers.
 * @param {Pick<import("../../engine/engine.js").Engine, "trace">} engine
 * @param {import("./trained-models.js").Norm} norm
 * @param {import("./tensors.js").Tensor} rows [n, width]
 * @returns {import("./tensors.js").Tensor} of the same shape
 */
export function normed(engine, norm, rows) {
  const run = traceNorm(engine, norm, rows);
  const { shape, data } = run.tensor("norm_1");
  const result = { shape: [...shape], data: data.slice() };
  run.free();
  return result;
}
