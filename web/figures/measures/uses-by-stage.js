/** @typedef {{stage: string, index: readonly number[], value: number}} Use */

/**
 * Groups the uses of a number by stage, in the order of their first use: how many there are, and the one whose value is
 * largest in magnitude. A value that is not finite counts as the smallest.
 * @param {readonly Use[]} uses
 * @returns {{stage: string, count: number, largest: Use}[]}
 */
export function usesByStage(uses) {
  const magnitude = (/** @type {Use} */ { value }) => (Number.isFinite(value) ? Math.abs(value) : -1);
  /** @type {Map<string, {stage: string, count: number, largest: Use}>} */
  const stages = new Map();
  for (const use of uses) {
    const known = stages.get(use.stage) ?? { stage: use.stage, count: 0, largest: use };
    const largest = magnitude(use) > magnitude(known.largest) ? use : known.largest;
    stages.set(use.stage, { ...known, count: known.count + 1, largest });
  }
  return [...stages.values()];
}
