import { allocateParts } from "./prepared-call.js";
import { checkObject, definedOnly } from "../checks.js";
import { AttentionError } from "../errors.js";
import { isOfTokens } from "../stages.js";
import { checkTensor, INPUT_NAMES } from "../tensors.js";

/**
 * @typedef {import("../engine.js").Core} Core
 * @typedef {import("../tensors.js").TensorInput} TensorInput
 */

/** The weight matrices that tokens are multiplied with. */
const MATRICES = ["Wq", "Wk", "Wv", "Wo", "W_gate", "W_up", "W_down"];

/** Whether an input is a learned parameter, and does not belong to the tokens, keys or pairs of one call. @param {string} name */
export const isWeight = (name) => !isOfTokens(name);

/**
 * Checks that all given inputs are learned parameters and that Wq, Wk and Wv are among them. Shapes are not checked
 * here.
 * @param {unknown} given
 * @param {string} owner what the weights belong to, for error messages
 */
export function checkWeights(given, owner) {
  const weights = definedOnly(checkObject(given, "weights"));
  for (const name of INPUT_NAMES) {
    if (!isWeight(name) && name in weights) throw new AttentionError(name, `must not be given to a ${owner}`);
  }
  for (const name of ["Wq", "Wk", "Wv"]) checkTensor(name, weights[name], [2]);
  return weights;
}

/** Weights that stay in engine memory between calls. */
export class StoredWeights {
  #core;
  /** Address of the block that holds all weights. */
  #block;
  /** @type {ReadonlyMap<string, {shape: readonly number[], at: number}>} */
  tensors;
  /** Bytes of engine memory that the weights use. */
  bytes;

  /**
   * @param {Core} core
   * @param {ReadonlyMap<string, TensorInput>} given
   * @param {boolean} packed whether matrices are stored in the order in which c/fused/product.c reads them
   */
  constructor(core, given, packed) {
    const packs = (/** @type {string} */ name) => packed && MATRICES.includes(name);
    const floats = [...given].map(([name, { shape, data }]) => {
      const count = packs(name) ? core.exports.attention_packed_floats(...sizesOf(shape)) : data.length;
      return /** @type {[string, number]} */ ([name, count]);
    });
    const parts = allocateParts(core.memory, floats);
    this.#core = core;
    this.bytes = 4 * floats.reduce((sum, [, count]) => sum + count, 0);
    const tensors = [...given].map(([name, { shape, data }]) => {
      return { name, shape, data, at: /** @type {number} */ (parts.get(name)) };
    });
    [this.#block] = /** @type {[number, ...number[]]} */ ([...parts.values()]);
    this.tensors = new Map(tensors.map(({ name, shape, at }) => [name, { shape, at }]));
    try {
      for (const { name, shape, data, at } of tensors) {
        if (packs(name)) pack(core, at, shape, data);
        else core.memory.heap.set(data, at / 4);
      }
    } catch (error) {
      this.free();
      throw error;
    }
  }

  free() {
    this.#core.memory.free(this.#block);
  }
}

/** Rows and columns of a matrix. @param {readonly number[]} shape */
const sizesOf = ([rows = 0, columns = 0]) => /** @type {const} */ ([rows, columns]);

/**
 * @param {Core} core
 * @param {number} to address
 * @param {readonly number[]} shape
 * @param {ArrayLike<number>} data
 */
function pack({ memory, exports }, to, shape, data) {
  const from = memory.allocate(data.length * 4);
  memory.heap.set(data, from / 4);
  exports.attention_pack(to, from, ...sizesOf(shape));
  memory.free(from);
}
