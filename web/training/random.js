/**
 * Random choices for the tasks, from PyTorch's generator as the engine computes it: a seed gives the same examples on
 * every machine.
 */

/** How many 32-bit numbers are drawn at a time: each call into the engine copies the generator's whole state. */
const BLOCK = 4096;

export class Random {
  #generator;
  /** @type {Uint32Array} */
  #bits = new Uint32Array(0);
  #next = 0;

  /** @param {{bits: (n: number) => Uint32Array}} generator as engine.torchRandom(seed) returns it */
  constructor(generator) {
    this.#generator = generator;
  }

  /**
   * A whole number from 0 to n - 1. All are equally likely, to within n/2^32.
   * @param {number} n
   */
  below(n) {
    if (this.#next === this.#bits.length) {
      this.#bits = this.#generator.bits(BLOCK);
      this.#next = 0;
    }
    const bits = /** @type {number} */ (this.#bits[this.#next]);
    this.#next++;
    return Math.floor((bits * n) / 2 ** 32);
  }

  /**
   * One of the items.
   * @template T
   * @param {readonly T[]} items at least one
   */
  pick(items) {
    return /** @type {T} */ (items[this.below(items.length)]);
  }

  /**
   * The numbers from 0 to n - 1 in random order (Fisher and Yates).
   * @param {number} n
   */
  permutation(n) {
    const order = Array.from({ length: n }, (_, at) => at);
    for (let at = n - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [order[at], order[other]] = [/** @type {number} */ (order[other]), /** @type {number} */ (order[at])];
    }
    return order;
  }
}
