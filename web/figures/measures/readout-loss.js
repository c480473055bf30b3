/** A loss that models are trained with: the cross-entropy of a token, read out of one row of the output. */

/** @typedef {import("../types.js").Tensor} Tensor */

/**
 * The readout of models with tied embeddings: a token's logit is the dot product of the output's row and the token's own
 * row of X, softmax makes probabilities of the logits, and the loss is −ln of the right token's probability, in nats. The
 * readout itself is not trained here: X has no gradient from it.
 * @param {Tensor} output [n_q, d_model]
 * @param {Tensor} X [n_q, d_model]
 * @param {number} row of the output
 * @param {number} token the right one, from 0
 * @returns {{loss: number, probabilities: number[], gradient: {shape: number[], data: Float32Array}}} probabilities: one for
 *   each token; gradient: of the loss with respect to the output, which is the sum of probability · row of X over all
 *   tokens, minus the right token's row
 */
export function readoutLoss(output, X, row, token) {
  const [n = 0, width = 0] = X.shape;
  const at = (/** @type {Tensor} */ { data }, /** @type {number} */ i, /** @type {number} */ column) =>
    /** @type {number} */ (data[i * width + column]);
  const columns = Array.from({ length: width }, (_, column) => column);
  const logits = Array.from({ length: n }, (_, j) =>
    columns.reduce((sum, column) => sum + at(output, row, column) * at(X, j, column), 0),
  );
  const largest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const probabilities = powers.map((power) => power / total);
  const data = new Float32Array(output.data.length);
  for (const column of columns)
    data[row * width + column] = probabilities.reduce(
      (sum, probability, j) => sum + (probability - Number(j === token)) * at(X, j, column),
      0,
    );
  const right = /** @type {number} */ (logits[token]);
  return { loss: Math.log(total) + largest - right, probabilities, gradient: { shape: [...output.shape], data } };
}
