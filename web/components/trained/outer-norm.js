import { traceNorm } from "../../state/recipes/next-word.js";
import { norm as arithmetic } from "../arithmetic/layer.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */

/**
 * The arithmetic of a number after a norm outside of the layers.
 * @param {View} view
 * @param {import("../../state/recipes/trained-models.js").Norm} norm
 * @param {Float32Array} row that is normed
 * @param {number} column of the number
 * @param {(column: number) => {stage: string, index: number[]}} placeOf where a number of the row stands in the view's walk;
 *   stage "" where it is none of its numbers
 */
export function outerNorm(view, norm, row, column, placeOf) {
  const run = traceNorm(view.engine, norm, { shape: [1, row.length], data: row });
  const { spec } = run;
  const found = run.explain("norm_1", [0, column]);
  run.free();
  // The weights of the norm belong to no layer.
  const placed = (/** @type {Term} */ { value, ...term }) => ({
    ...(term.stage === "X" ? placeOf(Number(term.index[1])) : { ...term, stage: "" }),
    value,
  });
  const weight = found.weight && { weight: placed(found.weight) };
  return arithmetic(view, { ...found, terms: found.terms.map(placed), ...weight }, spec);
}
