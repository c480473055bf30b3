import { count } from "../../engine/explain/terms.js";

/**
 * Numbers that were written with few digits, as print and toFixed write them: so many decimals, or so many significant digits.
 *
 * @typedef {object} Written
 * @property {string} words
 * @property {(value: number) => number} halfUnit how far such a number may be from the one that was meant
 */

/** With more digits, rounding is as small as that of float32. */
const MOST = 6;
/** Whole numbers, and one significant digit, say too little. */
const [LEAST_DECIMALS, LEAST_SIGNIFICANT] = [1, 2];

/**
 * How some numbers may have been written, if with few digits: the fewest decimals that all have, and the fewest significant digits.
 * @param {ArrayLike<number>} numbers
 * @returns {Written[]}
 */
export function writtenWith(numbers) {
  const finite = Array.from(numbers).filter(Number.isFinite);
  if (finite.every(Number.isInteger)) return [];
  /** @param {number} from @param {(value: number, digits: number) => string} write */
  const fewest = (from, write) =>
    count(MOST + 1 - from)
      .map((more) => from + more)
      .find((digits) => finite.every((value) => Math.fround(Number(write(value, digits))) === Math.fround(value)));
  const decimals = fewest(LEAST_DECIMALS, (value, digits) => value.toFixed(digits));
  const significant = fewest(LEAST_SIGNIFICANT, (value, digits) => value.toPrecision(digits));
  return [
    ...(decimals === undefined ? [] : [inDecimals(decimals)]),
    ...(significant === undefined ? [] : [inSignificantDigits(significant)]),
  ];
}

/** @param {string} digits @param {number} after how many of them come after the point in numbers from 1 to 10 */
const inWords = (digits, after) => `written with ${digits}, for which "tolerance": ${Number(`1e-${after}`)} is enough`;

/** @param {number} decimals @returns {Written} */
const inDecimals = (decimals) => ({
  words: inWords(`${decimals} decimal${decimals === 1 ? "" : "s"}`, decimals),
  halfUnit: () => 10 ** -decimals / 2,
});

/** @param {number} digits @returns {Written} */
const inSignificantDigits = (digits) => ({
  words: inWords(`${digits} significant digits`, digits - 1),
  halfUnit: (value) => (value === 0 ? 0 : 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - digits) / 2),
});
