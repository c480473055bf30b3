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
  return product && weight ? { ...product, name: product.weight, weight } : undefined;
}

/** @typedef {{from: string, name: string, weight: AnyTensor, bias: string}} Product name: of the weight */

/**
 * One number of a product with a weight matrix, the same as its rule gives.
 * @param {Reader} reader
 * @param {Product} product
 * @param {readonly number[]} shape
 * @param {readonly number[]} index
 * @param {Precision} precision
 */
export function productNumber(reader, { from, weight, bias }, shape, index, precision) {
  const [inner = 0, columns = 0] = weight.shape;
  const [i = 0, d = 0] = index.slice(-2);
  const column = (index.length === 3 ? /** @type {number} */ (index[0]) : 0) * /** @type {number} */ (shape.at(-1)) + d;
  const { values, squares } = reader.row(from, [i]);
  let [value, size, square] = [0, 0, 0];
  for (let p = 0; p < inner; p++) {
    const factor = /** @type {number} */ (weight.data[p * columns + column]);
    const term = /** @type {number} */ (values[p]) * factor;
    value += term;
    size += Math.abs(term);
    square += /** @type {number} */ (squares[p]) * factor * factor;
  }
  reader.products(inner);
  const added = reader.has(bias) ? reader.at(bias, [column]) : 0;
  return wide(value + added, square, size + Math.abs(added), inner, precision);
}

/**
 * A row of a product with a weight matrix, the same as its rule gives, without an object for each term.
 * @param {Reader} reader
 * @param {Product} product
 * @param {readonly number[]} shape
 * @param {readonly number[]} index of any number of the row
 * @param {Precision} precision
 * @param {(place: number, number: import("./operations.js").Wide) => void} set
 */
export function productRow(reader, { from, weight, bias }, shape, index, precision, set) {
  const [inner = 0, columns = 0] = weight.shape;
  const width = /** @type {number} */ (shape.at(-1));
  const [n, i] = /** @type {[number, number]} */ ([shape.at(-2), index.at(-2)]);
  const sums = /** @type {const} */ (["value", "size", "square"]).map(() => new Float64Array(columns));
  const [value, size, square] = /** @type {[Float64Array, Float64Array, Float64Array]} */ (sums);
  const row = reader.row(from, [i]);
  reader.products(inner * columns);
  const { data } = weight;
  const isExact = row.squares.every((deviation) => deviation === 0);
  const xOf = (/** @type {number} */ p) => /** @type {number} */ (row.values[p]);
  /* Four rows of the matrix at a time, which reads and writes the sums less often. */
  let p = 0;
  for (; p + 4 <= inner; p += 4) {
    const [x0, x1, x2, x3] = [xOf(p), xOf(p + 1), xOf(p + 2), xOf(p + 3)];
    for (let column = 0, at = p * columns; column < columns; column++, at++) {
      const t0 = x0 * /** @type {number} */ (data[at]);
      const t1 = x1 * /** @type {number} */ (data[at + columns]);
      const t2 = x2 * /** @type {number} */ (data[at + 2 * columns]);
      const t3 = x3 * /** @type {number} */ (data[at + 3 * columns]);
      value[column] = /** @type {number} */ (value[column]) + t0 + t1 + t2 + t3;
      const terms = Math.abs(t0) + Math.abs(t1) + Math.abs(t2) + Math.abs(t3);
      size[column] = /** @type {number} */ (size[column]) + terms;
    }
  }
  for (; p < inner; p++) {
    for (let column = 0; column < columns; column++) {
      const term = xOf(p) * /** @type {number} */ (data[p * columns + column]);
      value[column] = /** @type {number} */ (value[column]) + term;
      size[column] = /** @type {number} */ (size[column]) + Math.abs(term);
    }
  }
  for (p = isExact ? inner : 0; p < inner; p++) {
    const deviation = /** @type {number} */ (row.squares[p]);
    for (let column = 0; column < columns; column++) {
      const factor = /** @type {number} */ (data[p * columns + column]);
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
