import { wasmBytes } from "#wasm";

import { Engine, loadCore } from "./engine.js";
import { Run } from "./run.js";
import { checkShape, checkTensor } from "./tensors.js";
import { KEEPS } from "./spec/dropout.js";

/** Masks and positions: inputs that the output is not differentiated by. */
const NOT_VARIABLE = Object.freeze(["allow", "key_valid", "mask", "head_mask", "positions", ...KEEPS]);

/**
 * A core that can compute gradients. The wasm with which the page starts computes walks only; this loads the whole one.
 * @param {Engine} engine whose runs are to be differentiated
 * @returns {Promise<import("./engine.js").Core>} the engine's own core, where it can compute gradients
 */
export async function coreWithGradients(engine) {
  const core = Engine.coreOf(engine);
  return "attention_backward" in core.exports ? core : loadCore(await wasmBytes("simd128"));
}

/** The last stage of a run: the output, or what leaves the layer. @param {Run} run @returns {string} */
const resultOf = (run) => /** @type {string} */ (run.stages.at(-1));

/**
 * The backward pass: the gradient of a loss with respect to every tensor of a finished run, computed from the loss's
 * gradient with respect to the result, or to another stage.
 * @param {Run} run finished
 * @param {import("./tensors.js").TensorInput} dOutput gradient of the loss with respect to that stage, of its shape
 * @param {import("./engine.js").Core} [core] computes the gradients: the run's own core by default; any other works on
 *   a copy of the run
 * @param {string} [stage] on whose numbers the loss depends directly
 * @returns {Record<string, import("./tensors.js").Tensor>} the gradients, by name of the stage, auxiliary tensor or
 *   input; masks, keep and positions have none
 */
export function backward(run, dOutput, core = Run.partsOf(run).core, stage = resultOf(run)) {
  const { core: own, plan, memory } = Run.partsOf(run);
  memory.computed(resultOf(run)); // the gradients of later stages are 0, but are computed from their numbers
  const from = memory.computed(stage);
  const given = checkTensor("dOutput", dOutput, [from.shape.length]);
  checkShape("dOutput", given, from.shape);
  const { address } = memory;
  const heap = core.memory;
  const isOwn = core === own;
  const gradientBytes = plan.bytes - plan.data(0);
  const copyBytes = isOwn ? 0 : plan.bytes;
  const block = heap.allocate(copyBytes + gradientBytes);
  const walk = isOwn ? address : block;
  const start = block + copyBytes;
  const view = (/** @type {import("./plan.js").Entry} */ entry) => heap.floats(start + entry.offset * 4, entry.count);
  try {
    if (!isOwn) heap.bytes(walk, copyBytes).set(own.memory.bytes(address, copyBytes));
    heap.floats(start, gradientBytes / 4).fill(0);
    view(from).set(given.data);
    for (const { id } of [...plan.stages].reverse()) {
      core.exports.attention_backward(walk, plan.data(walk), start, id);
    }
    const variable = [...plan.entries.values()].filter(({ name }) => !NOT_VARIABLE.includes(name));
    return Object.fromEntries(
      variable.map((entry) => [entry.name, { shape: [...entry.shape], data: view(entry).slice() }]),
    );
  } finally {
    heap.free(block);
  }
}
