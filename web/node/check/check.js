import { backward } from "../../engine/backward.js";
import { checkObject } from "../../engine/checks.js";
import { LOG_SUM_EXP } from "../../engine/fast/log-sum-exp.js";
import { decodeSteps } from "../../engine/decode-steps.js";
import { checkCaseFields, parseCaseFile, readExpected, readWalk } from "../case-file.js";
import { causesOf } from "./causes.js";
import { compareTensors } from "../../tensors/compare.js";
import { gradientCausesOf } from "./gradients/causes.js";
import { GradientDeviations } from "./gradients/deviations.js";
import { compareWalk, fileWalk } from "./isolate.js";
import { OWNERS } from "./known.js";
import { typeOf } from "./precision.js";
import { toleranceOf } from "./tolerance.js";

/**
 * @typedef {import("../../engine/run.js").Run} Run
 * @typedef {import("../../engine/decode-steps.js").Append} Append
 * @typedef {import("../../engine/tensors.js").TensorInput} TensorInput
 * @typedef {import("./isolate.js").Compared} Compared
 * @typedef {import("./isolate.js").Subject} Subject
 * @typedef {import("./isolate.js").FileWalk} FileWalk
 * @typedef {import("./gradients/causes.js").ToleranceOfGradient} ToleranceOfGradient
 */

/**
 * What check found in one file.
 * @typedef {object} Report
 * @property {boolean} ok whether nothing is wrong
 * @property {number | undefined} tolerance that the file or the command asks for; undefined: what rounding explains
 * @property {import("./precision.js").NumberType} type of the file's numbers
 * @property {{stages: number, appends: number, gradients: number}} counts how many of each the file expects
 * @property {(Compared | Counted)[]} compared in the order of computation: stages, then appends, then gradients
 * @property {import("./causes.js").Cause[]} causes the usual mistakes that explain what is wrong, best first
 * @property {boolean} pairs_left whether pairs of mistakes are left that were not tried, as that would have taken too long
 *
 * A number of an append, or of appends.
 * @typedef {{name: string, isWrong: boolean, counts: {file: number, engine: number}}} Counted
 */

/**
 * Computes the walk of a case file, compares it with the expected values in the file, and looks for the causes of what is wrong.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {string | import("../case-file.js").Case} given JSON, or a case that has been read
 * @param {{tolerance?: number | undefined, pairProducts?: number}} [options] tolerance: in place of the file's;
 *   pairProducts: how many products pairs of mistakes may take for one tensor
 * @returns {Report}
 */
export function check(engine, given, options = {}) {
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
    const ids = comparableTensors(walk);
    const known = {
      stages: ids,
      steps,
      gradients: gradients && Object.keys(gradients),
    };
    const expected = readExpected(file, known);
    const asked = options.tolerance ?? expected.tolerance;
    const ofSteps = expected.steps.flatMap(({ stages }) => [...stages.values()]);
    const type = typeOf([...expected.stages.values(), ...ofSteps, ...expected.gradients.values()]);
    const tolerance = toleranceOf(type, asked);
    const whole = { prefix: "", run: walk, ids, expected: expected.stages };
    const subjects = [whole, ...subjectsOfSteps(appends, expected.steps)];
    const walks = subjects.map((subject) => {
      const walk = fileWalk(subject, tolerance);
      return { walk, compared: compareWalk(walk) };
    });
    const [first, ...later] = walks.map(({ compared }) => compared);
    const forward = [...(first ?? []), ...comparedSteps(appends, expected.steps, later)];
    const allowed = toleranceOfGradients(/** @type {FileWalk} */ (walks[0]?.walk), gradients ?? {});
    const ofGradients = compareGradients(known.gradients ?? [], gradients, expected.gradients, allowed);
    const compared = [...forward, ...ofGradients];
    const ok = compared.every(({ isWrong }) => !isWrong);
    const wrong = ofGradients.filter(({ isWrong }) => isWrong);
    const { causes, pairs_left } = forward.some(({ isWrong }) => isWrong)
      ? causesOf(walks, type, options.pairProducts)
      : {
          causes: gradientCausesOf({ engine, spec, inputs, run: walk }, wrong, expected.gradients, {
            gradients: gradients ?? {},
            allowed,
          }),
          pairs_left: false,
        };
    return { ok, tolerance: asked, type, counts: countsOf(expected), compared, causes, pairs_left };
  } finally {
    walk.free();
    for (const { run } of appends) run.free();
  }
}

/**
 * The names of the tensors that a file may expect of a walk, in the order of comparison: what a stage computes beside its result,
 * such as "allow", the combined mask, comes before it, so that a wrong mask is reported as such. The logarithm of what softmax
 * divides by comes after its weights.
 * @param {Run} walk
 */
function comparableTensors(walk) {
  const ownerOf = (/** @type {string} */ id) =>
    id === "allow" && walk.stages.includes("zeroed") ? "zeroed" : OWNERS[id];
  const beside = (/** @type {string} */ stage) => walk.auxiliary.filter((id) => ownerOf(id) === stage);
  const ids = walk.stages.flatMap((stage) => [...beside(stage), stage]);
  const all = [...ids, ...walk.auxiliary.filter((id) => !ids.includes(id))];
  return all.flatMap((id) => (id === "weights" ? [id, LOG_SUM_EXP] : [id]));
}

/**
 * @param {Append[]} appends
 * @param {import("../case-file.js").ExpectedStep[]} expected
 * @returns {Subject[]} none where there are more or fewer appends than expected
 */
const subjectsOfSteps = (appends, expected) =>
  appends.length !== expected.length
    ? []
    : expected.map(({ stages }, at) => {
        const run = /** @type {Append} */ (appends[at]).run.finish();
        return { prefix: `steps[${at}].`, run, ids: comparableTensors(run), expected: stages };
      });

/**
 * @param {Append[]} appends
 * @param {import("../case-file.js").ExpectedStep[]} expected one for each append; if empty, nothing is compared
 * @param {Compared[][]} stages of each append
 * @returns {(Compared | Counted)[]} if the number of appends differs, only that
 */
function comparedSteps(appends, expected, stages) {
  if (expected.length === 0) return [];
  if (appends.length !== expected.length) {
    return [{ name: "steps", isWrong: true, counts: { file: expected.length, engine: appends.length } }];
  }
  return expected.flatMap(({ counts }, at) => {
    const append = /** @type {Append} */ (appends[at]);
    const counted = Array.from(counts, ([name, file]) => {
      const engine = append[name];
      return { name: `steps[${at}].${name}`, isWrong: engine !== file, counts: { file, engine } };
    });
    return [...counted, ...(stages[at] ?? [])];
  });
}

/**
 * @param {FileWalk} walk
 * @param {Readonly<Record<string, TensorInput>>} gradients
 * @returns {ToleranceOfGradient}
 */
function toleranceOfGradients({ subject, tolerance, beginning }, gradients) {
  const deviations = new GradientDeviations(subject.run, beginning, gradients, tolerance.precision);
  const { asked } = tolerance;
  return (id, file, at) => tolerance.fromEngine(file, asked === undefined ? Number(deviations.squaresOf(id)[at]) : 0);
}

/**
 * @param {readonly string[]} ids in the order of comparison
 * @param {Record<string, TensorInput> | undefined} gradients
 * @param {ReadonlyMap<string, TensorInput>} expected
 * @param {ToleranceOfGradient} allowed
 * @returns {Compared[]}
 */
function compareGradients(ids, gradients, expected, allowed) {
  return ids.flatMap((id) => {
    const file = expected.get(id);
    const computed = gradients?.[id];
    if (!file || !computed) return [];
    const engine = compareTensors(file, computed, (value, at) => allowed(id, value, at));
    return [{ name: `gradients.${id}`, id, engine, isWrong: !engine.ok }];
  });
}

/** How much a file expects. @param {Omit<ReturnType<typeof readExpected>, "tolerance">} expected */
const countsOf = ({ stages, steps, gradients }) => ({
  stages: stages.size,
  appends: steps.length,
  gradients: gradients.size,
});
