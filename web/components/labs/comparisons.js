/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../view.js").View} View */
/** @typedef {import("../../figures/meters.js").Measured} Measured */
/**
 * One side of a comparison: a walk and what is measured of it.
 * @typedef {{view: View, measured: Measured, cost: {multiplyAdds: number, otherOperations: number, bytes: number}}} Side
 */
/**
 * A question that one change answers.
 * @typedef {object} Comparison
 * @property {Readonly<Partial<State>>} a what the walk must be for the question to arise
 * @property {Readonly<Partial<State>>} b what B changes
 * @property {string} [stage] where the answer is seen first
 * @property {keyof State & ("d_k" | "d_model")} [slider] a size that both sides share and that matters
 * @property {readonly string[]} [expect] answers to choose from, by id
 * @property {(a: Side, b: Side) => string} [outcome] which of them is right, as measured
 * @property {(a: Side, b: Side) => Record<string, string | number>} [told] numbers of its own sentence, compare-<id>-told
 */

import { formatNumber } from "../../figures/index.js";

/** Entropies closer than this are called the same. */
const ALIKE = 0.02;

/** @param {Side} a @param {Side} b */
function sharpness({ measured: a }, { measured: b }) {
  if (Math.abs(a.entropy - b.entropy) < ALIKE) return "same";
  return b.entropy < a.entropy ? "sharper" : "evener";
}

/** How far the raw scores are from those of the transposed matrix. @param {Side} side */
export function asymmetry({ view }) {
  const { shape, data } = view.run.tensor("raw");
  const [heads = 0, rows = 0, columns = 0] = shape;
  if (rows !== columns) return Infinity;
  let most = 0;
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < i; j++) {
        const [ij, ji] = [data[(h * rows + i) * rows + j] ?? 0, data[(h * rows + j) * rows + i] ?? 0];
        most = Math.max(most, Math.abs(ij - ji));
      }
    }
  }
  return most;
}

/** The weight that a token gives itself, on average. @param {Side} side */
export function selfWeight({ view }) {
  const { shape, data } = view.run.tensor("weights");
  const [heads = 0, rows = 0, columns = 0] = shape;
  if (rows !== columns) return NaN;
  let sum = 0;
  for (let row = 0; row < heads * rows; row++) sum += data[row * columns + (row % rows)] ?? 0;
  return sum / (heads * rows);
}

/** Bytes of the keys and values, which a cache would hold. @param {Side} side */
const cacheBytes = ({ view: { run } }) =>
  4 * ["K", "V"].reduce((sum, id) => sum + run.shape(id).reduce((product, size) => product * size, 1), 0);

/** @param {Side} a @param {Side} b */
const sharpnessTold = (a, b) => ({
  a: formatNumber(a.measured.entropy),
  b: formatNumber(b.measured.entropy),
  aLargest: formatNumber(a.measured.largest),
  bLargest: formatNumber(b.measured.largest),
});

/** @type {Readonly<Record<string, Comparison>>} by the id of the lab that asks: its title is the message lab-<id> */
export const comparisons = Object.freeze({
  scaling: {
    ...{ a: { scaling: true, d_k: 64 }, b: { scaling: false }, stage: "weights", slider: "d_k" },
    expect: ["evener", "sharper", "same"],
    outcome: sharpness,
    told: (a, b) => ({
      d_k: a.view.run.spec.d_k,
      aVariance: formatNumber(a.measured.scaled.variance),
      bVariance: formatNumber(b.measured.scaled.variance),
      aLargest: formatNumber(a.measured.largest),
      bLargest: formatNumber(b.measured.largest),
      aGradient: formatNumber(a.measured.gradient, 3),
      bGradient: formatNumber(b.measured.gradient, 3),
    }),
  },
  masking: {
    a: { causal: true, context: null, mask_mode: "before_softmax", mask_value: null },
    b: { mask_mode: "after_softmax" },
    stage: "weights",
    expect: ["one", "less"],
    outcome: (_, { measured }) => (measured.leastSum < 1 - 1e-4 ? "less" : "one"),
    told: (_, { measured }) => ({ sum: formatNumber(measured.leastSum, 3) }),
  },
  splitting: {
    ...{ a: { heads: 1, d_k: 8, d_v: null, kv_heads: null, weights: true }, b: { heads: 2, d_k: 4 } },
    expect: ["more", "same", "fewer"],
    outcome: (a, b) => {
      const more = b.cost.multiplyAdds - a.cost.multiplyAdds;
      return more === 0 ? "same" : more > 0 ? "more" : "fewer";
    },
    told: (a, b) => ({
      a: a.cost.multiplyAdds,
      b: b.cost.multiplyAdds,
      aScores: a.view.run.tensor("raw").data.length,
      bScores: b.view.run.tensor("raw").data.length,
    }),
  },
  tying: {
    ...{
      a: { weights: true, tied: false, context: null, kv_heads: null, position: "none" },
      b: { tied: true },
      stage: "raw",
    },
    expect: ["symmetric", "free"],
    outcome: (_, b) => (asymmetry(b) < 1e-4 ? "symmetric" : "free"),
    told: (a, b) => ({ a: formatNumber(asymmetry(a)), b: formatNumber(asymmetry(b)) }),
  },
  comparing: {
    ...{ a: { weights: true, context: null }, b: { weights: false }, stage: "weights" },
    expect: ["more", "same", "less"],
    outcome: (a, b) => {
      const more = selfWeight(b) - selfWeight(a);
      return Math.abs(more) < ALIKE ? "same" : more > 0 ? "more" : "less";
    },
    told: (a, b) => ({ a: formatNumber(selfWeight(a)), b: formatNumber(selfWeight(b)) }),
  },
  sharing: {
    ...{ a: { weights: true, heads: 4, kv_heads: null }, b: { kv_heads: 2 }, stage: "context" },
    told: (a, b) => ({ a: cacheBytes(a), b: cacheBytes(b) }),
  },
  causality: {
    ...{ a: { causal: true, context: null }, b: { causal: false }, stage: "weights" },
    told: sharpnessTold,
  },
  positions: { a: { position: "none" }, b: { position: "sinusoidal" }, stage: "raw" },
  rotation: { a: { position: "none", d_k: 4, weights: true }, b: { position: "rope" }, stage: "raw" },
  temperature: {
    ...{ a: { temperature: 1 }, b: { temperature: 2 }, stage: "weights" },
    expect: ["evener", "sharper", "same"],
    outcome: sharpness,
    told: sharpnessTold,
  },
});
