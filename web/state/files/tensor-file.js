import { AttentionError } from "../../engine/errors.js";
import { finiteTensor } from "../../tensors/finite.js";
import { readJsonTensor } from "../../tensors/json.js";
import { isNpy, openNpy } from "../../tensors/npy.js";
import { isNpz, npzTensors } from "../../tensors/npz.js";
import { sourceOfBytes } from "../../tensors/source.js";
import { readTable } from "./number-table.js";

/** @typedef {import("../../tensors/finite.js").Tensor} Tensor */

/** Largest file, packed and unpacked, and largest tensor that are read: no tensor of a state has more numbers. */
const max = Object.freeze({ bytes: 2 ** 23, unpacked: 2 ** 26, numbers: 2 ** 17 });
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
  const source = sourceOfBytes(file, bytes);
  if (isNpz(source)) return finiteOf(file, tensorOfArchive(source, tensor));
  if (isNpy(source)) return finiteOf(file, openNpy(source, max.numbers));
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
  const tensor = /^[\s\uFEFF]*[[{]/.test(text) ? readJsonTensor(name, text) : readTable(name, text);
  return finiteTensor(name, tensor, max.numbers);
}

/** @param {string} file @param {import("../../tensors/source.js").StoredTensor} stored */
const finiteOf = (file, { shape, read }) => finiteTensor(file, { shape, data: read() }, max.numbers);

/** @param {import("../../tensors/source.js").Source} source @param {string} tensor */
function tensorOfArchive(source, tensor) {
  const found = npzTensors(source, { bytes: max.unpacked, numbers: max.numbers });
  const open = found.get(tensor);
  if (open) return open();
  const names = [...found.keys()].slice(0, 20).map((id) => id.slice(0, 60));
  throw new AttentionError(source.name, `must hold ${tensor}, got ${names.join(", ") || "nothing"}`);
}
