import { checkCall, PreparedCall } from "./prepared-call.js";
import { checkNames, checkObject, show, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { askSpec } from "../plan.js";
import { resolve } from "../spec/spec.js";
import { checkTensor } from "../tensors.js";
import { checkWeights, StoredWeights } from "./stored-weights.js";

/**
 * @typedef {import("../tensors.js").Tensor} Tensor
 * @typedef {import("../tensors.js").TensorInput} TensorInput
 */

/**
 * A KV cache: the keys and values of all tokens so far. `append` adds one or more new tokens and returns their output.
 * Memory grows in blocks of 64 tokens, which are never copied.
 */
export class KVCache {
  #core;
  #spec;
  #weights;
  /** @type {number[]} addresses */
  #blocks = [];
  /** Whether an infinite or NaN value has been appended, in the form that the C code stores. */
  #nonfinite = 0;
  #capacity;
  #blockFloats;
  #freed = false;
  /** Number of tokens in the cache. */
  length = 0;

  /**
   * @param {import("../engine.js").Core} core
   * @param {unknown} givenSpec
   * @param {unknown} givenWeights Wq [d_model, heads·d_k], Wk, Wv, and Wo, biases, relK, relV, bias_table, sink
   * @param {unknown} [givenOptions] capacity: largest number of tokens
   */
  constructor(core, givenSpec, givenWeights, givenOptions = {}) {
    const weights = checkWeights(givenWeights, "cache");
    const options = checkObject(givenOptions, "options");
    checkNames(options, ["capacity"], "option of a cache");
    this.#capacity = wholeNumber("capacity", options.capacity ?? 2 ** 20);
    const [width] = /** @type {[number, number]} */ (/** @type {TensorInput} */ (weights.Wq).shape);
    const X = { shape: [1, width], data: new Float32Array(width) };
    if (checkObject(givenSpec, "spec").prefill !== undefined) {
      throw new AttentionError("prefill", "must not be given to a cache: append() takes any number of rows");
    }
    const { spec, inputs, dropout } = resolve(givenSpec, { X, ...weights });
    if (dropout.drawn.length > 0) throw new AttentionError("dropout", "must not be given to a cache");
    inputs.delete("X");
    this.#core = core;
    this.#spec = spec;
    const given = ["X", "C", ...inputs.keys()];
    checkCall(core, "append", spec, given, inputs);
    this.#blockFloats = askSpec(core, spec, given, core.exports.attention_block_floats);
    this.#weights = new StoredWeights(core, inputs, false);
  }

  /** Bytes of engine memory that the keys and values use. */
  get bytes() {
    return this.#blocks.length * this.#blockFloats * 4;
  }

  /**
   * Adds tokens to the cache and computes their output.
   * @param {TensorInput} X embeddings of the new tokens, [n, d_model]
   * @returns {Tensor} the output of these tokens, [n, d_out]
   * @throws {AttentionError} that names the field, what was wanted and what came; the cache is then unchanged
   */
  append(X) {
    if (this.#freed) throw new AttentionError("cache", "must not be used after free()");
    const { shape, data } = checkTensor("X", X, [2]);
    const [n, width] = /** @type {[number, number]} */ (shape);
    const { d_model } = this.#spec;
    if (width !== d_model) throw new AttentionError("X", `must have shape [n, ${d_model}], got ${show(shape)}`);
    const n_k = this.length + n;
    if (n_k > this.#capacity) {
      throw new AttentionError("capacity", `must hold ${n_k} tokens, got ${this.#capacity}`);
    }
    const had = this.#blocks.length;
    try {
      this.#grow(n_k);
      const output = this.#run({ ...this.#spec, n_q: n, n_k }, { shape, data });
      this.length = n_k;
      return output;
    } catch (error) {
      for (const block of this.#blocks.splice(had)) this.#core.memory.free(block);
      throw error;
    }
  }

  /**
   * @param {import("../spec/spec.js").ResolvedSpec} spec spec of one append: X holds the new tokens, C all tokens up to and
   *   including these
   * @param {TensorInput} X
   * @returns {Tensor}
   */
  #run(spec, X) {
    const { memory } = this.#core;
    const stored = this.#weights.tensors;
    const call = new PreparedCall(this.#core, "append", spec, new Map([["X", X]]), [spec.n_q, spec.d_out], {
      stored,
      checked: true,
      given: ["X", "C", ...stored.keys()],
      between: ["blocks", "nonfinite"],
      more: [
        ["blocks", this.#blocks.length],
        ["nonfinite", 1],
      ],
    });
    try {
      memory.ints(call.at("blocks"), this.#blocks.length).set(this.#blocks);
      memory.ints(call.at("nonfinite"), 1).set([this.#nonfinite]);
      const output = call.run(() => X);
      this.#nonfinite = /** @type {number} */ (memory.ints(call.at("nonfinite"), 1)[0]);
      return output;
    } finally {
      call.free();
    }
  }

  /** Frees the memory. */
  free() {
    if (this.#freed) return;
    this.#freed = true;
    this.#weights.free();
    for (const block of this.#blocks) this.#core.memory.free(block);
  }

  /**
   * Allocates zeroed blocks until there is space for n_k tokens.
   * @param {number} n_k
   */
  #grow(n_k) {
    const keys = this.#core.exports.attention_block_keys();
    while (this.#blocks.length * keys < n_k) {
      const block = this.#core.memory.allocate(this.#blockFloats * 4);
      this.#core.memory.floats(block, this.#blockFloats).fill(0);
      this.#blocks.push(block);
    }
  }
}
