import { biased, positionBias, relativeScore, rotated, sinusoidal } from "./positions.js";
import { contentScore, copyOf, count, dot, f, latest, reasonsHidden, setting, SCORES, sumOf, term } from "./terms.js";
import { contentContext, masked, relativeContext, softmax, weights } from "./weights.js";

/**
 * Where one number comes from: the terms in the engine's order of summation, so that replaying them with Math.fround
 * gives the same bits. One small function for each stage, in walking order.
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
 *   input       given, no terms
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
 * @property {number} [position] which term is the cell's own, -1 where its key is hidden
 * @property {number} [tanh] as the engine rounds it
 * @property {number} [bucket] of T5, for how far the key is ahead
 * @property {number} [wavelength] how many places make one radian
 * @property {number} [angle] radians: place / wavelength, as a double
 * @property {"sin" | "cos"} [fn]
 */

/**
 * What an explanation needs to see of a run.
 * @typedef {object} Source
 * @property {import("../spec.js").ResolvedSpec} spec
 * @property {(stage: string) => boolean} has
 * @property {(stage: string) => boolean} given
 * @property {(stage: string) => number[]} shape
 * @property {(stage: string, index: number[]) => number} at
 * @property {import("../engine.js").Exports} engine for the numbers that a stage computes on its way
 */

/** @typedef {Pick<Explanation, "operation" | "terms"> & Partial<Explanation>} Account */
/** @typedef {(run: Source, index: number[]) => Account} Explainer */

/**
 * @param {string} weight
 * @param {string} bias
 * @param {(run: Source) => string} from
 * @returns {Explainer}
 */
function projection(weight, bias, from) {
  return (run, [head = 0, row = 0, d = 0]) => {
    const source = from(run);
    if (!run.given(weight)) return copyOf(run, source, [row, d]);
    const width = run.shape(source)[1] ?? 0;
    const column = head * (weight === "Wv" ? run.spec.d_v : run.spec.d_k) + d;
    return dot(run, count(width), (p) => [source, [row, p], weight, [p, column]], [bias, [column]]);
  };
}

/** @param {Source} run */
const keySide = (run) => (run.has("C") ? "C" : "X");

/** @type {Record<string, Explainer>} */
const explainers = {
  P: sinusoidal,
  X: (run, index) => sumOf(run, index, "E", "P"),
  Q: projection("Wq", "bq", () => "X"),
  K: projection("Wk", "bk", keySide),
  V: projection("Wv", "bv", keySide),
  Q_rot: (run, index) => rotated(run, "Q", index),
  K_rot: (run, index) => rotated(run, "K", index),
  raw_content: contentScore,
  raw_relative: relativeScore,
  raw: (run, index) =>
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
    const reasons = reasonsHidden(run, index.length === 3 ? index : [0, ...index]);
    return { operation: "allow", terms: [], reasons };
  },
  masked,
  weights_unmasked: (run, index) => softmax(run, index, latest(run, SCORES.slice(0, 3))),
  zeroed: (run, index) => {
    const reasons = reasonsHidden(run, index);
    if (reasons.length === 0) return copyOf(run, "weights_unmasked", index);
    return { operation: "zero", terms: [term(run, "weights_unmasked", index)], reasons };
  },
  weights,
  sink_weight: (run, [head = 0, i = 0]) => softmax(run, [head, i, -1], latest(run, SCORES)),
  dropped: (run, index) => ({
    operation: "dropout",
    terms: [term(run, "weights", index), term(run, "keep", index), setting("1-p", 1 - f(run.spec.dropout))],
  }),
  context_content: contentContext,
  context: (run, index) => (run.has("context_content") ? relativeContext(run, index) : contentContext(run, index)),
  concat: (run, [i = 0, column = 0]) => {
    const { d_v } = run.spec;
    return copyOf(run, "context", [Math.floor(column / d_v), i, column % d_v]);
  },
  output: (run, [i = 0, o = 0]) => {
    if (!run.given("Wo")) return copyOf(run, "concat", [i, o]);
    const width = run.shape("concat")[1] ?? 0;
    return dot(run, count(width), (p) => ["concat", [i, p], "Wo", [p, o]], ["bo", [o]]);
  },
};

/**
 * @param {Source} run
 * @param {string} stage a tensor that is part of the run and computed
 * @param {number[]} index inside its shape
 * @returns {Explanation}
 */
export function explain(run, stage, index) {
  const account = run.given(stage) ? undefined : explainers[stage]?.(run, index);
  return { stage, index, value: run.at(stage, index), ...(account ?? { operation: "input", terms: [] }) };
}
