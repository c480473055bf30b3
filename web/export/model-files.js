/** The weights of a trained model as a file. */
import { jsonOf } from "../tensors/json.js";
import { npzOf } from "../tensors/npz.js";
import { safetensorsOf } from "../tensors/safetensors.js";

/** @typedef {Readonly<Record<string, import("../tensors/npy.js").AnyTensor>>} Weights by name, as engine.model names them */

/**
 * How each format writes the weights of a model, by the ending of its files. JSON has an object for each tensor, as
 * `model.load` takes it: {"token_embedding": {"shape": [...], "data": [...]}, ...}.
 * @type {Readonly<Record<"npz" | "safetensors" | "json", (weights: Weights) => string | Uint8Array<ArrayBuffer>>>}
 */
export const weightFormats = Object.freeze({
  npz: npzOf,
  safetensors: (weights) => safetensorsOf(weights),
  json: (weights) =>
    `{${Object.entries(weights)
      .map(([name, tensor]) => `\n  ${JSON.stringify(name)}: ${jsonOf(tensor)}`)
      .join(",")}\n}\n`,
});

/**
 * The format of a file, by its ending.
 * @param {string} name
 * @returns {keyof typeof weightFormats | undefined} undefined: not one of them
 */
export function formatOf(name) {
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return Object.hasOwn(weightFormats, ending) ? /** @type {keyof typeof weightFormats} */ (ending) : undefined;
}
