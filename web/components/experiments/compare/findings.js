import { formatNumber, lengthsOf } from "../../../figures/index.js";
import { percentText } from "../../../figures/numbers.js";
import { layerAnswers } from "./layer-findings.js";
import { nextWordOf, residualRow } from "../../../state/recipes/next-word.js";
import { loadedModel } from "../../../state/recipes/trained-models.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../figures/measures/meters.js").Measured} Measured */
/** @typedef {import("../../../engine/engine.js").Core} Core computes gradients */
/**
 * One side of a comparison: a walk (the pass through all stages), its measurements over all heads, and its cost summed
 * over all stages.
 * @typedef {{view: View, measured: Measured, cost: {multiplyAdds: number, otherOperations: number, bytes: number}}} Side
 */
/**
 * How the measurements of the two sides answer one of the questions of the experiment.
 * @typedef {object} Answer
 * @property {(a: Side, b: Side, core?: Core) => string} [outcome] returns the id of the correct
 *   answer; absent if the question is not multiple choice
 * @property {(a: Side, b: Side, core?: Core) => Record<string, string | number> | null} finding returns the arguments of the message
 *   compare-<id>-finding; null if the reader has changed walk A so that the message would be false
 * @property {(a: Side, b: Side, core?: Core) => {columns: readonly number[], rows: readonly (readonly [string, readonly number[]])[]}} [table]
 *   measurements of both sides after a number of layers; its caption is the message compare-<id>-table
 */

/** Two entropies (in bits) or two weights count as equal if they differ by less than this. */
const ALIKE = 0.02;

/**
 * Whether the softmax of B is sharper or more even than that of A, by the mean entropy of a row.
 * @param {Side} a
 * @param {Side} b
 */
function sharpness({ measured: a }, { measured: b }) {
  if (Math.abs(a.entropy - b.entropy) < ALIKE) return "same";
  return b.entropy < a.entropy ? "sharper" : "evener";
}

/**
 * How far the raw scores S (n_q × n_k) are from symmetric: the largest |S - Sᵀ| over all heads; Infinity if S is not
 * square.
 * @param {Side} side
 */
export function asymmetry({ view }) {
  const raw = view.run.tensor("raw");
  const { heads, rows, columns } = lengthsOf(raw);
  if (rows !== columns) return Infinity;
  const at = (/** @type {number} */ h, /** @type {number} */ i, /** @type {number} */ j) =>
    /** @type {number} */ (raw.data[(h * rows + i) * rows + j]);
  let largest = 0;
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < i; j++) largest = Math.max(largest, Math.abs(at(h, i, j) - at(h, j, i)));
    }
  }
  return largest;
}

/**
 * The mean attention weight of a token for itself, over all tokens and heads; NaN if n_q differs from n_k.
 * @param {Side} side
 */
function selfWeight({ view }) {
  const weights = view.run.tensor("weights");
  const { heads, rows, columns } = lengthsOf(weights);
  if (rows !== columns) return NaN;
  let sum = 0;
  for (let row = 0; row < heads * rows; row++) {
    sum += /** @type {number} */ (weights.data[row * columns + (row % rows)]);
  }
  return sum / (heads * rows);
}

/**
 * How far from its own position a row looks: the mean over all rows and heads of the distances of its keys, each times its
 * attention weight; NaN if n_q differs from n_k.
 * @param {Side} side
 */
export function meanDistance({ view }) {
  const weights = view.run.tensor("weights");
  const { heads, rows, columns } = lengthsOf(weights);
  if (rows !== columns) return NaN;
  const far = weights.data.reduce((sum, weight, at) => {
    const row = Math.floor(at / columns) % rows;
    return sum + weight * Math.abs((at % columns) - row);
  }, 0);
  return far / (heads * rows);
}

/**
 * What dropout has done to the attention weights, over all heads: how many it set to 0, of all that it could drop, and the
 * least and the largest sum of a row after it.
 * @param {Side} side with dropout
 */
export function droppedWeights({ view: { run } }) {
  const [weights, dropped] = [run.tensor("weights"), run.tensor("dropped")];
  const { columns } = lengthsOf(dropped);
  const sums = Array.from({ length: dropped.data.length / columns }, (_, row) =>
    dropped.data.subarray(row * columns, (row + 1) * columns).reduce((sum, weight) => sum + weight, 0),
  );
  const all = weights.data.filter((weight) => weight > 0).length;
  const kept = dropped.data.filter((weight) => weight > 0).length;
  return { dropped: all - kept, all, min: Math.min(...sums), max: Math.max(...sums) };
}

/**
 * What becomes of the next word in each row from which B hides the key with the largest attention weight of head 1.
 * @param {Side} a of a trained model that guesses the next word
 * @param {Side} b the same, with one key hidden from each row by a painted mask
 * @returns {{row: number, key: number, weight: number, before: string, after: string}[]} empty if B hides other keys, or if
 *   the model guesses no word
 */
export function withoutLargest({ view: a }, { view: b }) {
  const readout = loadedModel(a.engine, a.state)?.readout;
  if (!readout) return [];
  const { data, shape } = a.run.tensor("weights");
  const { columns } = lengthsOf({ shape });
  const guess = (/** @type {View} */ view, /** @type {number} */ row) => {
    const { words, ranking } = nextWordOf(view.engine, readout, residualRow(view, row));
    return /** @type {string} */ (words[/** @type {number} */ (ranking[0])]);
  };
  const { hidden_pairs: painted } = b.state;
  const rows = painted
    .filter((_, at) => at % 2 === 0)
    .map((row, at) => {
      const key = /** @type {number} */ (painted[2 * at + 1]);
      const weights = data.subarray(row * columns, (row + 1) * columns); // those of head 1 come first
      const weight = /** @type {number} */ (weights[key]);
      return {
        row,
        key,
        weight,
        isLargest: weight === Math.max(...weights),
        before: guess(a, row),
        after: guess(b, row),
      };
    });
  return rows.every(({ isLargest }) => isLargest) ? rows : [];
}

/**
 * The row with the largest weight.
 * @template {{weight: number}} Row
 * @param {readonly Row[]} rows
 * @returns {Row | undefined} undefined if there is none
 */
const clearest = (rows) => [...rows].sort((a, b) => b.weight - a.weight)[0];

/** The size in bytes of a KV cache for this side: all numbers of K and V as float32. @param {Side} side */
const cacheBytes = ({ view: { run } }) =>
  4 * ["K", "V"].reduce((sum, id) => sum + run.shape(id).reduce((product, size) => product * size, 1), 0);

/**
 * Counts the heads of a stage that differ in at least one number. For a stage without heads, it counts columns instead.
 * @param {Side} a
 * @param {Side} b
 * @param {string} stage of the same shape on both sides
 * @returns {{moved: number, all: number}} moved: heads or columns that differ; all: heads or columns in total
 */
function partsMoved({ view: a }, { view: b }, stage) {
  const [first, second] = [a.run.tensor(stage), b.run.tensor(stage)];
  const { heads, rows, columns } = lengthsOf(first);
  const hasHeads = first.shape.length === 3;
  const partOf = (/** @type {number} */ at) => (hasHeads ? Math.floor(at / (rows * columns)) : at % columns);
  const moved = new Set();
  for (const [at, value] of first.data.entries()) if (value !== second.data[at]) moved.add(partOf(at));
  return { moved: moved.size, all: hasHeads ? heads : columns };
}

/**
 * The arguments of messages about sharpness: mean entropy and largest weight of each side.
 * @param {Side} a
 * @param {Side} b
 */
const sharpnessNumbers = (a, b) => ({
  a: formatNumber(a.measured.entropy),
  b: formatNumber(b.measured.entropy),
  aLargest: formatNumber(a.measured.largest),
  bLargest: formatNumber(b.measured.largest),
});

/** Messages about positions are true only if walk A has no position encoding; null otherwise. @param {Side} a */
const withoutPositions = (a) => (a.view.state.position === "none" ? {} : null);

/** Whether the weights of any row sum to less than 1, beyond rounding. @param {Measured} measured */
const sumsToLess = ({ leastSum }) => leastSum < 1 - 1e-3;

/** The answers by the id of the question. @type {Readonly<Record<string, Answer>>} */
export const answers = Object.freeze({
  scaling: {
    outcome: sharpness,
    finding: (a, b) => ({
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
    outcome: (_, { measured }) => (sumsToLess(measured) ? "less" : "one"),
    finding: (_, { measured }) => (sumsToLess(measured) ? { sum: formatNumber(measured.leastSum, 3) } : null),
  },
  splitting: {
    outcome: (a, b) => {
      const more = b.cost.multiplyAdds - a.cost.multiplyAdds;
      return more === 0 ? "same" : more > 0 ? "more" : "fewer";
    },
    finding: (a, b) => ({
      a: a.cost.multiplyAdds,
      b: b.cost.multiplyAdds,
      aScores: a.view.run.tensor("raw").data.length,
      bScores: b.view.run.tensor("raw").data.length,
    }),
  },
  tying: {
    outcome: (_, b) => (asymmetry(b) < 1e-4 ? "symmetric" : "free"),
    finding: (a, b) => ({ a: formatNumber(asymmetry(a)), b: formatNumber(asymmetry(b)) }),
  },
  comparing: {
    outcome: (a, b) => {
      const more = selfWeight(b) - selfWeight(a);
      return Math.abs(more) < ALIKE ? "same" : more > 0 ? "more" : "less";
    },
    finding: (a, b) => ({ a: formatNumber(selfWeight(a)), b: formatNumber(selfWeight(b)) }),
  },
  seeing: {
    outcome: (a, b) => (partsMoved(a, b, "Q").moved === 1 ? "one" : "all"),
    finding: (a, b) => partsMoved(a, b, "Q"),
  },
  mixing: {
    outcome: (a, b) => (partsMoved(a, b, "output").moved === 1 ? "own" : "all"),
    finding: (a, b) => {
      const output = partsMoved(a, b, "output");
      return { ...partsMoved(a, b, "concat"), outputs: output.moved, allOutputs: output.all };
    },
  },
  sharing: { finding: (a, b) => ({ a: cacheBytes(a), b: cacheBytes(b) }) },
  causality: { finding: (a, b) => (a.view.state.causal ? sharpnessNumbers(a, b) : null) },
  positions: { finding: withoutPositions },
  rotation: { finding: withoutPositions },
  distances: {
    outcome: (a, b) => {
      const more = meanDistance(b) - meanDistance(a);
      return Math.abs(more) < ALIKE ? "same" : more > 0 ? "farther" : "nearer";
    },
    finding: (a, b) => withoutPositions(a) && { a: formatNumber(meanDistance(a)), b: formatNumber(meanDistance(b)) },
  },
  dropping: {
    outcome: (_, b) => (droppedWeights(b).dropped > 0 ? "varies" : "one"),
    finding: (a, b) => {
      const { dropped, all, min, max } = droppedWeights(b);
      return a.view.state.dropout === 0 ? { dropped, all, min: formatNumber(min), max: formatNumber(max) } : null;
    },
  },
  explaining: {
    outcome: (a, b) => {
      const rows = withoutLargest(a, b);
      const changed = rows.filter(({ before, after }) => before !== after).length;
      return rows.length === 0 ? "" : changed === 0 ? "none" : changed < rows.length ? "some" : "all";
    },
    finding: (a, b) => {
      const rows = withoutLargest(a, b);
      const changed = rows.filter(({ before, after }) => before !== after);
      const needed = clearest(changed);
      const spare = clearest(rows.filter(({ before, after }) => before === after));
      if (!needed || !spare) return null;
      const { queries, keys } = a.view;
      return {
        changed: changed.length,
        all: rows.length,
        before: needed.before,
        after: needed.after,
        same: spare.before,
        neededRow: /** @type {string} */ (queries[needed.row]),
        neededKey: /** @type {string} */ (keys[needed.key]),
        neededWeight: percentText(needed.weight, 0),
        spareRow: /** @type {string} */ (queries[spare.row]),
        spareKey: /** @type {string} */ (keys[spare.key]),
        spareWeight: percentText(spare.weight, 0),
      };
    },
  },
  temperature: { outcome: sharpness, finding: sharpnessNumbers },
  ...layerAnswers,
});
