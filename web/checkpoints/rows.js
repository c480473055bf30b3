/** The largest of many logits, and their probabilities. Sums are in float64. */

/**
 * The largest of some logits, with their probabilities.
 * @param {Float32Array} logits
 * @param {number} count
 * @returns {{token: number, logit: number, probability: number}[]} the most probable first; of equal ones the lower id
 */
export function mostProbable(logits, count) {
  const probabilityOf = softmaxOf(logits);
  return largestOf(logits, count).map((token) => {
    const logit = logits[token] ?? 0;
    return { token, logit, probability: probabilityOf(logit) };
  });
}

/**
 * The tokens that are among the most probable by one or the other of two rows of logits, with both probabilities.
 * @param {Float32Array} before
 * @param {Float32Array} after
 * @param {number} count of each
 * @returns {{token: number, before: number, after: number}[]} those that were the most probable before first
 */
export function changedProbabilities(before, after, count) {
  const best = [before, after].flatMap((logits) => largestOf(logits, count));
  const [was, is] = [softmaxOf(before), softmaxOf(after)];
  return [...new Set(best)]
    .map((token) => ({ token, before: was(before[token] ?? NaN), after: is(after[token] ?? NaN) }))
    .sort((a, b) => b.before - a.before || b.after - a.after);
}

/** The tokens of the largest logits, in order. @param {Float32Array} logits @param {number} count @returns {number[]} */
function largestOf(logits, count) {
  // Numbers alone are sorted much faster than with a function; only those that can be among the first are sorted with one.
  const least = logits.slice().sort().at(-count) ?? -Infinity;
  const tokens = [...logits.keys()].filter((token) => !((logits[token] ?? 0) < least));
  return tokens.sort((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0) || a - b).slice(0, count);
}

/** From a logit to its probability among all. @param {Float32Array} logits @returns {(logit: number) => number} */
function softmaxOf(logits) {
  const largest = logits.reduce((max, value) => Math.max(max, value), -Infinity);
  const sum = logits.reduce((total, value) => total + Math.exp(value - largest), 0);
  return (logit) => Math.exp(logit - largest) / sum;
}
