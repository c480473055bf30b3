import { AttentionError } from "../engine/errors.js";
import { finiteTensor } from "./finite.js";
import { readJsonTensors } from "./json.js";
import { isNpz, npzTensors } from "./npz.js";
import { isSafetensors, safetensorsIn } from "./safetensors.js";
import { sourceOfBytes } from "./source.js";

/** @typedef {import("./finite.js").Tensor} Tensor */

/**
 * Largest file, packed and unpacked, most tensors, and most numbers of one tensor: as large as models that train in a
 * browser can be.
 */
const max = Object.freeze({ bytes: 2 ** 26, tensors: 1000, numbers: 2 ** 24 });

/**
 * Reads all tensors of a file, such as the weights of a model. The format is detected from the contents, not from the
 * name.
 * @param {string} name of the file, for error messages
 * @param {Uint8Array} bytes of an .npz archive, a safetensors file, or JSON with an object of tensors
 * @returns {Record<string, Tensor>} by name; finite numbers
 * @throws {AttentionError} that names the file, and the tensor where only one of them is wrong
 */
export function readTensors(name, bytes) {
  const file = name.slice(0, 60);
  if (bytes.length > max.bytes) throw new AttentionError(file, `at most ${max.bytes} bytes, got ${bytes.length}`);
  const readers = readersOf(file, bytes);
  if (readers.length > max.tensors)
    throw new AttentionError(file, `at most ${max.tensors} tensors, got ${readers.length}`);
  return Object.fromEntries(
    readers.map(([id, read]) => [id, finiteTensor(`${file}, ${id.slice(0, 60)}`, read(), max.numbers)]),
  );
}

/**
 * @param {string} file
 * @param {Uint8Array} bytes
 * @returns {(readonly [name: string, read: () => {shape: number[], data: ArrayLike<number>}])[]} each reads its tensor
 */
function readersOf(file, bytes) {
  const source = sourceOfBytes(file, bytes);
  if (isNpz(source)) return [...npzTensors(source, max)].map(([id, open]) => [id, () => wholeTensor(open())]);
  if (isSafetensors(source)) return [...safetensorsIn(source)].map(([id, tensor]) => [id, () => wholeTensor(tensor)]);
  return Object.entries(readJsonTensors(file, textOf(file, bytes))).map(([id, tensor]) => [id, () => tensor]);
}

/** @param {import("./source.js").StoredTensor} stored */
const wholeTensor = ({ shape, read }) => ({ shape, data: read() });

/** @param {string} name @param {Uint8Array} bytes */
function textOf(name, bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AttentionError(name, "must be an .npz or safetensors file, or JSON, got bytes that are none of them");
  }
}
