import { compareTensors } from "../../tensors/compare.js";
import { Evaluation } from "./evaluate.js";
import { allMixed, maskOf } from "./changes.js";
import { Known } from "./known.js";
import { shapeOf, tensorOf } from "./log-sum-exp.js";

/**
 * @typedef {import("../../engine/run.js").Run} Run
 * @typedef {import("../../engine/tensors.js").TensorInput} TensorInput
 * @typedef {import("../../tensors/compare.js").Comparison} Comparison
 * @typedef {import("./tolerance.js").Tolerance} Tolerance
 *
 * What a file says of one walk: the whole, or an append to a KV cache.
 * @typedef {object} Subject
 * @property {string} prefix of names in the report
 * @property {Run} run finished
 * @property {readonly string[]} ids of its tensors, in the order of comparison
 * @property {ReadonlyMap<string, TensorInput>} expected
 *
 * @typedef {object} Compared one tensor
 * @property {string} name as in the file: weights, steps[1].output
 * @property {string} id without the prefix
 * @property {Comparison} engine with what the engine computes
 * @property {boolean} isWrong by itself: it differs from what the engine computes, and from what follows from the file's
 *   own earlier stages
 * @property {Comparison} [alone] with what follows from the file's earlier stages, where one of these differs
 */

/** The tensors of a file that can stand in place of computed ones: those of the right shape. @param {Subject} subject */
const usable = ({ run, expected }) =>
  new Map([...expected].filter(([id, { shape }]) => shape.join() === shapeOf(run, id).join()));

/**
 * A walk in float64 in which each stage is computed from the earlier stages that the file has.
 *
 * @typedef {object} FileWalk
 * @property {Subject} subject
 * @property {Tolerance} tolerance
 * @property {Evaluation} beginning the walk computed from its inputs
 * @property {Known} known what has been computed
 * @property {(changes?: readonly import("./evaluate.js").Change[]) => Evaluation} with the walk with mistakes
 */

/** @param {Subject} subject @param {Tolerance} tolerance @returns {FileWalk} */
export function fileWalk(subject, tolerance) {
  const { run } = subject;
  const { precision, deviationOf } = tolerance;
  const given = usable(subject);
  const allow = given.get("allow");
  const base = [allMixed, ...(allow ? [maskOf(allow)] : [])];
  const known = new Known(run);
  const evaluate = (/** @type {readonly import("./evaluate.js").Change[]} */ changes = []) =>
    new Evaluation(run, { precision, given, deviationOf, base, changes, known });
  const beginning = new Evaluation(run, { precision });
  return { subject, tolerance, beginning, known, with: evaluate };
}

/**
 * Compares each tensor of a file with the engine's, and those that differ with what follows from the file's earlier stages.
 * @param {FileWalk} walk
 * @returns {Compared[]}
 */
export function compareWalk({ subject, tolerance, beginning, with: evaluate }) {
  const { prefix, run, ids, expected } = subject;
  const chained = evaluate();
  const compared = /** @type {Compared[]} */ ([]);
  for (const id of ids) {
    const file = expected.get(id);
    if (!file) continue;
    const engine = compareTensors(file, tensorOf(run, id), (value, at) =>
      tolerance.fromEngine(value, beginning.computed(id, at).square),
    );
    const isLater = compared.some((other) => !other.engine.ok);
    const alone = !engine.ok && isLater && "index" in engine ? compareAlone(chained, id, file, tolerance) : undefined;
    compared.push({ name: `${prefix}${id}`, id, engine, isWrong: !engine.ok && !alone?.ok, ...(alone && { alone }) });
  }
  return compared;
}

/**
 * @param {Evaluation} chained
 * @param {string} id
 * @param {TensorInput} file
 * @param {Tolerance} tolerance
 */
function compareAlone(chained, id, file, tolerance) {
  const numbers = Array.from(file.data, (_, at) => chained.computed(id, at));
  const computed = { shape: file.shape, data: numbers.map(({ value }) => value) };
  return compareTensors(file, computed, (value, at) => tolerance.fromFile(value, numbers[at]?.square ?? 0));
}
