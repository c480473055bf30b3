/** From scores to the mixture of values. */
import { relativeRow } from "./positions.js";
import { copyOf, count, dot, f, kvHead, latest, reasonsHidden, SCORES, setting, term } from "./terms.js";

/**
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Account} Account
 * @typedef {import("./explain.js").Term} Term
 */

/** attention_mask_how of c/attention.h. */
const [INFINITE, FILL] = [0, 1];
/** attention_mask_mode of c/attention.h. */
export const RENORMALISED = 2;

/**
 * @param {Source} run
 * @param {number[]} index [head, query, key]
 * @returns {Account}
 */
export function masked(run, index) {
  const from = latest(run, SCORES.slice(0, 3));
  const reasons = reasonsHidden(run, index);
  if (reasons.length === 0) return copyOf(run, from, index);
  const score = term(run, from, index);
  const { mask_how, mask_value } = run.spec;
  if (mask_how === INFINITE) return { operation: "mask", terms: [score], reasons };
  return { operation: mask_how === FILL ? "fill" : "sum", terms: [score, setting("mask_value", mask_value)], reasons };
}

/**
 * @param {Source} run
 * @param {number[]} index [head, query, key]; key -1 is the sink
 * @param {string} stage of the scores
 * @returns {Account}
 */
export function softmax(run, [head = 0, i = 0, j = 0], stage) {
  const scores = count(run.spec.n_k).map((key) => term(run, stage, [head, i, key]));
  const all = run.spec.softmax_sink ? [term(run, "sink", [head]), ...scores] : scores;
  const terms = all.filter(({ value }) => value !== -Infinity);
  if (terms.length === 0) return { operation: "empty", terms: [] };
  const max = terms.reduce((most, { value }) => (value > most || Number.isNaN(value) ? value : most), -Infinity);
  const parts = terms.map((part) => ({ ...part, exponential: run.engine.attention_exponential(f(part.value - max)) }));
  const sum = parts.reduce((total, { exponential }) => f(total + exponential), 0);
  const isOwn = (/** @type {Term} */ part) => (part.stage === "sink" ? j === -1 : part.index[2] === j);
  return { operation: "softmax", terms: parts, max, sum, position: parts.findIndex(isOwn) };
}

/**
 * @param {Source} run
 * @param {number[]} index [head, query, key]
 * @returns {Account}
 */
export function weights(run, index) {
  if (!run.has("zeroed")) return softmax(run, index, latest(run, SCORES));
  if (run.spec.mask_mode !== RENORMALISED) return copyOf(run, "zeroed", index);
  const [head = 0, i = 0, j = 0] = index;
  const seen = count(run.spec.n_k).filter((key) => reasonsHidden(run, [head, i, key]).length === 0);
  if (seen.length === 0) return { operation: "empty", terms: [] };
  const zeroed = seen.map((key) => term(run, "zeroed", [head, i, key]));
  const terms = run.spec.softmax_sink ? [term(run, "sink_weight", [head, i]), ...zeroed] : zeroed;
  const sum = terms.reduce((total, { value }) => f(total + value), 0);
  const position = terms.findIndex((part) => part.stage === "zeroed" && part.index[2] === j);
  return { operation: "share", terms, sum, position };
}

/**
 * Whether a query's mixture sums a key: one it may see; where hidden scores are finite, also one that has weight.
 * @param {Source} run
 * @param {string} stage of the weights
 * @param {number[]} index [head, query, key]
 */
export function isMixed(run, stage, index) {
  if (!run.has("allow") || reasonsHidden(run, index).length === 0) return true;
  return run.spec.mask_how !== INFINITE && run.at(stage, index) !== 0;
}

/**
 * @param {Source} run
 * @param {string} stage of the weights
 * @param {number} head
 * @param {number} i
 */
const mixedKeys = (run, stage, head, i) => count(run.spec.n_k).filter((j) => isMixed(run, stage, [head, i, j]));

/**
 * @param {Source} run
 * @param {number[]} index [head, query, component]
 * @returns {Account}
 */
export function contentContext(run, [head = 0, i = 0, c = 0]) {
  const stage = latest(run, ["weights", "dropped"]);
  const keys = mixedKeys(run, stage, head, i);
  if (keys.length === 0) return { operation: "empty", terms: [] };
  return dot(run, keys, (j) => [stage, [head, i, j], "V", [kvHead(run, head), j, c]]);
}

/**
 * The relative part of the context, then the content added to it.
 * @param {Source} run
 * @param {number[]} index [head, query, component]
 * @returns {Account}
 */
export function relativeContext(run, [head = 0, i = 0, c = 0]) {
  const stage = latest(run, ["weights", "dropped"]);
  const keys = mixedKeys(run, stage, head, i);
  const last = /** @type {[string, number[]]} */ (["context_content", [head, i, c]]);
  return dot(run, keys, (j) => [stage, [head, i, j], "relV", [relativeRow(run, i, j), c]], last);
}
