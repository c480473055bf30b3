/**
 * @typedef {import("../../engine/explain/explain.js").Explanation} Explanation
 *
 * Where a number comes from.
 * @typedef {object} Chain
 * @property {Explanation[]} numbers the number, then those among its terms, then those among theirs; each of them once
 * @property {number} left how many numbers, that are terms of these, are not explained any more
 */

/** How many numbers are explained at most. */
const MOST = 500;

/**
 * Follows a number back to the inputs.
 * @param {(stage: string, index: number[]) => Explanation | undefined} explain where numbers come from; undefined for what is
 *   no number of a tensor, such as the scale
 * @param {string} stage
 * @param {number[]} index
 * @param {number} [depth] how many steps back: 1 explains the number alone
 * @returns {Chain}
 */
export function chainOf(explain, stage, index, depth = Infinity) {
  const first = /** @type {Explanation} */ (explain(stage, index));
  const seen = new Set([keyOf(first)]);
  const numbers = [first];
  let step = [first];
  for (let done = 1; step.length > 0; done++) {
    const next = /** @type {Explanation[]} */ ([]);
    for (const term of step.flatMap(({ terms }) => terms)) {
      const key = keyOf(term);
      if (seen.has(key)) continue;
      seen.add(key);
      const explanation = explain(term.stage, term.index);
      if (explanation && explanation.operation !== "input") next.push(explanation);
    }
    const room = done < depth ? MOST - numbers.length : 0;
    numbers.push(...next.slice(0, room));
    if (next.length > room) return { numbers, left: next.length - room };
    step = next;
  }
  return { numbers, left: 0 };
}

/** @param {{stage: string, index: readonly number[]}} number */
const keyOf = ({ stage, index }) => `${stage} ${index.join()}`;
