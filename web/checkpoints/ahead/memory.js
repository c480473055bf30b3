/** Memory that is used again. No DOM. */

/** How many buffers wait at the most: those of one layer are used while those of the next are read. */
const MOST = 4;

/** Buffers that no one reads any more, of sizes that have been asked for. */
export class Memory {
  /** @type {Set<number>} */
  #sizes = new Set();
  /** @type {ArrayBuffer[]} */
  #free = [];

  /** @param {ArrayBuffer} buffer of another size it is forgotten, and so are the oldest */
  give(buffer) {
    if (this.#sizes.has(buffer.byteLength)) this.#free = [...this.#free, buffer].slice(-MOST);
  }

  /** @param {number} size in bytes @returns {ArrayBuffer} what it holds is to be overwritten */
  take(size) {
    this.#sizes.add(size);
    const at = this.#free.findIndex(({ byteLength }) => byteLength === size);
    return at < 0 ? new ArrayBuffer(size) : /** @type {ArrayBuffer} */ (this.#free.splice(at, 1)[0]);
  }
}
