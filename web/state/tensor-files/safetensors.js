import { AttentionError } from "../../engine/errors.js";
import { describe, quote, typeOf } from "../errors.js";
import { readJsonFile } from "../read-json.js";

// safetensors: 8 bytes with the length of the header, the header in JSON, then the numbers.

/** The numbers of a type that is read: float32, as trained weights are saved. */
const type = Object.freeze({ name: "F32", size: 4 });

/**
 * Whether bytes begin as a safetensors file does: a length below 2^32, and then a JSON object. As text these bytes would
 * hold four zeros.
 * @param {Uint8Array} bytes
 */
export const isSafetensors = (bytes) => bytes.length > 8 && bytes[8] === 0x7b && viewOf(bytes).getUint32(4, true) === 0;

/**
 * The tensors of a safetensors file. As the format demands, each has as many bytes as its shape needs, they follow each
 * other without overlaps and holes, and they end where the file ends.
 * @param {string} name of the file, for error messages
 * @param {Uint8Array} bytes
 * @returns {(readonly [name: string, read: () => {shape: number[], data: Float32Array}])[]} each reads its tensor
 */
export function safetensorsIn(name, bytes) {
  const view = viewOf(bytes);
  const length = view.getUint32(0, true);
  const start = 8 + length;
  if (start > bytes.length)
    throw new AttentionError(name, `must have its whole header of ${length} bytes, got ${bytes.length - 8}`);
  const { __metadata__: metadata = {}, ...entries } = headerOf(name, bytes.subarray(8, start));
  checkMetadata(name, metadata);
  const tensors = Object.entries(entries).map(([id, entry]) => placeOf(name, id, entry, bytes.length - start));
  checkPlaces(name, tensors, bytes.length - start);
  return tensors.map(({ id, shape, begin, end }) => [
    id,
    () => {
      const data = new Float32Array((end - begin) / type.size);
      for (let at = 0; at < data.length; at++) data[at] = view.getFloat32(start + begin + at * type.size, true);
      return { shape, data };
    },
  ]);
}

/** @typedef {{id: string, shape: number[], begin: number, end: number}} Place where a tensor's numbers are: in bytes from the first number of the file */

/**
 * The shape of one tensor, and where its numbers are.
 * @param {string} name of the file
 * @param {string} id of the tensor
 * @param {unknown} entry of the header
 * @param {number} length of all numbers, in bytes
 * @returns {Place}
 */
function placeOf(name, id, entry, length) {
  const { dtype, shape, data_offsets } = /** @type {Record<string, unknown>} */ (Object(entry));
  const tensor = id.slice(0, 60);
  if (dtype !== type.name)
    throw new AttentionError(name, `must hold ${tensor} as ${type.name}, got ${describe(dtype)}`);
  const sizes = wholeNumbers(shape);
  if (!sizes || sizes.length > 3)
    throw new AttentionError(name, `must hold ${tensor} with a shape of up to 3 sizes, got ${describe(shape)}`);
  const offsets = wholeNumbers(data_offsets);
  const [begin = 0, end = 0] = offsets ?? [];
  if (offsets?.length !== 2 || begin > end || end > length) {
    const got = offsets ? `[${offsets.slice(0, 3).join(", ")}]` : describe(data_offsets);
    const wanted = `data_offsets [begin, end] of ${tensor} from 0 to the ${length} bytes of numbers`;
    throw new AttentionError(name, `must have ${wanted}, got ${got}`);
  }
  const needed = sizes.reduce((product, size) => product * size, type.size);
  if (end - begin !== needed) {
    const wanted = `${needed} bytes for ${tensor} of the shape [${sizes.join(", ")}]`;
    throw new AttentionError(name, `must hold ${wanted}, got ${end - begin} from data_offsets [${begin}, ${end}]`);
  }
  return { id, shape: sizes, begin, end };
}

/**
 * Checks that tensors follow each other, from the first byte to the last.
 * @param {string} name of the file
 * @param {readonly Place[]} tensors
 * @param {number} length of all numbers, in bytes
 */
function checkPlaces(name, tensors, length) {
  let next = 0;
  let before = "the header";
  for (const { id, begin, end } of [...tensors].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    const tensor = id.slice(0, 60);
    if (begin !== next)
      throw new AttentionError(name, `must hold ${tensor} from byte ${next}, right after ${before}, got byte ${begin}`);
    next = end;
    before = tensor;
  }
  if (next !== length)
    throw new AttentionError(name, `must end after ${before}, with ${next} bytes of numbers, got ${length}`);
}

/**
 * Checks that what a file says about itself are texts.
 * @param {string} name of the file
 * @param {unknown} metadata
 */
function checkMetadata(name, metadata) {
  const isMap = typeOf(metadata) === "Object";
  const [key, value] = Object.entries(Object(metadata)).find(([, text]) => typeof text !== "string") ?? [];
  if (isMap && key === undefined) return;
  const got = isMap ? `${describe(value)} as ${quote(String(key))}` : describe(metadata);
  throw new AttentionError(name, `must have texts in __metadata__, got ${got}`);
}

/** @param {unknown} value @returns {number[] | null} null unless it is an array of whole numbers from 0 */
const wholeNumbers = (value) =>
  Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0) ? value : null;

/** @param {string} name @param {Uint8Array} bytes @returns {Record<string, unknown>} */
function headerOf(name, bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AttentionError(name, "must have a header in UTF-8, got bytes that are no text");
  }
  return Object(readJsonFile(name, text, "a header in JSON"));
}

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
