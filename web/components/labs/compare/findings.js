import { formatNumber } from "../../../figures/index.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../figures/measures/meters.js").Measured} Measured */
/**
 * One side of a comparison: a walk and what is measured of it.
 * @typedef {{view: View, measured: Measured, cost: {multiplyAdds: number, otherOperations: number, bytes: number}}} Side
 */
/**
 * What is measured to answer a question.
 * @typedef {object} Answer
 * @property {(a: Side, b: Side) => string} [outcome] which of the answers to choose from is right here
 * @property {(a: Side, b: Side) => Record<string, string | number> | null} told numbers of its own sentence,
 *   compare-<id>-told; null where the walk above has been changed so that it would not be true
 */

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

/**
 * In how many heads, or columns of a tensor without heads, some number differs.
 * @param {Side} a
 * @param {Side} b
 * @param {string} stage
 */
export function partsMoved({ view: a }, { view: b }, stage) {
  const [first, second] = [a, b].map(({ run }) => run.tensor(stage));
  const { shape, data } = /** @type {import("../../../figures/types.js").Tensor} */ (first);
  const width = shape.at(-1) ?? 1;
  const size = width * (shape.at(-2) ?? 1);
  const partOf = (/** @type {number} */ at) => (shape.length === 3 ? Math.floor(at / size) : at % width);
  const moved = new Set(Array.from(data, (value, at) => (value === second?.data[at] ? -1 : partOf(at))));
  moved.delete(-1);
  return { moved: moved.size, all: shape.length === 3 ? (shape[0] ?? 1) : width };
}

/** @param {Side} a @param {Side} b */
const sharpnessTold = (a, b) => ({
  a: formatNumber(a.measured.entropy),
  b: formatNumber(b.measured.entropy),
  aLargest: formatNumber(a.measured.largest),
  bLargest: formatNumber(b.measured.largest),
});

/** What is said of positions is said against a walk without any. @param {Side} a */
const unplaced = (a) => (a.view.state.position === "none" ? {} : null);

/** @type {Readonly<Record<string, Answer>>} by the id of the question */
export const answers = Object.freeze({
  scaling: {
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
    outcome: (_, { measured }) => (measured.leastSum < 1 - 1e-4 ? "less" : "one"),
    told: (_, { measured }) => ({ sum: formatNumber(measured.leastSum, 3) }),
  },
  splitting: {
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
    outcome: (_, b) => (asymmetry(b) < 1e-4 ? "symmetric" : "free"),
    told: (a, b) => ({ a: formatNumber(asymmetry(a)), b: formatNumber(asymmetry(b)) }),
  },
  comparing: {
    outcome: (a, b) => {
      const more = selfWeight(b) - selfWeight(a);
      return Math.abs(more) < ALIKE ? "same" : more > 0 ? "more" : "less";
    },
    told: (a, b) => ({ a: formatNumber(selfWeight(a)), b: formatNumber(selfWeight(b)) }),
  },
  seeing: {
    outcome: (a, b) => (partsMoved(a, b, "Q").moved === 1 ? "one" : "all"),
    told: (a, b) => partsMoved(a, b, "Q"),
  },
  mixing: {
    outcome: (a, b) => (partsMoved(a, b, "output").moved === 1 ? "own" : "all"),
    told: (a, b) => {
      const [concat, output] = ["concat", "output"].map((stage) => partsMoved(a, b, stage));
      return { ...concat, outputs: output?.moved ?? 0, allOutputs: output?.all ?? 0 };
    },
  },
  sharing: { told: (a, b) => ({ a: cacheBytes(a), b: cacheBytes(b) }) },
  causality: { told: (a, b) => (a.view.state.causal ? sharpnessTold(a, b) : null) },
  positions: { told: unplaced },
  rotation: { told: unplaced },
  temperature: { outcome: sharpness, told: sharpnessTold },
});
