/** @typedef {{stage: string, index: readonly number[], value: number}} Use */

/**
 * Uses of a number by stage, in their order: how many, and the one that is largest in size. A number that is not finite
 * is largest only where all are.
 * @param {readonly Use[]} uses
 * @returns {{stage: string, count: number, largest: Use}[]}
 */
export function usesByStage(uses) {
  const size = (/** @type {Use} */ { value }) => (Number.isFinite(value) ? Math.abs(value) : -1);
  /** @type {Map<string, {stage: string, count: number, largest: Use}>} */
  const stages = new Map();
  for (const use of uses) {
    const known = stages.get(use.stage) ?? { stage: use.stage, count: 0, largest: use };
    const largest = size(use) > size(known.largest) ? use : known.largest;
    stages.set(use.stage, { ...known, count: known.count + 1, largest });
  }
  return [...stages.values()];
}
