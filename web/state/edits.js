import { editShapes, entriesOf } from "./consistency.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./assemble.js").Tensors} Tensors */

/**
 * The tensors with the numbers that were set by hand.
 * @param {State} state
 * @param {Sizes} sizes
 * @param {Tensors} tensors
 * @returns {Tensors}
 */
export function edited(state, sizes, tensors) {
  const shapes = editShapes(state, sizes);
  const changed = Object.entries(state.edits).map(([name, flat]) => {
    const { shape } = tensors[name];
    const data = tensors[name].data.slice();
    for (const edit of entriesOf(flat, shapes[name].length)) {
      data[flatPlace(name, shapes[name], edit)] = edit[edit.length - 1];
    }
    return [name, { shape, data }];
  });
  return { ...tensors, ...Object.fromEntries(changed) };
}

/**
 * Heads are column blocks of Wq, Wk and Wv, and row blocks of Wo; in a bias they follow each other.
 * @param {string} name
 * @param {number[]} shape [columns], [rows or heads, columns], or [heads, rows, columns]
 * @param {number[]} place and the value
 */
function flatPlace(name, shape, place) {
  if (shape.length === 1) return place[0];
  if (shape.length === 2) return place[0] * shape[1] + place[1];
  const [heads, rows, columns] = shape;
  const [head, row, column] = place;
  return name === "Wo" ? (head * rows + row) * columns + column : (row * heads + head) * columns + column;
}
