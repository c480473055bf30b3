import { comparedStages, distanceAhead, keySide, kvHead, latest, mixedKeys, mixingStage } from "./rules.js";
import { reasonsHidden, relativeRow, ropeRotation, SCORES, t5Bucket } from "./rules.js";
import { copyOf, count, dot, f, setting, sumOf, term } from "./terms.js";

/**
 * Explains how one number was computed: its terms, in the engine's order of summation, so that recomputing with them
 * and Math.fround gives the same bits. There is one small function for each stage, in the order in which the stages are
 * computed.
 *
 * @typedef {{stage: string, index: number[], value: number, exponential?: number}} Term
 *
 * @typedef {object} Explanation
 * @property {string} stage
 * @property {number[]} index
 * @property {number} value
 * @property {"input" | "copy" | "sum" | "dot" | "product" | "mask" | "fill" | "zero" | "softmax" | "share" | "dropout"
 *   | "softcap" | "gaussian" | "empty" | "sinusoidal" | "allow"} operation
 *   how the terms make the value, with f = Math.fround:
 *   input       given by the caller; no terms
 *   copy        the one term
 *   sum         t0 + t1 + ..., each step rounded
 *   dot         pairs a·b: s = 0, then s = f(s + f(a·b)) for each; a last term without a partner is added last
 *   product     f(t0·t1)
 *   mask        -Infinity, whatever the term is; see reasons
 *   fill        t1 instead of t0; see reasons
 *   zero        0, whatever the term is; see reasons
 *   softmax     f(exponential of the own term / sum); for a hidden key f(0 / sum): 0, or NaN in a row of NaN
 *   share       f(own term / sum), 0 for a hidden key; see sum, position
 *   dropout     f(t0 / t2) where t1 keeps it, else 0
 *   softcap     f(t1·tanh), tanh the engine's tanh of f(t0 / t1)
 *   gaussian    with d = f(t0 / t1): f(-0.5·f(d·d))
 *   empty       0: the row may see no key
 *   sinusoidal  f(sin or cos of angle), the angle a double
 *   allow       1, or 0 for the reasons given
 * @property {Term[]} terms
 * @property {string[]} [reasons] why the key is hidden: "causal", "window", "padding", "allow"
 * @property {number} [max] the row's largest score
 * @property {number} [sum] of the terms' exponentials (softmax) or of the terms (share), from 0 in order, each step
 *   rounded
 * @property {number} [position] which term is the cell's own, -1 where the cell's key is hidden
 * @property {number} [tanh] tanh as the engine rounds it
 * @property {number} [bucket] T5's bucket for the distance from query to key
 * @property {number} [wavelength] positions per radian
 * @property {number} [angle] radians: position / wavelength, as a double
 * @property {"sin" | "cos"} [fn]
 */

/**
 * The parts of a run that explanations read.
 * @typedef {object} Source
 * @property {import("../spec.js").ResolvedSpec} spec
 * @property {(stage: string) => boolean} has
 * @property {(stage: string) => boolean} given
 * @property {(stage: string) => number[]} shape
 * @property {(stage: string, index: readonly number[]) => number} at
 * @property {import("../engine.js").Exports} engine computes intermediate numbers between the terms and the value
 */

/** @typedef {import("./rules.js").Index2} Index2 */
/** @typedef {import("./rules.js").Index3} Index3 */
/** @typedef {Pick<Explanation, "operation" | "terms"> & Partial<Explanation>} Origin */
/**
 * Explains one number of a stage. Each function names the dimensions of its own stage: the index has one number for
 * each of them.
 * @typedef {{of(run: Source, index: number[]): Origin}["of"]} Explainer
 */

/**
 * Sines and cosines of positions (Vaswani et al. 2017, section 3.5).
 * @param {Source} run
 * @param {Index2} index [token, column]
 * @returns {Origin}
 */
function sinusoidal(run, [i, m]) {
  const wavelength = Math.exp(((Math.floor(m / 2) * 2) / run.spec.d_model) * Math.log(10000));
  return {
    operation: "sinusoidal",
    terms: [{ stage: "position", index: [i], value: i }],
    wavelength,
    angle: i / wavelength,
    fn: m % 2 === 0 ? "sin" : "cos",
  };
}

/**
 * A number of a projection: a dot product of a row of `from` and a column of the weight, plus the bias.
 * @param {string} weight
 * @param {string} bias
 * @param {(run: Source) => string} from
 * @returns {Explainer}
 */
function projection(weight, bias, from) {
  return (run, /** @type {Index3} */ [head, row, d]) => {
    const source = from(run);
    if (!run.given(weight)) return copyOf(run, source, [row, d]);
    const [, width] = /** @type {Index2} */ (run.shape(source));
    const column = head * (weight === "Wv" ? run.spec.d_v : run.spec.d_k) + d;
    return dot(run, count(width), (p) => [source, [row, p], weight, [p, column]], [bias, [column]]);
  };
}

/**
 * Rope rotates a pair (x, y) to (x·cos - y·sin, x·sin + y·cos).
 * @param {Source} run
 * @param {"Q" | "K"} from
 * @param {Index3} index [head, token, component]
 * @returns {Origin}
 */
function rotated(run, from, [head, i, d]) {
  const { x, y, cos, sin, minusSin } = ropeRotation(run, from, i, d);
  const [left, right] = d === x ? [cos, minusSin] : [sin, cos];
  return { operation: "dot", terms: [term(run, from, [head, i, x]), left, term(run, from, [head, i, y]), right] };
}

/**
 * A raw score from the query and the key alone: their dot product.
 * @param {Source} run
 * @param {Index3} index [head, query, key]
 * @returns {Origin}
 */
function contentScore(run, [head, i, j]) {
  const [q, k] = comparedStages(run);
  return dot(run, count(run.spec.d_k), (d) => [q, [head, i, d], k, [kvHead(run, head), j, d]]);
}

/**
 * The relative part of a raw score (Shaw et al. 2018): the dot product of the query and the row of relK for its distance
 * to the key.
 * @param {Source} run
 * @param {Index3} index [head, query, key]
 * @returns {Origin}
 */
function relativeScore(run, [head, i, j]) {
  const row = relativeRow(run, i, j);
  return dot(run, count(run.spec.d_k), (d) => ["Q", [head, i, d], "relK", [row, d]]);
}

/**
 * The bias that the kind of positions adds to the score of a query and a key.
 * @param {Source} run
 * @param {number[]} index [query, key] or [head, query, key]
 * @returns {Origin}
 */
function positionBias(run, index) {
  const [head, i, j] = /** @type {Index3} */ (index.length === 3 ? index : [0, ...index]);
  const ahead = distanceAhead(run, i, j);
  const { position, distance_form, heads, lambda, sigma } = run.spec;
  const distance = (/** @type {number} */ value) => setting("distance", value, [i, j]);
  if (position === "alibi") {
    const slope = run.engine.attention_alibi_slope(head, heads);
    return { operation: "product", terms: [setting("-slope", -slope, [head]), distance(Math.abs(ahead))] };
  }
  if (position === "t5") {
    const bucket = t5Bucket(run, ahead);
    return { ...copyOf(run, "bias_table", [bucket, head]), bucket };
  }
  if (distance_form === "linear") {
    return { operation: "product", terms: [setting("-lambda", -lambda), distance(Math.abs(ahead))] };
  }
  if (distance_form === "gaussian") {
    return { operation: "gaussian", terms: [distance(-ahead), setting("sigma", sigma)] };
  }
  return copyOf(run, "bias_matrix", [i, j]);
}

/**
 * A score with the bias of the positions added to it.
 * @param {Source} run
 * @param {Index3} index [head, query, key]
 * @returns {Origin}
 */
function biased(run, index) {
  const shared = run.shape("bias").length === 2;
  const bias = term(run, "bias", shared ? index.slice(1) : index);
  return { operation: "sum", terms: [term(run, "scaled", index), bias] };
}

/**
 * A score after the mask: the score itself, or what the mask puts in its place.
 * @param {Source} run
 * @param {Index3} index [head, query, key]
 * @returns {Origin}
 */
function masked(run, index) {
  const from = latest(run, SCORES.slice(0, 3));
  const reasons = reasonsHidden(run, index);
  if (reasons.length === 0) return copyOf(run, from, index);
  const score = term(run, from, index);
  const { mask_how, mask_value } = run.spec;
  if (mask_how === "infinite") return { operation: "mask", terms: [score], reasons };
  return {
    operation: mask_how === "fill" ? "fill" : "sum",
    terms: [score, setting("mask_value", mask_value)],
    reasons,
  };
}

/**
 * A weight: the exponential of its score, divided by the sum of the row's exponentials.
 * @param {Source} run
 * @param {Index3} index [head, query, key]; key -1 is the sink
 * @param {string} stage of the scores
 * @returns {Origin}
 */
function softmax(run, [head, i, j], stage) {
  const scores = count(run.spec.n_k).map((key) => term(run, stage, [head, i, key]));
  const all = run.spec.softmax_sink ? [term(run, "sink", [head]), ...scores] : scores;
  const terms = all.filter(({ value }) => value !== -Infinity);
  /* Keys without scores have weights 0, even where the sink is not finite. */
  const last = terms.at(-1); // the sink comes first
  if (!last || (last.stage === "sink" && j !== -1 && last.value * 0 !== 0)) return { operation: "empty", terms: [] };
  const max = terms.reduce(
    (largest, { value }) => (value > largest || Number.isNaN(value) ? value : largest),
    -Infinity,
  );
  const parts = terms.map((part) => ({ ...part, exponential: run.engine.attention_exponential(f(part.value - max)) }));
  const sum = parts.reduce((total, { exponential }) => f(total + exponential), 0);
  const isOwn = (/** @type {Term} */ part) => (part.stage === "sink" ? j === -1 : part.index[2] === j);
  return { operation: "softmax", terms: parts, max, sum, position: parts.findIndex(isOwn) };
}

/**
 * A weight after a mask that is applied after softmax: the weight, 0, or its share of the visible weights.
 * @param {Source} run
 * @param {Index3} index [head, query, key]
 * @returns {Origin}
 */
function weights(run, index) {
  if (!run.has("zeroed")) return softmax(run, index, latest(run, SCORES));
  if (run.spec.mask_mode !== "after_softmax_renormalised") return copyOf(run, "zeroed", index);
  const [head, i, j] = index;
  const visible = count(run.spec.n_k).filter((key) => reasonsHidden(run, [head, i, key]).length === 0);
  if (visible.length === 0) return { operation: "empty", terms: [] };
  const zeroed = visible.map((key) => term(run, "zeroed", [head, i, key]));
  const terms = run.spec.softmax_sink ? [term(run, "sink_weight", [head, i]), ...zeroed] : zeroed;
  const sum = terms.reduce((total, { value }) => f(total + value), 0);
  const position = terms.findIndex((part) => part.stage === "zeroed" && part.index[2] === j);
  return { operation: "share", terms, sum, position };
}

/**
 * A number of the context from the values alone: the sum of weights times values.
 * @param {Source} run
 * @param {Index3} index [head, query, component]
 * @returns {Origin}
 */
function contentContext(run, [head, i, c]) {
  const stage = mixingStage(run);
  const keys = mixedKeys(run, stage, head, i);
  if (keys.length === 0) return { operation: "empty", terms: [] };
  return dot(run, keys, (j) => [stage, [head, i, j], "V", [kvHead(run, head), j, c]]);
}

/**
 * A number of the context with relative positions: the sum over relV, then the sum over the values added to it.
 * @param {Source} run
 * @param {Index3} index [head, query, component]
 * @returns {Origin}
 */
function relativeContext(run, [head, i, c]) {
  const stage = mixingStage(run);
  const keys = mixedKeys(run, stage, head, i);
  return dot(run, keys, (j) => [stage, [head, i, j], "relV", [relativeRow(run, i, j), c]], [
    "context_content",
    [head, i, c],
  ]);
}

/** @type {Readonly<Record<string, Explainer>>} */
const explainers = Object.freeze({
  P: sinusoidal,
  X: (run, index) => sumOf(run, index, "E", "P"),
  Q: projection("Wq", "bq", () => "X"),
  K: projection("Wk", "bk", keySide),
  V: projection("Wv", "bv", keySide),
  Q_rot: (run, /** @type {Index3} */ index) => rotated(run, "Q", index),
  K_rot: (run, /** @type {Index3} */ index) => rotated(run, "K", index),
  raw_content: contentScore,
  raw_relative: relativeScore,
  raw: (run, /** @type {Index3} */ index) =>
    run.has("raw_content") ? sumOf(run, index, "raw_content", "raw_relative") : contentScore(run, index),
  scaled: (run, index) => ({
    operation: "product",
    terms: [term(run, "raw", index), setting("scale", run.spec.scale)],
  }),
  bias: positionBias,
  biased,
  capped: (run, index) => {
    const score = term(run, latest(run, SCORES.slice(0, 2)), index);
    const cap = setting("softcap", run.spec.softcap);
    return { operation: "softcap", terms: [score, cap], tanh: run.engine.attention_tanh(f(score.value / cap.value)) };
  },
  allow: (run, index) => {
    const pair = /** @type {Index3} */ (index.length === 3 ? index : [0, ...index]);
    return { operation: "allow", terms: [], reasons: reasonsHidden(run, pair) };
  },
  masked,
  weights_unmasked: (run, /** @type {Index3} */ index) => softmax(run, index, latest(run, SCORES.slice(0, 3))),
  zeroed: (run, /** @type {Index3} */ index) => {
    const reasons = reasonsHidden(run, index);
    if (reasons.length === 0) return copyOf(run, "weights_unmasked", index);
    return { operation: "zero", terms: [term(run, "weights_unmasked", index)], reasons };
  },
  weights,
  sink_weight: (run, /** @type {Index2} */ [head, i]) => softmax(run, [head, i, -1], latest(run, SCORES)),
  dropped: (run, index) => ({
    operation: "dropout",
    terms: [term(run, "weights", index), term(run, "keep", index), setting("1-p", 1 - f(run.spec.dropout))],
  }),
  context_content: contentContext,
  context: (run, /** @type {Index3} */ index) =>
    run.has("context_content") ? relativeContext(run, index) : contentContext(run, index),
  concat: (run, /** @type {Index2} */ [i, column]) => {
    const { d_v } = run.spec;
    return copyOf(run, "context", [Math.floor(column / d_v), i, column % d_v]);
  },
  output: (run, /** @type {Index2} */ [i, o]) => {
    if (!run.given("Wo")) return copyOf(run, "concat", [i, o]);
    const [, width] = /** @type {Index2} */ (run.shape("concat"));
    return dot(run, count(width), (p) => ["concat", [i, p], "Wo", [p, o]], ["bo", [o]]);
  },
});

/**
 * Explains how one number of a run was computed.
 * @param {Source} run
 * @param {string} stage a tensor that is part of the run and computed
 * @param {number[]} index inside its shape
 * @returns {Explanation}
 */
export function explain(run, stage, index) {
  const origin = run.given(stage) ? undefined : explainers[stage]?.(run, index);
  return { stage, index, value: run.at(stage, index), ...(origin ?? { operation: "input", terms: [] }) };
}
