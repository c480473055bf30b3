import { written } from "./reading.js";
import { beforeAndAfter } from "./tables.js";

/** What becomes of "chased" in "The dog chased the cat" when the reader exchanges "dog" and "cat". */

/** The order of the words with "dog" and "cat" exchanged. */
export const swapped = Object.freeze([0, 4, 2, 3, 1]);
const chased = 2;

/** Sums in another order differ in their last digits. */
export const rounding = 1e-5;

/** The words in the other order, in a sentence without rows of its own. */
const exchanged = Object.freeze({ token_order: swapped });

/** The output of "chased" after a change. @param {import("./reading.js").Reading} reading @param {Partial<import("../state/state.js").State>} change */
const outputAfter = (reading, change) => reading.other(change).row("output", chased);

/**
 * The largest difference of the output of "chased" between the two orders of the words.
 * @param {import("./reading.js").Reading} reading
 * @param {Partial<import("../state/state.js").State>} [change] what exchanges them
 */
export const difference = (reading, change = exchanged) => {
  const [before, after] = [outputAfter(reading, { token_order: null }), outputAfter(reading, change)];
  return Math.max(...before.map((value, column) => Math.abs(value - Number(after[column]))));
};

/** The output of "chased" in both orders, and the difference. @param {import("./reading.js").Reading} reading */
export const outputTables = (reading) => [
  beforeAndAfter("table", outputAfter(reading, { token_order: null }), outputAfter(reading, exchanged)),
];

/** Whether the exchange changes the output of "chased". @param {import("./reading.js").Reading} reading @returns {import("./step.js").Outcome} */
export const swapOutcome = (reading) => outcomeOf(difference(reading));

/** Whether the output changes, by a difference. @param {number} by @returns {import("./step.js").Outcome} */
export const outcomeOf = (by) => ({
  answer: by > rounding ? "different" : "same",
  facts: { difference: written(by) },
});
