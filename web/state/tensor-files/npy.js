import { AttentionError } from "../../engine/errors.js";
import { quote } from "../errors.js";

// NumPy's format: \x93NUMPY, version, the header's length, a Python dictionary, then the numbers.

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** How the numbers of each type are read, and their bytes. @type {Readonly<Record<string, [number, (view: DataView, at: number, little: boolean) => number]>>} */
const types = Object.freeze({
  f4: [4, (view, at, little) => view.getFloat32(at, little)],
  f8: [8, (view, at, little) => view.getFloat64(at, little)],
  i4: [4, (view, at, little) => view.getInt32(at, little)],
  i8: [8, (view, at, little) => Number(view.getBigInt64(at, little))],
  u1: [1, (view, at) => view.getUint8(at)],
});

/** @param {Uint8Array} bytes */
export const isNpy = (bytes) => magic.every((byte, at) => bytes[at] === byte);

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {number} most numbers
 * @returns {{shape: number[], data: Float64Array}}
 */
export function readNpy(name, bytes, most) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { text, start } = headerOf(name, view);
  const { type, little, fortran, shape } = readHeader(name, text);
  const [size, read] = types[type];
  const count = shape.reduce((product, length) => product * length, 1);
  if (count > most) throw new AttentionError(name, `at most ${most} numbers, got [${shape.join(", ")}]`);
  if (bytes.length - start !== count * size) {
    const wanted = `${count * size} bytes for the shape [${shape.join(", ")}] of ${type}`;
    throw new AttentionError(name, `must hold ${wanted}, got ${bytes.length - start}`);
  }
  const stored = Float64Array.from({ length: count }, (_, at) => read(view, start + at * size, little));
  return { shape, data: fortran ? rowsFirst(shape, stored) : stored };
}

/** @param {string} name @param {DataView} view */
function headerOf(name, view) {
  const major = view.byteLength > 7 ? view.getUint8(6) : 0;
  if (major < 1 || major > 3) throw new AttentionError(name, `must be .npy version 1, 2 or 3, got ${major}`);
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
  const [, order = "", type = ""] = /'descr': *'([<>|=])([a-z]\d{1,2})'/.exec(text) ?? [];
  const [, fortran = ""] = /'fortran_order': *(True|False)/.exec(text) ?? [];
  const [, sizes] = /'shape': *\(([\d, ]*)\)/.exec(text) ?? [];
  if (!Object.hasOwn(types, type)) {
    throw new AttentionError(
      name,
      `must hold numbers of type ${Object.keys(types).join(", ")}, got ${quote(text.trim())}`,
    );
  }
  const shape = (sizes ?? "")
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
 * Numbers that stand column after column (the first place moving fastest), row after row.
 * @param {readonly number[]} shape
 * @param {Float64Array} stored
 */
function rowsFirst(shape, stored) {
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, size) => product * size, 1));
  return stored.map((_, at) => {
    let rest = at;
    let from = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += (rest % shape[axis]) * strides[axis];
      rest = Math.floor(rest / shape[axis]);
    }
    return stored[from];
  });
}
