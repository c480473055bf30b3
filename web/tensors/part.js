/** A part of a stored tensor as float32: some of its rows and columns, or the matrix of these transposed. */
import { show } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { countOf } from "./source.js";

/** @typedef {import("./source.js").StoredTensor} StoredTensor */

/**
 * Which part. rows and columns are [from, to], without the last, or [from], to the end; both count in the stored array. The
 * rows of a vector are its entries.
 * @typedef {{rows?: unknown, columns?: unknown, transpose?: unknown}} Wanted
 *
 * @typedef {object} Part
 * @property {number[]} shape
 * @property {Float32Array} data
 * @property {string} type of the numbers in the file, as NumPy and PyTorch call it
 * @property {boolean} rounded whether a number in the file is no float32, so that data has the nearest one
 */

/** The most numbers that are taken from a file: 1 GiB of float32. */
const most = 2 ** 28;
/** How many numbers of whole rows are read together, where only some of their columns are wanted. */
const mostTogether = 2 ** 26;

/**
 * @param {string} field where the part is wanted, for errors
 * @param {StoredTensor} stored
 * @param {Wanted} wanted
 * @returns {Part}
 */
export function partOf(field, { type, shape, read }, { rows, columns, transpose }) {
  if (rows !== undefined) needsRank(`${field}.rows`, shape, [1, 2]);
  if (columns !== undefined) needsRank(`${field}.columns`, shape, [2]);
  if (transpose !== undefined && typeof transpose !== "boolean")
    throw new AttentionError(`${field}.transpose`, `must be true or false, got ${show(transpose)}`);
  if (transpose === true) needsRank(`${field}.transpose`, shape, [2]);
  const [height = 1, ...inner] = shape;
  const [top, bottom] = rangeOf(`${field}.rows`, rows, height);
  const stride = countOf(inner);
  const [left, right] = rangeOf(`${field}.columns`, columns, stride);
  const [down, across] = [bottom - top, right - left];
  if (down * across > most)
    throw new AttentionError(field, `at most ${most} numbers, got [${shape.join(", ")}]; take some of its rows`);
  const data = new Float32Array(down * across);
  const placeOf = (/** @type {number} */ row, /** @type {number} */ column) =>
    transpose === true ? column * down + row : row * across + column;
  const together = Math.max(1, Math.floor(mostTogether / stride));
  let rounded = false;
  for (let first = 0; first < down; first += together) {
    const rowsRead = Math.min(together, down - first);
    const stored = read((top + first) * stride, (top + first + rowsRead) * stride);
    for (let row = 0; row < rowsRead; row++) {
      for (let column = 0; column < across; column++) {
        const value = /** @type {number} */ (stored[row * stride + left + column]);
        const float = Math.fround(value);
        data[placeOf(first + row, column)] = float;
        if (Object.is(float, value)) continue;
        if (!Number.isFinite(float)) throw new AttentionError(field, `must hold numbers within float32, got ${value}`);
        rounded = true;
      }
    }
  }
  const matrix = transpose === true ? [across, down] : [down, across];
  const taken = shape.length === 2 ? matrix : [down, ...inner].slice(0, shape.length);
  return { shape: taken, data, type: type.name, rounded };
}

/** @param {string} field @param {readonly number[]} shape @param {readonly number[]} ranks */
function needsRank(field, shape, ranks) {
  if (ranks.includes(shape.length)) return;
  const wanted = ranks.length > 1 ? "a vector or a matrix" : "a matrix";
  throw new AttentionError(field, `needs ${wanted}, got an array of the shape [${shape.join(", ")}]`);
}

/**
 * @param {string} field
 * @param {unknown} range
 * @param {number} size how many there are
 * @returns {[number, number]}
 */
function rangeOf(field, range, size) {
  if (range === undefined) return [0, size];
  const [from, to = size] = /** @type {unknown[]} */ (Array.isArray(range) ? range : []);
  const isRange = Array.isArray(range) && range.length <= 2 && Number.isInteger(from) && Number.isInteger(to);
  if (isRange && Number(from) >= 0 && Number(from) < Number(to) && Number(to) <= size)
    return [Number(from), Number(to)];
  throw new AttentionError(field, `must be [from, to] with 0 <= from < to <= ${size}, got ${show(range)}`);
}
