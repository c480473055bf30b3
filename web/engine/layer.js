import { allocateParts, Call, tensorsOf } from "./call.js";
import { checkNames, checkObject, definedOnly } from "./checks.js";
import { AttentionError } from "./errors.js";
import { Calls } from "./forward.js";
import { resolveFor } from "./spec.js";
import { checkTensor, readInputs } from "./tensors.js";

/** What tokens are multiplied by: packed in the order in which c/fused/product.c reads it. */
const MATRICES = ["Wq", "Wk", "Wv", "Wo"];

/** What a layer learns. All else comes with its tokens. */
const WEIGHTS = [...MATRICES, "bq", "bk", "bv", "bo", "relK", "relV", "bias_table", "sink"];

/** A layer that keeps its weights in the engine, packed: for many calls with the same ones. */
export class Layer {
  #core;
  #spec;
  #calls;
  /** Of memory, with all weights; and where each is. */
  #block;
  /** @type {ReadonlyMap<string, {shape: number[], at: number}>} */
  #weights;
  #freed = false;
  /** Bytes of engine memory that the weights take. */
  bytes;

  /**
   * @param {import("./engine.js").Core} core
   * @param {unknown} givenSpec
   * @param {unknown} givenWeights
   */
  constructor(core, givenSpec, givenWeights) {
    const given = definedOnly(checkObject(givenWeights, "weights"));
    checkNames(given, WEIGHTS, "weight of a layer");
    for (const name of ["Wq", "Wk", "Wv"]) checkTensor(name, given[name], [2]);
    const weights = readInputs(given);
    this.#spec = copyOf(checkObject(givenSpec, "spec"));
    this.#core = core;
    const floats = [...weights].map(([name, tensor]) => /** @type {const} */ ([name, floatsOf(core, name, tensor)]));
    const parts = allocateParts(core.memory, floats);
    const at = (/** @type {string} */ name) => parts.get(name) ?? 0;
    [this.#block = 0] = parts.values();
    try {
      for (const [name, tensor] of weights) write(core, name, tensor, at(name));
    } catch (error) {
      core.memory.free(this.#block);
      throw error;
    }
    this.#weights = new Map([...weights].map(([name, { shape }]) => [name, { shape, at: at(name) }]));
    this.#calls = new Calls((spec, inputs) => this.#layOut(spec, inputs));
    this.bytes = 4 * floats.reduce((sum, [, count]) => sum + count, 0);
  }

  /**
   * @param {import("./tensors.js").Inputs} inputs what engine.forward takes, but weights: X [n_q, d_model], …
   * @returns {{output: import("./tensors.js").Tensor}} [n_q, d_out], the same bits as from engine.forward
   * @throws {AttentionError} naming the field, what was wanted and what came; a field of the spec too, of which sizes
   *   are known only now
   */
  forward(inputs) {
    if (this.#freed) throw new AttentionError("layer", "must not be used after free()");
    return { output: this.#calls.run(this.#spec, inputs) };
  }

  /** Gives the memory back. */
  free() {
    if (this.#freed) return;
    this.#freed = true;
    this.#calls.free();
    this.#core.memory.free(this.#block);
  }

  /**
   * @param {unknown} spec
   * @param {unknown} givenInputs
   */
  #layOut(spec, givenInputs) {
    const inputs = readInputs(givenInputs);
    for (const name of inputs.keys()) {
      if (WEIGHTS.includes(name)) throw new AttentionError(name, "must be given to engine.layer, which keeps it");
    }
    const known = new Map(/** @type {[string, {shape: number[]}][]} */ ([...inputs, ...this.#weights]));
    const resolved = { ...resolveFor(spec, known), inputs };
    const tensors = tensorsOf(this.#core, resolved);
    const { n_q, d_out } = resolved.spec;
    const options = { kept: this.#weights, between: [1] };
    return { call: new Call(this.#core, "forward", resolved.spec, tensors, [n_q, d_out], options), tensors };
  }
}

/**
 * @param {import("./engine.js").Core} core
 * @param {string} name
 * @param {TensorInput} weight
 */
function floatsOf({ exports }, name, { shape: [rows = 0, columns = 0], data }) {
  return MATRICES.includes(name) ? exports.attention_packed_floats(rows, columns) : data.length;
}

/**
 * @param {import("./engine.js").Core} core
 * @param {string} name
 * @param {TensorInput} weight
 * @param {number} at address
 */
function write({ memory, exports }, name, { shape: [rows = 0, columns = 0], data }, at) {
  if (!MATRICES.includes(name)) return memory.floats(at, data.length).set(data);
  const given = memory.allocate(data.length * 4);
  memory.floats(given, data.length).set(data);
  exports.attention_pack(at, given, rows, columns);
  memory.free(given);
}

/**
 * A spec of its own, which does not change when the caller's does.
 * @param {Record<string, unknown>} spec
 */
function copyOf(spec) {
  const copied = (/** @type {any} */ value) => (value?.constructor === Object ? { ...value } : value);
  return Object.fromEntries(Object.entries(spec).map(([field, value]) => [field, copied(value)]));
}

/** @typedef {import("./tensors.js").TensorInput} TensorInput */
