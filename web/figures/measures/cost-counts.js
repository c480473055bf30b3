/** @typedef {import("../../engine/cost.js").Cost} Cost */
/** @typedef {Record<string, Cost>} Costs by stage */
/** @typedef {{projections: number, pairs: number, others: number, bytes: number}} Counts */

/** Stages that multiply by a weight matrix, and stages that go over pairs of tokens. */
const PROJECTIONS = ["Q", "K", "V", "output"];
const PAIRS = ["raw", "context"];
/** What a cache keeps. */
const KEPT = ["K", "V", "K_rot"];

/** @type {Counts} */
export const noCounts = Object.freeze({ projections: 0, pairs: 0, others: 0, bytes: 0 });

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export const plus = (a, b) => ({
  projections: a.projections + b.projections,
  pairs: a.pairs + b.pairs,
  others: a.others + b.others,
  bytes: a.bytes + b.bytes,
});

/**
 * Costs of stages in four numbers: multiply-adds of the projections and of the pairs, everything else, bytes made.
 * @param {Costs} costs
 * @param {number} [layers] of the same sizes
 * @returns {Counts}
 */
export function countsOf(costs, layers = 1) {
  const count = (/** @type {Counts} */ sum, /** @type {[string, Cost]} */ [stage, cost]) => {
    const projected = PROJECTIONS.includes(stage) ? cost.multiplyAdds : 0;
    const paired = PAIRS.includes(stage) ? cost.multiplyAdds : 0;
    const rest = cost.multiplyAdds - projected - paired + cost.otherOperations;
    return plus(sum, {
      projections: projected * layers,
      pairs: paired * layers,
      others: rest * layers,
      bytes: cost.bytes * layers,
    });
  };
  return Object.entries(costs).reduce(count, noCounts);
}

/**
 * What one more token costs with a cache: of the keys and values that it reads it makes one row alone.
 * @param {Costs} costs of one query over all keys
 * @param {number} rows of keys
 * @returns {Costs}
 */
export function withCache(costs, rows) {
  const entries = Object.entries(costs).map(([stage, cost]) => {
    const share = KEPT.includes(stage) ? rows : 1;
    const { multiplyAdds, otherOperations, bytes } = cost;
    return [
      stage,
      { multiplyAdds: multiplyAdds / share, otherOperations: otherOperations / share, bytes: bytes / share },
    ];
  });
  return Object.fromEntries(entries);
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/**
 * 12,345 as it is, 5.37 × 10⁹ where that is easier to read.
 * @param {number} count
 */
export function formatCount(count) {
  if (count < 1e6) return whole.format(count);
  const [digits = "", power = ""] = count.toExponential(2).split("e+");
  return `${digits} × 10${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

/**
 * @param {number} bytes
 * @returns {string} 512 B, 1.05 MB
 */
export function formatBytes(bytes) {
  const unit = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** unit;
  return `${unit === 0 ? whole.format(value) : Number(value.toPrecision(3))}\u00a0${UNITS[unit]}`; // on one line
}
