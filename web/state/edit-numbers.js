import { editShapes, entriesOf } from "./consistency.js";
import { editable } from "./kinds.js";
import { effectiveSizes, isTied } from "./sizes.js";
import { defaultState } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Edits} Edits */
/** @typedef {keyof typeof editable} Editable */
/**
 * What becomes of a number: set by hand, or as it was drawn where value is null.
 * @typedef {{place: readonly number[], value: number | null}} Change place: as `editable` has them
 */

/**
 * The tensors whose numbers can be set, with their shapes: of biases [columns] or [heads, columns], of others [rows,
 * columns] or [heads, rows, columns].
 * @param {State} state
 * @returns {Readonly<Partial<Record<Editable, number[]>>>}
 */
export function editableTensors(state) {
  const sizes = effectiveSizes(state);
  const shapes = Object.entries(editShapes(state, sizes));
  const own = isTied(state, sizes) ? shapes.filter(([name]) => name !== "Wk" && name !== "bk") : shapes;
  return Object.fromEntries(own);
}

/**
 * The numbers of a tensor that were set by hand, by place: "3", "2,3" or "0,2,3".
 * @param {Edits} edits
 * @param {Editable} tensor
 * @returns {Map<string, number>}
 */
export function editedNumbers(edits, tensor) {
  const places = editable[tensor];
  const entries = entriesOf(edits[tensor] ?? [], places);
  return new Map(entries.map((entry) => [entry.slice(0, places).join(), entry[places]]));
}

/**
 * How many numbers were set by hand, in all tensors.
 * @param {Edits} edits
 */
export const countEdits = (edits) =>
  Object.keys(edits)
    .map((tensor) => editedNumbers(edits, /** @type {Editable} */ (tensor)).size)
    .reduce((sum, size) => sum + size, 0);

/**
 * Whether no number that the walk begins with is as it was drawn, without weights: all embeddings were set by hand.
 * @param {State} state
 */
export function isAllByHand(state) {
  const shapes = editableTensors(state);
  const all = Object.values(shapes).reduce((sum, shape) => sum + shape.reduce((size, side) => size * side, 1), 0);
  return !state.weights && countEdits(state.edits) === all;
}

/**
 * The edits after more of them in one tensor.
 * @param {Edits} edits
 * @param {Editable} tensor
 * @param {readonly Change[]} changes
 * @returns {Edits}
 */
export function changeEdits(edits, tensor, changes) {
  const numbers = editedNumbers(edits, tensor);
  for (const { place, value } of changes) {
    if (value === null) numbers.delete(place.join());
    else numbers.set(place.join(), Math.fround(value));
  }
  if (numbers.size === 0) return withoutEdits(edits, tensor);
  const flat = [...numbers].flatMap(([place, value]) => [...place.split(",").map(Number), value]);
  return Object.freeze({ ...edits, [tensor]: Object.freeze(flat) });
}

/**
 * The edits with one tensor as it was drawn.
 * @param {Edits} edits
 * @param {Editable} tensor
 * @returns {Edits}
 */
export function withoutEdits(edits, tensor) {
  const others = Object.entries(edits).filter(([name]) => name !== tensor);
  return others.length === 0 ? defaultState.edits : Object.freeze(Object.fromEntries(others));
}

/**
 * Where a number of a matrix as the engine has it (heads side by side, in Wo one below the other) stands among edits.
 * @param {State} state
 * @param {string} tensor X, E, C, Wq, ...
 * @param {readonly number[]} index row and column; of a bias its column
 * @returns {{tensor: Editable, place: number[]} | null} null where it cannot be set
 */
export function editPlace(state, tensor, index) {
  const sizes = effectiveSizes(state);
  const [row, column] = index.length === 1 ? [0, index[0]] : index;
  const twin = { Wk: "Wq", bk: "bq" }[tensor];
  const own = tensor === "E" ? "X" : twin && isTied(state, sizes) ? twin : tensor;
  if (!Object.hasOwn(editable, own)) return null;
  const name = /** @type {Editable} */ (own);
  const shape = editShapes(state, sizes)[name];
  if (!shape) return null;
  return { tensor: name, place: placeIn(name, shape, row, column) };
}

/**
 * @param {Editable} tensor
 * @param {readonly number[]} shape as editableTensors has it
 * @param {number} row of the matrix as the engine has it; a bias is one row
 * @param {number} column
 * @returns {number[]}
 */
export function placeIn(tensor, shape, row, column) {
  if (shape.length === 1) return [column];
  if (tensor.startsWith("b")) return [Math.floor(column / shape[1]), column % shape[1]];
  if (shape.length === 2) return [row, column];
  const [, rows, columns] = shape;
  if (tensor === "Wo") return [Math.floor(row / rows), row % rows, column];
  return [Math.floor(column / columns), row, column % columns];
}

/**
 * Whether a number of a matrix as the engine has it was set by hand.
 * @param {State} state
 * @param {string} tensor X, E, C, Wq, ...
 * @param {readonly number[]} index row and column; of a bias its column
 */
export function isEdited(state, tensor, index) {
  if (state.edits === defaultState.edits) return false;
  const found = editPlace(state, tensor, index);
  return found !== null && editedNumbers(state.edits, found.tensor).has(found.place.join());
}
