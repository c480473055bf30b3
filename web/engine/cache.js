import { checkObject, definedOnly, show, wholeNumber } from "./checks.js";
import { AttentionError } from "./errors.js";
import { statusError, writeSpec } from "./plan.js";
import { resolve } from "./spec.js";
import { checkTensor } from "./tensors.js";

/**
 * @typedef {import("./engine.js").Core} Core
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./tensors.js").TensorInput} TensorInput
 * @typedef {import("./spec.js").ResolvedSpec} ResolvedSpec
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
  #given;
  /** @type {Map<string, number>} addresses */
  #weights = new Map();
  /** @type {number[]} addresses */
  #blocks = [];
  #wild = 0;
  #capacity;
  #blockFloats;
  #blockKeys;
  #freed = false;
  /** Tokens so far. */
  length = 0;

  /**
   * @param {Core} core
   * @param {unknown} givenSpec
   * @param {unknown} givenWeights Wq [d_model, heads·d_k], Wk, Wv, and Wo, biases, relK, relV, bias_table, sink
   * @param {{capacity?: number}} [options] capacity: tokens at most; 2^20
   */
  constructor(core, givenSpec, givenWeights, { capacity = 2 ** 20 } = {}) {
    const weights = definedOnly(checkObject(givenWeights, "weights"));
    for (const name of OF_PAIRS) {
      if (name in weights) throw new AttentionError(name, "must not be given to a cache");
    }
    const wq = checkTensor("Wq", weights.Wq, [2]);
    const X = { shape: [1, wq.shape[0]], data: new Float32Array(wq.shape[0] ?? 0) };
    const { spec, inputs, dropoutSeed } = resolve(givenSpec, { X, ...weights });
    if (dropoutSeed !== undefined) throw new AttentionError("dropout", "must not be given to a cache");
    inputs.delete("X");
    this.#given = [...inputs.keys()];
    this.#core = core;
    this.#spec = spec;
    this.#capacity = wholeNumber("capacity", capacity);
    this.#blockKeys = core.exports.attention_block_keys();
    this.#blockFloats = this.#sizes(1).block;
    try {
      for (const [name, tensor] of inputs) this.#weights.set(name, this.#place(name, tensor));
    } catch (error) {
      this.free();
      throw error;
    }
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
    const { d_model, d_out } = this.#spec;
    if (width !== d_model) throw new AttentionError("X", `must have shape [n, ${d_model}], got ${show(shape)}`);
    const n_k = this.length + n;
    if (n_k > this.#capacity) {
      throw new AttentionError("capacity", `must hold ${n_k} tokens, got ${this.#capacity}`);
    }
    const { memory, exports } = this.#core;
    const { work } = this.#sizes(n);
    const had = this.#blocks.length;
    const parts = { pointers: 0, table: 0, wild: 0, X: 0, output: 0, work: 0 };
    const counts = [this.#core.names.tensors.length, Math.ceil(n_k / this.#blockKeys), 1, data.length, n * d_out, work];
    let end = aligned(exports.attention_spec_bytes());
    Object.keys(parts).forEach((part, at) => {
      parts[/** @type {keyof typeof parts} */ (part)] = end;
      end += aligned((counts[at] ?? 0) * 4);
    });
    const start = memory.allocate(end);
    try {
      this.#grow(n_k);
      this.#writeSpec(start, n);
      memory.ints(start + parts.pointers, counts[0] ?? 0).set(this.#pointers(start + parts.X));
      memory.ints(start + parts.table, this.#blocks.length).set(this.#blocks);
      memory.ints(start + parts.wild, 1)[0] = this.#wild;
      memory.floats(start + parts.X, data.length).set(data);
      const [pointers = 0, ...rest] = Object.values(parts).map((part) => start + part);
      const [table = 0, wild = 0, , output = 0, room = 0] = rest;
      const status = exports.attention_append(start, pointers, table, wild, output, room);
      if (status !== 0) throw statusError(this.#core, status, this.#spec);
      this.#wild = memory.ints(wild, 1)[0] ?? 0;
      this.length = n_k;
      return { shape: [n, d_out], data: memory.floats(output, n * d_out).slice() };
    } catch (error) {
      for (const block of this.#blocks.splice(had)) memory.free(block);
      throw error;
    } finally {
      memory.free(start);
    }
  }

  /** Gives the memory back. */
  free() {
    if (this.#freed) return;
    this.#freed = true;
    for (const address of this.#weights.values()) this.#core.memory.free(address);
    for (const block of this.#blocks) this.#core.memory.free(block);
  }

  /**
   * The floats that a block and the work of n new tokens take.
   * @param {number} n
   */
  #sizes(n) {
    const { memory, exports } = this.#core;
    const start = memory.allocate(aligned(exports.attention_spec_bytes()) + 16);
    try {
      this.#writeSpec(start, n);
      const at = start + aligned(exports.attention_spec_bytes());
      const status = exports.attention_append_floats(at, start);
      if (status !== 0) throw statusError(this.#core, status, this.#spec);
      return { work: (memory.ints(at, 1)[0] ?? 0) >>> 0, block: exports.attention_block_floats(start) };
    } finally {
      memory.free(start);
    }
  }

  /**
   * The layer as one append sees it: the new tokens are X, all so far and they are C.
   * @param {number} address
   * @param {number} n
   */
  #writeSpec(address, n) {
    const spec = { ...this.#spec, n_q: n, n_k: this.length + n };
    writeSpec(this.#core, address, spec, ["X", "C", ...this.#given]);
  }

  /** @param {number} X address */
  #pointers(X) {
    return this.#core.names.tensors.map((name) => (name === "X" ? X : (this.#weights.get(name) ?? 0)));
  }

  /**
   * @param {string} name
   * @param {TensorInput} tensor
   */
  #place(name, { shape, data }) {
    const { memory, exports, names } = this.#core;
    const start = memory.allocate(aligned(exports.attention_spec_bytes()) + 32);
    const at = start + aligned(exports.attention_spec_bytes());
    try {
      this.#writeSpec(start, 1);
      const rank = exports.attention_shape(at, start, names.tensors.indexOf(name));
      const wanted = [...memory.ints(at, 6)].filter((_, word) => word % 2 === 0).slice(0, rank);
      if (wanted.join() !== shape.join()) {
        throw new AttentionError(name, `must have shape ${show(wanted)}, got ${show(shape)}`);
      }
    } finally {
      memory.free(start);
    }
    const address = memory.allocate(data.length * 4);
    memory.floats(address, data.length).set(data);
    return address;
  }

  /**
   * Blocks for so many tokens, zeroed.
   * @param {number} n_k
   */
  #grow(n_k) {
    while (this.#blocks.length * this.#blockKeys < n_k) {
      const block = this.#core.memory.allocate(this.#blockFloats * 4);
      this.#core.memory.floats(block, this.#blockFloats).fill(0);
      this.#blocks.push(block);
    }
  }
}

/** @param {number} bytes */
const aligned = (bytes) => Math.ceil(bytes / 16) * 16;
