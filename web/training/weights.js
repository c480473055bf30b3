import { AttentionError } from "../engine/errors.js";
import { readTensors } from "../tensors/read-tensors.js";

/**
 * The trained models that ship, in weights/: `npm run train` makes their files. A seed decides what a model learns to
 * look at, even where every answer is right: of the seeds 1 to 8, the first layer of the pronoun looks most at the
 * adjective in 95 % of 1,000 held-out sentences with 7, and in 36 to 92 % with the others (tests/training/weights.test.js
 * counts them). Those guess one kind of adjective where they see none.
 * @type {readonly Readonly<{id: keyof typeof import("./tasks.js").tasks, seed: number, steps: number}>[]}
 */
export const shipped = Object.freeze([
  { id: "pronoun", seed: 7, steps: 500 },
  { id: "translation", seed: 1, steps: 400 },
  { id: "grammar", seed: 1, steps: 300 },
]);

/** @typedef {import("../engine/index.js").Tensor} Tensor */
/** @typedef {Readonly<Record<string, readonly number[]>>} Shapes of a model's parameters, by name */

/**
 * Reads the weights of a model from a file.
 * @param {Shapes} shapes what the model has
 * @param {string} file its name, for errors
 * @param {Uint8Array} bytes of an .npz archive, a safetensors file, or JSON
 * @returns {Record<string, Tensor>} all parameters, in the order of shapes
 * @throws {AttentionError} that names the file, and the tensor that is missing, has another shape, or is none of the
 *   model's
 */
export function readWeights(shapes, file, bytes) {
  const tensors = readTensors(file, bytes);
  const name = file.slice(0, 60);
  const names = Object.keys(tensors);
  const size = (/** @type {readonly number[]} */ shape) => `[${shape.join(", ")}]`;
  const chosen = Object.entries(shapes).map(([id, shape]) => {
    const tensor = Object.hasOwn(tensors, id) ? tensors[id] : undefined;
    if (!tensor) {
      const found = names.slice(0, 20).map((other) => other.slice(0, 60));
      throw new AttentionError(name, `must hold ${id} ${size(shape)}, got ${found.join(", ") || "no tensor"}`);
    }
    if (size(tensor.shape) !== size(shape))
      throw new AttentionError(name, `must hold ${id} with the shape ${size(shape)}, got ${size(tensor.shape)}`);
    return /** @type {const} */ ([id, tensor]);
  });
  const other = names.find((id) => !Object.hasOwn(shapes, id));
  if (other !== undefined) {
    const got = `${other.slice(0, 60)} ${size(tensors[other]?.shape ?? [])}`;
    throw new AttentionError(name, `must hold only what this model has, got ${got} too`);
  }
  return Object.fromEntries(chosen);
}

/** The shapes of weights. @param {Readonly<Record<string, {shape: readonly number[]}>>} weights @returns {Shapes} */
export const shapesOf = (weights) =>
  Object.fromEntries(Object.entries(weights).map(([name, { shape }]) => [name, shape]));

/**
 * Tensors out of all numbers of a model, one after the other.
 * @param {Shapes} shapes
 * @param {Float32Array} numbers
 * @returns {Record<string, Tensor>}
 */
export function splitWeights(shapes, numbers) {
  let from = 0;
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const count = shape.reduce((product, size) => product * size, 1);
      return [name, { shape: [...shape], data: numbers.subarray(from, (from += count)) }];
    }),
  );
}

/**
 * Loads a model's parameters from a file that has them all.
 * @param {{weights: () => Record<string, Tensor>, load: (weights: Record<string, Tensor>) => void}} model unchanged where
 *   the file is of another model
 * @param {string} file its name, for errors
 * @param {Uint8Array} bytes
 * @throws {AttentionError} as readWeights does
 */
export const loadWeights = (model, file, bytes) => model.load(readWeights(shapesOf(model.weights()), file, bytes));
