// Why the outputs of the same words in another order are the same or differ.

import { formatDifference, largestDifference } from "../../../figures/measures/difference.js";
import { trainedModels } from "../../../state/recipes/trained-models.js";

/** @typedef {import("../../../state/state.js").State} State */
/** @typedef {{word: string, before: Float32Array, after: Float32Array}} Moved */

/** Sums are added in another order: differences up to this share of the largest output are rounding. */
const ROUNDING = 1e-5;

/**
 * What in a walk depends on the places of words, each by the end of its message, order-cause-<id>. Without any attention is
 * blind to their order.
 * @param {State} state
 * @param {{causal: boolean}} spec
 */
export function causesOf({ recipe, position, window, hidden_pairs, ignored_keys, dropout, edits }, { causal }) {
  const causes = {
    trained: Object.hasOwn(trainedModels, recipe),
    positions: position !== "none",
    causal,
    window: window !== null,
    painted: hidden_pairs.length > 0,
    ignored: ignored_keys.length > 0,
    dropout: dropout > 0,
    edits: "X" in edits,
  };
  return Object.entries(causes).flatMap(([id, isOn]) => (isOn ? [id] : []));
}

/**
 * The message that says what became of the outputs, and its arguments.
 * @param {readonly Moved[]} words every word, with its output row before and after
 * @param {readonly string[]} causes
 * @param {readonly string[]} swapped the words that changed places
 * @returns {[id: string, args: {difference: string}]}
 */
export function resultOf(words, causes, swapped) {
  const difference = Math.max(...words.map(({ before, after }) => largestDifference(before, after)));
  const largest = Math.max(...words.flatMap(({ before }) => Array.from(before, Math.abs)));
  const args = { difference: formatDifference(difference) };
  if (difference <= ROUNDING * largest) {
    if (causes.length === 0) return [difference === 0 ? "order-blind-exact" : "order-blind", args];
    return [new Set(swapped).size === 1 && difference === 0 ? "order-alike" : "order-unmoved", args];
  }
  if (causes.length === 0) return ["order-large", args];
  const [only] = causes.length === 1 ? causes : [];
  return [only === "positions" || only === "causal" ? `order-sees-${only}` : "order-sees", args];
}
