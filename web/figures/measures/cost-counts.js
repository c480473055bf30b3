import { isPerKeyHead } from "../../engine/stages.js";
import { scientific } from "./scientific.js";

/** @typedef {import("../../engine/cost.js").Cost} Cost */
/** @typedef {Record<string, Cost>} Costs by stage */
/**
 * Multiply-adds of each kind of product, all other operations, and bytes written.
 * @typedef {Record<Product | "others" | "bytes", number>} Counts
 */
/** @typedef {keyof typeof products} Product */

/**
 * The stages that multiply matrices, by what they do: project each token with the matrices of the heads, mix the heads
 * with Wo, compute scores and weighted sums, which grow with the number of pairs (query, key), and compute the MLP.
 */
const products = Object.freeze({
  projections: ["Q", "K", "V"],
  mixing: ["output"],
  scores: ["raw"],
  sums: ["context"],
  mlp: ["mlp_hidden", "mlp_up", "mlp_output"],
});
const kinds = /** @type {Product[]} */ (Object.keys(products));

/** @type {Counts} */
export const noCounts = Object.freeze({ projections: 0, mixing: 0, scores: 0, sums: 0, mlp: 0, others: 0, bytes: 0 });

/**
 * Adds two sets of counts.
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export const plus = (a, b) =>
  /** @type {Counts} */ (
    Object.fromEntries(Object.entries(a).map(([kind, count]) => [kind, count + b[/** @type {keyof Counts} */ (kind)]]))
  );

/** The multiply-adds of all matrix products together. @param {Counts} counts */
export const multiplyAddsOf = (counts) => kinds.reduce((sum, kind) => sum + counts[kind], 0);

/**
 * The costs of all stages, added up by kind.
 * @param {Costs} costs
 * @param {number} [layers] how many layers of these sizes the model has
 * @returns {Counts}
 */
export function countsOf(costs, layers = 1) {
  const count = (/** @type {Counts} */ sum, /** @type {[string, Cost]} */ [stage, cost]) => {
    const own = kinds.find((kind) => products[kind].includes(stage));
    const rest = cost.otherOperations + (own ? 0 : cost.multiplyAdds);
    return plus(sum, {
      ...noCounts,
      ...(own && { [own]: cost.multiplyAdds * layers }),
      others: rest * layers,
      bytes: cost.bytes * layers,
    });
  };
  return Object.entries(costs).reduce(count, noCounts);
}

/**
 * What one more token costs with a KV cache: it computes one row of K and V and reads the others from the cache.
 * @param {Costs} costs of one query over all keys, without a cache
 * @param {number} rows of K
 * @returns {Costs}
 */
export function withCache(costs, rows) {
  const entries = Object.entries(costs).map(([stage, cost]) => {
    const divisor = isPerKeyHead(stage) ? rows : 1;
    const { multiplyAdds, otherOperations, bytes } = cost;
    return [
      stage,
      { multiplyAdds: multiplyAdds / divisor, otherOperations: otherOperations / divisor, bytes: bytes / divisor },
    ];
  });
  return Object.fromEntries(entries);
}

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** @typedef {(id: "number", args: {value: number}) => string} Write writes a number as the language does, by a message */

/**
 * A count as text: 12,345 below a million, 5.37 × 10⁹ from there on.
 * @param {Write} t
 * @param {number} count
 */
export function formatCount(t, count) {
  return count < 1e6 ? t("number", { value: Math.round(count) }) : scientific(count, 2);
}

/**
 * A size in memory with a decimal unit: 512 B, 1.05 MB.
 * @param {Write} t
 * @param {number} bytes
 */
export function formatBytes(t, bytes) {
  const unit = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** unit;
  return `${t("number", { value: unit === 0 ? Math.round(value) : Number(value.toPrecision(3)) })}\u00a0${UNITS[unit]}`; // a space that does not break the line
}
