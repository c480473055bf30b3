import { rules } from "./table.js";

/**
 * Explains how one number was computed: its terms, in the engine's order of summation, so that recomputing with them
 * and Math.fround gives the same bits.
 *
 * @typedef {{stage: string, index: number[], value: number, exponential?: number}} Term
 *
 * @typedef {object} Explanation
 * @property {string} stage
 * @property {number[]} index
 * @property {number} value
 * @property {"input" | "copy" | "sum" | "dot" | "product" | "mask" | "fill" | "zero" | "softmax" | "share" | "dropout"
 *   | "apply" | "gate" | "norm" | "mean" | "gaussian" | "empty" | "sinusoidal" | "allow"} operation
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
 *   apply       a function of one number: applied, the engine's fn of t0; with a bound t1 f(t1·applied), of f(t0 / t1)
 *   gate        f(applied·t1): applied as above, without a bound
 *   norm        the terms are the row, then weight and bias where there are these. With x the own term:
 *               f(f(x - mean) / root), then times weight (f(1 + weight) where the spec has norm_offset), then plus bias
 *   mean        s = 0, then s = f(s + t) for each; then f(s / how many)
 *   gaussian    with d = f(t0 / t1): f(-0.5·f(d·d))
 *   empty       0: the row may see no key
 *   sinusoidal  f(sin or cos of angle), the angle a double
 *   allow       1, or 0 for the reasons given
 * @property {Term[]} terms
 * @property {string[]} [reasons] why the key is hidden: "causal", "window", "padding", "allow"
 * @property {number} [max] the row's largest score
 * @property {number} [sum] of the terms' exponentials (softmax) or of the terms (share), from 0 in order, each step
 *   rounded
 * @property {number} [mean] norm: of the row, 0 with rmsnorm
 * @property {number} [variance] norm: the mean over the row of f(d·d), d = f(x - mean)
 * @property {number} [root] norm: of f(variance + epsilon)
 * @property {Term} [weight] norm
 * @property {Term} [bias] norm
 * @property {number} [position] which term is the cell's own, -1 where the cell's key is hidden
 * @property {string} [fn] the function that is applied: sin, cos, tanh, or an activation
 * @property {number} [applied] what it gives, as the engine rounds it
 * @property {number} [frequency] of a rotation: radians per position
 * @property {number} [curve] of an activation: what erf, tanh or sigmoid in it gives
 * @property {number} [bucket] T5's bucket for the distance from query to key
 * @property {number} [wavelength] positions per radian
 * @property {number} [angle] radians: position / wavelength, as a double
 */

/**
 * The parts of a run that explanations read.
 * @typedef {object} Source
 * @property {import("../spec/spec.js").ResolvedSpec} spec
 * @property {(stage: string) => boolean} has
 * @property {(stage: string) => boolean} given
 * @property {(stage: string) => number[]} shape
 * @property {(stage: string, index: readonly number[]) => number} at
 * @property {(index: readonly [number, number, number]) => string[]} [hides] why a key is hidden, in place of the spec's masks
 * @property {number} address of the plan, whose first member is the spec
 * @property {import("../engine.js").Exports} engine computes intermediate numbers between the terms and the value
 */

/** @typedef {Pick<Explanation, "operation" | "terms"> & Partial<Explanation>} Origin */

/**
 * Explains how one number of a run was computed.
 * @param {Source} run
 * @param {string} stage a tensor that is part of the run and computed
 * @param {number[]} index inside its shape
 * @returns {Explanation}
 */
export function explain(run, stage, index) {
  const rule = /** @type {Partial<Record<string, import("./table.js").Rule>>} */ (rules)[stage];
  const origin = run.given(stage) ? undefined : rule?.explain(run, index);
  return { stage, index, value: run.at(stage, index), ...(origin ?? { operation: "input", terms: [] }) };
}
