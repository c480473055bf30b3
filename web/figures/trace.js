import { AttentionError } from "../engine/errors.js";
import { keepOf } from "../engine/spec/dropout.js";

/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Tensor} Tensor */

/**
 * Makes the trace that figures read from a run of the engine. The numbers of its tensors are not copied: they can be read
 * until the run is freed, and `data` is read again after any work of the engine.
 * @param {{stages: readonly string[], auxiliary: readonly string[], spec: object, view: (id: string) => Tensor}} run finished, or
 *   computed on demand
 * @param {Record<string, any>} inputs the tensors the run was given
 * @returns {Trace}
 */
export function figureTrace(run, inputs) {
  /** @type {Map<string, Tensor | null>} */
  const fetched = new Map();
  const fetch = (/** @type {string} */ id) => {
    // The masks of dropout may have been drawn by the engine; all other inputs come from the caller.
    const computed = [...run.stages, ...run.auxiliary].includes(id) || run.stages.some((stage) => keepOf(stage) === id);
    return computed ? run.view(id) : inputs[id]?.shape ? inputs[id] : null;
  };
  return {
    stages: run.stages,
    given: (id) => Boolean(inputs[id]?.shape),
    spec: /** @type {Trace["spec"]} */ (run.spec),
    magnitudes: new WeakMap(),
    tensor(id) {
      const known = fetched.get(id);
      if (known !== undefined) return known;
      const tensor = fetch(id);
      fetched.set(id, tensor);
      return tensor;
    },
  };
}

/**
 * A tensor that a figure cannot do without; throws where the trace does not have it.
 * @param {Trace} trace
 * @param {string} id
 * @returns {Tensor}
 */
export function required(trace, id) {
  const tensor = trace.tensor(id);
  if (!tensor) throw new AttentionError("trace", `wanted a tensor "${id}", got none`);
  return tensor;
}

/**
 * The lengths of a tensor's axes. A vector (a bias) is one row, and a tensor without heads counts as one head.
 * @param {{shape: readonly number[]}} tensor
 * @returns {{heads: number, rows: number, columns: number}}
 */
export function lengthsOf({ shape }) {
  const [heads, rows, columns] = /** @type {[number, number, number]} */ ([1, 1, ...shape].slice(-3));
  return { heads, rows, columns };
}

/** @param {Trace} trace @returns {number} query heads */
export function headCount(trace) {
  const Q = trace.tensor("Q");
  return Q ? lengthsOf(Q).heads : 1;
}

/** @param {Trace} trace @param {readonly [string, string]} ids @returns {string} the second where the walk has that stage, otherwise the first */
export function latest(trace, [first, second]) {
  return trace.stages.includes(second) ? second : first;
}
