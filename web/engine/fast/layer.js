import { CallCache } from "./call-cache.js";
import { PreparedCall, tensorsOf } from "./prepared-call.js";
import { checkObject } from "../checks.js";
import { AttentionError } from "../errors.js";
import { resolveFor } from "../spec/spec.js";
import { readInputs } from "../tensors.js";
import { checkWeights, isWeight, StoredWeights } from "./stored-weights.js";

/** What a layer's calls are looked up by: they differ in their inputs alone. */
const ONE_SPEC = Object.freeze({});

/** A layer whose weights stay packed in engine memory, for many calls with the same weights. */
export class Layer {
  #core;
  #spec;
  #calls;
  #weights;
  #freed = false;

  /**
   * @param {import("../engine.js").Core} core
   * @param {unknown} givenSpec
   * @param {unknown} givenWeights
   */
  constructor(core, givenSpec, givenWeights) {
    const weights = readInputs(checkWeights(givenWeights, "layer"));
    this.#core = core;
    this.#spec = copyOf(checkObject(givenSpec, "spec"));
    this.#weights = new StoredWeights(core, weights, true);
    this.#calls = new CallCache((_, inputs) => this.#prepare(inputs));
  }

  /** Bytes of engine memory that the weights use. */
  get bytes() {
    return this.#weights.bytes;
  }

  /**
   * @param {import("../tensors.js").Inputs} inputs the inputs of engine.forward without the weights: X [n_q, d_model],
   *   …
   * @param {Float32Array} [into] where the output's n_q·d_out numbers go, so that no memory is allocated for them; by
   *   default into a new array
   * @returns {{output: import("../tensors.js").Tensor}} [n_q, d_out], with the same bits as engine.forward returns
   * @throws {AttentionError} that names the field, what was wanted and what came; also for fields of the spec that
   *   depend on the sizes of the inputs
   */
  forward(inputs, into) {
    if (this.#freed) throw new AttentionError("layer", "must not be used after free()");
    return { output: this.#calls.run(ONE_SPEC, inputs, into) };
  }

  /** Frees the memory. */
  free() {
    if (this.#freed) return;
    this.#freed = true;
    this.#calls.free();
    this.#weights.free();
  }

  /** @param {unknown} givenInputs */
  #prepare(givenInputs) {
    const inputs = readInputs(givenInputs);
    for (const name of inputs.keys()) {
      if (isWeight(name)) throw new AttentionError(name, "must be given to engine.layer");
    }
    const known = new Map(
      /** @type {[string, {shape: readonly number[]}][]} */ ([...inputs, ...this.#weights.tensors]),
    );
    const resolved = { ...resolveFor(this.#spec, known), inputs };
    const tensors = tensorsOf(this.#core, resolved);
    const { n_q, d_out } = resolved.spec;
    const options = { stored: this.#weights.tensors, between: [1] };
    return { call: new PreparedCall(this.#core, "forward", resolved.spec, tensors, [n_q, d_out], options), tensors };
  }
}

/**
 * Copies a spec, so that later changes to the caller's object have no effect.
 * @param {Record<string, unknown>} spec
 */
function copyOf(spec) {
  const copied = (/** @type {any} */ value) => (value?.constructor === Object ? { ...value } : value);
  return Object.fromEntries(Object.entries(spec).map(([field, value]) => [field, copied(value)]));
}
