/** Small tables of numbers with which steps show what their feedback says. No DOM. */

/**
 * A row of a table. Its name is the message `learn-row-<name>`, which may name a word. of: how a number of it follows from those
 * above it in its column, where it does.
 * @typedef {Readonly<{name: string, word?: string | number, values: readonly number[], of?: (above: readonly number[], column: number) => number}>} Row
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
    {
      name: "difference",
      values: after.map((value, column) => value - Number(before[column])),
      of: ([from = NaN, to = NaN]) => to - from,
    },
  ],
});

/** The last of some numbers, times the one before it. @param {readonly number[]} above */
export const product = (above) => Number(above.at(-2)) * Number(above.at(-1));

/** The sum of some numbers. @param {readonly number[]} above */
export const total = (above) => above.reduce((sum, value) => sum + value, 0);

/** What sums of float32 in another order may differ by. */
const rounding = 1e-5;

/**
 * Digits after the point with which no difference is rounded to 0: at least `min`, at most 4.
 * @param {readonly Row[]} rows
 * @param {number} min
 */
export function digitsFor(rows, min) {
  const apart = rows.filter(({ name }) => name === "difference").flatMap(({ values }) => [...values]);
  const isSeen = (/** @type {number} */ digits) =>
    apart.every((value) => Math.abs(value) < rounding || Number(value.toFixed(digits)) !== 0);
  return [min, min + 1].find(isSeen) ?? 4;
}

/**
 * Whether a table shows a number that does not follow from the rounded ones above it, as these are shown.
 * @param {readonly Row[]} rows
 * @param {number} digits after the point
 */
export const isRounded = (rows, digits) =>
  rows.some(({ values, of }, at) =>
    values.some((value, column) => {
      const above = rows.slice(0, at).map((row) => Number(Number(row.values[column]).toFixed(digits)));
      return of !== undefined && Math.abs(of(above, column) - Number(value.toFixed(digits))) > 0.500001 / 10 ** digits;
    }),
  );
