/** Helpers that build the indices of the numbers that use another one. */
import { count } from "./terms.js";

/** @typedef {import("./rules.js").Index3} Index3 */

/** No number uses it. @type {number[][]} */
export const NONE = [];

/** @param {readonly number[]} heads @param {readonly number[]} rows @param {readonly number[]} columns */
export const block = (heads, rows, columns) =>
  heads.flatMap((h) => rows.flatMap((i) => columns.map((c) => /** @type {Index3} */ ([h, i, c]))));

/** The same pair in every head. @param {import("./explain.js").Source} run @param {number[]} pair @returns {number[][]} */
export const everyHead = (run, pair) => count(run.spec.heads).map((head) => [head, ...pair]);
