import { checkNames, checkObject, definedOnly, show, wholeNumber } from "./checks.js";
import { INPUTS } from "./c.js";
import { AttentionError } from "./errors.js";
import { KEEPS } from "./spec/dropout.js";
import { rowOf } from "./stages.js";

/** @typedef {{shape: readonly number[], data: Float32Array | readonly number[]}} TensorInput */
/**
 * Of allow and key_valid: 1 or true where a key is allowed; of keep and its like: 1 or true where a number is kept.
 * @typedef {{shape: readonly number[], data: Float32Array | readonly (number | boolean)[]}} MaskInput
 */
/** @typedef {{shape: number[], data: Float32Array}} Tensor */
/** @typedef {"X" | "C" | "E" | "P" | "Q" | "K" | "V" | "allow" | typeof import("./c.js").INPUTS[number]} InputName the name of an input of a walk */
/** @typedef {"allow" | "key_valid" | typeof KEEPS[number]} MaskName */
/** @typedef {{[Name in InputName]?: (Name extends MaskName ? MaskInput : TensorInput) | undefined}} Inputs those that the spec needs */
/**
 * @typedef {Record<"Q" | "K" | "V", TensorInput> & Omit<Inputs, "X" | "C" | "E" | "P" | `W${string}` | `b${"q" | "k" | "v" | "o"}`>} AttendInputs
 *   of engine.attend: Q, K and V instead of embeddings and weights
 */
/** @typedef {import("./stages.js").TensorName} TensorName the name of a tensor that a run can give: a stage, an input, or another tensor that stages compute */
/**
 * Accepts any text that is only known at run time, such as an entry of run.stages; of texts written in code only the
 * names of tensors, so that a slip of the pen does not compile.
 * @template {string} Name
 * @typedef {Name & (string extends Name ? string : TensorName)} Named
 */

/** What a tensor looks like, for error messages. */
export const TENSOR_FORM = 'an object such as {"shape": [2, 2], "data": [1, 0, 0, 1]}';

/** @type {readonly InputName[]} */
export const INPUT_NAMES = Object.freeze(["X", "C", "E", "P", "Q", "K", "V", "allow", ...INPUTS]);

/** The inputs that hold only 0 and 1, which may be written as booleans too. @type {readonly string[]} */
export const MASKS = Object.freeze(["key_valid", "allow", ...KEEPS]);

/**
 * Checks the names and the form of all inputs.
 * @param {unknown} given
 * @returns {Map<string, TensorInput>}
 */
export function readInputs(given) {
  const object = definedOnly(checkObject(given, "inputs"));
  checkNames(object, INPUT_NAMES, "input");
  return new Map(Object.entries(object).map(([name, tensor]) => [name, checkTensor(name, tensor, ranksOf(name))]));
}

/** How many dimensions an input may have: `allow` also three, with one mask for each head. @param {string} name */
const ranksOf = (name) => (name === "allow" ? [2, 3] : [rowOf(name)?.axes.length ?? 0]);

/**
 * Checks that a value is a tensor: its shape has an allowed rank, and its data has as many numbers as the shape needs.
 * @param {string} name
 * @param {unknown} given
 * @param {number[]} ranks how many dimensions it may have
 * @returns {TensorInput}
 */
export function checkTensor(name, given, ranks) {
  const { shape, data } = checkObject(given, name, TENSOR_FORM);
  if (!Array.isArray(shape) || !ranks.includes(shape.length)) {
    throw new AttentionError(`${name}.shape`, `must be an array of ${ranks.join(" or ")} sizes, got ${show(shape)}`);
  }
  for (const size of shape) wholeNumber(`${name}.shape`, size);
  const count = countOf(shape);
  if (!(data instanceof Float32Array) && !Array.isArray(data)) {
    throw new AttentionError(`${name}.data`, `must be a Float32Array or an array of numbers, got ${show(data)}`);
  }
  if (data.length !== count) {
    throw new AttentionError(`${name}.data`, `must hold ${count} numbers for shape ${show(shape)}, got ${data.length}`);
  }
  if (!MASKS.includes(name)) {
    if (Array.isArray(data)) checkNumbers(name, data);
    return { shape: [...shape], data };
  }
  const bits = Array.isArray(data) ? data.map((bit) => (typeof bit === "boolean" ? Number(bit) : bit)) : data;
  if (Array.isArray(bits)) checkNumbers(name, bits);
  checkMask(name, bits);
  return { shape: [...shape], data: bits };
}

/**
 * @param {string} name
 * @param {unknown[]} data
 */
function checkNumbers(name, data) {
  for (let at = 0; at < data.length; at++) {
    const number = data[at];
    if (typeof number !== "number") {
      throw new AttentionError(`${name}.data[${at}]`, `must be a number, got ${show(number)}`);
    }
    if (Number.isFinite(number) && !Number.isFinite(Math.fround(number))) {
      throw new AttentionError(`${name}.data[${at}]`, `must be within float32, got ${show(number)}`);
    }
  }
}

/**
 * @param {string} name
 * @param {ArrayLike<number>} data
 */
function checkMask(name, data) {
  for (let at = 0; at < data.length; at++) {
    if (data[at] !== 0 && data[at] !== 1) {
      const meaning = KEEPS.some((keep) => keep === name) ? "0 (dropped) or 1 (kept)" : "0 (hidden) or 1 (allowed)";
      throw new AttentionError(`${name}.data[${at}]`, `must be ${meaning}, got ${show(data[at])}`);
    }
  }
}

/**
 * Checks that a tensor has the wanted shape.
 * @param {string} name
 * @param {{shape: readonly number[]}} tensor
 * @param {readonly number[]} wanted
 */
export function checkShape(name, { shape }, wanted) {
  if (wanted.join() !== shape.join()) {
    const field = name.endsWith("mask") ? "allow" : name;
    throw new AttentionError(field, `must have shape [${wanted.join(", ")}], got [${shape.join(", ")}]`);
  }
}

/**
 * The engine's name of an input. The engine has two tensors for `allow`: one mask for all heads, or one mask for each
 * head.
 * @param {string} name
 * @param {{shape: readonly number[]}} tensor
 */
export function engineName(name, { shape }) {
  if (name !== "allow") return name;
  return shape.length === 3 ? "head_mask" : "mask";
}

/** @param {readonly number[]} shape */
export const countOf = (shape) => shape.reduce((count, size) => count * size, 1);

/**
 * Checks an index into a tensor.
 * @param {string} id of the tensor that the index points into
 * @param {unknown} index
 * @param {readonly number[]} shape
 * @returns {asserts index is number[]}
 * @throws {AttentionError} "index" unless it has one whole number for each dimension, each inside the shape
 */
export function checkIndex(id, index, shape) {
  const numbers = shape.length === 1 ? "1 whole number" : `${shape.length} whole numbers`;
  const wanted = `must be ${numbers} inside [${shape.join(", ")}] for ${id}`;
  if (!Array.isArray(index)) throw new AttentionError("index", `${wanted}, got ${show(index)}`);
  const inside = shape.every((size, axis) => Number.isInteger(index[axis]) && index[axis] >= 0 && index[axis] < size);
  if (index.length !== shape.length || !inside) throw new AttentionError("index", `${wanted}, got ${show(index)}`);
}
