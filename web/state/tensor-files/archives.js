import { AttentionError } from "../../engine/errors.js";
import { checked } from "./index.js";
import { readJsonTensors } from "./json.js";
import { readNpy } from "./npy.js";
import { isNpz, npyFiles } from "./npz.js";
import { isSafetensors, readSafetensors } from "./safetensors.js";

/** @typedef {import("./index.js").Tensor} Tensor */

/** Largest file, and most numbers of one tensor: as large as models that train in a browser can be. */
const max = Object.freeze({ bytes: 2 ** 26, numbers: 2 ** 24 });

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
  const found = isNpz(bytes)
    ? [...npyFiles(file, bytes)].map(([id, read]) => /** @type {const} */ ([id, readNpy(file, read(), max.numbers)]))
    : Object.entries(isSafetensors(bytes) ? readSafetensors(file, bytes) : readJsonTensors(file, textOf(file, bytes)));
  return Object.fromEntries(
    found.map(([id, tensor]) => [id, checked(`${file}, ${id.slice(0, 60)}`, tensor, max.numbers)]),
  );
}

/** @param {string} name @param {Uint8Array} bytes */
function textOf(name, bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AttentionError(name, "must be an .npz or safetensors file, or JSON, got bytes that are none of them");
  }
}
