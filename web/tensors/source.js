/** Files that are read where they lie: only the bytes that are asked for. */
import { AttentionError } from "../engine/errors.js";

/**
 * @typedef {object} Source
 * @property {string} name of the file, for error messages
 * @property {number} size in bytes
 * @property {(begin: number, end: number) => Uint8Array<ArrayBuffer>} read the bytes from begin up to end, both within the
 *   file; they are the caller's own
 *
 * @typedef {object} StoredTensor a tensor that is read when it is asked for
 * @property {import("./number-types.js").NumberType} type
 * @property {number[]} shape
 * @property {(from?: number, to?: number) => import("./number-types.js").Numbers} read its numbers in row-major order: all of them,
 *   or those from one up to another
 */

/**
 * Bytes in memory.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @returns {Source}
 */
export const sourceOfBytes = (name, bytes) => ({
  name,
  size: bytes.length,
  read: (begin, end) => new Uint8Array(bytes.subarray(begin, end)),
});

/**
 * A File of a page, in a Worker: only there browsers read a part of a file at once.
 * @param {File} file
 * @returns {Source}
 */
export function sourceOfFile(file) {
  const reader = new /** @type {any} */ (globalThis).FileReaderSync();
  return {
    name: file.name,
    size: file.size,
    read(begin, end) {
      try {
        return new Uint8Array(reader.readAsArrayBuffer(file.slice(begin, end)));
      } catch (error) {
        throw new AttentionError(file.name, `cannot be read (${error instanceof Error ? error.name : error})`);
      }
    },
  };
}

/** How many numbers a shape has. @param {readonly number[]} shape */
export const countOf = (shape) => shape.reduce((product, size) => product * size, 1);
