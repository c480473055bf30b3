/**
 * How far a gradient may be off that comes back through one operation, as explanations of gradients tell it.
 *
 * @typedef {import("../../../engine/explain/explain.js").Term} Term
 * @typedef {import("../../../engine/explain/gradients.js").Part} Part
 * @typedef {{size: number, through: number, count: number}} Sum as Sums in wide-matrix.js
 */
import { times } from "../operations.js";

/** Curves of activations: their slope changes by at most so much for each unit. */
const CURVATURE = 2;

/** @param {number} x */
const squared = (x) => x * x;

/** @param {readonly number[]} numbers */
const sumOf = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** A sum, or a copy, which rounds nothing. @param {Part} part @param {(term: Term) => number} squareOf @returns {Sum} */
function added({ terms }, squareOf) {
  const size = terms.length > 1 ? sumOf(terms.map(({ value }) => Math.abs(value))) : 0;
  return { size, through: sumOf(terms.map(squareOf)), count: terms.length };
}

/** @param {Part} part @param {(term: Term) => number} squareOf @returns {Sum} */
function dot({ terms }, squareOf) {
  const found = { size: 0, through: 0, count: terms.length / 2 };
  for (let at = 0; at + 1 < terms.length; at += 2) {
    const [gradient, other] = /** @type {[Term, Term]} */ ([terms[at], terms[at + 1]]);
    found.size += Math.abs(gradient.value * other.value);
    found.through += productSquare(gradient, squareOf(gradient), other, squareOf(other));
  }
  return found;
}

/** @param {Term} a @param {number} ofA @param {Term} b @param {number} ofB squares of deviations */
const productSquare = (a, ofA, b, ofB) => times(ofA, squared(b.value)) + times(ofB, squared(a.value));

/** @param {Part} part @param {(term: Term) => number} squareOf @returns {Sum} */
function dropout({ terms }, squareOf) {
  const [gradient, kept] = /** @type {[Term, Term]} */ (terms);
  return {
    size: Math.abs(gradient.value / kept.value),
    through: squareOf(gradient) / squared(kept.value),
    count: 1,
  };
}

/**
 * By how much a slope may be off. ReLU's is 0 or 1, whichever side of 0 a number falls.
 * @param {Part} part
 * @param {Term} at where the slope was taken
 * @param {number} square of that number's deviation
 * @param {Term} [bound]
 */
function slopeSquare({ fn }, at, square, bound) {
  if (bound) return times(square, squared((2 * at.value) / squared(bound.value)));
  if (fn !== "relu") return squared(CURVATURE) * square;
  return squared(at.value) <= square ? 1 : 0;
}

/** @param {Part} part @param {(term: Term) => number} squareOf @returns {Sum} */
function apply(part, squareOf) {
  const [gradient, at, bound] = /** @type {[Term, Term, Term?]} */ (part.terms);
  const { slope = NaN } = part;
  return {
    size: Math.abs(gradient.value) * (1 + Math.abs(slope)),
    through:
      times(squareOf(gradient), squared(slope)) +
      times(slopeSquare(part, at, squareOf(at), bound), squared(gradient.value)),
    count: 1,
  };
}

/** @param {Part} part @param {(term: Term) => number} squareOf @returns {Sum} */
function gate(part, squareOf) {
  const [gradient, up, at] = /** @type {[Term, Term, Term]} */ (part.terms);
  const { slope = NaN } = part;
  const product = gradient.value * up.value;
  return {
    size: Math.abs(product) * (1 + Math.abs(slope)),
    through:
      times(productSquare(gradient, squareOf(gradient), up, squareOf(up)), squared(slope)) +
      times(slopeSquare(part, at, squareOf(at)), squared(product)),
    count: 1,
  };
}

/** @type {Readonly<Partial<Record<Part["operation"], (part: Part, squareOf: (term: Term) => number) => Sum>>>} */
const operations = Object.freeze({
  copy: added,
  sum: added,
  dot,
  zero: () => ({ size: 0, through: 0, count: 0 }),
  dropout,
  apply,
  gate,
});

/** @param {Part} part of an operation that makes one number @param {(term: Term) => number} squareOf */
export function deviationOfPart(part, squareOf) {
  const own = /** @type {NonNullable<typeof operations[keyof typeof operations]>} */ (operations[part.operation]);
  return own(part, squareOf);
}
