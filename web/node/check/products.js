import { operands } from "../../engine/explain/stream.js";
import { wide } from "./operations.js";

/**
 * @typedef {import("../../tensors/compare.js").AnyTensor} AnyTensor
 * @typedef {import("./evaluate.js").Reader} Reader
 * @typedef {import("./precision.js").Precision} Precision
 */

/** Products with a weight matrix, by stage. @type {Readonly<Record<string, (reader: Reader) => {from: string, weight: string, bias: string}>>} */
const products = Object.freeze({ ...operands, Q_projected: operands.Q, K_projected: operands.K });

/**
 * The product with a weight matrix that a stage is, if it is one.
 * @param {string} name
 * @param {Reader} reader
 */
export function productOf(name, reader) {
  const product = reader.has(`${name}_projected`) ? undefined : products[name]?.(reader);
  const weight = product && reader.given(product.weight) ? reader.tensor(product.weight) : undefined;
  return product && weight ? { ...product, weight } : undefined;
}

/**
 * A row of a product with a weight matrix, the same as its rule gives, without an object for each term.
 * @param {Reader} reader
 * @param {{from: string, weight: AnyTensor, bias: string}} product
 * @param {readonly number[]} shape
 * @param {readonly number[]} index of any number of the row
 * @param {Precision} precision
 * @param {(place: number, number: import("./operations.js").Wide) => void} set
 */
export function productRow(reader, { from, weight, bias }, shape, index, precision, set) {
  const [inner = 0, columns = 0] = weight.shape;
  const width = /** @type {number} */ (shape.at(-1));
  const [n, i] = /** @type {[number, number]} */ ([shape.at(-2), index.at(-2)]);
  const [values, sizes, through] = [0, 1, 2].map(() => new Float64Array(columns));
  const [value, size, square] = /** @type {[Float64Array, Float64Array, Float64Array]} */ ([values, sizes, through]);
  for (let p = 0; p < inner; p++) {
    const [x, deviation] = [reader.at(from, [i, p]), reader.squareAt(from, [i, p])];
    for (let column = 0; column < columns; column++) {
      const factor = /** @type {number} */ (weight.data[p * columns + column]);
      const term = x * factor;
      value[column] = /** @type {number} */ (value[column]) + term;
      size[column] = /** @type {number} */ (size[column]) + Math.abs(term);
      square[column] = /** @type {number} */ (square[column]) + deviation * factor * factor;
    }
  }
  const hasBias = reader.has(bias);
  for (let column = 0; column < columns; column++) {
    const added = hasBias ? reader.at(bias, [column]) : 0;
    const head = Math.floor(column / width);
    const [sum, terms] = [/** @type {number} */ (value[column]), /** @type {number} */ (size[column])];
    const place = (head * n + i) * width + (column % width);
    set(place, wide(sum + added, /** @type {number} */ (square[column]), terms + Math.abs(added), inner, precision));
  }
}
