import { isPairStage } from "../../../engine/stages.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../figures/types.js").Cell} Cell */

// Reads inputs for the calculators from the number that the reader inspects in the figure.

/**
 * The two vectors of the dot product behind the inspected number. If the number is a score after scaling, masking or
 * softmax, they are the query and the key of the raw score that it was computed from.
 * @param {View} view
 * @returns {{a: number[], b: number[], of: Cell} | null} a, b: the vectors, of equal length; of: the dot product's place;
 *   null if no number is inspected or it is not computed by a finite dot product
 */
export function inspectedVectors({ run, state }) {
  if (!state.cell) return null;
  const { stage, index } = state.cell;
  const score = run.auxiliary.includes("raw_content") ? "raw_content" : "raw";
  const of = isPairStage(stage) ? { stage: score, index } : { stage, index };
  const { operation, terms } = run.explain(of.stage, [...of.index]);
  const values = terms.map(({ value }) => value);
  if (operation !== "dot" || values.length < 2 || !values.every(Number.isFinite)) return null;
  const pairs = Math.floor(values.length / 2);
  const every = (/** @type {0 | 1} */ from) =>
    Array.from({ length: pairs }, (_, p) => /** @type {number} */ (values[2 * p + from]));
  return { a: every(0), b: every(1), of };
}

/**
 * The inputs of the softmax in the row of the inspected number: a row of Q, of the scores, of the weights or of the
 * context.
 * @param {View} view
 * @returns {{scores: (number | null)[], own: number, of: Cell} | null} scores: one for each key, null for a key that the
 *   mask removes; own: the index of the inspected key, 0 if no key is inspected; of: the place of that key's weight; null if
 *   the inspected number belongs to no such row or the scores are not finite
 */
export function inspectedScores({ run, state }) {
  if (!state.cell) return null;
  const { stage, index } = state.cell;
  if (index.length !== 3 || !(isPairStage(stage) || ["Q", "Q_rot", "context"].includes(stage))) return null;
  const [head, row, last] = /** @type {[number, number, number]} */ (index);
  const weights = run.stages.includes("weights_unmasked") ? "weights_unmasked" : "weights";
  const own = isPairStage(stage) ? last : 0;
  const of = { stage: weights, index: [head, row, own] };
  const { operation, terms } = run.explain(of.stage, of.index);
  const keys = terms.filter((term) => term.stage !== "sink");
  if (operation !== "softmax" || !keys.every(({ value }) => Number.isFinite(value))) return null;
  const byKey = new Map(keys.map((term) => [term.index[2], term.value]));
  return { scores: Array.from({ length: run.spec.n_k }, (_, key) => byKey.get(key) ?? null), own, of };
}
