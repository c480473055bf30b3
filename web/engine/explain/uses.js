import { Run } from "../run.js";
import { checkIndex } from "../tensors.js";
import { rules } from "./table.js";

/**
 * Finds the numbers of a run whose explanations have a given number among their terms: the inverse of explain(). A run that computes on demand is
 * finished first.
 * @param {Run} run
 * @param {string} id a stage, an input, or one of the run's auxiliary tensors
 * @param {readonly number[]} index one number for each dimension
 * @returns {import("./explain.js").Term[]} those computed so far, in the order in which the stages are computed
 * @throws {import("../errors.js").AttentionError} "stage" or "index", as run.explain() does
 */
export function usesOf(run, id, index) {
  const { memory } = Run.partsOf(run);
  checkIndex(id, index, memory.computed(id).shape);
  if (memory.onDemand) run.finish();
  const source = memory.source();
  const isReady = (/** @type {string} */ name) => memory.isComputed(memory.entry(name));
  const ready = Object.entries(rules).filter(([user]) => source.has(user) && !source.given(user) && isReady(user));
  const later = memory.inOrder(ready);
  return later.flatMap(([user, { uses }]) =>
    uses(source, id, [...index]).map((at) => ({ stage: user, index: at, value: source.at(user, at) })),
  );
}
