import { AttentionError } from "../../engine/errors.js";
import { isNpy, readNpy } from "./npy.js";
import { isNpz, npyInArchive } from "./npz.js";
import { readJsonTensor } from "./json.js";
import { readTable } from "./table.js";

/** @typedef {{shape: number[], data: Float32Array}} Tensor */

/** Largest file and largest tensor that are read: no tensor of a state has more numbers. */
const max = Object.freeze({ bytes: 2 ** 23, numbers: 2 ** 17 });
const kinds = "a .npy or .npz file, JSON or a table of numbers (CSV, TSV)";

/**
 * Reads a tensor from a file. The format is detected from the contents, not from the name.
 * @param {string} name of the file, for error messages
 * @param {Uint8Array} bytes
 * @param {string} tensor which tensor to take from an archive of several
 * @returns {Tensor} finite numbers
 * @throws {AttentionError} that names the file
 */
export function readTensorFile(name, bytes, tensor) {
  const file = name.slice(0, 60);
  if (bytes.length > max.bytes) throw new AttentionError(file, `at most ${max.bytes} bytes, got ${bytes.length}`);
  if (isNpz(bytes)) return checked(file, readNpy(file, npyInArchive(file, bytes, tensor), max.numbers));
  if (isNpy(bytes)) return checked(file, readNpy(file, bytes, max.numbers));
  try {
    return readTensorText(file, new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    throw new AttentionError(file, `must be ${kinds}, got bytes that are not text`);
  }
}

/**
 * Reads a tensor from text, such as numbers copied from a spreadsheet.
 * @param {string} name of where it comes from
 * @param {string} text
 * @returns {Tensor} finite numbers
 * @throws {AttentionError} that names where it comes from
 */
export function readTensorText(name, text) {
  if (text.length > max.bytes) throw new AttentionError(name, `at most ${max.bytes} characters, got ${text.length}`);
  if (text.trim() === "") throw new AttentionError(name, `must be ${kinds}, got nothing`);
  return checked(name, /^[\s\uFEFF]*[[{]/.test(text) ? readJsonTensor(name, text) : readTable(name, text));
}

/**
 * A tensor as float32, if its numbers are finite.
 * @param {string} name of where it comes from
 * @param {{shape: number[], data: ArrayLike<number>}} tensor
 * @param {number} [most] how many numbers it may have
 * @returns {Tensor}
 */
export function checked(name, { shape, data }, most = max.numbers) {
  if (data.length > most) throw new AttentionError(name, `at most ${most} numbers, got ${data.length}`);
  const floats = Float32Array.from(data);
  const at = floats.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return { shape, data: floats };
  const place = placeOf(shape, at).join(", ");
  throw new AttentionError(name, `must hold finite numbers within float32, got ${data[at]} at [${place}]`);
}

/**
 * @param {readonly number[]} shape
 * @param {number} at
 * @returns {number[]} from 0
 */
function placeOf(shape, at) {
  let rest = at;
  const place = [...shape].reverse().map((size) => {
    const here = rest % size;
    rest = (rest - here) / size;
    return here;
  });
  return place.reverse();
}
