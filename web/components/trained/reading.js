import { rowOfIt } from "../../state/recipes/trained-models.js";

/**
 * What one word reads: its text, its place in the drawing, and its attention weights, one for each key.
 * @typedef {{reader: string, at: number, strongest: number, weights: readonly number[]}} Reading
 */

/**
 * A row of attention weights.
 * @param {import("../../engine/run.js").Run} run
 * @param {number} head
 * @param {number} row
 */
export function weightsOf(run, head, row) {
  const { shape, data } = run.tensor("weights");
  const [, rows, keys] = /** @type {[number, number, number]} */ (/** @type {unknown} */ (shape));
  const from = (head * rows + row) * keys;
  return Array.from(data.subarray(from, from + keys));
}

/**
 * What "it" reads in a walk.
 * @param {readonly string[]} tokens of the queries
 * @param {import("../../engine/run.js").Run} run
 * @returns {Reading | null} null where no token is "it"
 */
export function readingOf(tokens, run) {
  const it = rowOfIt(tokens);
  if (it < 0) return null;
  const weights = weightsOf(run, 0, it);
  return { reader: "it", at: it, strongest: weights.indexOf(Math.max(...weights)), weights };
}
