/** @typedef {(query: number, key: number) => boolean} Hides whether a pair, given by its indices, is hidden */

/**
 * Patterns that are painted with one click.
 * @type {Readonly<Record<string, Hides>>}
 */
export const patterns = Object.freeze({
  clear: () => false,
  causal: (query, key) => key > query,
  window: (query, key) => Math.abs(query - key) > 1,
  block: (query, key) => Math.floor(query / 3) !== Math.floor(key / 3),
});

/**
 * A mask as the state holds it: the indices of the hidden pairs, one pair after the other.
 * @param {Hides} hides
 * @param {number} queries
 * @param {number} keys
 * @returns {number[]} query, key, query, key, ...
 */
export function pairsOf(hides, queries, keys) {
  const pairs = [];
  for (let query = 0; query < queries; query++) {
    for (let key = 0; key < keys; key++) if (hides(query, key)) pairs.push(query, key);
  }
  return pairs;
}

/**
 * The reverse of `pairsOf`.
 * @param {readonly number[]} pairs query, key, query, key, ...
 * @returns {Hides}
 */
export function hidesOf(pairs) {
  const hidden = new Set(pairs.flatMap((query, at) => (at % 2 === 0 ? [`${query} ${pairs[at + 1]}`] : [])));
  return (query, key) => hidden.has(`${query} ${key}`);
}
