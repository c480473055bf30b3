/** The types of numbers in files of tensors. Machines that run this store the lowest byte first, as most files do. */
import { floatsOfBrains, floatsOfHalves } from "./half.js";

/** @typedef {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Int8Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>} Numbers */

/**
 * @typedef {object} NumberType
 * @property {string | null} npy its name in NumPy's files, without the order of its bytes; null: NumPy has no such type
 * @property {string} safetensors its name in safetensors files
 * @property {number} size of one number in bytes
 * @property {(buffer: ArrayBuffer) => Numbers} read every number as it is, but those of 64 bits beyond 2^53
 */

/** @type {readonly NumberType[]} */
export const numberTypes = Object.freeze([
  { npy: "f2", safetensors: "F16", size: 2, read: (buffer) => floatsOfHalves(new Uint16Array(buffer)) },
  { npy: null, safetensors: "BF16", size: 2, read: (buffer) => floatsOfBrains(new Uint16Array(buffer)) },
  { npy: "f4", safetensors: "F32", size: 4, read: (buffer) => new Float32Array(buffer) },
  { npy: "f8", safetensors: "F64", size: 8, read: (buffer) => new Float64Array(buffer) },
  { npy: "i1", safetensors: "I8", size: 1, read: (buffer) => new Int8Array(buffer) },
  { npy: "i2", safetensors: "I16", size: 2, read: (buffer) => new Int16Array(buffer) },
  { npy: "i4", safetensors: "I32", size: 4, read: (buffer) => new Int32Array(buffer) },
  { npy: "i8", safetensors: "I64", size: 8, read: (buffer) => Float64Array.from(new BigInt64Array(buffer), Number) },
  { npy: "u1", safetensors: "U8", size: 1, read: (buffer) => new Uint8Array(buffer) },
  { npy: "u2", safetensors: "U16", size: 2, read: (buffer) => new Uint16Array(buffer) },
  { npy: "u4", safetensors: "U32", size: 4, read: (buffer) => new Uint32Array(buffer) },
  { npy: "u8", safetensors: "U64", size: 8, read: (buffer) => Float64Array.from(new BigUint64Array(buffer), Number) },
  {
    npy: "b1",
    safetensors: "BOOL",
    size: 1,
    read: (buffer) => new Uint8Array(buffer).map((byte) => Math.min(byte, 1)),
  },
]);

/**
 * @param {NumberType} type
 * @param {Uint8Array} bytes whole numbers of that type
 * @param {boolean} [little] whether the lowest byte of a number comes first
 * @returns {Numbers}
 */
export function numbersOf(type, bytes, little = true) {
  const copy = new Uint8Array(bytes); // begins where numbers of any size may
  if (!little && type.size > 1)
    for (let at = 0; at < copy.length; at += type.size) copy.subarray(at, at + type.size).reverse();
  return type.read(copy.buffer);
}
