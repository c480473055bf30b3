import { isScore } from "../../../state/stages.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {{stage: string, index: readonly number[]}} Cell */

// What the benches take from the number that is asked about.

/**
 * The two vectors of the asked number, or of the score that it goes back to; null where there are none.
 * @param {View} view
 * @returns {{a: number[], b: number[], of: Cell} | null}
 */
export function askedVectors({ run, state }) {
  if (!state.cell) return null;
  const { stage, index } = state.cell;
  const score = run.auxiliary.includes("raw_content") ? "raw_content" : "raw";
  const of = isScore(stage) ? { stage: score, index } : { stage, index };
  const { operation, terms } = run.explain(of.stage, [...of.index]);
  const values = terms.map(({ value }) => value);
  if (operation !== "dot" || values.length < 2 || !values.every(Number.isFinite)) return null;
  const pairs = Math.floor(values.length / 2);
  const every = (/** @type {0 | 1} */ from) => Array.from({ length: pairs }, (_, p) => values[2 * p + from] ?? NaN);
  return { a: every(0), b: every(1), of };
}

/**
 * The scores that the softmax of the asked row takes in; null where no row is asked about.
 * @param {View} view
 * @returns {{scores: (number | null)[], own: number, of: Cell} | null}
 */
export function askedScores({ run, state }) {
  if (!state.cell) return null;
  const { stage, index } = state.cell;
  if (index.length !== 3 || !(isScore(stage) || ["Q", "Q_rot", "context"].includes(stage))) return null;
  const [head = 0, row = 0, last = 0] = index;
  const weights = run.stages.includes("weights_unmasked") ? "weights_unmasked" : "weights";
  const own = isScore(stage) ? last : 0;
  const of = { stage: weights, index: [head, row, own] };
  const { operation, terms } = run.explain(of.stage, of.index);
  const keys = terms.filter((term) => term.stage !== "sink");
  if (operation !== "softmax" || !keys.every(({ value }) => Number.isFinite(value))) return null;
  const byKey = new Map(keys.map((term) => [term.index[2], term.value]));
  return { scores: Array.from({ length: run.spec.n_k }, (_, key) => byKey.get(key) ?? null), own, of };
}
