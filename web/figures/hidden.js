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
  const zeros = keep || rowOf(part.stage)?.group === "weights" ? values : null;
  const marks = new Uint8Array(values.length);
  /** Marks where a tensor has a value. @param {ArrayLike<number>} data of all heads, or the same for all @param {number} value @param {number} mark */
  const markWhere = (data, value, mark) =>
    markCells(marks, mark, data, (part.slab * marks.length) % data.length, value, zeros);
  const hides = hidden && rowOf(part.stage)?.hides ? markWhere(hidden.mask.data, hidden.value, marked.hidden) : 0;
  const drops = keep ? markWhere(keep, 0, marked.dropped) : 0;
  return hides + drops > 0 ? marks : null;
}

/**
 * Marks the unmarked cells where some data have a value.
 * @param {Uint8Array} marks
 * @param {number} mark
 * @param {ArrayLike<number>} data
 * @param {number} start index of the first cell's number in the data
 * @param {number} value
 * @param {ArrayLike<number> | null} zeros only cells whose number in these is 0 are marked; null: all
 * @returns {number} how many are
 */
function markCells(marks, mark, data, start, value, zeros) {
  const { length } = marks; // a function of its own, as a large matrix has hundreds of thousands of cells at every step of a slider
  let count = 0;
  for (let at = 0; at < length; at++) {
    if (data[start + at] !== value || marks[at] !== 0 || (zeros !== null && zeros[at] !== 0)) continue;
    marks[at] = mark;
    count++;
  }
  return count;
}

/** @typedef {[number, number, number, number]} Stroke x, y of one end and x, y of the other, px */

/**
 * Diagonals that hatch an area. They continue those of areas beside it.
 * @param {import("./types.js").Area} area
 * @param {number} [period] px from one to the next, along either side
 * @returns {Stroke[]}
 */
export function hatch({ x, y, width, height }, period = 6) {
  const [right, bottom] = [x + width, y + height];
  const first = Math.floor((x + y) / period) + 1;
  const end = Math.ceil((right + bottom) / period);
  /** @type {Stroke[]} */
  const strokes = [];
  for (let at = first; at < end; at++) {
    const sum = at * period; // of x and y at each point of the diagonal
    strokes.push([
      Math.max(x, sum - bottom),
      Math.min(bottom, sum - x),
      Math.min(right, sum - y),
      Math.max(y, sum - right),
    ]);
  }
  return strokes;
}

/**
 * The diagonals of hidden cells: each runs on from cell to cell, across the gaps between them, which have no colour either. Those
 * of each cell alone would be thousands of strokes in a matrix of small cells, drawn again with every step of a slider.
 * @param {Pick<Matrix, "x" | "y" | "rows" | "columns" | "cellWidth" | "cellHeight">} matrix
 * @param {(at: number) => boolean} isHidden whether the cell with this index is
 * @param {number} period px from one to the next, along either side
 * @returns {Stroke[]}
 */
export function hatchTogether({ x, y, rows, columns, cellWidth, cellHeight }, isHidden, period) {
  const [right, bottom] = [x + columns * cellWidth, y + rows * cellHeight];
  /** @type {Stroke[]} */
  const strokes = [];
  for (let sum = (Math.floor((x + y) / period) + 1) * period; sum < right + bottom; sum += period) {
    const end = Math.min(bottom, sum - x);
    let from = Math.max(y, sum - right);
    let row = Math.min(rows - 1, Math.floor((from - y) / cellHeight));
    let column = Math.min(columns - 1, Math.ceil((sum - from - x) / cellWidth) - 1);
    let start = NaN; // where the stroke begins that is being drawn
    while (from < end && row < rows && column >= 0) {
      const below = y + (row + 1) * cellHeight; // the diagonal leaves the cell there,
      const left = sum - (x + column * cellWidth); // or here
      const isIn = isHidden(row * columns + column);
      if (isIn && Number.isNaN(start)) start = from;
      if (!isIn && !Number.isNaN(start)) {
        strokes.push([sum - from, from, sum - start, start]);
        start = NaN;
      }
      from = Math.min(below, left);
      if (below <= left) row++;
      if (left <= below) column--;
    }
    if (!Number.isNaN(start)) strokes.push([sum - end, end, sum - start, start]);
  }
  return strokes;
}

/** Narrower or lower cells are hatched more densely, and together. px */
const smallCell = 12;

/**
 * Strokes in marked cells, so that readers can distinguish an exact zero from a small weight even without seeing colours:
 * those that a mask hides are hatched; a cross is where dropout has dropped a weight that has no digits. Very small cells have none.
 * @param {Matrix} matrix
 * @returns {Stroke[]}
 */
export function hatching(matrix) {
  const { hidden, cellWidth, cellHeight, digits } = matrix;
  const least = Math.min(cellWidth, cellHeight);
  if (!hidden || least < 4) return [];
  const strokes = hatchingOf(matrix, (at) => hidden[at] === marked.hidden, least);
  return digits || least < 10 || !hidden.includes(marked.dropped)
    ? strokes
    : [...strokes, ...crossesOf(matrix, hidden)];
}

/**
 * @param {Matrix} matrix
 * @param {(at: number) => boolean} isHidden whether the cell with this index is
 * @param {number} least of a cell's width and height, px
 * @returns {Stroke[]}
 */
function hatchingOf(matrix, isHidden, least) {
  const { rows, columns, cellWidth, cellHeight, gap, block } = matrix;
  const isSmall = least < smallCell;
  if (isSmall && !block) return hatchTogether(matrix, isHidden, 4);
  const period = isSmall ? 4 : 6;
  const [width, height] = [cellWidth - gap, cellHeight - gap];
  /** @type {Stroke[]} */
  const strokes = [];
  for (let at = 0; at < rows * columns; at++) {
    if (!isHidden(at)) continue;
    const [x, y] = cornerOf(matrix, at);
    strokes.push(...hatch({ x: x + gap / 2, y: y + gap / 2, width, height }, period));
  }
  return strokes;
}

/** The two strokes of a cross in each cell that dropout has dropped. @param {Matrix} matrix @param {Uint8Array} hidden @returns {Stroke[]} */
function crossesOf(matrix, hidden) {
  const { cellWidth, cellHeight } = matrix;
  const reach = Math.min(cellWidth, cellHeight, 24) * 0.36;
  return Array.from(hidden).flatMap((mark, at) => {
    if (mark !== marked.dropped) return [];
    const [x, y] = cornerOf(matrix, at);
    const [middle, level] = [x + cellWidth / 2, y + cellHeight / 2];
    return /** @type {Stroke[]} */ ([
      [middle - reach, level + reach, middle + reach, level - reach],
      [middle - reach, level - reach, middle + reach, level + reach],
    ]);
  });
}

/** The upper left corner of a cell. @param {Matrix} matrix @param {number} at index of the cell @returns {[x: number, y: number]} px */
const cornerOf = (matrix, at) => [
  columnX(matrix, at % matrix.columns),
  matrix.y + Math.floor(at / matrix.columns) * matrix.cellHeight,
];
