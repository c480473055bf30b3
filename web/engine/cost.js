import { checkNames, checkObject, show, wholeNumber } from "./checks.js";
import { AttentionError } from "./errors.js";
import { askSpec } from "./plan.js";
import { resolveFor } from "./spec.js";

/**
 * @typedef {object} Cost
 * @property {number} multiplyAdds terms of dot products
 * @property {number} otherOperations single additions, multiplications, divisions, e^x, tanh, sines and cosines
 * @property {number} bytes that the stage makes
 */

/**
 * @param {import("./engine.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @param {number} address of the plan in engine memory
 * @returns {Record<string, Cost>} by stage, those that are given left out
 */
export function costOf({ exports }, plan, address) {
  const computed = plan.stages.filter((entry) => !entry.given);
  return Object.fromEntries(
    computed.map(({ id, name, count }) => [
      name,
      {
        multiplyAdds: exports.attention_multiply_adds?.(address, id) ?? 0,
        otherOperations: exports.attention_other_operations?.(address, id) ?? 0,
        bytes: count * 4,
      },
    ]),
  );
}

/**
 * What the walk back costs.
 * @typedef {object} BackwardCost
 * @property {number} multiplyAdds two for each forward where both factors are variable
 * @property {number} bytes of the stage's gradient
 */

/**
 * @param {import("./engine.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @param {number} address of the plan in engine memory
 * @returns {Record<string, BackwardCost>} by stage, those that are given left out
 */
export function backwardCostOf({ exports }, plan, address) {
  const computed = plan.stages.filter((entry) => !entry.given);
  return Object.fromEntries(
    computed.map(({ id, name, count }) => [
      name,
      { multiplyAdds: exports.attention_backward_multiply_adds?.(address, id) ?? 0, bytes: count * 4 },
    ]),
  );
}

/** Inputs whose presence changes what is computed. */
const MATRICES = Object.freeze(["Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"]);

/**
 * How many rows a walk has, and which inputs besides X.
 * @typedef {object} CostSizes
 * @property {number} n_q
 * @property {number} [n_k] rows of C, where keys and values come from another sequence or a cache; X's rows
 * @property {readonly string[]} [given] weight matrices and biases; Wq, Wk, Wv, Wo
 */

/**
 * What a walk of these sizes costs, without its numbers or its memory.
 * @param {import("./engine.js").Core} core
 * @param {import("./spec.js").Spec} spec with d_model
 * @param {CostSizes} sizes
 * @returns {Record<string, Cost>} as run.cost() gives it
 */
export function costOfSizes(core, spec, sizes) {
  const { n_q, n_k, given } = readSizes(sizes);
  const d_model = wholeNumber("d_model", checkObject(spec, "spec").d_model);
  const shapes = new Map([["X", { shape: [n_q, d_model] }]]);
  if (n_k !== undefined) shapes.set("C", { shape: [n_k, spec.d_context ?? d_model] });
  for (const name of given) shapes.set(name, { shape: [0, d_model] }); // read off Wo alone: as wide as X
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
