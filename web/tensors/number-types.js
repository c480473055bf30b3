/** The types of numbers in files of tensors. Machines that run this store the lowest byte first, as most files do. */
import { floatsOfBrains, floatsOfHalves } from "./half.js";

/** @typedef {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Int8Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>} Numbers */

/**
 * @typedef {object} NumberType
 * @property {string} name as NumPy and PyTorch call it
 * @property {string | null} npy its name in NumPy's files, without the order of its bytes; null: NumPy has no such type
 * @property {string} safetensors its name in safetensors files
 * @property {number} size of one number in bytes
 * @property {(bytes: Bytes) => Numbers} read every number as it is, but those of 64 bits beyond 2^53; where it can, it is a
 *   view of the bytes, which begin at a multiple of its size
 *
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 */

/**
 * Bytes seen as numbers of another kind, without a copy.
 * @template T
 * @param {{new (buffer: ArrayBuffer, start: number, length: number): T, BYTES_PER_ELEMENT: number}} Kind
 * @param {Bytes} bytes
 */
const viewAs = (Kind, { buffer, byteOffset, byteLength }) =>
  new Kind(buffer, byteOffset, byteLength / Kind.BYTES_PER_ELEMENT);

/** @type {readonly NumberType[]} */
export const numberTypes = Object.freeze([
  {
    name: "float16",
    npy: "f2",
    safetensors: "F16",
    size: 2,
    read: (bytes) => floatsOfHalves(viewAs(Uint16Array, bytes)),
  },
  {
    name: "bfloat16",
    npy: null,
    safetensors: "BF16",
    size: 2,
    read: (bytes) => floatsOfBrains(viewAs(Uint16Array, bytes)),
  },
  { name: "float32", npy: "f4", safetensors: "F32", size: 4, read: (bytes) => viewAs(Float32Array, bytes) },
  { name: "float64", npy: "f8", safetensors: "F64", size: 8, read: (bytes) => viewAs(Float64Array, bytes) },
  { name: "int8", npy: "i1", safetensors: "I8", size: 1, read: (bytes) => viewAs(Int8Array, bytes) },
  { name: "int16", npy: "i2", safetensors: "I16", size: 2, read: (bytes) => viewAs(Int16Array, bytes) },
  { name: "int32", npy: "i4", safetensors: "I32", size: 4, read: (bytes) => viewAs(Int32Array, bytes) },
  {
    name: "int64",
    npy: "i8",
    safetensors: "I64",
    size: 8,
    read: (bytes) => Float64Array.from(viewAs(BigInt64Array, bytes), Number),
  },
  { name: "uint8", npy: "u1", safetensors: "U8", size: 1, read: (bytes) => bytes },
  { name: "uint16", npy: "u2", safetensors: "U16", size: 2, read: (bytes) => viewAs(Uint16Array, bytes) },
  { name: "uint32", npy: "u4", safetensors: "U32", size: 4, read: (bytes) => viewAs(Uint32Array, bytes) },
  {
    name: "uint64",
    npy: "u8",
    safetensors: "U64",
    size: 8,
    read: (bytes) => Float64Array.from(viewAs(BigUint64Array, bytes), Number),
  },
  {
    name: "bool",
    npy: "b1",
    safetensors: "BOOL",
    size: 1,
    read: (bytes) => bytes.map((byte) => Math.min(byte, 1)),
  },
]);

/**
 * The numbers in bytes, without a copy of them where that can be.
 * @param {NumberType} type
 * @param {Bytes} bytes whole numbers of that type, which may be changed
 * @param {boolean} [little] whether the lowest byte of a number comes first
 * @returns {Numbers}
 */
export function numbersOf(type, bytes, little = true) {
  if (!little && type.size > 1)
    for (let at = 0; at < bytes.length; at += type.size) bytes.subarray(at, at + type.size).reverse();
  return type.read(bytes.byteOffset % type.size === 0 ? bytes : bytes.slice());
}
