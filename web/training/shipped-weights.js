import { readFileSync } from "node:fs";

import { readTensors } from "../tensors/read-tensors.js";

/**
 * A model's weights that ship, and its words in the order of their embeddings.
 * @typedef {object} ShippedWeights
 * @property {Readonly<Record<string, import("../engine/index.js").Tensor>>} tensors by name of the parameter
 * @property {readonly string[]} words
 * @property {readonly string[]} sourceWords of the second sentence; none where there is no such sentence
 */

/**
 * Reads weights/ID.npz, in Node. In a bundle, web/build/weights-as-text.js puts the same into the module.
 * @param {"pronoun" | "translation" | "grammar"} id
 * @param {readonly string[]} words
 * @param {readonly string[]} [sourceWords]
 * @returns {ShippedWeights}
 */
export function shippedWeights(id, words, sourceWords = []) {
  const name = `${id}.npz`;
  const file = new Uint8Array(readFileSync(new URL(`weights/${name}`, import.meta.url)));
  return Object.freeze({ tensors: Object.freeze(readTensors(name, file)), words, sourceWords });
}
