import { backward } from "../engine/backward.js";
import { checkObject } from "../engine/checks.js";
import { decodeSteps } from "../engine/decode-steps.js";
import { floatToJson } from "../export/float.js";
import { parseCaseFile, readExpected, readWalk } from "./case-file.js";
import { firstDifference } from "./compare-tensors.js";

/**
 * @typedef {import("../engine/run.js").Run} Run
 * @typedef {import("../engine/decode-steps.js").Append} Append
 * @typedef {import("../engine/tensors.js").TensorInput} TensorInput
 */

/**
 * Computes the walk of a case file and compares it with the expected values in the file.
 * @param {import("../engine/engine.js").Engine} engine
 * @param {string} text JSON
 * @returns {{same: boolean, line: string}} line: "ok (...)", or the first difference
 */
export function check(engine, text) {
  const file = parseCaseFile(text);
  const { spec, inputs, dOutput } = readWalk(file);
  const { steps: expectedSteps } = checkObject(file.expected, "expected");
  const walk = engine.trace(spec, inputs).finish();
  let appends = /** @type {Append[]} */ ([]);
  try {
    if (expectedSteps !== undefined) appends = decodeSteps(walk);
    const gradients = dOutput && backward(walk, dOutput);
    const steps = appends.map(({ run }) => comparableTensors(run));
    const known = { stages: comparableTensors(walk), steps, gradients: gradients && Object.keys(gradients) };
    const { tolerance, ...expected } = readExpected(file, known);
    const line =
      differenceIn(known.stages, (id) => walk.tensor(id), expected.stages, tolerance) ??
      differenceInSteps(appends, expected.steps, tolerance) ??
      differenceInGradients(gradients ?? {}, expected.gradients, tolerance);
    return { same: line === undefined, line: line ?? `ok (${countsInWords(expected)} within ${tolerance})` };
  } finally {
    walk.free();
    for (const { run } of appends) run.free();
  }
}

/**
 * The names of the tensors that a file may expect of a walk, in the order of comparison: "allow", the combined mask, comes
 * before the stage that applies it, so that a wrong mask is reported as such.
 * @param {Run} walk
 */
function comparableTensors(walk) {
  const others = walk.auxiliary.filter((id) => id !== "allow");
  const maskedStage = walk.stages.find((id) => id === "masked" || id === "zeroed");
  return [...walk.stages.flatMap((id) => (id === maskedStage ? ["allow", id] : [id])), ...others];
}

/**
 * @param {readonly string[]} ids in the order of comparison
 * @param {(id: string) => TensorInput | undefined} got the computed tensor
 * @param {Map<string, TensorInput>} expected
 * @param {number} tolerance
 * @returns {string | undefined} the first difference
 */
function differenceIn(ids, got, expected, tolerance) {
  for (const id of ids) {
    const want = expected.get(id);
    const difference = want && firstDifference(/** @type {TensorInput} */ (got(id)), want, tolerance);
    if (difference) return `${id}${describe(difference)}`;
  }
  return undefined;
}

/**
 * @param {Append[]} appends
 * @param {import("./case-file.js").ExpectedStep[]} expected one for each append; if empty, nothing is compared
 * @param {number} tolerance
 * @returns {string | undefined} the first difference
 */
function differenceInSteps(appends, expected, tolerance) {
  if (expected.length === 0) return undefined;
  if (appends.length !== expected.length) return `steps: got ${appends.length}, want ${expected.length}`;
  for (const [at, { counts, stages }] of expected.entries()) {
    const append = /** @type {Append} */ (appends[at]);
    const counted = [...counts].find(([name, want]) => append[name] !== want);
    if (counted) return `steps[${at}].${counted[0]}: got ${append[counted[0]]}, want ${counted[1]}`;
    const run = append.run.finish();
    const line = differenceIn(comparableTensors(run), (id) => run.tensor(id), stages, tolerance);
    if (line !== undefined) return `steps[${at}].${line}`;
  }
  return undefined;
}

/**
 * @param {Record<string, TensorInput>} gradients
 * @param {Map<string, TensorInput>} expected
 * @param {number} tolerance
 */
function differenceInGradients(gradients, expected, tolerance) {
  const line = differenceIn(Object.keys(gradients), (id) => gradients[id], expected, tolerance);
  return line && `gradients.${line}`;
}

/** A difference in words. @param {NonNullable<ReturnType<typeof firstDifference>>} difference */
function describe({ index, got, want }) {
  if (index === undefined) return ` shape: got [${got.join(", ")}], want [${want.join(", ")}]`;
  const wanted = Number.isFinite(want) ? String(want) : floatToJson(want);
  return `[${index.join(", ")}]: got ${floatToJson(got)}, want ${wanted}`.replaceAll('"', "");
}

/** How much was compared, e.g. "3 stages, 2 appends and 1 gradient". @param {{stages: Map<string, unknown>, steps: unknown[], gradients: Map<string, unknown>}} expected */
function countsInWords({ stages, steps, gradients }) {
  const counts = [
    { count: stages.size, one: "stage" },
    { count: steps.length, one: "append" },
    { count: gradients.size, one: "gradient" },
  ];
  const words = counts.flatMap(({ count, one }) => (count > 0 ? [`${count} ${one}${count === 1 ? "" : "s"}`] : []));
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" and ");
}
