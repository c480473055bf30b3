/**
 * Where one gradient comes from: a part for each stage that has read the number, in the order in which the walk back
 * meets them. One small function for each number that is read, in the files imported here.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("../tensors.js").Tensor} Tensor
 *
 * @typedef {object} Part
 * @property {string} from the stage that has read the number
 * @property {"copy" | "sum" | "dot" | "zero" | "dropout" | "softcap" | "softmax" | "share" | "sink"} operation
 *   how the terms make the part, with f = Math.fround; gradients are terms whose stage starts with d_:
 *   copy      the one term
 *   sum       t0 + t1 + ..., from 0, each step rounded; for the sink a term for each row, as softmax makes it
 *   dot       pairs of a gradient and a value, as in explain.js; gradients of 0 are left out
 *   zero      0: what is hidden or dropped passes nothing on
 *   dropout   f(t0 / t1)
 *   softcap   t0 the gradient, t1 capped, t2 the cap: with t = f(t1 / t2), f(t0 · f(1 - f(t·t)))
 *   softmax   t0 the gradient of the weight, t1 the weight: f(t1 · f(t0 - mean)); 0 where t1 is 0
 *   share     f(f(t0 - mean) / sum)
 *   sink      -f(mean / sum)
 * @property {Term[]} terms
 * @property {number} [mean] of the row: the dot of its weights and their gradients, weights of 0 left out
 * @property {number} [sum] that the row was divided by
 *
 * @typedef {object} GradientExplanation
 * @property {string} stage
 * @property {number[]} index
 * @property {number} value the parts added up: s = 0, then s = f(s + part) for each
 * @property {Part[]} parts none for the output, whose gradient is given
 *
 * @typedef {(passage: import("./backward-terms.js").Passage, index: number[]) => Part[]} Reader what has read a number
 */
import { mixtureReaders } from "./backward-mixtures.js";
import { projectionReaders } from "./backward-projections.js";
import { scoreReaders } from "./backward-scores.js";
import { softmaxReaders } from "./backward-softmax.js";

/** @type {Readonly<Record<string, Reader>>} by the stage or input whose gradient is explained */
const readers = Object.freeze({ ...projectionReaders, ...scoreReaders, ...softmaxReaders, ...mixtureReaders });

/**
 * @param {Source} run
 * @param {Record<string, Tensor>} gradients
 * @param {string} stage one of gradients
 * @param {number[]} index inside its shape
 * @returns {GradientExplanation}
 */
export function explainGradient(run, gradients, stage, index) {
  const d = (/** @type {string} */ name, /** @type {number[]} */ at) => {
    const { shape, data } = /** @type {Tensor} */ (gradients[name]);
    const flat = at.reduce((sum, i, r) => sum * (shape[r] ?? 1) + i, 0);
    return { stage: `d_${name}`, index: at, value: /** @type {number} */ (data[flat]) };
  };
  return { stage, index, value: d(stage, index).value, parts: readers[stage]?.({ run, d }, index) ?? [] };
}
