/** Tensors that decide rather than count; they have no gradient. */
const NOT_VARIABLE = Object.freeze(["allow", "key_valid", "mask", "head_mask", "keep", "positions"]);

/**
 * @param {import("./engine.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @param {number} block of the run, finished
 * @param {ArrayLike<number>} dOutput
 * @returns {Record<string, import("./tensors.js").Tensor>}
 */
export function gradients({ exports, memory }, plan, block, dOutput) {
  const entries = [...plan.entries.values()];
  const bytes = plan.bytes - (plan.data(0) - plan.address(0));
  const start = memory.allocate(bytes);
  const view = (/** @type {import("./plan.js").Entry} */ entry) => memory.floats(start + entry.offset * 4, entry.count);
  try {
    memory.floats(start, bytes / 4).fill(0);
    view(/** @type {import("./plan.js").Entry} */ (plan.entries.get("output"))).set(dOutput);
    for (const { id } of [...plan.stages].reverse()) {
      exports.attention_backward?.(plan.address(block), plan.data(block), start, id);
    }
    const variable = entries.filter(({ name }) => !NOT_VARIABLE.includes(name));
    return Object.fromEntries(
      variable.map((entry) => [entry.name, { shape: [...entry.shape], data: view(entry).slice() }]),
    );
  } finally {
    memory.free(start);
  }
}
