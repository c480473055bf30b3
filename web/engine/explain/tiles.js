/**
 * Where one number of a tile comes from: the terms in the engine's order, so that replaying them with Math.fround gives
 * the same bits. One small function for each part of a tile.
 */
import { relativeRow } from "./positions.js";
import { count, f, kvHead, latest, reasonsHidden, SCORES, setting } from "./terms.js";

/**
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("../tiles.js").Tile} Tile
 * @typedef {import("../tensors.js").Tensor} Tensor
 *
 * @typedef {object} TileExplanation
 * @property {string} part
 * @property {number[]} index
 * @property {number} value of max, sum and accumulator: after the tile
 * @property {"copy" | "allow" | "max" | "exponential" | "nothing" | "dropout" | "rescaled_sum" | "rescaled_dot"
 *   | "dot" | "quotient" | "skipped"} operation how the terms make the value, with f = Math.fround:
 *   copy          the one term
 *   allow         1, or 0 for the reasons given
 *   max           the largest term; NaN where one is
 *   exponential   exponential, the engine's e^x of f(t0 - t1)
 *   nothing       no key has been seen: the factor is 1, an exponential 0
 *   dropout       f(t0 / t2) where t1 keeps it, else 0
 *   rescaled_sum  s = f(t0·t1), then s = f(s + t) for each other term
 *   rescaled_dot  s = f(t0·t1), then s = f(s + f(a·b)) for each other pair
 *   dot           pairs a·b from s = 0, as in explain.js: a factor of 0 has cleared what was there
 *   quotient      f(t0 / t1)
 *   skipped       0: every key of the tile is hidden
 * @property {Term[]} terms stage: a part of the tile, with .before or .after where there are two; or of the walk
 * @property {string[]} [reasons] why the key is hidden, as in explain.js
 * @property {number} [exponential] as the engine rounds it
 */

/** What a tile, its run and a place in it are to the functions below. @typedef {{run: Source, tile: Tile}} Place */
/** @typedef {Pick<TileExplanation, "operation" | "terms"> & Partial<TileExplanation>} Account */

/**
 * @param {Tensor} tensor
 * @param {number[]} index
 */
const at = ({ shape, data }, index) => data[index.reduce((flat, i, r) => flat * (shape[r] ?? 1) + i, 0)] ?? NaN;

/**
 * @param {Tile} tile
 * @param {"scores" | "allow" | "exponentials" | "shares" | "factor"} part
 * @param {number[]} index
 * @returns {Term}
 */
const own = (tile, part, index) => ({ stage: part, index, value: at(tile[part], index) });

/**
 * @param {Tile} tile
 * @param {"max" | "sum" | "accumulator"} part
 * @param {"before" | "after"} when
 * @param {number[]} index
 * @returns {Term}
 */
const state = (tile, part, when, index) => ({ stage: `${part}.${when}`, index, value: at(tile[part][when], index) });

/** @param {Tile} tile */
const keysOf = ({ scores }) => count(scores.shape[1] ?? 0);

/**
 * @param {Place} place
 * @param {Term} from
 * @param {Term} max
 * @returns {Account}
 */
function exponential({ run }, from, max) {
  if (max.value === -Infinity) return { operation: "nothing", terms: [] };
  const terms = [from, max];
  return { operation: "exponential", terms, exponential: run.engine.attention_exponential(f(from.value - max.value)) };
}

/** @type {Record<string, (place: Place, index: number[]) => Account>} */
const explainers = {
  scores: ({ run, tile }, [a = 0, b = 0]) => {
    const index = [tile.head, tile.queries[0] + a, tile.keys[0] + b];
    return { operation: "copy", terms: [{ stage: latest(run, SCORES), index, value: at(tile.scores, [a, b]) }] };
  },
  allow: ({ run, tile }, [a = 0, b = 0]) => ({
    ...{ operation: "allow", terms: [] },
    reasons: reasonsHidden(run, [tile.head, tile.queries[0] + a, tile.keys[0] + b]),
  }),
  max: ({ tile }, [a = 0]) => ({
    operation: "max",
    terms: [state(tile, "max", "before", [a]), ...keysOf(tile).map((b) => own(tile, "scores", [a, b]))],
  }),
  factor: (place, [a = 0]) =>
    exponential(place, state(place.tile, "max", "before", [a]), state(place.tile, "max", "after", [a])),
  exponentials: (place, [a = 0, b = 0]) =>
    exponential(place, own(place.tile, "scores", [a, b]), state(place.tile, "max", "after", [a])),
  sum: ({ tile }, [a = 0]) => {
    const terms = keysOf(tile).map((b) => own(tile, "exponentials", [a, b]));
    return {
      operation: "rescaled_sum",
      terms: [state(tile, "sum", "before", [a]), own(tile, "factor", [a]), ...terms],
    };
  },
  shares: ({ run, tile }, index) => {
    const [a = 0, b = 0] = index;
    const exponential = own(tile, "exponentials", index);
    if (!run.given("keep")) return { operation: "copy", terms: [exponential] };
    const pair = [tile.head, tile.queries[0] + a, tile.keys[0] + b];
    const keep = { stage: "keep", index: pair, value: run.at("keep", pair) };
    return { operation: "dropout", terms: [exponential, keep, setting("1-p", 1 - f(run.spec.dropout))] };
  },
  accumulator: ({ run, tile }, [a = 0, c = 0]) => {
    const finite = run.spec.mask_how !== 0;
    const mixes = (/** @type {number} */ b) =>
      at(tile.allow, [a, b]) !== 0 || (finite && at(tile.shares, [a, b]) !== 0);
    const pairs = keysOf(tile)
      .filter(mixes)
      .flatMap((b) => [own(tile, "shares", [a, b]), valueOf(run, tile, a, b, c)]);
    const factor = own(tile, "factor", [a]);
    if (finite && factor.value === 0) return { operation: "dot", terms: pairs };
    return { operation: "rescaled_dot", terms: [state(tile, "accumulator", "before", [a, c]), factor, ...pairs] };
  },
  context: ({ tile }, [a = 0, c = 0]) => {
    const [mixture, sum] = [state(tile, "accumulator", "after", [a, c]), state(tile, "sum", "after", [a])];
    if (sum.value === 0) return { operation: "copy", terms: [mixture] };
    return { operation: "quotient", terms: [mixture, sum] };
  },
};

/**
 * What a query takes of a key: its value, and with relV that of its distance, added first.
 * @param {Source} run
 * @param {Tile} tile
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @returns {Term}
 */
function valueOf(run, { head, queries, keys }, a, b, c) {
  const [i, j] = [queries[0] + a, keys[0] + b];
  const index = [kvHead(run, head), j, c];
  const value = run.at("V", index);
  if (!run.given("relV")) return { stage: "V", index, value };
  return setting("V + relV", value + run.at("relV", [relativeRow(run, i, j), c]), index);
}

/** What a tile in which every key is hidden leaves alone. */
const UNCHANGED = /** @type {const} */ (["max", "sum", "accumulator"]);

/**
 * @param {Source} run
 * @param {Tile} tile
 * @param {string} part
 * @param {number[]} index inside its shape
 * @returns {TileExplanation}
 */
export function explainTile(run, tile, part, index) {
  const value = at(/** @type {Tensor} */ (partOf(tile, part)), index);
  const kept = UNCHANGED.find((name) => name === part);
  if (tile.skipped && kept) {
    return { part, index, value, operation: "copy", terms: [state(tile, kept, "before", index)] };
  }
  if (tile.skipped && ["exponentials", "shares", "factor"].includes(part)) {
    return { part, index, value, operation: "skipped", terms: [] };
  }
  const account = /** @type {Account} */ (explainers[part]?.({ run, tile }, index));
  return { part, index, value, ...account };
}

/** Names of what can be explained. */
export const TILE_PARTS = Object.freeze(Object.keys(explainers));

/**
 * @param {Tile} tile
 * @param {string} part
 * @returns {Tensor | undefined} after the tile, where it changes; none for the context before the last keys
 */
export function partOf(tile, part) {
  const tensor = tile[/** @type {"scores"} */ (part)];
  return /** @type {any} */ (tensor)?.after ?? tensor;
}
