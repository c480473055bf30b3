/** @typedef {Readonly<{min: number, max: number}>} Range */
/** @typedef {Readonly<Record<"d_model" | "d_k" | "d_v" | "heads" | "tokens" | "padding" | "seed" | "characters", Range>>} Limits */

/**
 * @param {number} min
 * @param {number} max
 * @returns {Range}
 */
const range = (min, max) => Object.freeze({ min, max });

/**
 * What the page offers: a first screen stays small enough to read.
 * @type {Limits}
 */
export const limits = Object.freeze({
  d_model: range(2, 64),
  d_k: range(1, 64),
  d_v: range(1, 64),
  heads: range(1, 8),
  tokens: range(1, 32),
  padding: range(0, 8),
  seed: range(0, 4294967295),
  characters: range(1, 1000),
});

/**
 * What the recipes can draw, for the command line, tests and scripts. The recipe "random" draws every tensor at the
 * largest d_model and d_k given here, so these two numbers are part of what a seed means and never change.
 * @type {Limits}
 */
export const recipeLimits = Object.freeze({
  d_model: range(1, 128),
  d_k: range(1, 256),
  d_v: range(1, 256),
  heads: range(1, 16),
  tokens: range(1, 512),
  padding: range(0, 512),
  seed: range(0, 4294967295),
  characters: range(1, 100000),
});
