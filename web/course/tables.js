/** Small tables of numbers with which steps show what their feedback says. No DOM. */

/**
 * A row of a table. Its name is the message `learn-row-<name>`, which may name a word.
 * @typedef {Readonly<{name: string, word?: string, values: readonly number[]}>} Row
 */
/**
 * A table. Its caption is the message `lesson-<lesson>-<step>-<id>`; without words its columns are numbered.
 * @typedef {Readonly<{id: string, columns?: readonly string[], rows: readonly Row[], digits?: number,
 *   spread?: readonly (readonly number[])[], hands?: boolean, named?: boolean, phone?: boolean}>} Table spread: for each column,
 *   the numbers whose spread the rows measure; hands: whether each row, of two numbers, is also drawn as the hand of a clock;
 *   named: whether the columns are messages `dimension-<column>`; phone: whether only phones show it, as their figures have no
 *   digits there
 */

/**
 * A row of numbers before and after a change, and the difference.
 * @param {string} id of the table
 * @param {readonly number[]} before
 * @param {readonly number[]} after
 * @param {readonly string[]} [columns]
 * @returns {Table}
 */
export const beforeAndAfter = (id, before, after, columns) => ({
  id,
  columns,
  rows: [
    { name: "before", values: before },
    { name: "after", values: after },
    { name: "difference", values: after.map((value, column) => value - Number(before[column])) },
  ],
});
