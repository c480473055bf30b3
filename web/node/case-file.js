import { checkObject, show, suggest } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { readJson } from "./read-json.js";

/** JSON has no words for these; files write them as strings. */
const NON_FINITE = new Map([
  ["inf", Infinity],
  ["-inf", -Infinity],
  ["nan", NaN],
]);

const DEFAULT_TOLERANCE = 2e-5;

/** @typedef {import("../engine/tensors.js").TensorInput} TensorInput */

/**
 * A file for trace and check: {"spec", "inputs"[, "expected", "tolerance_float32"]}; other fields are notes.
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
export function parseCaseFile(text) {
  return checkObject(readJson(text.replace(/^\uFEFF/, "")), "file");
}

/**
 * What to trace. Only what JSON cannot say is checked here, the rest by the engine.
 * @param {Record<string, unknown>} file
 * @returns {{spec: import("../engine/spec.js").Spec, inputs: import("../engine/tensors.js").Inputs}}
 */
export function readWalk(file) {
  const inputs = Object.entries(checkObject(file.inputs, "inputs"));
  return {
    spec: /** @type {any} */ (file.spec),
    inputs: Object.fromEntries(inputs.map(([name, tensor]) => [name, withNumbers(name, tensor)])),
  };
}

/**
 * What to compare with.
 * @param {Record<string, unknown>} file
 * @param {readonly string[]} stages of the walk
 * @param {boolean} hasSteps whether it has the appends of a KV cache
 * @returns {{expected: Map<string, TensorInput>, steps: Map<string, TensorInput>[], tolerance: number}}
 */
export function readExpected(file, stages, hasSteps) {
  const tolerance = file.tolerance_float32 ?? DEFAULT_TOLERANCE;
  if (typeof tolerance !== "number" || !(tolerance >= 0)) {
    throw new AttentionError("tolerance_float32", `must be a number from 0, got ${show(tolerance)}`);
  }
  const { steps, ...tensors } = checkObject(file.expected, "expected");
  if (Object.keys(tensors).length === 0 && steps === undefined) {
    throw new AttentionError("expected", "must hold at least one stage, got none");
  }
  if (steps !== undefined && !hasSteps) throw new AttentionError("expected.steps", "needs prefill in the spec");
  if (steps !== undefined && !Array.isArray(steps)) {
    throw new AttentionError("expected.steps", `must be an array, got ${show(steps)}`);
  }
  return {
    expected: readTensors("expected", tensors, stages),
    steps: (steps ?? []).map((step, at) => readStep(`expected.steps[${at}]`, step, stages)),
    tolerance,
  };
}

/**
 * @param {string} name
 * @param {unknown} step as expected has it: tensors, and first, count and cache_len, which follow from prefill
 * @param {readonly string[]} stages
 */
function readStep(name, step, stages) {
  const fields = Object.entries(checkObject(step, name));
  const tensors = fields.filter(([field]) => !["first", "count", "cache_len"].includes(field));
  return readTensors(name, Object.fromEntries(tensors), stages);
}

/**
 * @param {string} where
 * @param {Record<string, unknown>} tensors
 * @param {readonly string[]} stages
 */
function readTensors(where, tensors, stages) {
  const unknown = Object.keys(tensors).find((name) => !stages.includes(name));
  if (unknown !== undefined) {
    const hint = `${suggest(unknown, stages)} (known: ${stages.join(", ")})`;
    throw new AttentionError(`${where}.${unknown}`, `is no stage of this walk${hint}`);
  }
  return new Map(Object.entries(tensors).map(([name, given]) => [name, checkTensor(`${where}.${name}`, given)]));
}

/**
 * The same tensor with "inf", "-inf" and "nan" turned into numbers. What has no data array stays as it is.
 * @param {string} name
 * @param {any} tensor
 * @returns {any}
 */
export function withNumbers(name, tensor) {
  if (!Array.isArray(tensor?.data)) return tensor;
  const data = tensor.data.map((/** @type {unknown} */ value, /** @type {number} */ at) => {
    const parsed = typeof value === "string" ? NON_FINITE.get(value) : value;
    if (typeof parsed === "number") return parsed;
    throw new AttentionError(`${name}.data[${at}]`, `must be a number, "inf", "-inf" or "nan", got ${show(value)}`);
  });
  return { ...tensor, data };
}

/**
 * @param {string} name
 * @param {unknown} given
 * @returns {TensorInput}
 */
function checkTensor(name, given) {
  const tensor = withNumbers(name, checkObject(given, name));
  const { shape, data } = tensor;
  if (!Array.isArray(shape) || !shape.every((size) => Number.isInteger(size) && size >= 0)) {
    throw new AttentionError(`${name}.shape`, `must be an array of sizes, got ${show(shape)}`);
  }
  const count = shape.reduce((product, size) => product * size, 1);
  if (!Array.isArray(data)) throw new AttentionError(`${name}.data`, `must be an array of numbers, got ${show(data)}`);
  if (data.length !== count) {
    throw new AttentionError(`${name}.data`, `must hold ${count} numbers for shape ${show(shape)}, got ${data.length}`);
  }
  return tensor;
}
