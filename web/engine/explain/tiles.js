/**
 * Explains how one number of a tile was computed: its terms, in the engine's order, so that recomputing with them and
 * Math.fround gives the same bits. There is one small function for each part of a tile.
 */
import { checkObject, unknownName } from "../checks.js";
import { Run } from "../run.js";
import { checkIndex } from "../tensors.js";
import { before, kvHead, reasonsHidden, relativeRow } from "./rules.js";
import { count, elementAt as at, f, setting } from "./terms.js";

/**
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("../tiles.js").Tile} Tile
 * @typedef {import("../tensors.js").Tensor} Tensor
 *
 * @typedef {object} TileExplanation
 * @property {string} part
 * @property {number[]} index
 * @property {number} value for max, sum and accumulator: the value after the tile
 * @property {"copy" | "allow" | "max" | "exponential" | "nothing" | "dropout" | "rescaled_sum" | "rescaled_dot"
 *   | "dot" | "quotient" | "skipped"} operation how the terms make the value, with f = Math.fround:
 *   copy          the one term
 *   allow         1, or 0 for the reasons given
 *   max           the largest term; NaN where any term is NaN
 *   exponential   exponential, the engine's e^x of f(t0 - t1)
 *   nothing       no visible key so far: the factor is 1, an exponential 0
 *   dropout       f(t0 / t2) where t1 keeps it, else 0
 *   rescaled_sum  s = f(t0·t1), then s = f(s + t) for each other term
 *   rescaled_dot  s = f(t0·t1), then s = f(s + f(a·b)) for each other pair
 *   dot           pairs a·b from s = 0, as in explain.js: a factor of 0 has cleared the accumulator
 *   quotient      f(t0 / t1)
 *   skipped       0: every key of the tile is hidden
 * @property {Term[]} terms each term's stage is a stage of the walk or a part of the tile, with .before or .after for
 *   max, sum and accumulator
 * @property {string[]} [reasons] why the key is hidden, as in explain.js
 * @property {number} [exponential] as the engine rounds it
 */

/** @typedef {import("./rules.js").Index2} Index2 */
/** @typedef {{run: Source, tile: Tile}} Step a tile and the run that it belongs to */
/** @typedef {Pick<TileExplanation, "operation" | "terms"> & Partial<TileExplanation>} Origin */
/**
 * Explains one number of a part. Each function names the dimensions of its own part: the index has one number for each
 * of them, counted within the tile.
 * @typedef {{of(step: Step, index: number[]): Origin}["of"]} Explainer
 */

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
const keysOf = ({ keys: [from, to] }) => count(to - from);

/**
 * @param {Step} step
 * @param {Term} from
 * @param {Term} max
 * @returns {Origin}
 */
function exponential({ run }, from, max) {
  if (max.value === -Infinity) return { operation: "nothing", terms: [] };
  const terms = [from, max];
  return { operation: "exponential", terms, exponential: run.engine.attention_exponential(f(from.value - max.value)) };
}

/** @type {Readonly<Record<string, Explainer>>} */
const explainers = Object.freeze({
  scores: ({ run, tile }, /** @type {Index2} */ [a, b]) => {
    const index = [tile.head, tile.queries[0] + a, tile.keys[0] + b];
    return { operation: "copy", terms: [{ stage: before(run, "weights"), index, value: at(tile.scores, [a, b]) }] };
  },
  allow: ({ run, tile }, /** @type {Index2} */ [a, b]) => ({
    operation: "allow",
    terms: [],
    reasons: reasonsHidden(run, [tile.head, tile.queries[0] + a, tile.keys[0] + b]),
  }),
  max: ({ tile }, /** @type {[number]} */ [a]) => ({
    operation: "max",
    terms: [state(tile, "max", "before", [a]), ...keysOf(tile).map((b) => own(tile, "scores", [a, b]))],
  }),
  factor: (step, /** @type {[number]} */ [a]) =>
    exponential(step, state(step.tile, "max", "before", [a]), state(step.tile, "max", "after", [a])),
  exponentials: (step, /** @type {Index2} */ [a, b]) =>
    exponential(step, own(step.tile, "scores", [a, b]), state(step.tile, "max", "after", [a])),
  sum: ({ tile }, /** @type {[number]} */ [a]) => {
    const terms = keysOf(tile).map((b) => own(tile, "exponentials", [a, b]));
    return {
      operation: "rescaled_sum",
      terms: [state(tile, "sum", "before", [a]), own(tile, "factor", [a]), ...terms],
    };
  },
  shares: ({ run, tile }, /** @type {Index2} */ index) => {
    const [a, b] = index;
    const exponential = own(tile, "exponentials", index);
    if (!run.given("keep")) return { operation: "copy", terms: [exponential] };
    const pair = [tile.head, tile.queries[0] + a, tile.keys[0] + b];
    const keep = { stage: "keep", index: pair, value: run.at("keep", pair) };
    return { operation: "dropout", terms: [exponential, keep, setting("1-p", 1 - f(run.spec.dropout))] };
  },
  accumulator: ({ run, tile }, /** @type {Index2} */ [a, c]) => {
    const finite = run.spec.mask_how !== "infinite";
    const mixes = (/** @type {number} */ b) =>
      at(tile.allow, [a, b]) !== 0 || (finite && at(tile.shares, [a, b]) !== 0);
    const pairs = keysOf(tile)
      .filter(mixes)
      .flatMap((b) => [own(tile, "shares", [a, b]), valueOf(run, tile, a, b, c)]);
    const factor = own(tile, "factor", [a]);
    const before = state(tile, "accumulator", "before", [a, c]);
    /* Of 0 and a factor of NaN the engine makes 0 or NaN: see has_taken in c/tiles.c. */
    const stays = before.value === 0 && !Number.isNaN(at(tile.accumulator.after, [a, c]));
    if (stays || (finite && factor.value === 0)) return { operation: "dot", terms: pairs };
    return { operation: "rescaled_dot", terms: [before, factor, ...pairs] };
  },
  context: ({ tile }, /** @type {Index2} */ [a, c]) => {
    const [mixture, sum] = [state(tile, "accumulator", "after", [a, c]), state(tile, "sum", "after", [a])];
    if (mixture.value === 0) return { operation: "copy", terms: [mixture] };
    return { operation: "quotient", terms: [mixture, sum] };
  },
});

/**
 * One component of the value that a query reads at a key. With relV, the row for their distance is added to it first.
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

/** The parts that a tile leaves unchanged when every key in it is hidden. */
const UNCHANGED = /** @type {const} */ (["max", "sum", "accumulator"]);

/**
 * Explains how one number of a tile was computed.
 * @param {Run} run
 * @param {Tile} tile a step of this run's tiles
 * @param {string} part name of a part of the tile
 * @param {readonly number[]} index one number for each dimension
 * @returns {TileExplanation}
 * @throws {AttentionError} that names the argument, what was wanted and what came
 */
export function explainTile(run, tile, part, index) {
  const { memory } = Run.partsOf(run);
  memory.checkAlive();
  checkObject(tile, "tile");
  const known = PARTS.filter((name) => tensorOf(tile, name));
  const tensor = known.includes(part) ? tensorOf(tile, part) : undefined;
  const explainer = explainers[part];
  if (!tensor || !explainer) throw unknownName("part", part, known);
  checkIndex(part, index, tensor.shape);
  const own = { part, index: [...index], value: at(tensor, index) };
  const unchanged = UNCHANGED.find((name) => name === part);
  if (tile.skipped && unchanged) {
    return { ...own, operation: "copy", terms: [state(tile, unchanged, "before", own.index)] };
  }
  if (tile.skipped && ["exponentials", "shares", "factor"].includes(part)) {
    return { ...own, operation: "skipped", terms: [] };
  }
  return { ...own, ...explainer({ run: memory.source(), tile }, own.index) };
}

/** The parts of a tile that can be explained. */
const PARTS = Object.freeze(Object.keys(explainers));

/**
 * @param {Tile} tile
 * @param {string} part
 * @returns {Tensor | undefined} the part's values after the tile; undefined for the context until the last keys
 */
function tensorOf(tile, part) {
  const tensor = tile[/** @type {"scores"} */ (part)];
  return /** @type {any} */ (tensor)?.after ?? tensor;
}
