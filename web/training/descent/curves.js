/** Gradient descent on functions of one number, and what Taylor's theorem promises about each step. No DOM. */

/**
 * A function whose derivative is known. L bounds how fast the slope changes: |f″(x)| ≤ L within `bounded`.
 * @typedef {object} Curve
 * @property {(x: number) => number} value f(x)
 * @property {(x: number) => number} slope f′(x)
 * @property {readonly [number, number]} interval the values of x that are drawn
 * @property {number} L the largest |f″(x)| within `bounded`
 * @property {readonly [number, number]} bounded where L holds
 * @property {number} start a first x
 * @property {number} eta a first learning rate
 */

/** @typedef {"square" | "valleys" | "wave"} CurveName */

/** @type {Readonly<Record<CurveName, Curve>>} */
export const descentCurves = Object.freeze({
  /** x²: its slope changes equally fast everywhere. */
  square: {
    value: (x) => x * x,
    slope: (x) => 2 * x,
    interval: [-2, 2],
    L: 2,
    bounded: [-Infinity, Infinity],
    start: -1.6,
    eta: 0.1,
  },
  /** x⁴/4 − x² + 0.3·x: two valleys, the left one deeper. |f″| = |3x² − 2| is largest at both ends. */
  valleys: {
    value: (x) => (x * x * x * x) / 4 - x * x + 0.3 * x,
    slope: (x) => x * x * x - 2 * x + 0.3,
    interval: [-2, 2],
    L: 10,
    bounded: [-2, 2],
    start: 1.8,
    eta: 0.05,
  },
  /** x·cos(πx): many valleys. |f″| = |2π·sin(πx) + π²x·cos(πx)| is largest at both ends, where the sine is 0. */
  wave: {
    value: (x) => x * Math.cos(Math.PI * x),
    slope: (x) => Math.cos(Math.PI * x) - Math.PI * x * Math.sin(Math.PI * x),
    interval: [-3, 3],
    L: 3 * Math.PI ** 2,
    bounded: [-3, 3],
    start: 1.7,
    eta: 0.02,
  },
});

/**
 * One step of gradient descent: from x to x − eta·f′(x).
 * @typedef {object} DescentStep
 * @property {number} x
 * @property {number} value f(x)
 * @property {number} slope f′(x)
 * @property {number} next x − eta·f′(x)
 * @property {number} nextValue f there
 * @property {number | null} bound f(x) − eta·(1 − L·eta/2)·f′(x)²: nextValue is at most this (the descent lemma). null
 *   where the step leaves the interval in which L holds
 */

/**
 * @param {Curve} curve
 * @param {number} x
 * @param {number} eta learning rate
 * @returns {DescentStep}
 */
export function descentStep({ value, slope, L, bounded: [low, high] }, x, eta) {
  const [before, rise] = [value(x), slope(x)];
  const next = x - eta * rise;
  const isBounded = [x, next].every((each) => each >= low && each <= high);
  return {
    x,
    value: before,
    slope: rise,
    next,
    nextValue: value(next),
    bound: isBounded ? before - eta * (1 - (L * eta) / 2) * rise * rise : null,
  };
}

/** Descent has diverged where x is so many times farther from 0 than anything that is drawn, or no number. */
const diverged = 1000;

/** Descent has arrived where the slope is smaller than this. */
const flat = 1e-6;

/**
 * What a step does: arrived (there is no slope), diverged (it leads so far away that the next would be pointless), down,
 * level (just as high, on the other side), up (the step was too long).
 * @param {Curve} curve
 * @param {DescentStep} step
 * @returns {"arrived" | "diverged" | "down" | "level" | "up"}
 */
export function outcomeOfStep({ interval: [, high] }, { value, slope, next, nextValue }) {
  if (Math.abs(slope) < flat) return "arrived";
  if (!(Math.abs(next) <= diverged * high) || !Number.isFinite(nextValue)) return "diverged";
  return nextValue < value ? "down" : nextValue === value ? "level" : "up";
}
