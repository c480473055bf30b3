/**
 * @typedef {object} Cost
 * @property {number} multiplyAdds terms of dot products
 * @property {number} otherOperations single additions, multiplications, divisions, e^x, tanh, sines and cosines
 * @property {number} bytes that the stage makes
 */

/**
 * @param {import("./engine.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @param {number} address of the plan in engine memory
 * @returns {Record<string, Cost>} by stage, those that are given left out
 */
export function costOf({ exports }, plan, address) {
  const computed = plan.stages.filter((entry) => !entry.given);
  return Object.fromEntries(
    computed.map(({ id, name, count }) => [
      name,
      {
        multiplyAdds: exports.attention_multiply_adds?.(address, id) ?? 0,
        otherOperations: exports.attention_other_operations?.(address, id) ?? 0,
        bytes: count * 4,
      },
    ]),
  );
}
