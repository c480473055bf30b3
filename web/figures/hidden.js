import { keepOf } from "../engine/spec/dropout.js";
import { rowOf } from "../engine/stages.js";
import { columnX } from "./geometry.js";

// Which cells a mask hides and which ones dropout drops, and the marks with which both are drawn.

/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./types.js").Matrix} Matrix */
/** @typedef {import("./types.js").Hidden} Hidden */

/**
 * Which keys a walk's mask hides: those where `allow` is 0 or, without that input, those whose score is -∞.
 * @param {Trace} trace
 * @returns {Hidden | null} null where the walk has no mask
 */
export function hiddenByMask(trace) {
  const allow = trace.tensor("allow");
  const mask = allow ?? trace.tensor("masked");
  return mask ? { mask, value: allow ? 0 : -Infinity } : null;
}

/**
 * Whether a number of a tensor of shape [heads, n_q, n_k] belongs to a hidden key.
 * @param {Hidden} hidden
 * @returns {(at: number) => boolean} of its index among all numbers of the tensor
 */
export function isHiddenAt({ mask, value }) {
  const { data } = mask;
  const { length } = data; // of one head, where all heads have the same mask
  return (at) => data[at % length] === value;
}

/** Values that mark a cell; 0 is the value of a cell without a mark. */
export const marked = Object.freeze({ hidden: 1, dropped: 2 });

/**
 * Marks the cells that a mask hides and those that dropout has dropped. A hidden key that still has a weight is not
 * marked: the mask leaks, and the weight is shown as the number it is.
 * @param {Part} part
 * @param {Float32Array | Float64Array} values of the part
 * @param {Hidden | null} hidden
 * @param {Trace} trace
 * @returns {Uint8Array | null} a mark for each cell, null where there are none
 */
export function hiddenCells(part, values, hidden, trace) {
  const mask = keepOf(part.stage);
  const keep = mask ? trace.tensor(mask)?.data : null;
  if (!keep && !(hidden && rowOf(part.stage)?.hides && part.rank === 3)) return null;
  const { length } = values;
  const marks = new Uint8Array(length);
  const isZero = keep || rowOf(part.stage)?.group === "weights";
  let any = false;
  /** Marks the unmarked cells where a tensor has a value. @param {ArrayLike<number>} data @param {number} value @param {number} mark */
  const markWhere = (data, value, mark) => {
    const start = (part.slab * length) % data.length;
    for (let at = 0; at < length; at++) {
      if (data[start + at] !== value || (isZero && values[at] !== 0) || marks[at]) continue;
      marks[at] = mark;
      any = true;
    }
  };
  if (hidden && rowOf(part.stage)?.hides) markWhere(hidden.mask.data, hidden.value, marked.hidden);
  if (keep) markWhere(keep, 0, marked.dropped);
  return any ? marks : null;
}

/**
 * Strokes across marked cells without digits, so that readers can distinguish an exact zero from a small weight even
 * without seeing colours: one diagonal where a mask hides the key, a cross where dropout has dropped the weight. Very small
 * cells have none.
 * @param {Matrix} matrix
 * @returns {[number, number, number, number][]} x, y of one end and x, y of the other, px
 */
export function hatching(matrix) {
  const { hidden, columns, cellWidth, cellHeight } = matrix;
  if (!hidden || matrix.digits || Math.min(cellWidth, cellHeight) < 10) return [];
  const reach = Math.min(cellWidth, cellHeight, 24) * 0.36;
  /** @type {[number, number, number, number][]} */
  const strokes = [];
  for (const [at, mark] of hidden.entries()) {
    if (!mark) continue;
    const x = columnX(matrix, at % columns) + cellWidth / 2;
    const y = matrix.y + (Math.floor(at / columns) + 0.5) * cellHeight;
    strokes.push([x - reach, y + reach, x + reach, y - reach]);
    if (mark === marked.dropped) strokes.push([x - reach, y - reach, x + reach, y + reach]);
  }
  return strokes;
}
