/** Derivatives in float64, from the oracle alone: central differences. */
import assert from "node:assert/strict";
import { oracle } from "./oracle.js";

/** @typedef {{shape: number[], data: ArrayLike<number>}} AnyTensor */

/**
 * The derivative in one number of an input of the loss whose gradient at the last stage is dOutput.
 * @param {{spec: any, inputs: Record<string, AnyTensor>, dOutput: AnyTensor}} walk
 * @param {string} name of an input
 * @param {number} at which number
 * @param {string} [last] the last stage
 */
export function slope({ spec, inputs, dOutput }, name, at, last = "output") {
  const given = inputs[name] ?? assert.fail(name);
  const moved = (/** @type {number} */ by) => {
    const data = Array.from(given.data, (x, n) => (n === at ? x + by : x));
    const { data: output } =
      oracle(spec, { ...inputs, [name]: { shape: given.shape, data } })[last] ?? assert.fail(last);
    return output.reduce((sum, x, n) => sum + x * Number(dOutput.data[n]), 0);
  };
  const h = 2 ** -14;
  return (moved(h) - moved(-h)) / (2 * h);
}

/** The largest magnitude of a tensor's numbers; infinity where one is NaN. @param {{data: ArrayLike<number>}} tensor */
export const largest = ({ data }) =>
  Array.from(data).reduce((max, x) => Math.max(max, Number.isNaN(x) ? Infinity : Math.abs(x)), 0);
