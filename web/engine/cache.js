import { allocateParts, workOf } from "./call.js";
import { checkNames, checkObject, definedOnly, show, wholeNumber } from "./checks.js";
import { AttentionError } from "./errors.js";
import { askSpec, statusError, writeSpec } from "./plan.js";
import { resolve } from "./spec.js";
import { checkTensor } from "./tensors.js";

/**
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./tensors.js").TensorInput} TensorInput
 */

/** What belongs to single keys or pairs, of which a cache does not know the next. */
const OF_PAIRS = ["C", "E", "P", "key_valid", "allow", "keep", "bias_matrix", "positions"];

/**
 * The keys and values of all tokens so far (a KV cache): new tokens come with `append`, one or many at once. Memory
 * grows by blocks of 64 tokens, which are never copied.
 */
export class Cache {
  #core;
  #spec;
  /** The weights' addresses. @type {Map<string, number>} */
  #weights = new Map();
  /** @type {number[]} addresses */
  #blocks = [];
  #wild = 0;
  #capacity;
  #blockFloats;
  #freed = false;
  /** Tokens so far. */
  length = 0;

  /**
   * @param {import("./engine.js").Core} core
   * @param {unknown} givenSpec
   * @param {unknown} givenWeights Wq [d_model, heads·d_k], Wk, Wv, and Wo, biases, relK, relV, bias_table, sink
   * @param {unknown} [givenOptions] capacity: tokens at most
   */
  constructor(core, givenSpec, givenWeights, givenOptions = {}) {
    const weights = definedOnly(checkObject(givenWeights, "weights"));
    for (const name of OF_PAIRS) {
      if (name in weights) throw new AttentionError(name, "must not be given to a cache");
    }
    const options = checkObject(givenOptions, "options");
    checkNames(options, ["capacity"], "option of a cache");
    this.#capacity = wholeNumber("capacity", options.capacity ?? 2 ** 20);
    const [width = 0] = checkTensor("Wq", weights.Wq, [2]).shape;
    const X = { shape: [1, width], data: new Float32Array(width) };
    const { spec, inputs, dropoutSeed } = resolve(givenSpec, { X, ...weights });
    if (dropoutSeed !== undefined) throw new AttentionError("dropout", "must not be given to a cache");
    inputs.delete("X");
    this.#core = core;
    this.#spec = spec;
    const given = ["X", "C", ...inputs.keys()];
    workOf(core, "append", spec, given, inputs);
    this.#blockFloats = askSpec(core, spec, given, core.exports.attention_block_floats);
    this.#weights = allocateParts(
      core.memory,
      [...inputs].map(([name, { data }]) => /** @type {const} */ ([name, data.length])),
    );
    for (const [name, { data }] of inputs) this.#floats(this.#weights.get(name) ?? 0, data.length).set(data);
  }

  /** Bytes that the keys and values of all tokens take. */
  get bytes() {
    return this.#blocks.length * this.#blockFloats * 4;
  }

  /**
   * @param {TensorInput} X rows of new tokens, [n, d_model]
   * @returns {Tensor} the output's rows of these tokens, [n, d_out]
   * @throws {AttentionError} naming what is wrong; the cache is as it was before
   */
  append(X) {
    if (this.#freed) throw new AttentionError("cache", "must not be used after free()");
    const { shape, data } = checkTensor("X", X, [2]);
    const [n = 0, width] = shape;
    const { d_model } = this.#spec;
    if (width !== d_model) throw new AttentionError("X", `must have shape [n, ${d_model}], got ${show(shape)}`);
    const n_k = this.length + n;
    if (n_k > this.#capacity) {
      throw new AttentionError("capacity", `must hold ${n_k} tokens, got ${this.#capacity}`);
    }
    const had = this.#blocks.length;
    try {
      this.#grow(n_k);
      const output = this.#run({ ...this.#spec, n_q: n, n_k }, data);
      this.length = n_k;
      return output;
    } catch (error) {
      for (const block of this.#blocks.splice(had)) this.#core.memory.free(block);
      throw error;
    }
  }

  /**
   * @param {import("./spec.js").ResolvedSpec} spec the layer as one append sees it: the new tokens are X, all so far and
   *   they are C
   * @param {ArrayLike<number>} X
   * @returns {Tensor}
   */
  #run(spec, X) {
    const { memory, exports, names } = this.#core;
    const given = ["X", "C", ...this.#weights.keys()];
    const shape = [spec.n_q, spec.d_out];
    const count = spec.n_q * spec.d_out;
    const parts = allocateParts(memory, [
      ["spec", exports.attention_spec_bytes() / 4],
      ["inputs", names.tensors.length],
      ["blocks", this.#blocks.length],
      ["wild", 1],
      ["X", X.length],
      ["output", count],
      ["work", workOf(this.#core, "append", spec, given, new Map())],
    ]);
    const [start = 0, inputs = 0, blocks = 0, wild = 0, x = 0, output = 0, work = 0] = parts.values();
    try {
      writeSpec(this.#core, start, spec, given);
      const pointers = names.tensors.map((name) => (name === "X" ? x : (this.#weights.get(name) ?? 0)));
      memory.ints(inputs, pointers.length).set(pointers);
      memory.ints(blocks, this.#blocks.length).set(this.#blocks);
      memory.ints(wild, 1)[0] = this.#wild;
      this.#floats(x, X.length).set(X);
      const status = exports.attention_append(start, inputs, blocks, wild, output, work);
      if (status !== 0) throw statusError(this.#core, status, spec);
      this.#wild = memory.ints(wild, 1)[0] ?? 0;
      return { shape, data: this.#floats(output, count).slice() };
    } finally {
      memory.free(start);
    }
  }

  /** Gives the memory back. */
  free() {
    if (this.#freed) return;
    this.#freed = true;
    const [weights = 0] = this.#weights.values();
    for (const block of [weights, ...this.#blocks]) this.#core.memory.free(block);
  }

  /**
   * Blocks for so many tokens, zeroed.
   * @param {number} n_k
   */
  #grow(n_k) {
    const keys = this.#core.exports.attention_block_keys();
    while (this.#blocks.length * keys < n_k) {
      const block = this.#core.memory.allocate(this.#blockFloats * 4);
      this.#floats(block, this.#blockFloats).fill(0);
      this.#blocks.push(block);
    }
  }

  /**
   * @param {number} address
   * @param {number} count
   */
  #floats(address, count) {
    return this.#core.memory.floats(address, count);
  }
}
