import { compareTensors, excessOf, relative } from "../tensors/compare.js";
import { tensorOf } from "./matrix.js";

/** @typedef {import("./exercise.js").Exercise} Exercise */
/** @typedef {import("./cases.js").Case} Case */
/** @typedef {import("./matrix.js").Rows} Rows */
/** @typedef {import("./program.js").Returned} Returned */

/** @typedef {import("./outcome.js").Failure} Failure */
/**
 * What is wrong with what was returned for a stage, where it has no rows of numbers.
 * @typedef {{not: "object" | "returned" | "there" | "rows" | "numbers" | "even", got: string, index?: readonly number[]}} Unfit not
 *   returned: it is undefined; not there: the object has none; not even: its rows differ in length
 */
/**
 * What is said of a run. at: the first case with something wrong, from 0; stage: the first such stage.
 * @typedef {{kind: "right"} | {kind: "no-worker" | "no-function" | "unread"} | {kind: "slow" | "large", at: number}
 *   | ({kind: "failed", at: number | null} & Failure)
 *   | ({kind: "unfit", at: number, stage: string} & Unfit)
 *   | {kind: "shape", at: number, stage: string, rows: Rows, got: readonly number[], wanted: readonly number[], mistake: string | null}
 *   | {kind: "wrong", at: number, stage: string, rows: Rows, index: readonly number[], got: number, wanted: number,
 *       differing: number, mistake: string | null}} Verdict
 */

const tolerance = relative(2e-5);

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
    if (answer === "large") return { kind: "large", at };
    if ("failure" in answer) return { kind: "failed", at, ...answer.failure };
    const wrong = firstWrong(exercise, one, answer.value);
    if (!wrong) continue;
    if (wrong.kind === "unfit") return { ...wrong, at };
    const values = answers.map((each) => (each && each !== "large" && "value" in each ? each.value : null));
    return { ...wrong, at, mistake: mistakeIn(exercise, cases, values, at, wrong.stage) };
  }
  return { kind: "right" };
}

/**
 * The first stage of a case that is wrong; null where all are right.
 * @param {Exercise} exercise
 * @param {Case} one
 * @param {Returned} value
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
 * @param {Returned} value
 * @returns {{rows: Rows} | Unfit}
 */
function rowsIn(stages, stage, value) {
  const got = described(value);
  if (stages.length === 1) return got === "undefined" ? { not: "returned", got } : checkedRows(value);
  if (typeof value === "number" || !("parts" in value)) return { not: "object", got };
  const part = value.parts[stage];
  return part === undefined ? { not: "there", got } : checkedRows(part);
}

/** @param {Returned} value @returns {{rows: Rows} | Unfit} */
function checkedRows(value) {
  if (!Array.isArray(value) || value.length === 0) return { not: "rows", got: described(value) };
  const rows = value.filter((row) => Array.isArray(row));
  if (rows.length < value.length) return { not: "rows", got: described(value) };
  for (const [i, row] of rows.entries()) {
    if (row.length !== rows[0]?.length) return { not: "even", got: String(row.length), index: [i] };
    const j = row.findIndex((number) => typeof number !== "number");
    if (j >= 0) return { not: "numbers", got: described(/** @type {Returned} */ (row[j])), index: [i, j] };
  }
  return { rows: /** @type {number[][]} */ (rows) };
}

/** What a value is, as code names it. @param {Returned} value @returns {string} */
function described(value) {
  if (typeof value === "number") return String(value);
  if (!Array.isArray(value)) return "text" in value ? value.text : "{…}";
  const [first] = value;
  return first === undefined ? "[]" : Array.isArray(first) ? "[[…], …]" : `[${described(first)}, …]`;
}

/**
 * The usual mistake that gives the numbers of the first wrong case, and of as many others as possible; null where none does.
 * @param {Exercise} exercise
 * @param {readonly Case[]} cases
 * @param {readonly (Returned | null)[]} values what was returned, by case; null: nothing to compare
 * @param {number} first the first wrong case
 * @param {string} stage the first wrong stage
 */
function mistakeIn({ stages, mistakes }, cases, values, first, stage) {
  /** @param {import("./exercise.js").Mistake} mistake @param {number} at */
  const explains = (mistake, at) => {
    const { given, expected } = /** @type {Case} */ (cases[at]);
    const made = mistake.of(given, expected);
    const value = values[at] ?? null;
    if (made === null || value === null) return false;
    const read = rowsIn(stages, stage, value);
    return "rows" in read && compareTensors(tensorOf(read.rows), tensorOf(made), tolerance).ok;
  };
  const able = mistakes.filter((mistake) => mistake.stage === stage && explains(mistake, first));
  const counted = able.map(({ id, ...mistake }) => ({
    id,
    count: cases.filter((_, at) => explains({ id, ...mistake }, at)).length,
  }));
  const [best] = counted.sort((one, other) => other.count - one.count);
  return best?.id ?? null;
}
