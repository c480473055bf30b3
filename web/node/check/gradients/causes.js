/**
 * The causes of wrong gradients: which of the usual mistakes gives the numbers in the file.
 *
 * @typedef {import("../../../engine/tensors.js").TensorInput} TensorInput
 *
 * @typedef {(id: string, file: number, at: number) => number} ToleranceOfGradient of one number in the file
 */
import { excessOf } from "../../../tensors/compare.js";
import { attentionMistakes } from "./attention.js";
import { layerMistakes } from "./layer.js";

/**
 * @param {import("./layer.js").Given} given
 * @param {readonly {name: string, id: string}[]} wrong gradients
 * @param {ReadonlyMap<string, TensorInput>} expected
 * @param {{gradients: Readonly<Record<string, TensorInput>>, allowed: ToleranceOfGradient}} engine what it computes, and how
 *   far the file may be from that
 * @returns {import("../causes.js").Cause[]} best first
 */
export function gradientCausesOf(given, wrong, expected, { gradients: right, allowed }) {
  const told = wrong.flatMap(({ name, id: stage }) => {
    const [file, engine] = [expected.get(stage)?.data, right[stage]?.data];
    if (!file || !engine) return [];
    return [{ name, stage, file, engine, tolerances: Array.from(file, (value, at) => allowed(stage, value, at)) }];
  });
  const found = (told.length === 0 ? [] : triedFor(given, right)).flatMap(({ id, words, gradients }) => {
    const explained = told.flatMap(({ name, stage, ...numbers }) => {
      const computed = gradients.get(stage);
      if (!computed || numbers.file.length !== computed.length) return [];
      const excess = excessWith(computed, numbers);
      return excess <= 1 ? [{ name, excess }] : [];
    });
    const worst_after = Math.max(...explained.map(({ excess }) => excess));
    return explained.length > 0
      ? [{ id, words, worst_after, explains: explained.map(({ name }) => name), together_with: [] }]
      : [];
  });
  const best = found.sort((a, b) => b.explains.length - a.explains.length || a.worst_after - b.worst_after);
  return best.filter(({ id }, at) => best.findIndex((other) => other.id === id) === at);
}

/**
 * The largest difference between a file and a gradient with a mistake, over its tolerance. A mistake moves the large numbers of
 * a tensor, or makes all larger, and with them what rounding does: the tolerance of each is then that of the largest. Where the
 * right gradient would pass with that, each number keeps its own.
 * @param {ArrayLike<number>} computed
 * @param {{file: ArrayLike<number>, engine: ArrayLike<number>, tolerances: readonly number[]}} right
 */
function excessWith(computed, { file, engine, tolerances }) {
  const growth = Math.max(1, largestOf(computed) / largestOf(engine));
  const widest = largestOf(tolerances) * growth;
  const excessOfAll = (/** @type {ArrayLike<number>} */ numbers, /** @type {(at: number) => number} */ tolerance) =>
    Array.from(numbers).reduce(
      (most, value, at) => Math.max(most, excessOf(Number(file[at]), value, tolerance(at))),
      0,
    );
  return excessOfAll(engine, () => widest) > 1
    ? excessOfAll(computed, () => widest)
    : excessOfAll(computed, (at) => Number(tolerances[at]));
}

/** The largest size of some numbers, of those that are finite. @param {ArrayLike<number>} numbers */
const largestOf = (numbers) =>
  Array.from(numbers).reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);

/**
 * The gradients with each of the usual mistakes.
 * @param {import("./layer.js").Given} given
 * @param {Readonly<Record<string, TensorInput>>} right
 */
const triedFor = (given, right) => [...attentionMistakes(given.run, right), ...layerMistakes(given, right)];
