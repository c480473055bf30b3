/** What becomes of "chased" in "The dog chased the cat" when the reader exchanges "dog" and "cat". */

/** The order of the words with "dog" and "cat" exchanged. */
export const swapped = Object.freeze([0, 4, 2, 3, 1]);
const chased = 2;

/** Sums in another order differ in their last digits. */
export const rounding = 1e-5;

/**
 * The largest difference of the output of "chased" between the two orders of the words.
 * @param {import("./reading.js").Reading} reading
 */
export const difference = (reading) => {
  const [before, after] = [null, swapped].map((order) => reading.other({ order }).row("output", chased));
  return Math.max(...(before ?? []).map((value, column) => Math.abs(value - Number(after?.[column]))));
};
