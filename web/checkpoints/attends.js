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

/** The rows and columns of a small map, unless there are fewer tokens: more than a small map has pixels, on most screens. */
const SIDE = 64;

/**
 * Small maps of heads, in a byte for each cell: the largest weight of those that share the cell.
 * @typedef {{side: number, data: Uint8Array<ArrayBuffer>}} SmallMaps data: [heads, side, side]; 255 is a weight of 1
 *
 * @param {Float32Array} weights [heads, tokens, tokens]
 * @param {number} tokens
 * @returns {SmallMaps}
 */
export function smallMaps(weights, tokens) {
  const side = Math.min(SIDE, tokens);
  const heads = weights.length / tokens ** 2;
  const data = new Uint8Array(heads * side * side);
  const placeOf = (/** @type {number} */ at) => Math.floor((at * side) / tokens);
  const columns = Array.from({ length: tokens }, (_, key) => placeOf(key));
  for (let head = 0; head < heads; head++)
    for (let query = 0; query < tokens; query++) {
      const row = (head * side + placeOf(query)) * side;
      const from = (head * tokens + query) * tokens;
      columns.forEach((column, key) => {
        const share = Math.round(255 * Number(weights[from + key]));
        if (share > Number(data[row + column])) data[row + column] = Math.min(255, share);
      });
    }
  return { side, data };
}

/** @param {readonly number[]} queries @param {(query: number) => number} share */
const mean = (queries, share) =>
  queries.length === 0 ? null : queries.reduce((sum, query) => sum + share(query), 0) / queries.length;
