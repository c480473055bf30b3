/** Tensors in files beside a case: {"file": "layer.npz", "name": "q"} in place of {"shape", "data"}. */
import { closeSync, openSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

import { checkNames, show, unknownName } from "../engine/checks.js";
import { quote } from "../engine/describe.js";
import { AttentionError, within } from "../engine/errors.js";
import { isNpy, openNpy } from "../tensors/npy.js";
import { isNpz, npzTensors } from "../tensors/npz.js";
import { sourceOfDescriptor } from "../tensors/open-file.js";
import { partOf } from "../tensors/part.js";
import { isSafetensors, safetensorsIn } from "../tensors/safetensors.js";
import { attentionLayer } from "../checkpoints/attention-layer.js";
import { openFolder } from "./model-folder.js";
import { named } from "./option-names.js";
import { reasonOf } from "./read-input.js";

/**
 * @typedef {import("../tensors/source.js").StoredTensor} StoredTensor
 * @typedef {import("../tensors/part.js").Part} Part
 */

/** The fields of a tensor that is in a file. */
const FIELDS = ["file", "name", "rows", "columns", "transpose"];

/** An archive that would unpack to more bytes is refused before any of them is unpacked. */
export const largestArchive = 2 ** 30;

/**
 * Calls a function that reads tensors from the files of a folder. Each file is opened once, and closed at the end.
 * @template T
 * @param {string} folder of the case
 * @param {(read: (field: string, given: Record<string, unknown>) => Part) => T} use read: takes the field of a tensor in the
 *   case, for errors, and what the case says there
 * @returns {T}
 */
export function withFolder(folder, use) {
  /** @type {number[]} */
  const descriptors = [];
  /** @type {Map<string, OpenFile>} */
  const files = new Map();
  const fileAt = (/** @type {string} */ path, /** @type {string} */ name) => {
    const known = files.get(path);
    if (known) return known;
    const descriptor = openSync(path, "r");
    descriptors.push(descriptor);
    const opened = tensorsOf(sourceOfDescriptor(name, descriptor));
    files.set(path, opened);
    return opened;
  };
  try {
    return use((field, given) => {
      checkNames(given, FIELDS, `field of ${field}, a tensor in a file`);
      const { file, name, ...wanted } = given;
      const path = pathOf(`${field}.file`, folder, file);
      try {
        return partOf(field, tensorIn(fileAt(path, String(file).slice(0, 60)), `${field}.name`, name), wanted);
      } catch (error) {
        throw withField(field, error, String(file));
      }
    });
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

/** What a file holds: one tensor, or several by name. @typedef {StoredTensor | Map<string, () => StoredTensor>} OpenFile */

/** @param {import("../tensors/source.js").Source} source @returns {OpenFile} */
function tensorsOf(source) {
  if (isNpz(source)) return npzTensors(source, { bytes: largestArchive, numbers: Infinity });
  if (isNpy(source)) return openNpy(source, Infinity);
  if (isSafetensors(source)) return new Map([...safetensorsIn(source)].map(([name, tensor]) => [name, () => tensor]));
  throw new AttentionError(source.name, "must be an .npz, .npy or safetensors file, got one that begins otherwise");
}

/** @param {OpenFile} opened @param {string} field @param {unknown} name @returns {StoredTensor} */
function tensorIn(opened, field, name) {
  if (!(opened instanceof Map)) {
    if (name === undefined) return opened;
    throw new AttentionError(field, `must not be given with an .npy file, which holds one array, got ${show(name)}`);
  }
  const open = typeof name === "string" ? opened.get(name) : undefined;
  if (open) return open();
  const names = [...opened.keys()];
  const known = names.slice(0, 20).map((id) => id.slice(0, 60));
  if (typeof name === "string" && known.length > 0) throw unknownName(field, name, known);
  throw new AttentionError(field, `must be the name of an array, one of ${known.join(", ")}, got ${show(name)}`);
}

/**
 * The path of a file, which must lie in the case's folder or in one below: a case that came from elsewhere can then read
 * nothing else, neither by its path nor through a link.
 * @param {string} field
 * @param {string} folder
 * @param {unknown} file
 * @param {"file" | "folder"} [kind]
 */
function pathOf(field, folder, file, kind = "file") {
  if (typeof file !== "string" || file === "" || file.includes("\0"))
    throw new AttentionError(field, `must be the path of a ${kind} in the case's folder, got ${show(file)}`);
  const path = resolve(folder, file);
  const leaves = () => new AttentionError(field, `must lie in the case's folder, got ${quote(file)}, which does not`);
  if (!isWithin(resolve(folder), path)) throw leaves();
  try {
    const real = realpathSync(path);
    if (!isWithin(realpathSync(folder), real)) throw leaves();
    if (kind === "file" ? statSync(real).isFile() : statSync(real).isDirectory()) return real;
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    throw new AttentionError(field, `must be a ${kind} in the case's folder, got ${quote(file)}${reasonOf(error)}`);
  }
  throw new AttentionError(field, `must be a ${kind} in the case's folder, got ${quote(file)}, which is none`);
}

/**
 * The attention of a layer of a model whose folder lies in the case's.
 * @param {string} folder of the case
 * @param {{layer: unknown, index: unknown}} given
 */
export function layerIn(folder, { layer, index }) {
  const files = openFolder(pathOf("inputs.layer", folder, layer, "folder"), (file) => {
    if (!isWithin(realpathSync(folder), realpathSync(file)))
      throw new AttentionError(
        "inputs.layer",
        `must lie in the case's folder, got ${quote(String(layer))}, which does not`,
      );
  });
  try {
    return attentionLayer(files, index, "inputs.index");
  } finally {
    files.close();
  }
}

/**
 * The attention of a layer that the command names: its folder may lie anywhere.
 * @param {string | undefined} given FOLDER:INDEX
 */
export function layerFrom(given) {
  if (given === undefined) return undefined;
  const [, folder = "", index = ""] = /^(.+):(\d+)$/s.exec(given) ?? [];
  if (folder === "")
    throw new AttentionError(
      "--layer-from",
      `must be a model's folder and a layer's index, FOLDER:INDEX, got ${quote(given)}`,
    );
  const files = named("FOLDER", "--layer-from", () => openFolder(folder));
  try {
    return attentionLayer(files, Number(index), "--layer-from");
  } finally {
    files.close();
  }
}

/** @param {string} folder @param {string} path both absolute */
function isWithin(folder, path) {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** An error of a file, under the field of the tensor that is wanted from it. @param {string} field @param {unknown} error @param {string} file */
function withField(field, error, file) {
  if (!(error instanceof AttentionError))
    return new AttentionError(`${field}.file`, `must be a file that can be read, got ${quote(file)}${reasonOf(error)}`);
  const isOwn = error.field === field || error.field.startsWith(`${field}.`);
  return isOwn ? error : within(field, error);
}
