// What the calculators derive from numbers that the engine has computed.

/**
 * The cosine of the angle between two vectors a and b; NaN where one of them is zero.
 * @param {{dot: number, aa: number, bb: number}} products a·b, a·a and b·b
 */
export const cosineOf = ({ dot, aa, bb }) => dot / (Math.sqrt(aa) * Math.sqrt(bb));

/**
 * The limit of softmax as the temperature goes to 0: weight 1 on the largest score, or equal weights where several are
 * the largest.
 * @param {readonly (number | null)[]} scores of one row; null where a mask hides the key
 * @returns {number[]}
 */
export function hardMax(scores) {
  const visible = scores.filter((score) => score !== null);
  const largest = visible.reduce((max, score) => Math.max(max, score), -Infinity);
  const count = visible.filter((score) => score === largest).length;
  return scores.map((score) => (score === largest ? 1 / count : 0));
}
