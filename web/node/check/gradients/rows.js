/**
 * How far gradients may be off that come back through the operations that make rows: softmax, shares and norms.
 *
 * @typedef {import("./products.js").Backward} Backward
 * @typedef {import("../operations.js").Wide} Wide
 * @typedef {import("./wide-matrix.js").Sums} Sums
 * @typedef {import("./wide-matrix.js").WideNumbers} WideNumbers
 */
import { before, reasonsHidden, softmaxStage } from "../../../engine/explain/rules.js";
import { norms } from "../../../engine/explain/stream.js";
import { howNormalised } from "../evaluate.js";
import { normalised, times } from "../operations.js";
import { noSums } from "./wide-matrix.js";

/** @param {number} x */
const squared = (x) => x * x;

/** @param {readonly number[]} numbers */
const sumOf = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @param {readonly Wide[]} a @param {readonly Wide[]} b @param {(a: Wide, b: Wide) => number} of */
const sumOfPairs = (a, b, of) => sumOf(a.map((each, at) => of(each, /** @type {Wide} */ (b[at]))));

/** @param {Wide} a @param {Wide} b */
const productOf = (a, b) => times(a.value, b.value);

/** @param {Wide} a @param {Wide} b */
const sizeOf = (a, b) => Math.abs(times(a.value, b.value));

/** @param {Wide} a @param {Wide} b */
const squareOf = (a, b) => times(a.square, squared(b.value)) + times(b.square, squared(a.value));

/** A row of numbers. @param {WideNumbers} numbers @param {number} row @param {number} width @returns {Wide[]} */
const rowOf = ({ values, squares }, row, width) =>
  Array.from({ length: width }, (_, at) => ({
    value: Number(values[row * width + at]),
    square: Number(squares[row * width + at]),
  }));

/** The sum of a row's gradients times its weights: what is hidden adds nothing. @param {readonly Wide[]} weights @param {readonly Wide[]} gradients */
const weighted = (weights, gradients) => ({
  value: sumOfPairs(weights, gradients, productOf),
  size: sumOfPairs(weights, gradients, sizeOf),
  square: sumOfPairs(weights, gradients, squareOf),
});

/** @param {Sums} sums @param {number} at @param {number} size @param {number} through */
function add({ size: sizes, through: squares }, at, size, through) {
  sizes[at] = Number(sizes[at]) + size;
  squares[at] = Number(squares[at]) + through;
}

/**
 * Of the scores that softmax reads, or of the sink, which it reads in every row: weight · (gradient - mean).
 * @param {Backward} backward
 * @param {string} name
 * @returns {Sums | undefined}
 */
export function throughSoftmax({ source, number, d }, name) {
  const stage = softmaxStage(source);
  if (name !== "sink" && name !== before(source, /** @type {any} */ (stage))) return undefined;
  const { n_q, n_k, heads, softmax_sink } = source.spec;
  const found = noSums(name === "sink" ? heads : heads * n_q * n_k, name === "sink" ? n_q * n_k : n_k);
  const [all, allGradients] = [number(stage), d(stage)];
  const ofSink = softmax_sink ? { weights: number("sink_weight"), gradients: d("sink_weight") } : undefined;
  for (let row = 0; row < heads * n_q; row++) {
    const sinkRow = (/** @type {WideNumbers | undefined} */ numbers) => (numbers ? rowOf(numbers, row, 1) : []);
    const weights = [...rowOf(all, row, n_k), ...sinkRow(ofSink?.weights)];
    const gradients = [...rowOf(allGradients, row, n_k), ...sinkRow(ofSink?.gradients)];
    const mean = weighted(weights, gradients);
    weights.forEach((weight, at) => {
      if ((name === "sink") !== (at === n_k) || (weight.value === 0 && weight.square === 0)) return;
      const { value, square } = /** @type {Wide} */ (gradients[at]);
      const size = times(Math.abs(weight.value), Math.abs(value) + mean.size);
      const through =
        times(squared(weight.value), square + mean.square) + times(weight.square, squared(value - mean.value));
      add(found, name === "sink" ? Math.floor(row / n_q) : row * n_k + at, size, through);
    });
  }
  return found;
}

/**
 * Of weights that are divided by the sum of the visible ones: (gradient - mean) / sum; of the sink's: -mean / sum.
 * @param {Backward} backward
 * @param {string} name
 * @returns {Sums | undefined}
 */
export function throughShares({ source, number, d }, name) {
  if (name !== "zeroed" && name !== "sink_weight") return undefined;
  const { n_q, n_k, heads, softmax_sink } = source.spec;
  const isSink = name === "sink_weight";
  const found = noSums(isSink ? heads * n_q : heads * n_q * n_k, n_k);
  const [left, made, gradient] = [number("zeroed"), number("weights"), d("weights")];
  const sinks = softmax_sink ? number("sink_weight") : undefined;
  for (let row = 0; row < heads * n_q; row++) {
    const terms = [...rowOf(left, row, n_k), ...(sinks ? rowOf(sinks, row, 1) : [])];
    const sum = sumOf(terms.map(({ value }) => value));
    if (sum === 0) continue;
    const gradients = rowOf(gradient, row, n_k);
    const mean = weighted(rowOf(made, row, n_k), gradients);
    const ofSum = sumOf(terms.map(({ square }) => square)) / squared(sum);
    const set = (/** @type {number} */ at, /** @type {Wide} */ { value, square }) =>
      add(
        found,
        at,
        (Math.abs(value) + mean.size) / sum,
        (square + mean.square + times(squared(value - mean.value), ofSum)) / squared(sum),
      );
    if (isSink) set(row, { value: 0, square: 0 });
    else
      gradients.forEach((each, j) => {
        const index = /** @type {[number, number, number]} */ ([Math.floor(row / n_q), row % n_q, j]);
        if (reasonsHidden(source, index).length === 0) set(row * n_k + j, each);
      });
  }
  return found;
}

/**
 * Of what a norm reads: (g - mean of g - along · normalised) / root, where g is the gradient times the norm's weight, and along
 * the mean of g · normalised; of the norm's weight and bias, which every row reads.
 * @param {Backward & {reader: import("../evaluate.js").Reader, precision: import("../precision.js").Precision}} backward
 * @param {keyof typeof norms} stage
 * @param {string} name
 * @returns {Sums | undefined}
 */
export function throughNorm({ source, reader, precision, number, d }, stage, name) {
  const { from, weight, bias } = norms[stage](source);
  if (name !== from && name !== weight && name !== bias) return undefined;
  const width = Number(source.shape(stage).at(-1));
  const [numbers, gradient] = [number(from), d(stage)];
  const rows = numbers.values.length / width;
  const found = noSums(name === from ? numbers.values.length : width, name === from ? width : rows);
  const { epsilon, centred } = howNormalised(reader, stage);
  const offset = source.spec.norm_offset ? 1 : 0;
  const factor = (/** @type {number} */ at) => (source.given(weight) ? offset + source.at(weight, [at]) : 1);
  for (let row = 0; row < rows; row++) {
    const read = rowOf(numbers, row, width);
    const { z, root } = normalisedRow(read, { precision, epsilon, centred });
    const gradients = rowOf(gradient, row, width);
    if (name === from) {
      const scaled = gradients.map(({ value, square }, at) => ({
        value: value * factor(at),
        square: square * squared(factor(at)),
      }));
      backThroughRow(scaled, z, root, centred, (at, size, through) => add(found, row * width + at, size, through));
    } else
      gradients.forEach((each, at) => {
        const other = name === bias ? { value: 1, square: 0 } : /** @type {Wide} */ (z[at]);
        add(found, at, sizeOf(each, other), squareOf(each, other));
      });
  }
  return found;
}

/**
 * @param {readonly Wide[]} row
 * @param {{precision: import("../precision.js").Precision, epsilon: number, centred: boolean}} how
 */
function normalisedRow(row, { precision, epsilon, centred }) {
  let root = NaN;
  const rootOf = (/** @type {number} */ variance) => (root = Math.sqrt(variance + epsilon));
  const terms = row.map(({ value }, at) => ({ stage: "", index: [at], value }));
  const none = () => undefined;
  const z = normalised(
    { operation: "norm", terms },
    {
      precision,
      epsilon,
      centred,
      rootOf,
      flushes: false,
      weight: none,
      bias: none,
      squareOf: ({ index }) => /** @type {Wide} */ (row[/** @type {number} */ (index[0])]).square,
    },
  );
  return { z, root };
}

/**
 * @param {readonly Wide[]} gradients
 * @param {readonly Wide[]} row normalised
 * @param {number} root
 * @param {boolean} centred
 * @param {(at: number, size: number, through: number) => void} set
 */
function backThroughRow(gradients, row, root, centred, set) {
  const count = row.length;
  const along = sumOfPairs(gradients, row, productOf) / count;
  const alongSize = sumOfPairs(gradients, row, sizeOf) / count;
  const alongSquare = sumOfPairs(gradients, row, squareOf) / squared(count);
  const share = centred ? 1 / count : 0;
  const mean = sumOf(gradients.map(({ value }) => value)) * share;
  const meanSize = sumOf(gradients.map(({ value }) => Math.abs(value))) * share;
  const meanSquare = sumOf(gradients.map(({ square }) => square)) * squared(share);
  /* How much of the root its deviation is. */
  const ofRoot = sumOf(row.map(({ value, square }) => times(squared(value), square))) / squared(count);
  row.forEach((z, at) => {
    const { value, square } = /** @type {Wide} */ (gradients[at]);
    const size = (Math.abs(value) + meanSize + Math.abs(z.value) * alongSize) / root;
    const ofAlong = squared(z.value) * alongSquare + squared(along) * z.square;
    const through = square + meanSquare + ofAlong + squared(value - mean - along * z.value) * ofRoot;
    set(at, size, through / squared(root));
  });
}
