/** The types of numbers in files of tensors. Machines that run this store the lowest byte first, as most files do. */
import { floatsOfBrains, floatsOfHalves } from "./half.js";

/** @typedef {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Int8Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>} Numbers */

/**
 * @typedef {object} NumberType
 * @property {string} name as NumPy and PyTorch call it
 * @property {string | null} npy its name in NumPy's files, without the order of its bytes; null: NumPy has no such type
 * @property {string} safetensors its name in safetensors files
 * @property {number} size of one number in bytes
 * @property {(buffer: ArrayBuffer) => Numbers} read every number as it is, but those of 64 bits beyond 2^53
 */

/** @type {readonly NumberType[]} */
export const numberTypes = Object.freeze([
  {
    name: "float16",
    npy: "f2",
    safetensors: "F16",
    size: 2,
    read: (buffer) => floatsOfHalves(new Uint16Array(buffer)),
  },
  {
    name: "bfloat16",
    npy: null,
    safetensors: "BF16",
    size: 2,
    read: (buffer) => floatsOfBrains(new Uint16Array(buffer)),
  },
  { name: "float32", npy: "f4", safetensors: "F32", size: 4, read: (buffer) => new Float32Array(buffer) },
  { name: "float64", npy: "f8", safetensors: "F64", size: 8, read: (buffer) => new Float64Array(buffer) },
  { name: "int8", npy: "i1", safetensors: "I8", size: 1, read: (buffer) => new Int8Array(buffer) },
  { name: "int16", npy: "i2", safetensors: "I16", size: 2, read: (buffer) => new Int16Array(buffer) },
  { name: "int32", npy: "i4", safetensors: "I32", size: 4, read: (buffer) => new Int32Array(buffer) },
  {
    name: "int64",
    npy: "i8",
    safetensors: "I64",
    size: 8,
    read: (buffer) => Float64Array.from(new BigInt64Array(buffer), Number),
  },
  { name: "uint8", npy: "u1", safetensors: "U8", size: 1, read: (buffer) => new Uint8Array(buffer) },
  { name: "uint16", npy: "u2", safetensors: "U16", size: 2, read: (buffer) => new Uint16Array(buffer) },
  { name: "uint32", npy: "u4", safetensors: "U32", size: 4, read: (buffer) => new Uint32Array(buffer) },
  {
    name: "uint64",
    npy: "u8",
    safetensors: "U64",
    size: 8,
    read: (buffer) => Float64Array.from(new BigUint64Array(buffer), Number),
  },
  {
    name: "bool",
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
