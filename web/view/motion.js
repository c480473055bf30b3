import { motionOf, movedWith } from "../figures/scene/motion.js";

/** @typedef {import("./view.js").View} View */

/** In a matrix of more numbers than this only the inspected row moves: each number that moves has to be explained. */
const maxMoving = 1024;

/**
 * The animation of how the inspected number is computed; null where no number of the stage in view is inspected, where
 * all heads are shown, and where there is only one step.
 * @param {View} view
 */
export function motionFor({ run, state, explanation }) {
  const { cell, stage } = state;
  if (!cell || cell.stage !== stage || state.head === "all") return null;
  const isKnown = explanation?.stage === stage && explanation.index.join() === cell.index.join();
  const inspected = isKnown ? explanation : run.explain(stage, [...cell.index]);
  const indices = movingIndices(run.shape(stage), cell.index, movedWith(stage));
  return motionOf(inspected, indices, (index) => run.explain(stage, index));
}

/**
 * Whether the numbers of the stage in view have an animation.
 * @param {View} view
 */
export function hasMotion({ run, state: { stage } }) {
  const first = run.explain(
    stage,
    run.shape(stage).map(() => 0),
  );
  return motionOf(first, [first.index], () => first) !== null;
}

/**
 * @param {readonly number[]} shape of a stage
 * @param {readonly number[]} index of the inspected number
 * @param {ReturnType<typeof movedWith>} scope
 * @returns {number[][]} the indices of all numbers that move together with it
 */
function movingIndices(shape, index, scope) {
  if (scope === "cell") return [[...index]];
  const head = index.slice(0, -2);
  const [row] = /** @type {[number, number]} */ (index.slice(-2));
  const [rows, columns] = /** @type {[number, number]} */ (shape.slice(-2));
  const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at);
  const isWhole = scope !== "row" && rows * columns <= maxMoving;
  return (isWhole ? upTo(rows) : [row]).flatMap((i) => upTo(columns).map((j) => [...head, i, j]));
}
