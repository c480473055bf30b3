/** Cases from bytes: a JSON file, whose tensors may be in files beside it, or an .npz archive with all of the case. */
import { dirname } from "node:path";

import { suggest } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { rowOf } from "../engine/stages.js";
import { INPUT_NAMES, MASKS } from "../engine/tensors.js";
import { openNpy } from "../tensors/npy.js";
import { readNpyText } from "../tensors/npy-text.js";
import { isNpz, npzFiles } from "../tensors/npz.js";
import { partOf } from "../tensors/part.js";
import { readJson } from "../tensors/read-json.js";
import { sourceOfBytes } from "../tensors/source.js";
import { LOG_SUM_EXP } from "../engine/fast/log-sum-exp.js";
import { parseCaseFile } from "./case-file.js";
import { largestArchive, layerIn, withFolder } from "./case-folder.js";
import { textOf } from "./read-input.js";

/**
 * @typedef {import("../tensors/part.js").Part} Part
 *
 * @typedef {object} ReadCase
 * @property {import("./case-file.js").Case} case its tensors are {shape, data}, with the type of the numbers in the file where they
 *   come from one
 * @property {string[]} rounded the tensors of which numbers in a file are no float32, and were rounded to the nearest
 * @property {string | undefined} text of a JSON file
 */

/**
 * @param {"FILE" | "LINK or FILE"} argument name of the command's argument, for errors
 * @param {string} file its path, or - for standard input, which has no files beside it
 * @param {Buffer} bytes
 * @param {ReturnType<typeof layerIn>} [layer] of a model, whose attention is added to the case's inputs
 * @returns {ReadCase}
 */
export function readCase(argument, file, bytes, layer) {
  const read = readOwn(argument, file, bytes);
  return layer ? { ...read, case: withAttention(read.case, layer, "--layer-from") } : read;
}

/** What a case itself says. @param {"FILE" | "LINK or FILE"} argument @param {string} file @param {Buffer} bytes @returns {ReadCase} */
function readOwn(argument, file, bytes) {
  const source = sourceOfBytes("file", bytes);
  if (isNpz(source)) return { ...caseOfArchive(source), text: undefined };
  const text = textOf(argument, file, bytes);
  const read = parseCaseFile(text);
  if (file !== "-") {
    const folder = dirname(file);
    return { ...withFolder(folder, (open) => caseWithTensors(withLayer(read, folder), open)), text };
  }
  if (isObject(read.inputs) && read.inputs.layer !== undefined)
    throw new AttentionError("inputs.layer", "needs a case that is a file, beside which it lies, got standard input");
  const refuse = (/** @type {string} */ field) => {
    throw new AttentionError(`${field}.file`, "needs a case that is a file, beside which it lies, got standard input");
  };
  return { ...caseWithTensors(read, refuse), text };
}

/** @typedef {(field: string, given: Record<string, unknown>) => Part} Open reads a tensor from a file beside the case */

/**
 * A case whose inputs name a layer of a model ({"layer": "folder", "index": 3, "X": …}) with the weights of its attention,
 * and with its spec, to which the case's own is added.
 * @param {import("./case-file.js").Case} given
 * @param {string} folder of the case
 * @returns {import("./case-file.js").Case}
 */
function withLayer(given, folder) {
  const { inputs } = given;
  if (!isObject(inputs) || inputs.layer === undefined) return given;
  const { layer, index, ...others } = inputs;
  return withAttention({ ...given, inputs: others }, layerIn(folder, { layer, index }), "inputs.layer");
}

/**
 * A case with the weights and the spec of a layer's attention.
 * @param {import("./case-file.js").Case} given
 * @param {ReturnType<typeof layerIn>} own
 * @param {string} source what names the layer, for errors
 * @returns {import("./case-file.js").Case}
 */
function withAttention(given, own, source) {
  const { inputs, spec = {} } = given;
  if (!isObject(inputs)) return given; // refused as it is by who reads it
  const twice = Object.keys(inputs).find((name) => name in own.inputs);
  if (twice) throw new AttentionError(twice, `must not be given with ${source}, whose model has it`);
  return { ...given, spec: { ...own.spec, ...Object(spec) }, inputs: { ...own.inputs, ...inputs } };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A case whose tensors in files have been read.
 * @param {import("./case-file.js").Case} given
 * @param {Open} open
 */
function caseWithTensors(given, open) {
  /** @type {string[]} */
  const rounded = [];
  const tensor = (/** @type {string} */ field, /** @type {unknown} */ value) => {
    if (!isObject(value) || value.file === undefined) return value;
    return tensorOf(field, open(field, value), rounded);
  };
  const tensors = (/** @type {string} */ where, /** @type {unknown} */ values) =>
    isObject(values) ? mapped(values, (name, value) => tensor(`${where}${name}`, value)) : values;
  const expected = (/** @type {unknown} */ values) => {
    if (!isObject(values)) return values;
    const { steps, gradients } = values;
    const withSteps = Array.isArray(steps)
      ? { steps: steps.map((step, at) => tensors(`expected.steps[${at}].`, step)) }
      : {};
    return {
      .../** @type {Record<string, unknown>} */ (tensors("expected.", values)),
      ...withSteps,
      ...(isObject(gradients) ? { gradients: tensors("expected.gradients.", gradients) } : {}),
    };
  };
  const read = mapped(given, (name, value) => {
    if (name === "inputs") return tensors("", value);
    if (name === "expected") return expected(value);
    return name === "dOutput" ? tensor(name, value) : value;
  });
  return { case: read, rounded };
}

/** @param {Record<string, unknown>} object @param {(name: string, value: unknown) => unknown} change */
const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(name, value)]));

/**
 * The case in an archive: spec, inputs and dOutput by their names, expected.NAME and gradients.NAME.
 * @param {import("../tensors/source.js").Source} source
 */
function caseOfArchive(source) {
  const inputs = /** @type {Record<string, unknown>} */ ({});
  const expected = /** @type {Record<string, unknown>} */ ({});
  const gradients = /** @type {Record<string, unknown>} */ ({});
  const others = /** @type {Record<string, unknown>} */ ({});
  /** @type {string[]} */
  const rounded = [];
  for (const [name, unpack] of npzFiles(source, largestArchive)) {
    const [, kind, stage = ""] = /^(expected|gradients)\.(.*)$/s.exec(name) ?? [];
    const isTensor = kind !== undefined && (rowOf(stage) !== undefined || stage === LOG_SUM_EXP);
    if (name === "spec") others.spec = readJson("spec", readNpyText(unpack()));
    else if (isTensor || name === "dOutput" || INPUT_NAMES.some((input) => input === name)) {
      const field = kind === "gradients" ? `expected.${name}` : name;
      const tensor = tensorOf(field, partOf(field, openNpy(unpack(), Infinity), {}), rounded);
      if (kind === undefined) (name === "dOutput" ? others : inputs)[name] = tensor;
      else (kind === "expected" ? expected : gradients)[stage] = tensor;
    } else {
      const known = ["spec", ...INPUT_NAMES, "dOutput", "expected.NAME", "gradients.NAME"];
      const shown = name.slice(0, 60);
      throw new AttentionError(shown, `unknown array of a case${suggest(shown, known)} (known: ${known.join(", ")})`);
    }
  }
  const hasGradients = Object.keys(gradients).length > 0;
  if (hasGradients) expected.gradients = gradients;
  return { case: { ...others, inputs, ...(Object.keys(expected).length > 0 ? { expected } : {}) }, rounded };
}

/**
 * @param {string} field
 * @param {Part} part
 * @param {string[]} rounded gets the field where numbers were rounded
 */
function tensorOf(field, part, rounded) {
  const { rounded: isRounded, ...tensor } = part;
  const name = field.slice(field.lastIndexOf(".") + 1);
  if (tensor.type === "bool" && !MASKS.includes(name) && name !== "positions")
    throw new AttentionError(field, `must hold numbers, as only masks may be true and false, got ${tensor.type}`);
  if (isRounded) rounded.push(field);
  return tensor;
}
