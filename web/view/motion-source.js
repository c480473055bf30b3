import { motionOf, movedWith } from "../figures/scene/motion.js";

/** @typedef {import("./view.js").View} View */

/** More numbers than this do not move together: each is asked where it comes from. */
const most = 1024;

/**
 * How the number asked about comes about; null where there is none, or nothing to see.
 * @param {View} view
 */
export function motionFor({ run, state }) {
  const { cell, stage } = state;
  if (!cell || cell.stage !== stage || state.head === "all") return null;
  const asked = run.explain(cell.stage, [...cell.index]);
  const accounts = placesOf(run.shape(stage), cell.index, movedWith(stage)).map((index) => run.explain(stage, index));
  return motionOf(asked, accounts);
}

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} index
 * @param {ReturnType<typeof movedWith>} scope
 * @returns {number[][]}
 */
function placesOf(shape, index, scope) {
  const before = index.slice(0, -2);
  const [row = 0] = index.slice(-2);
  const [rows = 1, columns = 1] = shape.slice(-2);
  const every = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at);
  if (scope === "cell") return [[...index]];
  const isWhole = scope !== "row" && rows * columns <= most;
  return (isWhole ? every(rows) : [row]).flatMap((i) => every(columns).map((j) => [...before, i, j]));
}
