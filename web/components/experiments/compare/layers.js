import { backward } from "../../../engine/backward.js";
import { lengthsOf } from "../../../figures/index.js";

// One layer after the other: the numbers that leave a layer are given to the same layer again, with the same weights.

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../engine/tensors.js").Tensor} Tensor */
/** @typedef {import("../../../engine/engine.js").Core} Core */

/** How many layers follow each other. */
export const layerCount = 6;

/** How many times a gradient comes in at the last layer. */
const draws = 4;

/** The size of a vector: the root of the mean of its squares. @param {ArrayLike<number>} values */
export function sizeOf(values) {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += /** @type {number} */ (values[at]) ** 2;
  return Math.sqrt(sum / values.length);
}

/** The size of each row of a tensor. @param {{shape: readonly number[], data: Float32Array}} tensor */
export function rowSizes({ shape, data }) {
  const { rows, columns } = lengthsOf({ shape });
  return Array.from({ length: rows }, (_, row) => sizeOf(data.subarray(row * columns, (row + 1) * columns)));
}

/** What leaves a layer. @param {import("../../../engine/run.js").Run} run */
export const resultOf = (run) => run.tensor(/** @type {string} */ (run.stages.at(-1)));

/**
 * The runs of all layers. The caller frees them.
 * @param {View} view
 */
function layersOf({ engine, spec, inputs }) {
  const runs = [];
  for (
    let X = inputs.X;
    runs.length < layerCount;
    X = resultOf(/** @type {import("../../../engine/run.js").Run} */ (runs.at(-1)))
  )
    runs.push(engine.trace(spec, { ...inputs, X }).finish());
  return runs;
}

/**
 * The sizes of the rows of X, and of those that leave each layer.
 * @type {(view: View) => number[][]}
 */
export const streamSizes = ofRun((view) => {
  const runs = layersOf(view);
  const sizes = runs.map((run) => rowSizes(resultOf(run)));
  runs.forEach((run) => run.free());
  return [rowSizes(view.run.tensor("X")), ...sizes];
});

/** Numbers of 1 and −1, the same at every call. @param {readonly number[]} shape @param {number} seed @returns {Tensor} */
function signs(shape, seed) {
  let state = seed;
  const size = shape.reduce((product, length) => product * length, 1);
  const data = Float32Array.from({ length: size }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >= 2 ** 31 ? 1 : -1;
  });
  return { shape: [...shape], data };
}

/**
 * How large the gradient is that reaches the X of each layer, the first one first, where gradients of 1 or −1 come in at all
 * numbers that leave the last: the root of the mean of its squares, over several draws.
 * @type {(view: View, core?: Core) => number[]}
 */
export const gradientSizes = ofRun((view, core) => {
  const runs = layersOf(view);
  const squares = runs.map(() => 0);
  for (let draw = 1; draw <= draws; draw++) {
    let gradient = signs(resultOf(/** @type {import("../../../engine/run.js").Run} */ (runs.at(-1))).shape, draw);
    for (let layer = layerCount - 1; layer >= 0; layer--) {
      const run = /** @type {import("../../../engine/run.js").Run} */ (runs[layer]);
      gradient = /** @type {Tensor} */ (backward(run, gradient, core).X);
      squares[layer] = /** @type {number} */ (squares[layer]) + sizeOf(gradient.data) ** 2 / draws;
    }
  }
  runs.forEach((run) => run.free());
  return squares.map(Math.sqrt);
});

/**
 * Remembers what was computed of a run.
 * @template T
 * @param {(view: View, core?: Core) => T} compute
 * @returns {(view: View, core?: Core) => T}
 */
function ofRun(compute) {
  /** @type {WeakMap<object, T>} */
  const known = new WeakMap();
  return (view, core) => {
    const before = known.get(view.run);
    if (before !== undefined) return before;
    const value = compute(view, core);
    known.set(view.run, value);
    return value;
  };
}
