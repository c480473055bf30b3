/** Memory that is used again. No DOM. */

/** How many buffers wait at the most: those of one layer are used while those of the next are read. */
const MOST = 4;

/** Buffers that no one reads any more, of sizes that have been asked for. */
export class Memory {
  #release;
  /** @type {Set<number>} */
  #sizes = new Set();
  /** @type {ArrayBuffer[]} */
  #free = [];

  /** @param {(buffer: ArrayBuffer) => void} release gives memory back to the system: what is not kept */
  constructor(release) {
    this.#release = release;
  }

  /** @param {ArrayBuffer} buffer of another size it is not kept, and neither are the oldest */
  give(buffer) {
    if (!this.#sizes.has(buffer.byteLength)) return this.#release(buffer);
    this.#free.push(buffer);
    for (const oldest of this.#free.splice(0, this.#free.length - MOST)) this.#release(oldest);
  }

  /** @param {number} size in bytes @returns {ArrayBuffer} what it holds is to be overwritten */
  take(size) {
    this.#sizes.add(size);
    const at = this.#free.findIndex(({ byteLength }) => byteLength === size);
    return at < 0 ? new ArrayBuffer(size) : /** @type {ArrayBuffer} */ (this.#free.splice(at, 1)[0]);
  }
}
