import { checkObject, show, suggest } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { MASKS, TENSOR_FORM } from "../engine/tensors.js";
import { fileFields } from "../state/files/state-file.js";
import { readJson } from "../tensors/read-json.js";

/** JSON cannot express these numbers: case files contain these strings instead. */
const NON_FINITE = new Map([
  ["inf", Infinity],
  ["-inf", -Infinity],
  ["nan", NaN],
]);

/** @typedef {import("../engine/tensors.js").TensorInput} TensorInput */

/** The fields of a case file. Only inputs must be there, and expected for check. */
const CASE_FIELDS = ["spec", "inputs", "expected", "dOutput", "tolerance"];

/** The older name of the field tolerance, which is read for good. */
const OLD_TOLERANCE = "tolerance_float32";

/** A case as its file says it; tensors that are in other files have been read: see read-case.js. @typedef {Record<string, unknown>} Case */

/**
 * Parses a case file, the input of trace, check and render.
 * @param {string | Case} given its text, or a case that has been read
 * @returns {Case}
 */
export function parseCaseFile(given) {
  return typeof given === "string" ? checkObject(readJson("file", given), "file") : given;
}

/**
 * Checks that a case file has no field that check would not compare, such as a misspelt tolerance. Fields that hold a
 * text, or an array of texts, are comments and may have any name.
 * @param {Record<string, unknown>} file
 */
export function checkCaseFields(file) {
  const isText = (/** @type {unknown} */ value) => typeof value === "string";
  const unknown = Object.keys(file).find((name) => {
    const value = file[name];
    return (
      ![...CASE_FIELDS, OLD_TOLERANCE].includes(name) &&
      !fileFields.includes(name) && // a case that the page saved has them, so that the page can open it
      !isText(value) &&
      !(Array.isArray(value) && value.length > 0 && value.every(isText))
    );
  });
  if (unknown === undefined) return;
  const hint = ["steps", "gradients"].includes(unknown)
    ? `; did you mean expected.${unknown}?`
    : suggest(unknown, CASE_FIELDS);
  throw new AttentionError(
    unknown,
    `unknown field of a case${hint} (known: ${CASE_FIELDS.join(", ")}; comments are texts)`,
  );
}

/**
 * Reads what to compute. Only converts the strings for non-finite numbers; the engine checks the rest.
 * @param {Record<string, unknown>} file
 * @returns {{spec: import("../engine/spec/spec.js").Spec, inputs: import("../engine/tensors.js").Inputs,
 *   dOutput: TensorInput | undefined}} dOutput: gradient of the loss with respect to the output, if the file has it
 */
export function readWalk(file) {
  const inputs = Object.entries(checkObject(file.inputs, "inputs"));
  return {
    spec: /** @type {any} */ (file.spec === undefined ? {} : file.spec),
    inputs: Object.fromEntries(inputs.map(([name, tensor]) => [name, withNumbers(name, tensor)])),
    dOutput: withNumbers("dOutput", file.dOutput ?? undefined),
  };
}

/** The fields of an append that are numbers, not tensors. */
const COUNTS = /** @type {const} */ (["first", "count", "cache_len"]);

/**
 * @typedef {{counts: Map<typeof COUNTS[number], number>, stages: Map<string, TensorInput>}} ExpectedStep
 *
 * @typedef {object} Known names of the tensors that can be compared
 * @property {readonly string[]} stages
 * @property {readonly string[][]} steps stages of each append to the KV cache
 * @property {readonly string[] | undefined} gradients undefined without dOutput
 */

/**
 * Reads and checks what to compare with.
 * @param {Record<string, unknown>} file
 * @param {Known} known
 * @returns {{stages: Map<string, TensorInput>, steps: ExpectedStep[], gradients: Map<string, TensorInput>,
 *   tolerance: number | undefined}} tolerance: undefined where the file asks for none
 */
export function readExpected(file, known) {
  const field = file[OLD_TOLERANCE] === undefined ? "tolerance" : OLD_TOLERANCE;
  if (field === OLD_TOLERANCE && file.tolerance !== undefined)
    throw new AttentionError("tolerance", `must not be given twice, got ${OLD_TOLERANCE} too`);
  const tolerance = file[field] ?? undefined;
  if (tolerance !== undefined && !(typeof tolerance === "number" && tolerance >= 0 && tolerance < Infinity)) {
    throw new AttentionError(field, `must be a finite number from 0, got ${show(tolerance)}`);
  }
  const { steps, gradients, ...stages } = checkObject(file.expected, "expected");
  if (Object.keys(stages).length === 0 && steps === undefined && gradients === undefined) {
    throw new AttentionError("expected", "must hold at least one stage, got none");
  }
  return {
    stages: readTensors("expected", stages, known.stages, "stage of this walk"),
    steps: steps === undefined ? [] : readSteps(steps, known.steps),
    gradients: readGradients(gradients, known.gradients),
    tolerance,
  };
}

/**
 * Checks expected.steps.
 * @param {unknown} steps
 * @param {readonly string[][]} known stages of each append
 * @returns {ExpectedStep[]}
 */
function readSteps(steps, known) {
  if (known.length === 0) throw new AttentionError("expected.steps", "needs prefill in the spec");
  if (!Array.isArray(steps) || steps.length === 0) {
    throw new AttentionError("expected.steps", `must be an array, one for each append, got ${show(steps)}`);
  }
  return steps.map((step, at) => {
    const where = `expected.steps[${at}]`;
    const tensors = { ...checkObject(step, where) };
    const counts = new Map();
    for (const name of COUNTS) {
      const value = tensors[name];
      delete tensors[name];
      if (value === undefined) continue;
      if (!Number.isInteger(value)) {
        throw new AttentionError(`${where}.${name}`, `must be a whole number, got ${show(value)}`);
      }
      counts.set(name, value);
    }
    return { counts, stages: readTensors(where, tensors, known[at] ?? known[0] ?? [], "stage of an append") };
  });
}

/**
 * Checks expected.gradients, which need dOutput, and the other way round.
 * @param {unknown} gradients
 * @param {readonly string[] | undefined} known
 */
function readGradients(gradients, known) {
  if (gradients === undefined) {
    if (known !== undefined) throw new AttentionError("dOutput", "needs expected.gradients");
    return new Map();
  }
  const tensors = checkObject(gradients, "expected.gradients");
  if (Object.keys(tensors).length === 0) {
    throw new AttentionError("expected.gradients", "must hold at least one gradient, got none");
  }
  if (known === undefined) throw new AttentionError("dOutput", "must be given with expected.gradients, got none");
  return readTensors("expected.gradients", tensors, known, "gradient of this walk");
}

/**
 * Checks tensors and their names.
 * @param {string} where path of the object in the file, for errors
 * @param {Record<string, unknown>} tensors by name
 * @param {readonly string[]} known the names it may contain
 * @param {string} what each of the names stands for, for errors
 */
function readTensors(where, tensors, known, what) {
  const unknown = Object.keys(tensors).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = `${suggest(unknown, known)} (known: ${known.join(", ")})`;
    throw new AttentionError(`${where}.${unknown}`, `is not a ${what}${hint}`);
  }
  return new Map(Object.entries(tensors).map(([name, given]) => [name, checkTensor(`${where}.${name}`, given)]));
}

/**
 * Turns "inf", "-inf" and "nan" in a tensor's data into numbers, and true and false in a mask. Returns a value without a data array as it is.
 * @param {string} name
 * @param {any} tensor
 * @returns {any}
 */
export function withNumbers(name, tensor) {
  if (!Array.isArray(tensor?.data)) return tensor;
  const isMask = MASKS.includes(name.slice(name.lastIndexOf(".") + 1));
  const data = tensor.data.map((/** @type {unknown} */ value, /** @type {number} */ at) => {
    if (isMask && typeof value === "boolean") return Number(value);
    const parsed = typeof value === "string" ? NON_FINITE.get(value) : value;
    if (typeof parsed === "number") return parsed;
    throw new AttentionError(`${name}.data[${at}]`, `must be a number, "inf", "-inf" or "nan", got ${show(value)}`);
  });
  return { ...tensor, data };
}

/**
 * Checks that a value is a tensor: its shape, and as many numbers as this shape needs.
 * @param {string} name path in the file, for errors
 * @param {unknown} given
 * @returns {TensorInput}
 */
function checkTensor(name, given) {
  const tensor = withNumbers(name, checkObject(given, name, TENSOR_FORM));
  const { shape, data } = tensor;
  if (!Array.isArray(shape) || !shape.every((size) => Number.isInteger(size) && size >= 0)) {
    throw new AttentionError(`${name}.shape`, `must be an array of sizes, got ${show(shape)}`);
  }
  const count = shape.reduce((product, size) => product * size, 1);
  if (!Array.isArray(data) && !(data instanceof Float32Array))
    throw new AttentionError(`${name}.data`, `must be an array of numbers, got ${show(data)}`);
  if (data.length !== count) {
    throw new AttentionError(`${name}.data`, `must hold ${count} numbers for shape ${show(shape)}, got ${data.length}`);
  }
  return tensor;
}
