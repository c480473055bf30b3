import {
  before,
  comparedStages,
  kvHead,
  mixingStage,
  reasonsHidden,
  softmaxStage,
} from "../../engine/explain/rules.js";
import { LOG_SUM_EXP } from "../../engine/fast/log-sum-exp.js";
import { logOfRow } from "./log-sum-exp.js";
import { exact, mayFlush, sharesOf, times, wide } from "./operations.js";

/**
 * What attention computes in each head, the same as the rules give, without an object for each term: scores of queries and keys,
 * their mask, softmax, values mixed by weights,
 * and heads side by side.
 *
 * @typedef {import("./evaluate.js").Reader} Reader
 * @typedef {import("./operations.js").Wide} Wide
 * @typedef {import("./precision.js").Precision} Precision
 *
 * What is computed at once.
 * @typedef {object} Asked
 * @property {Reader} reader
 * @property {readonly number[]} index of a number that is asked for
 * @property {Precision} precision
 * @property {(column: number, number: Wide) => void} set a number of its row
 */

/**
 * What computes a stage's row, or the number that is asked for; undefined where the stage's rule does.
 * @param {string} name
 * @param {Reader} reader
 * @returns {((asked: Asked) => void) | undefined}
 */
export function headRowOf(name, reader) {
  switch (name) {
    case "raw":
      return reader.has("raw_content") ? undefined : score;
    case "raw_content":
      return score;
    case "masked":
      return reader.spec.mask_how === "add" ? undefined : maskedRow;
    case softmaxStage(reader):
      return reader.spec.softmax_sink ? undefined : softmaxRow;
    case LOG_SUM_EXP:
      return logOfRow;
    case "context":
      return reader.has("context_content") ? undefined : mixedRow;
    case "context_content":
      return mixedRow;
    case "concat":
      return concatRow;
    default:
      return undefined;
  }
}

/** One number: keys that are hidden need not be known. @param {Asked} asked */
function score({ reader, index: [head = 0, i = 0, j = 0], precision, set }) {
  const [queries, keys] = comparedStages(reader);
  const q = reader.row(queries, [head, i]);
  const k = reader.row(keys, [kvHead(reader, head), j]);
  const count = q.values.length;
  let [value, size, through] = [0, 0, 0];
  for (let d = 0; d < count; d++) {
    const [a, b] = /** @type {[number, number]} */ ([q.values[d], k.values[d]]);
    const [aSquare, bSquare] = /** @type {[number, number]} */ ([q.squares[d], k.squares[d]]);
    value += a * b;
    size += Math.abs(a * b);
    through += times(aSquare, b * b) + times(bSquare, a * a);
  }
  reader.products(count);
  set(j, wide(value, through, size, count, precision));
}

/** @param {Asked} asked */
function maskedRow({ reader, index: [head = 0, i = 0], precision, set }) {
  const { n_k, mask_how, mask_value } = reader.spec;
  const from = before(reader, "masked");
  const hidden = exact(mask_how === "fill" ? Math.fround(mask_value) : -Infinity);
  for (let j = 0; j < n_k; j++) {
    const place = /** @type {[number, number, number]} */ ([head, i, j]);
    if (reasonsHidden(reader, place).length > 0) set(j, hidden);
    else set(j, wide(reader.at(from, place), reader.squareAt(from, place), 0, 1, precision));
  }
}

/** @param {Asked} asked */
function softmaxRow({ reader, index: [head = 0, i = 0], precision, set }) {
  const { values, squares } = reader.row(before(reader, softmaxStage(reader)), [head, i]);
  const seen = Array.from(values.keys()).filter((j) => values[j] !== -Infinity);
  const flushes = mayFlush(reader);
  const of = (/** @type {Float64Array} */ numbers) => seen.map((j) => /** @type {number} */ (numbers[j]));
  const weights = sharesOf(of(values), of(squares), { isSoftmax: true, flushes, precision });
  const hidden = exact(seen.length === 0 ? (reader.empty ?? 0) : /** @type {Wide} */ (weights[0]).value * 0);
  values.forEach((_, j) => set(j, hidden));
  seen.forEach((j, at) => set(j, /** @type {Wide} */ (weights[at])));
}

/** What is hidden has weight 0 and is not added, whatever its value. @param {Asked} asked */
function mixedRow({ reader, index: [head = 0, i = 0], precision, set }) {
  const weights = reader.row(mixingStage(reader), [head, i]);
  const group = kvHead(reader, head);
  const width = /** @type {number} */ (reader.shape("V").at(-1));
  const sums = [0, 1, 2].map(() => new Float64Array(width));
  const [value, size, through] = /** @type {[Float64Array, Float64Array, Float64Array]} */ (sums);
  let count = 0;
  for (let j = 0; j < weights.values.length; j++) {
    const [weight, square] = /** @type {[number, number]} */ ([weights.values[j], weights.squares[j]]);
    if (weight === 0 && (square === 0 || reasonsHidden(reader, [head, i, j]).length > 0)) continue;
    const v = reader.row("V", [group, j]);
    count++;
    for (let c = 0; c < width; c++) {
      const [b, bSquare] = /** @type {[number, number]} */ ([v.values[c], v.squares[c]]);
      const product = weight * b;
      value[c] = /** @type {number} */ (value[c]) + product;
      size[c] = /** @type {number} */ (size[c]) + Math.abs(product);
      through[c] = /** @type {number} */ (through[c]) + times(square, b * b) + times(bSquare, weight * weight);
    }
  }
  reader.products(count * width);
  for (let c = 0; c < width; c++) {
    const [sum, terms, squares] = /** @type {[number, number, number]} */ ([value[c], size[c], through[c]]);
    set(c, count === 0 ? exact(0) : wide(sum, squares, terms, count, precision));
  }
}

/** @param {Asked} asked */
function concatRow({ reader, index: [i = 0], precision, set }) {
  const { heads, d_v } = reader.spec;
  for (let head = 0; head < heads; head++) {
    const { values, squares } = reader.row("context", [head, i]);
    values.forEach((value, c) => set(head * d_v + c, wide(value, Number(squares[c]), 0, 1, precision)));
  }
}
