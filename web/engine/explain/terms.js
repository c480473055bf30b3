/**
 * Helpers that build the terms of explanations.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {{operation: "copy" | "sum" | "dot", terms: Term[]}} Calculation
 */

export const f = Math.fround;

/** The whole numbers from 0 to n - 1. @param {number} n */
export const count = (n) => Array.from({ length: n }, (_, p) => p);

/**
 * The flat position of an element in row-major order; of a row where the index is without the last axis.
 * @param {readonly number[]} shape
 * @param {readonly number[]} index one number for each dimension
 */
export function flatIndex(shape, index) {
  let flat = 0;
  for (let axis = 0; axis < index.length; axis++)
    flat = flat * /** @type {number} */ (shape[axis]) + /** @type {number} */ (index[axis]);
  return flat;
}

/**
 * @param {{shape: readonly number[], data: ArrayLike<number>}} tensor
 * @param {readonly number[]} index inside its shape
 */
export const elementAt = ({ shape, data }, index) => /** @type {number} */ (data[flatIndex(shape, index)]);

/**
 * @param {Source} run
 * @param {string} stage
 * @param {number[]} index
 * @returns {Term}
 */
export const term = (run, stage, index) => ({ stage, index, value: run.at(stage, index) });

/**
 * A number of the spec, or one computed from it, as the engine holds it: in float32.
 * @param {string} stage its name
 * @param {number} value
 * @param {number[]} [index]
 * @returns {Term}
 */
export const setting = (stage, value, index = []) => ({ stage, index, value: f(value) });

/**
 * @param {Source} run
 * @param {string} stage
 * @param {number[]} index
 * @returns {Calculation}
 */
export const copyOf = (run, stage, index) => ({ operation: "copy", terms: [term(run, stage, index)] });

/**
 * @param {Source} run
 * @param {number[]} index
 * @param {...string} stages
 * @returns {Calculation}
 */
export const sumOf = (run, index, ...stages) => ({
  operation: "sum",
  terms: stages.map((stage) => term(run, stage, index)),
});

/**
 * @param {Source} run
 * @param {readonly number[]} steps
 * @param {(p: number) => [string, number[], string, number[]]} pair
 * @param {[string, number[]]} [last] added last, where the run has it
 * @returns {Calculation}
 */
export function dot(run, steps, pair, last) {
  const terms = steps.flatMap((p) => {
    const [left, leftIndex, right, rightIndex] = pair(p);
    return [term(run, left, leftIndex), term(run, right, rightIndex)];
  });
  if (last && run.has(last[0])) terms.push(term(run, last[0], last[1]));
  return { operation: "dot", terms };
}
