/**
 * How each operation of an explanation (web/engine/explain/explain.js) makes a number of its terms, in float64, and how far
 * a computation in fewer bits may be from it.
 *
 * A deviation is the size of an error that rounding may make. Each operation adds its own: a share of the size of the terms
 * that it sums, however much they cancel. Those of its terms come through as their effects, added as squares, as
 * independent errors add. Squares of deviations are what is stored.
 *
 * @typedef {import("../../engine/explain/explain.js").Origin} Origin
 * @typedef {import("../../engine/explain/explain.js").Source} Source
 * @typedef {import("../../engine/explain/explain.js").Term} Term
 * @typedef {{value: number, square: number}} Wide square: of the deviation
 * @typedef {import("./precision.js").Precision} Precision
 *
 * What an operation may ask for.
 * @typedef {object} Context
 * @property {(term: Term) => number} squareOf the square of a term's deviation
 * @property {Precision} precision
 * @property {boolean} flushes whether weights below 2^-63.5 of the largest may be 0
 */

/** Softmax may leave weights out that are smaller. */
const FLUSHED = 2 ** -63;

/** Whether a walk's softmax leaves out such weights: not where the sum of some of them divides the others. @param {Source} run */
export const mayFlush = ({ spec, has }) => spec.mask_mode !== "after_softmax_renormalised" || !has("zeroed");

/** @param {number} x */
const squared = (x) => x * x;

/** A product in which 0 wins over infinities, which are compared as such. @param {number} a @param {number} b */
export const times = (a, b) => (a === 0 || b === 0 ? 0 : a * b);

/** @param {readonly number[]} numbers */
const sumOf = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @param {Origin} origin @param {Context} context */
const squaresOf = ({ terms }, { squareOf }) => terms.map(squareOf);

/**
 * A number with the squares that come through, and its own deviation.
 * @param {number} value
 * @param {number} through
 * @param {number} size of the terms
 * @param {number} count of the terms
 * @param {Precision} precision
 * @returns {Wide}
 */
export function wide(value, through, size, count, precision) {
  const own = precision.sums(count) * size + precision.stored * Math.abs(value) + precision.smallest;
  const square = through + squared(own);
  return { value, square: Number.isFinite(square) ? square : 0 };
}

/** A number that is exact, such as what a mask writes. @param {number} value @returns {Wide} */
export const exact = (value) => ({ value, square: 0 });

/** The first term, at most changed by its rounding. @param {Origin} origin @param {Context} context */
function copy(origin, context) {
  const [from] = /** @type {[Term]} */ (origin.terms);
  return wide(from.value, context.squareOf(from), 0, 1, context.precision);
}

/** @param {Origin} origin @param {Context} context */
function sum(origin, context) {
  const values = origin.terms.map(({ value }) => value);
  const size = sumOf(values.map(Math.abs));
  return wide(sumOf(values), sumOf(squaresOf(origin, context)), size, values.length, context.precision);
}

/** @param {Origin} origin @param {Context} context */
function dot({ terms }, { squareOf, precision }) {
  let [value, through, size] = [0, 0, 0];
  for (let at = 0; at + 1 < terms.length; at += 2) {
    const [a, b] = /** @type {[Term, Term]} */ ([terms[at], terms[at + 1]]);
    value += a.value * b.value;
    size += Math.abs(a.value * b.value);
    through += times(squareOf(a), squared(b.value)) + times(squareOf(b), squared(a.value));
  }
  const last = terms.length % 2 === 1 ? terms.at(-1) : undefined;
  if (last) [value, size, through] = [value + last.value, size + Math.abs(last.value), through + squareOf(last)];
  return wide(value, through, size, terms.length / 2, precision);
}

/** @param {Origin} origin @param {Context} context */
function product({ terms }, { squareOf, precision }) {
  const [a, b] = /** @type {[Term, Term]} */ (terms);
  const value = a.value * b.value;
  const through = times(squareOf(a), squared(b.value)) + times(squareOf(b), squared(a.value));
  return wide(value, through, Math.abs(value), 1, precision);
}

/**
 * A quotient of two numbers of which the second is exact.
 * @param {Origin} origin @param {Context} context
 */
function dropout({ terms }, { squareOf, precision }) {
  const [weight, keep, kept] = /** @type {[Term, Term, Term]} */ (terms);
  if (keep.value === 0) return exact(0);
  const value = weight.value / kept.value;
  return wide(value, squareOf(weight) / squared(kept.value), Math.abs(value), 1, precision);
}

/**
 * The slope of a function of one number is at most twice what it makes of each unit, or of the identity.
 * @param {number} x
 * @param {number} applied
 */
export const steepest = (x, applied) => 2 * Math.max(1, x === 0 ? 0 : Math.abs(applied / x));

/** A function of one number. @param {Origin} origin @param {Context} context */
function apply({ terms, applied = NaN }, { squareOf, precision }) {
  const [from, bound] = /** @type {[Term, Term?]} */ (terms);
  const x = bound ? from.value / bound.value : from.value;
  const value = bound ? bound.value * applied : applied;
  return wide(
    value,
    squareOf(from) * squared(steepest(x, applied)),
    Math.abs(value) + Math.abs(from.value),
    1,
    precision,
  );
}

/** @param {Origin} origin @param {Context} context */
function gate(origin, context) {
  const [from, up] = /** @type {[Term, Term]} */ (origin.terms);
  const activated = apply({ ...origin, terms: [from] }, context);
  const through = times(activated.square, squared(up.value)) + times(squared(activated.value), context.squareOf(up));
  const value = activated.value * up.value;
  return wide(value, through, Math.abs(value), 1, context.precision);
}

/** @param {Origin} origin @param {Context} context */
function gaussian({ terms }, { precision }) {
  const [distance, sigma] = /** @type {[Term, Term]} */ (terms);
  const value = -0.5 * squared(distance.value / sigma.value);
  return wide(value, 0, Math.abs(value), 1, precision);
}

/** An angle is rounded as well: the more turns, the further off. @param {Origin} origin @param {Context} context */
function sinusoidal({ angle = NaN, fn }, { precision }) {
  return wide(fn === "sin" ? Math.sin(angle) : Math.cos(angle), 0, 1 + Math.abs(angle), 1, precision);
}

/**
 * The operations that make one number. softmax, share and norm make rows: see below.
 * @type {Readonly<Partial<Record<Origin["operation"], (origin: Origin, context: Context) => Wide>>>}
 */
export const operations = Object.freeze({
  copy,
  sum,
  dot,
  product,
  dropout,
  apply,
  gate,
  gaussian,
  sinusoidal,
  mask: () => exact(-Infinity),
  fill: ({ terms }) => exact(/** @type {Term} */ (terms[1]).value),
  zero: () => exact(0),
  allow: ({ reasons = [] }) => exact(reasons.length > 0 ? 0 : 1),
  mean: (origin, context) => {
    const total = sum(origin, context);
    const count = origin.terms.length;
    return { value: total.value / count, square: total.square / squared(count) };
  },
});

/**
 * The shares of softmax (exponentials of scores, divided by their sum) or of weights (divided by their sum): one for each term.
 * @param {Origin} origin
 * @param {Context} context
 * @returns {Wide[]}
 */
export function shares({ terms, operation }, context) {
  return sharesOf(
    terms.map(({ value }) => value),
    terms.map(context.squareOf),
    { ...context, isSoftmax: operation === "softmax" },
  );
}

/**
 * The same of numbers and the squares of their deviations.
 * @param {readonly number[]} values
 * @param {readonly number[]} squares
 * @param {{isSoftmax: boolean, flushes: boolean, precision: Precision}} how
 * @returns {Wide[]}
 */
export function sharesOf(values, squares, { isSoftmax, flushes, precision }) {
  const max = values.reduce((largest, value) => (value > largest || Number.isNaN(value) ? value : largest), -Infinity);
  const parts = isSoftmax ? values.map((value) => Math.exp(value - max)) : values;
  const total = sumOf(parts);
  const weights = parts.map((part) => part / total);
  /* A share moves with its own score or weight, and against its row's. */
  const row = isSoftmax
    ? sumOf(weights.map((weight, at) => times(squared(weight), /** @type {number} */ (squares[at]))))
    : sumOf(squares) / squared(total);
  const floor = isSoftmax && flushes ? squared(FLUSHED) : 0;
  return weights.map((weight, at) => {
    const own = /** @type {number} */ (squares[at]);
    const through = isSoftmax ? times(squared(weight), own + row) : own / squared(total) + times(squared(weight), row);
    return wide(weight, through + floor, weight, values.length, precision);
  });
}

/**
 * A row that is normalised: each number with its weight and bias.
 * @param {Origin} origin of one number of the row
 * @param {Context & {weight: (d: number) => number | undefined, bias: (d: number) => number | undefined,
 *   epsilon: number, centred: boolean, rootOf?: import("./evaluate.js").Reader["rootOf"]}} context weight: by what the
 *   number is multiplied
 * @returns {Wide[]}
 */
export function normalised(origin, context) {
  const { squareOf, precision, weight, bias, epsilon, centred } = context;
  const rootOf = context.rootOf ?? ((variance) => Math.sqrt(variance + epsilon));
  const [first] = /** @type {[Term]} */ (origin.terms);
  const terms = origin.terms.filter(({ stage }) => stage === first.stage);
  const count = terms.length;
  const mean = centred ? sumOf(terms.map(({ value }) => value)) / count : 0;
  const root = rootOf(sumOf(terms.map(({ value }) => squared(value - mean))) / count, epsilon, count);
  const squares = terms.map(squareOf);
  const scores = terms.map(({ value }) => (value - mean) / root);
  const ofMean = centred ? sumOf(squares) / squared(count) : 0;
  const ofRoot = sumOf(scores.map((z, at) => times(squared(z), /** @type {number} */ (squares[at])))) / squared(count);
  return scores.map((z, at) => {
    const [{ value: own }, ownSquare] = /** @type {[Term, number]} */ ([terms[at], squares[at]]);
    const size = (Math.abs(own) + Math.abs(mean)) / root;
    const through = (ownSquare + ofMean + times(squared(z), ofRoot)) / squared(root);
    const [factor, added] = [weight(at) ?? 1, bias(at) ?? 0];
    const value = z * factor + added;
    return wide(value, times(through, squared(factor)), size * Math.abs(factor) + Math.abs(added), count, precision);
  });
}
