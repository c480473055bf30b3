import { AttentionError } from "../../engine/errors.js";
import { describe } from "../errors.js";

// safetensors: 8 bytes with the length of the header, the header in JSON, then the numbers.

/** The numbers of a type that is read: float32, as trained weights are saved. */
const type = Object.freeze({ name: "F32", size: 4 });

/** Whether bytes begin as a safetensors file does: a length within the file, and then a JSON object. @param {Uint8Array} bytes */
export const isSafetensors = (bytes) =>
  bytes.length > 8 && bytes[8] === 0x7b && viewOf(bytes).getBigUint64(0, true) <= bytes.length - 8;

/**
 * Reads all tensors of a safetensors file.
 * @param {string} name of the file, for error messages
 * @param {Uint8Array} bytes
 * @returns {Record<string, {shape: number[], data: Float32Array}>}
 */
export function readSafetensors(name, bytes) {
  const view = viewOf(bytes);
  const start = 8 + Number(view.getBigUint64(0, true));
  const entries = Object.entries(headerOf(name, bytes.subarray(8, start))).filter(([id]) => id !== "__metadata__");
  return Object.fromEntries(
    entries.map(([id, entry]) => {
      const { dtype, shape, data_offsets } = /** @type {Record<string, unknown>} */ (Object(entry));
      const [begin, end] = arrayOf(data_offsets);
      if (dtype !== type.name)
        throw new AttentionError(name, `must hold ${id} as ${type.name}, got ${describe(dtype)}`);
      const sizes = arrayOf(shape);
      const count = sizes.reduce((product, size) => product * size, 1);
      const isWithin = Number.isInteger(begin) && start + Number(begin) + count * type.size <= bytes.length;
      if (!Array.isArray(shape) || !isWithin || Number(end) - Number(begin) !== count * type.size) {
        throw new AttentionError(name, `must hold the numbers of ${id} for its shape, got offsets that do not fit it`);
      }
      const from = start + Number(begin);
      const data = Float32Array.from({ length: count }, (_, at) => view.getFloat32(from + at * type.size, true));
      return [id, { shape: sizes, data }];
    }),
  );
}

/** @param {unknown} value @returns {number[]} whole numbers from 0; empty where it is no array of such */
const arrayOf = (value) =>
  Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0) ? value : [];

/** @param {string} name @param {Uint8Array} bytes @returns {Record<string, unknown>} */
function headerOf(name, bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AttentionError(name, "must have a header in JSON, as safetensors files do");
  }
}

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
