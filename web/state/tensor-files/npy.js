import { AttentionError } from "../../engine/errors.js";
import { quote } from "../errors.js";

// NumPy's format: \x93NUMPY, version, the header's length, a Python dictionary, then the numbers.

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** @typedef {{name: string, size: number, read: (view: DataView, at: number, little: boolean) => number}} Type size: in bytes */

/** The supported number types. @type {readonly Type[]} */
const types = Object.freeze([
  { name: "f2", size: 2, read: (view, at, little) => half(view.getUint16(at, little)) },
  { name: "f4", size: 4, read: (view, at, little) => view.getFloat32(at, little) },
  { name: "f8", size: 8, read: (view, at, little) => view.getFloat64(at, little) },
  { name: "i1", size: 1, read: (view, at) => view.getInt8(at) },
  { name: "i2", size: 2, read: (view, at, little) => view.getInt16(at, little) },
  { name: "i4", size: 4, read: (view, at, little) => view.getInt32(at, little) },
  { name: "i8", size: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  { name: "u1", size: 1, read: (view, at) => view.getUint8(at) },
  { name: "u2", size: 2, read: (view, at, little) => view.getUint16(at, little) },
  { name: "u4", size: 4, read: (view, at, little) => view.getUint32(at, little) },
  { name: "u8", size: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
  { name: "b1", size: 1, read: (view, at) => Number(view.getUint8(at) !== 0) },
]);

/** The number of a float16's bits: a sign, 5 of the exponent, 10 of the fraction. @param {number} bits */
function half(bits) {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const sign = bits >> 15 === 0 ? 1 : -1;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** @param {Uint8Array} bytes */
export const isNpy = (bytes) => magic.every((byte, at) => bytes[at] === byte);

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {number} max how many numbers
 * @returns {{shape: number[], data: Float64Array}}
 */
export function readNpy(name, bytes, max) {
  if (!isNpy(bytes)) throw new AttentionError(name, "must be an .npy file, got one that begins otherwise");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { text, start } = headerOf(name, view);
  const { type, little, fortran, shape } = readHeader(name, text);
  const { size, read } = type;
  const count = shape.reduce((product, length) => product * length, 1);
  if (count > max) throw new AttentionError(name, `at most ${max} numbers, got [${shape.join(", ")}]`);
  if (bytes.length - start !== count * size) {
    const wanted = `${count * size} bytes for the shape [${shape.join(", ")}] of ${type.name}`;
    throw new AttentionError(name, `must hold ${wanted}, got ${bytes.length - start}`);
  }
  const stored = Float64Array.from({ length: count }, (_, at) => read(view, start + at * size, little));
  return { shape, data: fortran ? toRowMajor(shape, stored) : stored };
}

/** @param {string} name @param {DataView} view */
function headerOf(name, view) {
  const [major, minor] = view.byteLength > 7 ? [view.getUint8(6), view.getUint8(7)] : [0, 0];
  if (major < 1 || major > 3 || minor !== 0)
    throw new AttentionError(name, `must be .npy version 1.0, 2.0 or 3.0, got ${major}.${minor}`);
  const start = major === 1 ? 10 : 12;
  const length = view.byteLength < start ? Infinity : major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > 10000 || start + length > view.byteLength) {
    throw new AttentionError(name, "must have its whole header, got the file's end within it");
  }
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, length);
  return { text: new TextDecoder("latin1").decode(bytes), start: start + length };
}

/** @param {string} name @param {string} text a Python dictionary */
function readHeader(name, text) {
  const [, order, descr] = /'descr': *'([<>|=])([a-z]\d{1,2})'/.exec(text) ?? [];
  const [, fortran = ""] = /'fortran_order': *(True|False)/.exec(text) ?? [];
  const [, sizes = ""] = /'shape': *\((\d+, *(?:\d+(?:, *\d+)*,?)?) *\)/.exec(text) ?? [];
  const type = types.find(({ name: known }) => known === descr);
  if (!type) {
    throw new AttentionError(
      name,
      `must hold numbers of type ${types.map((known) => known.name).join(", ")}, got ${quote(text.trim())}`,
    );
  }
  const shape = sizes
    .split(",")
    .filter((size) => size.trim() !== "")
    .map(Number);
  if (
    fortran === "" ||
    shape.length < 1 ||
    shape.length > 3 ||
    !shape.every((size) => Number.isInteger(size) && size > 0)
  ) {
    throw new AttentionError(name, `must have 1 to 3 dimensions, each of some numbers, got ${quote(text.trim())}`);
  }
  return { type, little: order !== ">", fortran: fortran === "True", shape };
}

/**
 * Reorders numbers from Fortran order (the first index changes fastest) to C order (the last index changes fastest).
 * @param {readonly number[]} shape
 * @param {Float64Array} stored
 */
function toRowMajor(shape, stored) {
  const axes = shape.map((size, axis) => ({
    size,
    stride: shape.slice(0, axis).reduce((product, before) => product * before, 1),
  }));
  axes.reverse();
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
