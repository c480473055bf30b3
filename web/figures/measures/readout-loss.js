/** The loss that models of text are trained with: the cross-entropy of tokens, read out of rows. */

/** @typedef {import("../types.js").Tensor} Tensor */
/**
 * What makes logits of a row: a column of numbers for each word, and a bias for each, or none.
 * @typedef {{columns: Tensor, bias: ArrayLike<number> | null}} Logits columns: [words, width]
 */

/**
 * A word's logit is the dot product of a row and the word's column, plus its bias; softmax makes probabilities of the logits,
 * and the loss is −ln of the right word's probability, in nats, averaged over the rows that have a right word. In models with
 * tied embeddings the columns are the words' embeddings. The readout itself is not trained here: it gets no gradient.
 * @param {Tensor} rows [n, width]
 * @param {Logits} logits
 * @param {readonly {row: number, word: number}[]} right at least one; word: from 0
 * @returns {{loss: number, answers: {row: number, word: number, probability: number}[], all: number[], gradient: {shape: number[],
 *   data: Float32Array}}} answers: the right words' probabilities. all: every word's probability in the last of these rows.
 *   gradient: of the loss with respect to the rows; in each it is the sum of probability · column over all words, minus the
 *   right word's column, divided by the number of right words
 */
export function tokenLoss(rows, { columns, bias }, right) {
  const [count = 0, width = 0] = columns.shape;
  const data = new Float32Array(rows.data.length);
  const numberAt = (/** @type {Tensor} */ { data }, /** @type {number} */ row, /** @type {number} */ column) =>
    /** @type {number} */ (data[row * width + column]);
  /** @type {number[]} */
  let all = [];
  let loss = 0;
  const answers = right.map(({ row, word }) => {
    const logits = Array.from({ length: count }, (_, each) => {
      let sum = 0;
      for (let column = 0; column < width; column++)
        sum += numberAt(rows, row, column) * numberAt(columns, each, column);
      return sum + Number(bias?.[each] ?? 0);
    });
    const largest = Math.max(...logits);
    const powers = logits.map((logit) => Math.exp(logit - largest));
    const total = powers.reduce((sum, power) => sum + power, 0);
    all = powers.map((power) => power / total);
    for (let column = 0; column < width; column++)
      data[row * width + column] =
        all.reduce((sum, share, each) => sum + (share - Number(each === word)) * numberAt(columns, each, column), 0) /
        right.length;
    loss += (Math.log(total) + largest - Number(logits[word])) / right.length;
    return { row, word, probability: Number(all[word]) };
  });
  return { loss, answers, all, gradient: { shape: [...rows.shape], data } };
}
