/** What heads do, measured in their attention weights. */

/**
 * Mean shares of attention, over the tokens after the first one; null where no token can attend so.
 * @typedef {object} Attends
 * @property {number | null} previous on the token before
 * @property {number | null} first on the first token
 * @property {number | null} self on the token itself
 * @property {number | null} successor on tokens that followed earlier copies of the same token, over tokens that have such
 *   copies: what an induction head does (Olsson et al. 2022)
 */

/** The names of the shares. */
export const attendsTo = Object.freeze(/** @type {const} */ (["previous", "first", "self", "successor"]));

/**
 * Measures one head.
 * @param {Float32Array} weights a row for each token, with its shares of all tokens
 * @param {readonly number[]} tokens
 * @returns {Attends}
 */
export function attends(weights, tokens) {
  const n = tokens.length;
  const later = [...tokens.keys()].slice(1);
  const at = (/** @type {number} */ query, /** @type {number} */ key) => weights[query * n + key] ?? 0;
  const successors = (/** @type {number} */ query) =>
    // A copy directly before is followed by the token itself, which is counted as such.
    [...tokens.keys()].slice(1, query).filter((key) => tokens[key - 1] === tokens[query]);
  const repeated = later.filter((query) => successors(query).length > 0);
  return {
    previous: mean(later, (query) => at(query, query - 1)),
    first: mean(later, (query) => at(query, 0)),
    self: mean(later, (query) => at(query, query)),
    successor: mean(repeated, (query) => successors(query).reduce((sum, key) => sum + at(query, key), 0)),
  };
}

/** @param {readonly number[]} queries @param {(query: number) => number} share */
const mean = (queries, share) =>
  queries.length === 0 ? null : queries.reduce((sum, query) => sum + share(query), 0) / queries.length;
