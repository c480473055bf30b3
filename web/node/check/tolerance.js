import { relative } from "../../tensors/compare.js";
import { precisions } from "./precision.js";

/**
 * How far a file's numbers may be from computed ones.
 *
 * @typedef {object} Tolerance
 * @property {number | undefined} asked |file - engine| <= asked·max(1, |file|); undefined: what rounding explains
 * @property {import("./precision.js").Precision} precision of the file's numbers
 * @property {(file: number, square: number) => number} fromEngine the tolerance of a number that the engine computed from
 *   the inputs; square: of its deviation (see operations.js)
 * @property {(file: number, square: number) => number} fromFile the same where it was computed from the file's earlier
 *   stages, which are as precise as the file
 * @property {(file: number) => number} deviationOf how far a number in the file may be from the one that was meant
 */

/**
 * @param {import("./precision.js").NumberType} type of the file's numbers
 * @param {number} [asked]
 * @returns {Tolerance}
 */
export function toleranceOf(type, asked) {
  const precision = precisions[type];
  if (asked === undefined) {
    const byRounding = (/** @type {number} */ _, /** @type {number} */ square) => Math.sqrt(square);
    const deviationOf = (/** @type {number} */ file) => precision.stored * Math.abs(file) + precision.smallest;
    return { asked, precision, fromEngine: byRounding, fromFile: byRounding, deviationOf };
  }
  const deviationOf = relative(asked);
  return {
    asked,
    precision,
    fromEngine: deviationOf,
    fromFile: (file, square) => Math.hypot(deviationOf(file), Math.sqrt(square)),
    deviationOf,
  };
}
