import { Run } from "./run.js";
import { checkShape, checkTensor } from "./tensors.js";

/** Masks and positions: inputs that the output is not differentiated by. */
const NOT_VARIABLE = Object.freeze(["allow", "key_valid", "mask", "head_mask", "keep", "positions"]);

/**
 * The backward pass: the gradient of a loss with respect to every tensor of a finished run, computed from the loss's
 * gradient with respect to the output.
 * @param {Run} run finished
 * @param {import("./tensors.js").TensorInput} dOutput gradient of the loss with respect to the output, [n_q, d_out]
 * @returns {Record<string, import("./tensors.js").Tensor>} the gradients, by name of the stage, auxiliary tensor or
 *   input; masks, keep and positions have none
 */
export function backward(run, dOutput) {
  const { core, plan, memory } = Run.partsOf(run);
  const output = memory.computed("output");
  const given = checkTensor("dOutput", dOutput, [output.shape.length]);
  checkShape("dOutput", given, output.shape);
  const { address } = memory;
  const heap = core.memory;
  const bytes = plan.bytes - plan.data(0);
  const start = heap.allocate(bytes);
  const view = (/** @type {import("./plan.js").Entry} */ entry) => heap.floats(start + entry.offset * 4, entry.count);
  try {
    heap.floats(start, bytes / 4).fill(0);
    view(output).set(given.data);
    for (const { id } of [...plan.stages].reverse()) {
      core.exports.attention_backward(address, plan.data(address), start, id);
    }
    const variable = [...plan.entries.values()].filter(({ name }) => !NOT_VARIABLE.includes(name));
    return Object.fromEntries(
      variable.map((entry) => [entry.name, { shape: [...entry.shape], data: view(entry).slice() }]),
    );
  } finally {
    heap.free(start);
  }
}
