import { checkObject, show, suggest } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";

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
  try {
    return checkObject(JSON.parse(text.replace(/^\uFEFF/, "")), "file");
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    throw new AttentionError("file", `must hold JSON, got ${/** @type {Error} */ (error).message}`);
  }
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
 * @returns {{expected: Map<string, TensorInput>, tolerance: number}}
 */
export function readExpected(file, stages) {
  const tolerance = file.tolerance_float32 ?? DEFAULT_TOLERANCE;
  if (typeof tolerance !== "number" || !(tolerance >= 0)) {
    throw new AttentionError("tolerance_float32", `must be a number from 0, got ${show(tolerance)}`);
  }
  const expected = Object.entries(checkObject(file.expected, "expected"));
  if (expected.length === 0) throw new AttentionError("expected", "must hold at least one stage, got none");
  const unknown = expected.map(([name]) => name).find((name) => !stages.includes(name));
  if (unknown !== undefined) {
    const hint = `${suggest(unknown, stages)} (known: ${stages.join(", ")})`;
    throw new AttentionError(`expected.${unknown}`, `is no stage of this walk${hint}`);
  }
  return {
    expected: new Map(expected.map(([name, given]) => [name, checkTensor(`expected.${name}`, given)])),
    tolerance,
  };
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
