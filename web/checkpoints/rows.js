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

/** How many logits have one largest. */
const BLOCK = 64;

/** The tokens of the largest logits, in order. @param {Float32Array} logits @param {number} count @returns {number[]} */
function largestOf(logits, count) {
  /* As many logits as are asked for are at least as large as the least of so many blocks' largest: few others are, and only those
   * are sorted. */
  const most = Float32Array.from({ length: Math.ceil(logits.length / BLOCK) }, (_, at) =>
    Math.max(...logits.subarray(at * BLOCK, (at + 1) * BLOCK)),
  );
  const least = most.sort().at(-count) ?? -Infinity;
  const tokens = [];
  for (let token = 0; token < logits.length; token++) if (!(Number(logits[token]) < least)) tokens.push(token);
  return tokens.sort((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0) || a - b).slice(0, count);
}

/** From a logit to its probability among all. @param {Float32Array} logits @returns {(logit: number) => number} */
function softmaxOf(logits) {
  let largest = -Infinity;
  for (const logit of logits) largest = Math.max(largest, logit);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - largest);
  return (logit) => Math.exp(logit - largest) / sum;
}
