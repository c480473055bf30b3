/** Reads the reference cases that are walks, and measures the error of a tensor. */
import { readdir, readFile } from "node:fs/promises";
import { withNumbers } from "../../../web/node/case-file.js";
import { unflatten } from "../../../web/tensors/compare.js";

/**
 * @typedef {{shape: number[], data: ArrayLike<number>}} AnyTensor
 *
 * @typedef {object} WalkCase
 * @property {string} case
 * @property {string} variant
 * @property {any} spec
 * @property {Record<string, {shape: number[], data: number[]}>} inputs
 * @property {AnyTensor | undefined} G the gradient of the output
 * @property {Record<string, AnyTensor>} expected
 * @property {Record<string, AnyTensor>} grads by tensor
 * @property {any[]} steps of a KV cache
 * @property {number} tolerance_float32
 */

const FOLDERS = ["cases", "variants", "blocks"];
/** Variants whose cases are not walks; they have their own tests. */
const OTHER_VARIANTS = ["softmax_unit", "renorm_underflow", "rng"];
/** Fields of `expected` that are not tensors of the walk. */
const OTHER_FIELDS = ["slopes", "bucket", "rel_index", "steps", "grads"];

/** The index of every number of a tensor, in the order in which they are stored. @param {number[]} shape */
export function* indices(shape) {
  const total = shape.reduce((product, size) => product * size, 1);
  for (let flat = 0; flat < total; flat++) yield unflatten(flat, shape);
}

/** @returns {Promise<WalkCase[]>} sorted by folder and name */
export async function readWalkCases() {
  const all = await Promise.all(FOLDERS.map(readFolder));
  return all.flat().filter(({ variant }) => !OTHER_VARIANTS.includes(variant));
}

/** @param {string} name */
async function readFolder(name) {
  const folder = new URL(`../../reference/${name}/`, import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  return Promise.all(files.map(async (file) => asWalk(JSON.parse(await readFile(new URL(file, folder), "utf8")))));
}

/**
 * @param {any} file
 * @returns {WalkCase}
 */
function asWalk(file) {
  const { G, ...inputs } = numbers(file.inputs);
  const tensors = Object.entries(file.expected).filter(([name]) => !OTHER_FIELDS.includes(name));
  const grads = Object.entries(file.expected.grads ?? {}).filter(([name]) => name !== "loss");
  return {
    ...file,
    inputs,
    G,
    expected: numbers(Object.fromEntries(tensors)),
    steps: (file.expected.steps ?? []).map(numbers),
    grads: numbers(
      Object.fromEntries(
        grads.map(([name, tensor]) => [file.variant === "grad_mha" ? name.replace(/^d_?/, "") : name, tensor]),
      ),
    ),
  };
}

/** @param {Record<string, unknown>} tensors */
function numbers(tensors) {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, withNumbers(name, tensor)]));
}

/**
 * The largest |got - want| / max(1, |want|); infinity if the shapes differ, or if one is NaN or infinite and the other
 * is not.
 * @param {AnyTensor} got
 * @param {AnyTensor} want
 */
export function worstError(got, want) {
  if (got.shape.join() !== want.shape.join() || got.data.length !== want.data.length) return Infinity;
  let worst = 0;
  for (let at = 0; at < want.data.length; at++) {
    const [a = NaN, b = NaN] = [got.data[at], want.data[at]];
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) continue;
    const error = Math.abs(a - b) / Math.max(1, Math.abs(b));
    worst = Number.isNaN(error) ? Infinity : Math.max(worst, error);
  }
  return worst;
}
