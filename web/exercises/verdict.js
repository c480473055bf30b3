import { compareTensors, excessOf, relative } from "../tensors/compare.js";
import { tensorOf } from "./matrix.js";

/** @typedef {import("./exercise.js").Exercise} Exercise */
/** @typedef {import("./cases.js").Case} Case */
/** @typedef {import("./matrix.js").Rows} Rows */

/** @typedef {import("./outcome.js").Failure} Failure */
/**
 * What is wrong with what was returned for a stage, where it has no rows of numbers.
 * @typedef {{not: "object" | "rows" | "numbers" | "even", got: string, index?: readonly number[]}} Unfit not even: its rows differ in length
 */
/**
 * What is said of a run. at: the first case with something wrong, from 0; stage: the first such stage.
 * @typedef {{kind: "right"} | {kind: "no-worker" | "no-function" | "unread"} | {kind: "slow", at: number}
 *   | ({kind: "failed", at: number | null} & Failure)
 *   | ({kind: "unfit", at: number, stage: string} & Unfit)
 *   | {kind: "shape", at: number, stage: string, rows: Rows, got: readonly number[], wanted: readonly number[], mistake: string | null}
 *   | {kind: "wrong", at: number, stage: string, rows: Rows, index: readonly number[], got: number, wanted: number,
 *       differing: number, mistake: string | null}} Verdict
 */

const tolerance = relative();

/** Whether two numbers differ by more than rounding. @param {number} got @param {number} wanted */
export const differs = (got, wanted) => !(excessOf(got, wanted, tolerance(got)) <= 1);

/**
 * Compares what the reader's code returned with the engine's numbers, case by case and stage by stage: the first that is wrong is named.
 * @param {Exercise} exercise
 * @param {readonly Case[]} cases
 * @param {import("./outcome.js").Outcome} outcome
 * @returns {Verdict}
 */
export function verdictOn(exercise, cases, { ended, failure, answers }) {
  if (ended === "no-worker" || ended === "no-function" || ended === "unread") return { kind: ended };
  if (failure) return { kind: "failed", at: null, ...failure };
  for (const [at, one] of cases.entries()) {
    const answer = answers[at];
    if (!answer) return { kind: "slow", at };
    if ("failure" in answer) return { kind: "failed", at, ...answer.failure };
    const wrong = firstWrong(exercise, one, answer.value);
    if (!wrong) continue;
    if (wrong.kind === "unfit") return { ...wrong, at };
    const values = answers.map((each) => (each && "value" in each ? each.value : undefined));
    return { ...wrong, at, mistake: mistakeIn(exercise, cases, values, at, wrong.stage) };
  }
  return { kind: "right" };
}

/**
 * The first stage of a case that is wrong; null where all are right.
 * @param {Exercise} exercise
 * @param {Case} one
 * @param {unknown} value
 */
function firstWrong({ stages }, { expected }, value) {
  for (const stage of stages) {
    const read = rowsIn(stages, stage, value);
    if ("not" in read) return { kind: /** @type {const} */ ("unfit"), stage, ...read };
    const { rows } = read;
    const found = compareTensors(tensorOf(rows), tensorOf(/** @type {Rows} */ (expected[stage])), tolerance);
    if ("fileShape" in found)
      return { kind: /** @type {const} */ ("shape"), stage, rows, got: found.fileShape, wanted: found.engineShape };
    const { index, file: got, engine: wanted, differing } = found;
    if (!found.ok) return { kind: /** @type {const} */ ("wrong"), stage, rows, index, got, wanted, differing };
  }
  return null;
}

/**
 * The rows of a stage in what the function returned: all of it, or one of its parts.
 * @param {readonly string[]} stages
 * @param {string} stage
 * @param {unknown} value
 * @returns {{rows: Rows} | Unfit}
 */
function rowsIn(stages, stage, value) {
  if (stages.length === 1) return rowsOf(value);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { not: "object", got: described(value) };
  return rowsOf(/** @type {Record<string, unknown>} */ (value)[stage]);
}

/** @param {unknown} value @returns {{rows: Rows} | Unfit} */
function rowsOf(value) {
  if (!isList(value) || value.length === 0) return { not: "rows", got: described(value) };
  const rows = Array.from(value);
  for (const row of rows) if (!isList(row)) return { not: "rows", got: described(value) };
  const lists = /** @type {unknown[][]} */ (rows.map((row) => Array.from(/** @type {unknown[]} */ (row))));
  for (const [i, row] of lists.entries()) {
    if (row.length !== lists[0]?.length) return { not: "even", got: String(row.length), index: [i] };
    const j = row.findIndex((number) => typeof number !== "number");
    if (j >= 0) return { not: "numbers", got: described(row[j]), index: [i, j] };
  }
  return { rows: /** @type {number[][]} */ (lists) };
}

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);

/** What a value is, as code names it. @param {unknown} value @returns {string} */
function described(value) {
  if (isList(value)) return value.length === 0 ? "[]" : isList(value[0]) ? "[[…], …]" : `[${described(value[0])}, …]`;
  if (typeof value === "object" && value !== null) return "{…}";
  return typeof value === "string" ? `"${value.slice(0, 20)}"` : String(value);
}

/**
 * The usual mistake that gives the numbers of the first wrong case, and of as many others as possible; null where none does.
 * @param {Exercise} exercise
 * @param {readonly Case[]} cases
 * @param {readonly unknown[]} values what was returned, by case
 * @param {number} first the first wrong case
 * @param {string} stage the first wrong stage
 */
function mistakeIn({ stages, mistakes }, cases, values, first, stage) {
  /** @param {import("./exercise.js").Mistake} mistake @param {number} at */
  const explains = (mistake, at) => {
    const { given, expected } = /** @type {Case} */ (cases[at]);
    const made = mistake.of(given, expected);
    const read = rowsIn(stages, stage, values[at]);
    return made !== null && "rows" in read && compareTensors(tensorOf(read.rows), tensorOf(made), tolerance).ok;
  };
  const able = mistakes.filter((mistake) => mistake.stage === stage && explains(mistake, first));
  const counted = able.map(({ id, ...mistake }) => ({
    id,
    count: cases.filter((_, at) => explains({ id, ...mistake }, at)).length,
  }));
  const [best] = counted.sort((one, other) => other.count - one.count);
  return best?.id ?? null;
}
