import { AttentionError } from "../../engine/errors.js";
import { describe } from "../errors.js";

// safetensors: 8 bytes with the length of the header, the header in JSON, then the numbers.

/** The numbers of a type that is read: float32, as trained weights are saved. */
const type = Object.freeze({ name: "F32", size: 4 });

/** Whether bytes begin as a safetensors file does: a length within the file, and then a JSON object. @param {Uint8Array} bytes */
export const isSafetensors = (bytes) =>
  bytes.length > 8 && bytes[8] === 0x7b && viewOf(bytes).getBigUint64(0, true) <= bytes.length - 8;

/**
 * The tensors of a safetensors file.
 * @param {string} name of the file, for error messages
 * @param {Uint8Array} bytes
 * @returns {(readonly [name: string, read: () => {shape: number[], data: Float32Array}])[]} each reads its tensor
 */
export function safetensorsIn(name, bytes) {
  const view = viewOf(bytes);
  const start = 8 + Number(view.getBigUint64(0, true));
  const entries = Object.entries(headerOf(name, bytes.subarray(8, start))).filter(([id]) => id !== "__metadata__");
  const tensors = entries.map(([id, entry]) => ({ id, ...placeOf(name, id, entry, bytes.length - start) }));
  const sum = tensors.reduce((total, { count }) => total + count * type.size, 0);
  // Tensors that overlap could together be as large as their number times the file.
  if (sum > bytes.length - start) {
    const message = `must hold the numbers of each tensor once, got ${sum} bytes of tensors in ${bytes.length - start}`;
    throw new AttentionError(name, message);
  }
  return tensors.map(({ id, shape, count, begin }) => [
    id,
    () => {
      const data = new Float32Array(count);
      for (let at = 0; at < count; at++) data[at] = view.getFloat32(start + begin + at * type.size, true);
      return { shape, data };
    },
  ]);
}

/**
 * The shape of one tensor, and where its numbers are.
 * @param {string} name of the file
 * @param {string} id of the tensor
 * @param {unknown} entry of the header
 * @param {number} length of all numbers, in bytes
 * @returns {{shape: number[], count: number, begin: number}} begin: in bytes from the first number of the file
 */
function placeOf(name, id, entry, length) {
  const { dtype, shape, data_offsets } = /** @type {Record<string, unknown>} */ (Object(entry));
  const tensor = id.slice(0, 60);
  if (dtype !== type.name)
    throw new AttentionError(name, `must hold ${tensor} as ${type.name}, got ${describe(dtype)}`);
  const sizes = wholeNumbers(shape);
  if (!sizes || sizes.length > 3)
    throw new AttentionError(name, `must hold ${tensor} with a shape of up to 3 sizes, got ${describe(shape)}`);
  const [begin = 0, end = 0] = wholeNumbers(data_offsets) ?? [];
  const count = sizes.reduce((product, size) => product * size, 1);
  if (end > length || end - begin !== count * type.size)
    throw new AttentionError(name, `must hold the numbers of ${tensor} for its shape, got offsets that do not fit it`);
  return { shape: sizes, count, begin };
}

/** @param {unknown} value @returns {number[] | null} null unless it is an array of whole numbers from 0 */
const wholeNumbers = (value) =>
  Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0) ? value : null;

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
