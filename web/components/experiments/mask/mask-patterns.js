/** @typedef {(query: number, key: number) => boolean} Hides whether a pair, given by its indices, is hidden */

/**
 * Masks that the reader can choose with one click.
 * @type {Readonly<Record<string, Hides>>}
 */
export const patterns = Object.freeze({
  clear: () => false,
  causal: (query, key) => key > query,
  window: (query, key) => Math.abs(query - key) > 1,
  block: (query, key) => Math.floor(query / 3) !== Math.floor(key / 3),
});

/**
 * Converts a mask to the format of the state: a flat list of the indices of the hidden pairs.
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
 * Converts a mask from the format of the state; the reverse of `pairsOf`.
 * @param {readonly number[]} pairs query, key, query, key, ...
 * @returns {Hides}
 */
export function hidesOf(pairs) {
  const hidden = new Set(pairs.flatMap((query, at) => (at % 2 === 0 ? [`${query} ${pairs[at + 1]}`] : [])));
  return (query, key) => hidden.has(`${query} ${key}`);
}
