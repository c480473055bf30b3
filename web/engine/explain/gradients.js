import { checkObject, unknownName } from "../checks.js";
import { Run } from "../run.js";
import { checkIndex } from "../tensors.js";
import { rules } from "./table.js";
import { elementAt } from "./terms.js";

/**
 * Explains how one gradient was computed: one part for each stage that used the number, in the order in which the
 * backward pass reaches them.
 *
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("../tensors.js").Tensor} Tensor
 *
 * @typedef {object} Part
 * @property {string} from the stage that used the number in the forward pass
 * @property {"copy" | "sum" | "dot" | "zero" | "dropout" | "apply" | "gate" | "norm" | "softmax" | "share" | "sink"} operation
 *   how the terms make the part, with f = Math.fround; gradients are terms whose stage starts with d_:
 *   copy      the one term
 *   sum       t0 + t1 + ..., from 0, each step rounded; for the sink a term for each row, as softmax makes it
 *   dot       pairs of a gradient and a value, as in explain.js; gradients of 0 are left out
 *   zero      0: what is hidden or dropped has no influence, and a factor of 0 makes a product 0 even with NaN
 *   dropout   f(t0 / t1)
 *   apply     f(t0 · slope): t0 the gradient, t1 what the function fn has made, t2 its bound, where it has one
 *   gate      f(f(t0·t1)·slope): t1 is what the activated number was multiplied by, t2 that number before
 *   norm      f(f(f(g - mean) - f(along·standardised)) / root), with g = f(t0·t1), or t0 where there is no weight
 *   softmax   t0 the gradient of the weight, t1 the weight: f(t1 · f(t0 - mean)); 0 where t1 is 0
 *   share     f(f(t0 - mean) / sum)
 *   sink      -f(mean / sum)
 * @property {Term[]} terms
 * @property {string} [fn] the function that was applied
 * @property {number} [slope] its derivative there; for tanh, with t = f(t1 / t2): f(1 - f(t·t))
 * @property {number} [along] norm: the mean over the row of f(g·standardised)
 * @property {number} [standardised] norm: the number before its weight
 * @property {number} [root] norm: what the row was divided by
 * @property {number} [mean] norm: of the row's g, 0 with rmsnorm; otherwise dot product of the row's weights and their gradients, weights of 0 left out
 * @property {number} [sum] the sum that the row was divided by
 *
 * @typedef {object} GradientExplanation
 * @property {string} stage
 * @property {number[]} index
 * @property {number} value the parts added up: s = 0, then s = f(s + part) for each
 * @property {Part[]} parts empty for the output, whose gradient is given
 */

/**
 * Explains how one gradient was computed, in the engine's order of summation.
 * @param {Run} run
 * @param {Record<string, Tensor>} gradients of this run, as backward returned them
 * @param {string} id name of one of the gradients
 * @param {readonly number[]} index one number for each dimension
 * @returns {GradientExplanation}
 * @throws {AttentionError} that names the argument, what was wanted and what came
 */
export function explainGradient(run, gradients, id, index) {
  const { memory } = Run.partsOf(run);
  const known = Object.keys(checkObject(gradients, "gradients"));
  if (!known.includes(id)) throw unknownName("stage", id, known);
  checkIndex(id, index, memory.computed(id).shape);
  const d = (/** @type {string} */ name, /** @type {readonly number[]} */ at) => ({
    stage: `d_${name}`,
    index: [...at],
    value: elementAt(/** @type {Tensor} */ (gradients[name]), at),
  });
  const own = [...index];
  const source = memory.source();
  const stages = memory.inOrder(Object.entries(rules).filter(([stage]) => source.has(stage) && !source.given(stage)));
  const parts = stages.reverse().flatMap(([, rule]) => rule.gradient({ run: source, d }, id, own));
  return { stage: id, index: own, value: d(id, own).value, parts };
}
