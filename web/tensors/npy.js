/** NumPy's files: \x93NUMPY, the version, the header's length, the header as a Python dictionary, then the numbers. */
import { quote } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";
import { numbersOf, numberTypes } from "./number-types.js";
import { countOf } from "./source.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./source.js").StoredTensor} StoredTensor */
/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} AnyTensor data: in row-major order */

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const types = numberTypes.filter(({ npy }) => npy !== null);
const maxHeader = 10_000;

/** @param {Source} source */
export function isNpy(source) {
  const first = source.read(0, Math.min(magic.length, source.size));
  return magic.every((byte, at) => first[at] === byte);
}

/**
 * The tensor of an .npy file: its shape and type, and its numbers when they are asked for.
 * @param {Source} source
 * @param {number} max how many numbers it may have
 * @param {number} [maxRank] how many dimensions
 * @returns {StoredTensor}
 */
export function openNpy(source, max, maxRank = 3) {
  const { name } = source;
  if (!isNpy(source)) throw new AttentionError(name, "must be an .npy file, got one that begins otherwise");
  const { text, start } = headerOf(source);
  const { type, little, fortran, shape } = readHeader(name, text, maxRank);
  const count = countOf(shape);
  if (count > max) throw new AttentionError(name, `at most ${max} numbers, got [${shape.join(", ")}]`);
  if (source.size - start !== count * type.size) {
    const wanted = `${count * type.size} bytes for the shape [${shape.join(", ")}] of ${type.npy}`;
    throw new AttentionError(name, `must hold ${wanted}, got ${source.size - start}`);
  }
  const stored = (/** @type {number} */ from, /** @type {number} */ to) =>
    numbersOf(type, source.read(start + from * type.size, start + to * type.size), little);
  const read = fortran
    ? (from = 0, to = count) => toRowMajor(shape, stored(0, count)).slice(from, to)
    : (from = 0, to = count) => stored(from, to);
  return { type, shape, read };
}

/** The text of a file's header, and where the data after it starts. @param {Source} source */
export function headerOf({ name, size, read }) {
  const first = read(0, Math.min(12, size));
  const [major = 0, minor = 0] = [first[6], first[7]];
  if (major < 1 || major > 3 || minor !== 0)
    throw new AttentionError(name, `must be .npy version 1.0, 2.0 or 3.0, got ${major}.${minor}`);
  const start = major === 1 ? 10 : 12;
  const view = new DataView(first.buffer, first.byteOffset, first.length);
  const length = size < start ? Infinity : major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > maxHeader || start + length > size)
    throw new AttentionError(name, "must have its whole header, got the file's end within it");
  return { text: new TextDecoder("latin1").decode(read(start, start + length)), start: start + length };
}

/** @param {string} name @param {string} text a Python dictionary @param {number} maxRank */
function readHeader(name, text, maxRank) {
  const [, order, descr] = /'descr': *'([<>|=])([a-z]\d{1,2})'/.exec(text) ?? [];
  const [, fortran = ""] = /'fortran_order': *(True|False)/.exec(text) ?? [];
  const [, sizes = ""] = /'shape': *\((\d+, *(?:\d+(?:, *\d+)*,?)?) *\)/.exec(text) ?? [];
  const type = types.find(({ npy }) => npy === descr);
  if (!type) {
    const known = types.map(({ npy }) => npy).join(", ");
    throw new AttentionError(name, `must hold numbers of type ${known}, got ${quote(text.trim())}`);
  }
  const shape = sizes
    .split(",")
    .filter((size) => size.trim() !== "")
    .map(Number);
  if (
    fortran === "" ||
    shape.length < 1 ||
    shape.length > maxRank ||
    !shape.every((size) => Number.isInteger(size) && size > 0)
  )
    throw new AttentionError(
      name,
      `must have 1 to ${maxRank} dimensions, each of some numbers, got ${quote(text.trim())}`,
    );
  return { type, little: order !== ">", fortran: fortran === "True", shape };
}

/**
 * Reorders numbers from Fortran order (the first index changes fastest) to C order (the last index changes fastest).
 * @param {readonly number[]} shape
 * @param {import("./number-types.js").Numbers} stored
 */
function toRowMajor(shape, stored) {
  const axes = shape.map((size, axis) => ({ size, stride: countOf(shape.slice(0, axis)) })).reverse();
  return stored.map((_, at) => {
    let rest = at;
    let from = 0;
    for (const { size, stride } of axes) {
      from += (rest % size) * stride;
      rest = Math.floor(rest / size);
    }
    return /** @type {number} */ (stored[from]);
  });
}

/**
 * Writes a tensor as an .npy file: version 1.0, row-major order, little-endian: int32 or uint8 where it holds such numbers,
 * otherwise float32.
 * @param {AnyTensor} tensor
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function npyOf({ shape, data }) {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const isWhole = data instanceof Int32Array || data instanceof Uint8Array;
  const numbers = isWhole ? data : Float32Array.from(data);
  const type = numbers instanceof Int32Array ? "<i4" : numbers instanceof Uint8Array ? "|u1" : "<f4";
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sizes}), }`;
  // Padded so that the data starts at a multiple of 64 bytes. 11 bytes: magic string 6, version 2, header length 2, "\n" 1.
  const header = `${text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11)}\n`;
  const bytes = new Uint8Array(10 + header.length + numbers.byteLength);
  bytes.set([...magic, 1, 0]);
  new DataView(bytes.buffer).setUint16(8, header.length, true);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), 10 + header.length);
  return bytes;
}
