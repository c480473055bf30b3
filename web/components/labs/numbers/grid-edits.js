import { AttentionError } from "../../../engine/errors.js";
import { placeIn } from "../../../state/edits.js";

/** @typedef {import("../../../state/edits.js").Editable} Editable */
/** @typedef {import("../../../state/edits.js").Change} Change */
/** @typedef {import("../../../state/tensor-files/index.js").Tensor} Tensor */
/** @typedef {import("../../../lessons/translate.js").Translate} Translate */
/** @typedef {{row: number, column: number}} Place in the grid */

// What typing, pasting and files change in the tensor whose numbers, or one head's of them, are in the grid.

/** @param {readonly number[]} shape @returns {[number, number]} rows and columns of a head's numbers, or of all */
export const gridOf = (shape) => [shape.at(-2) ?? 1, shape.at(-1) ?? 0];

/**
 * @param {readonly number[]} shape of the tensor
 * @param {number} head in the grid
 * @param {number} row of the grid
 * @param {number} column
 */
export const cellPlace = (shape, head, row, column) => [head, row, column].slice(-shape.length);

/**
 * Reads one head's numbers of an input.
 * @param {Record<string, Tensor>} inputs
 * @param {Editable} tensor
 * @param {readonly number[]} shape
 * @param {number} head
 * @returns {(row: number, column: number) => number}
 */
export function readerOf(inputs, tensor, shape, head) {
  const { data } = tensor === "X" ? (inputs.E ?? inputs.X) : inputs[tensor];
  const [heads, rows, columns] = shape.length === 3 ? shape : [1, ...shape];
  if (tensor === "Wo") return (row, column) => data[(head * rows + row) * columns + column] ?? 0;
  return (row, column) => data[(row * heads + head) * columns + column] ?? 0;
}

/**
 * A pasted block goes where the focus is, one as large as the grid over all of it.
 * @param {Translate} t
 * @param {string} name of what was pasted
 * @param {Tensor} pasted
 * @param {[number, number]} grid rows and columns
 * @param {Place} at
 * @returns {{row: number, column: number, value: number}[]}
 * @throws {AttentionError} where there is not enough room
 */
export function pastedCells(t, name, { shape, data }, [rows, columns], { row, column }) {
  const [height, width] = shape.length === 1 ? [1, shape[0] ?? 0] : gridOf(shape);
  const whole = height === rows && width === columns;
  const [top, left] = whole ? [0, 0] : [row, column];
  if (shape.length > 2 || top + height > rows || left + width > columns) {
    const room = `[${rows - row}, ${columns - column}]`;
    throw new AttentionError(name, t("numbers-room", { got: `[${shape.join(", ")}]`, room }));
  }
  return Array.from(data, (value, at) => ({
    row: top + Math.floor(at / width),
    column: left + (at % width),
    value,
  }));
}

/**
 * All numbers of the tensor, or of its head in the grid, from a file.
 * @param {Translate} t
 * @param {string} name of the file
 * @param {Tensor} given
 * @param {{tensor: Editable, whole: readonly number[], shape: readonly number[], head: number}} chosen whole: the shape
 *   in which the engine has it
 * @returns {Change[]}
 * @throws {AttentionError} where the shape is neither's
 */
export function replacement(t, name, given, { tensor, whole, shape, head }) {
  const is = (/** @type {readonly number[]} */ wanted) => wanted.join() === given.shape.join();
  const [rows, columns] = gridOf(is(whole) ? whole : shape);
  if (!is(whole) && !is(shape.slice(-2))) {
    const wanted =
      shape.length === 3 ? `[${whole.join(", ")}] / [${shape.slice(-2).join(", ")}]` : `[${whole.join(", ")}]`;
    throw new AttentionError(name, t("numbers-shape", { tensor, wanted, got: `[${given.shape.join(", ")}]` }));
  }
  const placeOf = (/** @type {number} */ row, /** @type {number} */ column) =>
    is(whole)
      ? placeIn(tensor, /** @type {import("../../../state/edits.js").EditShape} */ (shape), row, column)
      : cellPlace(shape, head, row, column);
  return Array.from({ length: rows * columns }, (_, at) => ({
    place: placeOf(Math.floor(at / columns), at % columns),
    value: given.data[at] ?? 0,
  }));
}
