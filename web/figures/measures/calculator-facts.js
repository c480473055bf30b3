// What the benches say about numbers that the engine has computed.

/**
 * The cosine of the angle between two vectors; NaN where one has no length.
 * @param {{dot: number, aa: number, bb: number}} products of both, and of each with itself
 */
export const cosineOf = ({ dot, aa, bb }) => dot / (Math.sqrt(aa) * Math.sqrt(bb));

/**
 * All weight on the largest score, shared where there are several: what softmax comes to as the temperature goes to 0.
 * @param {readonly (number | null)[]} scores null: hidden
 * @returns {number[]}
 */
export function hardMax(scores) {
  const seen = scores.filter((score) => score !== null);
  const largest = seen.reduce((most, score) => Math.max(most, score), -Infinity);
  const count = seen.filter((score) => score === largest).length;
  return scores.map((score) => (score === largest ? 1 / count : 0));
}
