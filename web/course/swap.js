import { written } from "./reading.js";
import { beforeAndAfter } from "./tables.js";

/** What becomes of "chased" in "The dog chased the cat" when the reader exchanges "dog" and "cat". */

/** The order of the words with "dog" and "cat" exchanged. */
export const swapped = Object.freeze([0, 4, 2, 3, 1]);
const chased = 2;

/** Sums in another order differ in their last digits. */
export const rounding = 1e-5;

/** The output of "chased" in one order of the words. @param {import("./reading.js").Reading} reading @param {readonly number[] | null} order */
const outputIn = (reading, order) => reading.other({ token_order: order }).row("output", chased);

/**
 * The largest difference of the output of "chased" between the two orders of the words.
 * @param {import("./reading.js").Reading} reading
 */
export const difference = (reading) => {
  const [before, after] = [outputIn(reading, null), outputIn(reading, swapped)];
  return Math.max(...before.map((value, column) => Math.abs(value - Number(after[column]))));
};

/** The output of "chased" in both orders, and the difference. @param {import("./reading.js").Reading} reading */
export const outputTables = (reading) => [beforeAndAfter("table", outputIn(reading, null), outputIn(reading, swapped))];

/** Whether the exchange changes the output of "chased". @param {import("./reading.js").Reading} reading @returns {import("./step.js").Outcome} */
export const swapOutcome = (reading) => ({
  answer: difference(reading) > rounding ? "different" : "same",
  facts: { difference: written(difference(reading)) },
});
