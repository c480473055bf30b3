/** All arrays of the files that a reader opens, to be listed and read. */
import { AttentionError } from "../engine/errors.js";
import { isNpy, openNpy } from "./npy.js";
import { isNpz, npzTensors } from "./npz.js";
import { isSafetensors, safetensorsIn } from "./safetensors.js";
import { sourceOfBytes } from "./source.js";

/** @typedef {import("./attention-arrays.js").Named} Named */

/** An archive that would unpack to more is refused; arrays have at most a batch of heads. */
const max = Object.freeze({ bytes: 2 ** 28, numbers: Infinity, rank: 5 });

/**
 * @param {string} file its name
 * @param {Uint8Array} bytes of an .npz, .npy or safetensors file
 * @returns {Named[]}
 * @throws {AttentionError} that names the file
 */
export function arraysIn(file, bytes) {
  const source = sourceOfBytes(file.slice(0, 60), bytes);
  const named = (/** @type {string} */ name, /** @type {import("./source.js").StoredTensor} */ stored) => ({
    ...stored,
    file,
    name,
  });
  if (isNpz(source)) return [...npzTensors(source, max)].map(([name, open]) => named(name, open()));
  if (isNpy(source)) return [named(file.replace(/^.*\/|\.npy$/gi, ""), openNpy(source, max.numbers, max.rank))];
  if (isSafetensors(source)) return [...safetensorsIn(source)].map(([name, stored]) => named(name, stored));
  throw new AttentionError(source.name, "must be an .npz, .npy or safetensors file, got one that begins otherwise");
}
