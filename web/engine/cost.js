import { checkNames, checkObject, show, wholeNumber } from "./checks.js";
import { Engine } from "./engine.js";
import { AttentionError } from "./errors.js";
import { askSpec } from "./plan.js";
import { Run } from "./run.js";
import { resolveFor } from "./spec/spec.js";

/**
 * @typedef {object} Cost
 * @property {number} multiplyAdds multiply-adds of dot products
 * @property {number} otherOperations single additions, multiplications, divisions, e^x, tanh, sines and cosines
 * @property {number} bytes size of the stage's result
 */

/**
 * The cost of each computed stage, hidden pairs included. The counts follow from the shapes: nothing needs to be
 * computed first. c/attention.h defines what is counted.
 * @param {Run} run
 * @returns {Record<string, Cost>} by stage
 */
export function costOf(run) {
  return byStage(run, ({ exports }, plan, id) => ({
    multiplyAdds: exports.attention_multiply_adds(plan, id),
    otherOperations: exports.attention_other_operations(plan, id),
  }));
}

/**
 * @typedef {object} BackwardCost
 * @property {number} multiplyAdds two for each multiply-add of the forward pass whose factors both have gradients
 * @property {number} bytes size of the stage's gradient
 */

/**
 * The cost of each stage in the backward pass. c/learn/backward.h defines what is counted.
 * @param {Run} run
 * @returns {Record<string, BackwardCost>} by stage
 */
export function backwardCostOf(run) {
  return byStage(run, ({ exports }, plan, id) => ({
    multiplyAdds: exports.attention_backward_multiply_adds(plan, id),
  }));
}

/**
 * @template {object} C
 * @param {Run} run
 * @param {(core: import("./engine.js").Core, plan: number, stage: number) => C} operations plan: its address
 * @returns {Record<string, C & {bytes: number}>} by stage, without the stages that are given
 */
function byStage(run, operations) {
  const { core, plan, memory } = Run.partsOf(run);
  const computed = plan.stages.filter((entry) => !entry.given);
  return Object.fromEntries(
    computed.map(({ id, name, count }) => [name, { ...operations(core, memory.address, id), bytes: count * 4 }]),
  );
}

/** Inputs whose presence adds computation. */
const MATRICES = Object.freeze(["Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"]);

/**
 * How many rows a walk has, and which inputs it has in addition to X.
 * @typedef {object} CostSizes
 * @property {number} n_q rows of X
 * @property {number} [n_k] rows of C, where keys and values come from another sequence or a cache; left out where there
 *   is no C
 * @property {readonly string[]} [given] names of the weight matrices and biases that are given; Wq, Wk, Wv and Wo by
 *   default
 */

/**
 * The cost of a walk of given sizes, from the shapes alone: nothing is computed or allocated.
 * @param {Engine} engine
 * @param {import("./spec/spec.js").Spec} spec with d_model
 * @param {CostSizes} sizes
 * @returns {Record<string, Cost>} by stage, as costOf returns it
 */
export function costOfSizes(engine, spec, sizes) {
  const { n_q, n_k, given } = readSizes(sizes);
  const d_model = wholeNumber("d_model", checkObject(spec, "spec").d_model);
  const shapes = new Map([["X", { shape: [n_q, d_model] }]]);
  if (n_k !== undefined) shapes.set("C", { shape: [n_k, spec.d_context ?? d_model] });
  for (const name of given) shapes.set(name, { shape: [0, d_model] }); // only Wo's is read: the output is as wide as X
  const core = Engine.coreOf(engine);
  const { exports, names } = core;
  return askSpec(core, resolveFor(spec, shapes).spec, [...shapes.keys()], (address) => {
    const costs = names.tensors.map((name, id) => {
      const multiplyAdds = exports.attention_spec_multiply_adds(address, id);
      const otherOperations = exports.attention_spec_other_operations(address, id);
      return { name, cost: { multiplyAdds, otherOperations, bytes: exports.attention_spec_bytes_made(address, id) } };
    });
    return Object.fromEntries(costs.filter(({ cost }) => cost.bytes > 0).map(({ name, cost }) => [name, cost]));
  });
}

/** @param {unknown} sizes */
function readSizes(sizes) {
  const object = checkObject(sizes, "sizes");
  checkNames(object, ["n_q", "n_k", "given"], "size");
  const { n_k, given = MATRICES.slice(0, 4) } = object;
  if (!Array.isArray(given)) throw new AttentionError("given", `must be an array of names, got ${show(given)}`);
  for (const name of given) {
    if (!MATRICES.includes(name)) {
      throw new AttentionError("given", `must be of ${MATRICES.join(", ")}, got ${show(name)}`);
    }
  }
  return {
    n_q: wholeNumber("n_q", object.n_q),
    n_k: n_k === undefined ? undefined : wholeNumber("n_k", n_k),
    given: /** @type {string[]} */ (given),
  };
}
