import { safetensorsIn } from "../tensors/safetensors.js";
import { sourceOfBytes } from "../tensors/source.js";

/**
 * A model's weights that ship, and its words in the order of their embeddings.
 * @typedef {object} ShippedWeights
 * @property {Readonly<Record<string, import("../engine/index.js").Tensor>>} tensors by name of the parameter
 * @property {readonly string[]} words
 * @property {readonly string[]} sourceWords of the second sentence; none where there is no such sentence
 */

/**
 * @param {string} name of the file
 * @param {Uint8Array} file in safetensors
 * @param {readonly string[]} words
 * @param {readonly string[]} [sourceWords]
 * @returns {ShippedWeights}
 */
export function shippedWeights(name, file, words, sourceWords = []) {
  const stored = [...safetensorsIn(sourceOfBytes(name, file))];
  const tensors = stored.map(([id, { shape, read }]) => [id, { shape, data: Float32Array.from(read()) }]);
  return Object.freeze({ tensors: Object.freeze(Object.fromEntries(tensors)), words, sourceWords });
}
