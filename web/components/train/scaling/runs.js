/** What dividing scores by √d_k is for: pairs of runs of which only one divides, and what is seen in them. No DOM. */
import { changeSettings, defaultSettings, taskOf } from "../../../training/settings.js";

/** @typedef {import("../../../training/settings.js").Settings} Settings */
/** @typedef {import("../training-run.js").TrainingRun} TrainingRun */
/** @typedef {{init: number, on: TrainingRun, off: TrainingRun}} Pair init: one of `firstScales`; on: divides its scores */
/**
 * @typedef {{guess: import("../what-if.js").Outcome, seed: number, pairs: readonly [Pair, ...Pair[]]}} Comparison pairs: the
 *   one in question first
 */

/** By how much the first Wq and Wk are multiplied: a pair of runs for each, of which the reader is asked about the last. */
export const firstScales = Object.freeze([1, 4, 12]);

/** By how much the first Wq and Wk are multiplied in the pair that the reader is asked about. */
export const asked = Math.max(...firstScales);

/** The d_k of all runs. */
const width = 64;

/** Other d_k, of which the reader is told how large the first scores are. */
export const otherWidths = Object.freeze([4, 16]);

/**
 * The standard deviation that the first scores are expected to have. Without the factor each number of q and k has the
 * variance 2/16 (two embeddings of variance 1/16 are added, and Wq and Wk keep it), so that of a score, not divided, is
 * d_k · (2/16)².
 * @param {number} init one of `firstScales`
 * @param {boolean} isDivided
 */
export const firstScores = (init, isDivided, d_k = width) => (init ** 2 / 8) * (isDivided ? 1 : Math.sqrt(d_k));

/** How many steps both runs take: those of the task. */
export const scalingSteps = taskOf(defaultSettings).steps;

/** A row of attention weights is saturated where one of them is larger than this. */
const saturated = 0.99;

/** A run has learned its task from this share of right answers on. */
const learned = 0.99;

/**
 * The settings of both runs: with the division, and without. They differ in nothing else. With plain gradient descent, no
 * optimizer makes up for a gradient that is too short.
 * @param {number} seed
 * @param {number} init one of `firstScales`
 * @returns {[on: Settings, off: Settings]}
 */
export function scalingSettings(seed, init) {
  const on = changeSettings({ ...defaultSettings, seed }, { d_k: width, init, optimizer: "sgd", lr: 0.3 });
  return [on, changeSettings(on, { scaling: "off" })];
}

/**
 * What is seen in a run.
 * @param {Pick<TrainingRun, "snapshots" | "evaluations" | "facts">} run
 */
export function seenIn({ snapshots, evaluations, facts }) {
  const { keys = 1 } = facts?.layers[0] ?? {};
  const rowsOf = (
    /** @type {Pick<import("../../../training/worker-messages.js").Snapshot, "maps"> | undefined} */ snapshot,
  ) => {
    const weights = Array.from(snapshot?.maps ?? []);
    return Array.from({ length: weights.length / keys }, (_, row) => weights.slice(row * keys, (row + 1) * keys));
  };
  const saturatedIn = (/** @type {number[][]} */ some) => some.filter((row) => Math.max(...row) > saturated).length;
  const first = snapshots[0];
  const [rows, lastRows] = [rowsOf(first), rowsOf(snapshots.at(-1))];
  const last = evaluations.at(-1);
  const late = snapshots.filter(({ step }) => step >= scalingSteps / 2).map(({ gradient }) => gradient);
  return {
    rows: rows.length,
    /** Rows of the example that are saturated before the first step. */
    saturated: saturatedIn(rows),
    /** Rows that are saturated after the last step. */
    saturatedLast: saturatedIn(lastRows),
    /** Rows that then look at the token that they need: to reverse, that is the one as far from the other end. */
    found: lastRows.filter((row, at) => Number(row[keys - 1 - (at % keys)]) > 0.5).length,
    /** The length of the gradient of Wq before the first step. */
    gradient: first?.gradient ?? NaN,
    /** Its median in the second half of the run. */
    late: late.sort((a, b) => a - b)[Math.floor(late.length / 2)] ?? NaN,
    /** After how many steps the task was learned; null: it was not. */
    learned: evaluations.find(({ accuracy }) => accuracy >= learned)?.step ?? null,
    accuracy: last?.accuracy ?? NaN,
    loss: last?.loss ?? NaN,
  };
}

/** The run that could not be trained, if there is one. @param {readonly Pair[]} pairs */
export const failedIn = (pairs) => pairs.flatMap(({ on, off }) => [on, off]).find(({ status }) => status === "failed");

/** Whether a run has taken all its steps, or ended before. @param {TrainingRun} run */
export const isOver = ({ status, steps }) => status === "diverged" || (status === "paused" && steps >= scalingSteps);
