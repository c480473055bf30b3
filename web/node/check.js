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
 * Computes what a file asks for and compares it with what the file expects.
 * @param {import("../engine/engine.js").Engine} engine
 * @param {string} text JSON
 * @returns {{same: boolean, line: string}} line: ok, or the first difference
 */
export function check(engine, text) {
  const file = parseCaseFile(text);
  const { spec, inputs, dOutput } = readWalk(file);
  const { steps: wanted } = checkObject(file.expected, "expected");
  const walk = engine.trace(spec, inputs).finish();
  let appends = /** @type {Append[]} */ ([]);
  try {
    if (wanted !== undefined) appends = decodeSteps(walk);
    const gradients = dOutput && backward(walk, dOutput);
    const steps = appends.map(({ run }) => readable(run));
    const known = { stages: readable(walk), steps, gradients: gradients && Object.keys(gradients) };
    const { tolerance, ...expected } = readExpected(file, known);
    const line =
      differenceIn(known.stages, (id) => walk.tensor(id), expected.stages, tolerance) ??
      differenceInSteps(appends, expected.steps, tolerance) ??
      differenceInGradients(gradients ?? {}, expected.gradients, tolerance);
    return { same: line === undefined, line: line ?? `ok (${counted(expected)} within ${tolerance})` };
  } finally {
    walk.free();
    for (const { run } of appends) run.free();
  }
}

/**
 * What a file may expect of a walk, in the order it is compared: all masks together come before what they hide.
 * @param {Run} walk
 */
function readable(walk) {
  const others = walk.auxiliary.filter((id) => id !== "allow");
  const hides = walk.stages.find((id) => id === "masked" || id === "zeroed");
  return [...walk.stages.flatMap((id) => (id === hides ? ["allow", id] : [id])), ...others];
}

/**
 * @param {readonly string[]} ids in the order they are compared
 * @param {(id: string) => TensorInput | undefined} got
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
 * @param {import("./case-file.js").ExpectedStep[]} expected one for each append; none: not compared
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
    const line = differenceIn(readable(run), (id) => run.tensor(id), stages, tolerance);
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

/** @param {NonNullable<ReturnType<typeof firstDifference>>} difference */
function describe({ index, got, want }) {
  if (index === undefined) return ` shape: got [${got.join(", ")}], want [${want.join(", ")}]`;
  const wanted = Number.isFinite(want) ? String(want) : floatToJson(want);
  return `[${index.join(", ")}]: got ${floatToJson(got)}, want ${wanted}`.replaceAll('"', "");
}

/** @param {{stages: Map<string, unknown>, steps: unknown[], gradients: Map<string, unknown>}} expected */
function counted({ stages, steps, gradients }) {
  const counts = [
    { count: stages.size, one: "stage" },
    { count: steps.length, one: "append" },
    { count: gradients.size, one: "gradient" },
  ];
  const words = counts.flatMap(({ count, one }) => (count > 0 ? [`${count} ${one}${count === 1 ? "" : "s"}`] : []));
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" and ");
}
