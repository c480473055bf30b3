import { AttentionError } from "./errors.js";

const ALIGNMENT = 16;
const PAGE = 65536;
/** The largest memory that 32-bit addresses have; build.sh allows as much. */
const MAX_BYTES = 2 ** 32;
/** No block ends where these do: the address after it would be 0, and C compares a block's end with its parts. */
const LAST = MAX_BYTES - ALIGNMENT;

/** @typedef {{start: number, bytes: number}} Block */

/**
 * The engine's allocator; the C code allocates nothing itself. First fit over a list of free blocks sorted by address;
 * adjacent free blocks are merged. Growing the memory detaches all typed-array views, so a new view is made for each
 * access.
 */
export class Memory {
  /** @type {WebAssembly.Memory} */
  #memory;
  #heap = new Float32Array(0);
  #view = new DataView(new ArrayBuffer(0));
  /** @type {Block[]} */
  #free;
  /** @type {Map<number, number>} start to bytes */
  #used = new Map();

  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} base the first byte that may be allocated (__heap_base)
   */
  constructor(memory, base) {
    this.#memory = memory;
    const start = Math.ceil(base / ALIGNMENT) * ALIGNMENT;
    this.#free = [{ start, bytes: memory.buffer.byteLength - start }];
  }

  /** The whole memory as floats. A new view is made only after the memory has grown: the old one then has no length. */
  get heap() {
    if (this.#heap.length === 0) this.#heap = new Float32Array(this.#memory.buffer);
    return this.#heap;
  }

  /** The whole memory for single numbers of any type. */
  get view() {
    const { buffer } = this.heap;
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /** Bytes allocated and not yet freed. */
  get used() {
    let sum = 0;
    for (const bytes of this.#used.values()) sum += bytes;
    return sum;
  }

  /**
   * @param {number} bytes
   * @returns {number} address, a multiple of 16
   * @throws {AttentionError} "memory" where the memory cannot grow that far; it is then unchanged
   */
  allocate(bytes) {
    const size = Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
    let block = this.#free.find((candidate) => candidate.bytes >= size);
    if (!block) block = this.#grow(size);
    const { start } = block;
    block.start += size;
    block.bytes -= size;
    if (block.bytes === 0) this.#free.splice(this.#free.indexOf(block), 1);
    this.#used.set(start, size);
    return start;
  }

  /** @param {number} start an address that allocate returned */
  free(start) {
    const bytes = this.#used.get(start);
    if (bytes === undefined) throw new AttentionError("memory", `must be freed once, got address ${start}`);
    this.#used.delete(start);
    this.#putBack({ start, bytes });
  }

  /**
   * @param {number} start
   * @param {number} count elements
   */
  floats(start, count) {
    return new Float32Array(this.#memory.buffer, start, count);
  }

  /**
   * @param {number} start
   * @param {number} count elements
   */
  ints(start, count) {
    return new Int32Array(this.#memory.buffer, start, count);
  }

  /**
   * @param {number} start
   * @param {number} count
   */
  bytes(start, count) {
    return new Uint8Array(this.#memory.buffer, start, count);
  }

  /** @param {Block} block */
  #putBack(block) {
    const at = this.#free.findIndex((other) => other.start > block.start);
    const index = at === -1 ? this.#free.length : at;
    this.#free.splice(index, 0, block);
    this.#merge(index);
    if (index > 0) this.#merge(index - 1);
  }

  /** Merges a free block with the next one where they are adjacent. @param {number} index */
  #merge(index) {
    const block = /** @type {Block} */ (this.#free[index]);
    const next = this.#free[index + 1];
    if (next && block.start + block.bytes === next.start) {
      block.bytes += next.bytes;
      this.#free.splice(index + 1, 1);
    }
  }

  /**
   * @param {number} size bytes that one free block must have afterwards
   * @returns {Block}
   */
  #grow(size) {
    const end = this.#memory.buffer.byteLength;
    const last = this.#free.at(-1);
    const atEnd = last && last.start + last.bytes === end ? last.bytes : 0;
    const pages = Math.ceil((size - atEnd) / PAGE);
    try {
      if (end - atEnd + size > LAST) throw new RangeError();
      this.#memory.grow(pages);
    } catch {
      // Where this asks for more than there can be, less may still be had; otherwise the machine gives no more.
      const max = end + pages * PAGE > MAX_BYTES ? MAX_BYTES : end;
      const largest = Math.max(Math.min(max, LAST) - end + atEnd, ...this.#free.map(({ bytes }) => bytes));
      throw new AttentionError(
        "memory",
        `must have ${size} bytes in one piece, got ${largest} at most: ${this.used} of ${max} bytes are in use`,
      );
    }
    this.#putBack({ start: end, bytes: Math.min(end + pages * PAGE, LAST) - end });
    return /** @type {Block} */ (this.#free.at(-1));
  }
}
