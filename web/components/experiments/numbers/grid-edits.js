import { AttentionError } from "../../../engine/errors.js";
import { lengthsOf } from "../../../figures/index.js";
import { placeIn } from "../../../state/edits.js";

/** @typedef {import("../../../state/edits.js").Editable} Editable */
/** @typedef {import("../../../state/edits.js").Change} Change */
/** @typedef {import("../../../state/files/tensor-file.js").Tensor} Tensor */
/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../../../state/edits.js").EditShape} EditShape */
/** @typedef {{row: number, column: number}} Place in the grid */

// The grid shows one tensor, or one head of a tensor that has heads as its first axis. These functions convert what the
// reader types, pastes or loads from a file to changes of that tensor.

/**
 * The size of the grid for a tensor: that of one head if the tensor has heads; a vector has one row.
 * @param {readonly number[]} shape
 * @returns {[rows: number, columns: number]}
 */
export function gridOf(shape) {
  const { rows, columns } = lengthsOf({ shape });
  return [rows, columns];
}

/**
 * The index in the tensor of a number in the grid.
 * @param {readonly number[]} shape of the tensor
 * @param {number} head that the grid shows
 * @param {number} row of the grid
 * @param {number} column
 */
export const cellPlace = (shape, head, row, column) => [head, row, column].slice(-shape.length);

/**
 * A function that reads the numbers of the grid from the engine's inputs. There the heads of Wo are blocks of rows, those
 * of every other weight matrix blocks of columns.
 * @param {Record<string, Tensor>} inputs
 * @param {Editable} tensor
 * @param {EditShape} shape
 * @param {number} head
 * @returns {(row: number, column: number) => number}
 */
export function readerOf(inputs, tensor, shape, head) {
  const { data } = /** @type {Tensor} */ (tensor === "X" ? (inputs.E ?? inputs.X) : inputs[tensor]);
  const { heads, rows, columns } = lengthsOf({ shape });
  const read = (/** @type {number} */ at) => /** @type {number} */ (data[at]);
  if (tensor === "Wo") return (row, column) => read((head * rows + row) * columns + column);
  return (row, column) => read((row * heads + head) * columns + column);
}

/**
 * The numbers of the grid that a pasted block sets. Its first number goes to the number that has the focus; a block as
 * large as the grid replaces the whole grid.
 * @param {Translate} t
 * @param {string} name of what was pasted, for errors
 * @param {Tensor} pasted
 * @param {[rows: number, columns: number]} grid
 * @param {Place} focus
 * @returns {{row: number, column: number, value: number}[]}
 * @throws {AttentionError} if the block extends beyond the grid
 */
export function pastedCells(t, name, { shape, data }, [rows, columns], { row, column }) {
  const [height, width] = gridOf(shape);
  const whole = height === rows && width === columns;
  const [top, left] = whole ? [0, 0] : [row, column];
  if (shape.length > 2 || top + height > rows || left + width > columns) {
    const space = `[${rows - row}, ${columns - column}]`;
    throw new AttentionError(name, t("numbers-space", { got: `[${shape.join(", ")}]`, space }));
  }
  return Array.from(data, (value, at) => ({
    row: top + Math.floor(at / width),
    column: left + (at % width),
    value,
  }));
}

/**
 * The changes that set the whole tensor, or the head that the grid shows, to the numbers of a file.
 * @param {Translate} t
 * @param {string} name of the file, for errors
 * @param {Tensor} given
 * @param {{tensor: Editable, whole: readonly number[], shape: EditShape, head: number}} chosen whole: the tensor's shape
 *   as an input of the engine; shape: with heads as the first axis
 * @returns {Change[]}
 * @throws {AttentionError} if the file has neither of these shapes
 */
export function replacement(t, name, given, { tensor, whole, shape, head }) {
  const is = (/** @type {readonly number[]} */ wanted) => wanted.join() === given.shape.join();
  const [, columns] = gridOf(is(whole) ? whole : shape);
  if (!is(whole) && !is(shape.slice(-2))) {
    const wanted =
      shape.length === 3 ? `[${whole.join(", ")}] / [${shape.slice(-2).join(", ")}]` : `[${whole.join(", ")}]`;
    throw new AttentionError(name, t("numbers-shape", { tensor, wanted, got: `[${given.shape.join(", ")}]` }));
  }
  const placeOf = (/** @type {number} */ row, /** @type {number} */ column) =>
    is(whole) ? placeIn(tensor, shape, row, column) : cellPlace(shape, head, row, column);
  return Array.from(given.data, (value, at) => ({ place: placeOf(Math.floor(at / columns), at % columns), value }));
}
