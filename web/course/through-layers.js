/** Rows of words on their way through several layers with the same weights. No DOM. */
import { sum } from "./reading.js";
import { rowsOf } from "./hand-built.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {readonly (readonly number[])[]} Rows a row of numbers for each word */

/** The rows of a stage, one for each word. @param {Reading} reading @param {string} stage @returns {number[][]} */
const wordsIn = (reading, stage) => reading.queries.map((_, row) => reading.row(stage, row));

/**
 * The rows that enter the layer of a walk, and those that leave it, each time given to the same layer again.
 * @param {Reading} reading
 * @param {number} layers how many follow each other
 * @returns {Rows[]} of X, then of each layer
 */
export function throughLayers(reading, layers) {
  /** @type {Rows[]} */
  const all = [wordsIn(reading, "X")];
  for (let layer = 1; layer <= layers; layer++) {
    const next = reading.other({ edits: { ...reading.state.edits, X: rowsOf(all[layer - 1] ?? []) } });
    all.push(wordsIn(next, next.stages.at(-1) ?? ""));
  }
  return all;
}

/** The length of a row. @param {readonly number[]} row */
export const lengthOf = (row) => Math.hypot(...row);

/** The mean length of some rows. @param {Rows} rows */
export const meanLength = (rows) => sum(rows.map(lengthOf)) / rows.length;

/** The cosine of the angle between two rows. @param {readonly number[]} a @param {readonly number[]} b */
const cosine = (a, b) => sum(a.map((value, at) => value * Number(b[at]))) / (lengthOf(a) * lengthOf(b));

/** The cosine of those two rows that are the least alike. @param {Rows} rows */
export const leastCosine = (rows) =>
  Math.min(...rows.flatMap((row, at) => rows.slice(0, at).map((other) => cosine(row, other))));
