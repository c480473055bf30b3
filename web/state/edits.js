import { rowOf } from "../engine/stages.js";
import { defaultState } from "./fields.js";
import { editable } from "./kinds.js";
import { isSecondLayer } from "./recipes/trained-models.js";
import { effectiveSizes, isTied } from "./sizes.js";
import { matricesFor, stagesFor } from "./stages.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Edits} Edits */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./recipes/tensors.js").Tensors} Tensors */
/** @typedef {keyof typeof editable} Editable */
/**
 * The shape by which edits address a tensor's numbers: bo by column, other biases by head and column, X and C by row
 * and column, weight matrices by head, row and column.
 * @typedef {readonly [columns: number] | readonly [rowsOrHeads: number, columns: number] | readonly [heads: number, rows: number, columns: number]} EditShape
 */
/**
 * A change of one number: the value set by hand, or null to restore the drawn value.
 * @typedef {{place: readonly number[], value: number | null}} Change place: indices into the tensor's EditShape
 */

// Edits: numbers of the inputs that the reader has set by hand and that replace those drawn by the recipe.

/** The axes of the tensors around attention, which have no heads. @type {Readonly<Record<string, readonly ("d_model" | "d_k" | "d_ff")[]>>} */
const withoutHeads = Object.freeze(
  Object.fromEntries(
    Object.keys(editable)
      .filter((name) => /_/.test(name))
      .map((name) => [name, /** @type {("d_model" | "d_k" | "d_ff")[]} */ (rowOf(name)?.axes)]),
  ),
);

/**
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {Partial<Record<Editable, EditShape>>} shapes of the state's editable tensors
 */
export function editShapes(state, { n_q, n_k, d_model, d_context, d_k, d_v, heads, kv_heads, d_out, d_ff }) {
  const given = matricesFor(state);
  const rows = stagesFor(state);
  const sizes = { d_model, d_k, d_ff };
  const others = Object.entries(withoutHeads).filter(([name]) => given.includes(name));
  return {
    ...Object.fromEntries(others.map(([name, axes]) => [name, axes.map((axis) => sizes[axis])])),
    ...(rows.includes("X") ? { X: [n_q, d_model] } : {}),
    ...(rows.includes("C") ? { C: [n_k, d_context] } : {}),
    ...(given.includes("Wq") ? { Wq: [heads, d_model, d_k], Wk: [kv_heads, d_context, d_k] } : {}),
    ...(given.includes("Wv") ? { Wv: [kv_heads, d_context, d_v] } : {}),
    ...(given.includes("Wo") ? { Wo: [heads, d_v, d_out] } : {}),
    ...(given.includes("bq") ? { bq: [heads, d_k], bk: [kv_heads, d_k], bv: [kv_heads, d_v] } : {}),
    ...(given.includes("bo") ? { bo: [d_out] } : {}),
  };
}

/**
 * Lists the edits by tensor, without tensors that have none.
 * @param {Edits} edits
 * @returns {{tensor: Editable, entries: {index: number[], value: number}[]}[]}
 */
export const editsByTensor = (edits) =>
  Object.entries(edits).map(([name, flat]) => {
    const tensor = /** @type {Editable} */ (name);
    const axes = editable[tensor];
    const entries = Array.from({ length: flat.length / (axes + 1) }, (_, at) => {
      const from = at * (axes + 1);
      return { index: flat.slice(from, from + axes), value: /** @type {number} */ (flat[from + axes]) };
    });
    return { tensor, entries };
  });

/**
 * Returns the tensors with the edits applied to them.
 * @template {Tensors} T
 * @param {State} state
 * @param {Sizes} sizes
 * @param {T} tensors
 * @returns {T}
 */
export function edited(state, sizes, tensors) {
  const shapes = editShapes(state, sizes);
  const changed = /** @type {Tensors} */ ({ ...tensors });
  for (const { tensor, entries } of editsByTensor(state.edits)) {
    const [shape, drawn] = [shapes[tensor], tensors[tensor]];
    if (!shape || !drawn) throw new Error(`a checked state edits no tensor that it does not have: ${tensor}`);
    const data = drawn.data.slice();
    for (const { index, value } of entries) data[flatIndex(tensor, shape, index)] = value;
    changed[tensor] = { shape: drawn.shape, data };
  }
  return /** @type {T} */ (changed);
}

/**
 * The flat position of an edited number in the engine's tensor. Heads are column blocks of Wq, Wk and Wv, row blocks of
 * Wo, and consecutive parts of a bias.
 * @param {Editable} tensor
 * @param {EditShape} shape
 * @param {readonly number[]} index
 */
function flatIndex(tensor, shape, index) {
  const [a, b, c] = /** @type {[number, number, number]} */ (index);
  if (shape.length === 1) return a;
  if (shape.length === 2) return a * shape[1] + b;
  const [heads, rows, columns] = shape;
  return tensor === "Wo" ? (a * rows + b) * columns + c : (b * heads + a) * columns + c;
}

/**
 * The tensors whose numbers can be set by hand, with their shapes. With tied weights, Wk and bk are not among them.
 * @param {State} state
 * @returns {Readonly<Partial<Record<Editable, EditShape>>>}
 */
export function editableTensors(state) {
  const sizes = effectiveSizes(state);
  const shapes = editShapes(state, sizes);
  if (isTied(state, sizes)) {
    delete shapes.Wk;
    delete shapes.bk;
  }
  return shapes;
}

/**
 * The edited numbers of a tensor, by their index as text: "3", "2,3" or "0,2,3".
 * @param {Edits} edits
 * @param {Editable} tensor
 * @returns {Map<string, number>}
 */
export function editedNumbers(edits, tensor) {
  const [found] = editsByTensor({ [tensor]: edits[tensor] ?? [] });
  return new Map(found?.entries.map(({ index, value }) => [index.join(), value]));
}

/**
 * Counts the edited numbers of all tensors.
 * @param {Edits} edits
 */
export const countEdits = (edits) =>
  editsByTensor(edits).reduce((sum, { tensor }) => sum + editedNumbers(edits, tensor).size, 0);

/**
 * The tensors that the engine reads, each with whether all of its numbers were set.
 * @param {State} state
 */
const tensorsRead = (state) =>
  Object.entries(editableTensors(state)).map(([name, shape]) => ({
    name,
    isSet:
      editedNumbers(state.edits, /** @type {Editable} */ (name)).size ===
      shape.reduce((product, side) => product * side, 1),
  }));

/**
 * Whether every number that the engine reads was set: the embeddings, and with weights all of these too. The X of a second
 * layer is computed by the first.
 * @param {State} state
 */
export const isAllByHand = (state) =>
  state.edits !== defaultState.edits &&
  tensorsRead(state).every(({ name, isSet }) => isSet || (name === "X" && isSecondLayer(state)));

/** The names of the tensors of which every number was set. @param {State} state */
export const setByHand = (state) =>
  state.edits === defaultState.edits ? [] : tensorsRead(state).flatMap(({ name, isSet }) => (isSet ? [name] : []));

/**
 * Returns the edits after further changes of one tensor.
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
 * Returns the edits without those of one tensor, which restores its drawn numbers.
 * @param {Edits} edits
 * @param {Editable} tensor
 * @returns {Edits}
 */
export function withoutEdits(edits, tensor) {
  const others = Object.entries(edits).filter(([name]) => name !== tensor);
  return others.length === 0 ? defaultState.edits : Object.freeze(Object.fromEntries(others));
}

/**
 * Converts an index into an engine tensor (heads side by side; in Wo one below the other) to the index that edits use.
 * @param {State} state
 * @param {string} tensor X, E, C, Wq, ...
 * @param {readonly number[]} index row and column; of a bias its column
 * @returns {{tensor: Editable, place: number[]} | null} null where the number cannot be edited
 */
export function editPlace(state, tensor, index) {
  const sizes = effectiveSizes(state);
  const ofQueries = { Wk: "Wq", bk: "bq" }[tensor];
  const own = tensor === "E" ? "X" : ofQueries && isTied(state, sizes) ? ofQueries : tensor;
  if (!Object.hasOwn(editable, own)) return null;
  const name = /** @type {Editable} */ (own);
  const shape = editShapes(state, sizes)[name];
  if (!shape) return null;
  const [row, column] = /** @type {[number, number]} */ (index.length === 1 ? [0, ...index] : index);
  return { tensor: name, place: placeIn(name, shape, row, column) };
}

/**
 * @param {Editable} tensor
 * @param {EditShape} shape
 * @param {number} row row in the engine's tensor; a bias counts as one row
 * @param {number} column
 * @returns {number[]}
 */
export function placeIn(tensor, shape, row, column) {
  if (shape.length === 1) return [column];
  if (shape.length === 2)
    return tensor.startsWith("b") ? [Math.floor(column / shape[1]), column % shape[1]] : [row, column];
  const [, rows, columns] = shape;
  if (tensor === "Wo") return [Math.floor(row / rows), row % rows, column];
  return [Math.floor(column / columns), row, column % columns];
}

/**
 * Whether a number was set by hand, addressed by its index into the engine's tensor.
 * @param {State} state
 * @param {string} tensor X, E, C, Wq, ...
 * @param {readonly number[]} index row and column; of a bias its column
 */
export function isEdited(state, tensor, index) {
  if (state.edits === defaultState.edits) return false;
  const found = editPlace(state, tensor, index);
  return found !== null && editedNumbers(state.edits, found.tensor).has(found.place.join());
}
