import { backward } from "../engine/backward.js";
import { checkObject } from "../engine/checks.js";
import { decodeSteps } from "../engine/decode-steps.js";
import { checkCaseFields, parseCaseFile, readExpected, readWalk } from "./case-file.js";
import { compareTensors } from "./compare-tensors.js";

/**
 * @typedef {import("../engine/run.js").Run} Run
 * @typedef {import("../engine/decode-steps.js").Append} Append
 * @typedef {import("../engine/tensors.js").TensorInput} TensorInput
 */

/**
 * What check found in one file.
 * @typedef {object} Report
 * @property {boolean} ok whether nothing differs
 * @property {number} tolerance
 * @property {{stages: number, appends: number, gradients: number}} counts how many of each the file expects
 * @property {Compared[]} compared in the order of computation: stages, then appends, then gradients
 *
 * One comparison: of a tensor, or of a count of an append. name: as in the file, e.g. weights, steps[1].output,
 * steps[1].cache_len, gradients.X.
 * @typedef {{name: string} & (import("./compare-tensors.js").Comparison | {ok: boolean, got: number, want: number})} Compared
 */

/**
 * Computes the walk of a case file and compares it with the expected values in the file.
 * @param {import("../engine/engine.js").Engine} engine
 * @param {string | import("./case-file.js").Case} given JSON, or a case that has been read
 * @returns {Report}
 */
export function check(engine, given) {
  const file = parseCaseFile(given);
  checkCaseFields(file);
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
    const compared = [
      ...compare("", known.stages, (id) => walk.tensor(id), expected.stages, tolerance),
      ...compareSteps(appends, expected.steps, tolerance),
      ...compare("gradients.", known.gradients ?? [], (id) => gradients?.[id], expected.gradients, tolerance),
    ];
    return { ok: compared.every(({ ok }) => ok), tolerance, counts: countsOf(expected), compared };
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
 * @param {string} prefix of the names in the report
 * @param {readonly string[]} ids in the order of comparison
 * @param {(id: string) => TensorInput | undefined} got the computed tensor
 * @param {Map<string, TensorInput>} expected
 * @param {number} tolerance
 * @returns {Compared[]} one for each expected tensor
 */
function compare(prefix, ids, got, expected, tolerance) {
  return ids.flatMap((id) => {
    const want = expected.get(id);
    if (!want) return [];
    return [{ name: `${prefix}${id}`, ...compareTensors(/** @type {TensorInput} */ (got(id)), want, tolerance) }];
  });
}

/**
 * @param {Append[]} appends
 * @param {import("./case-file.js").ExpectedStep[]} expected one for each append; if empty, nothing is compared
 * @param {number} tolerance
 * @returns {Compared[]} if the number of appends differs, only that
 */
function compareSteps(appends, expected, tolerance) {
  if (expected.length === 0) return [];
  if (appends.length !== expected.length) {
    return [{ name: "steps", ok: false, got: appends.length, want: expected.length }];
  }
  return expected.flatMap(({ counts, stages }, at) => {
    const append = /** @type {Append} */ (appends[at]);
    const counted = Array.from(counts, ([name, want]) => {
      const got = append[name];
      return { name: `steps[${at}].${name}`, ok: got === want, got, want };
    });
    const run = append.run.finish();
    return [...counted, ...compare(`steps[${at}].`, comparableTensors(run), (id) => run.tensor(id), stages, tolerance)];
  });
}

/** How much a file expects. @param {Omit<ReturnType<typeof readExpected>, "tolerance">} expected */
const countsOf = ({ stages, steps, gradients }) => ({
  stages: stages.size,
  appends: steps.length,
  gradients: gradients.size,
});
