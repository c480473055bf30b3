/** safetensors files: 8 bytes with the length of the header, the header in JSON, then the numbers. */
import { describe, quote, typeOf } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";
import { halvesOf } from "./half.js";
import { numbersOf, numberTypes } from "./number-types.js";
import { readJsonFile } from "./read-json.js";
import { countOf } from "./source.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./source.js").StoredTensor} StoredTensor */
/**
 * @typedef {object} InFile where a tensor's numbers are, so that it can be read together with others
 * @property {Source} source
 * @property {number} begin its first byte
 * @property {number} end the byte after its last one
 * @property {(bytes: import("./number-types.js").Bytes) => import("./number-types.js").Numbers} numbersIn the numbers in some of
 *   these bytes, which may be changed
 *
 * @typedef {StoredTensor & InFile} PlacedTensor
 */

/** The largest header, in bytes: as large as other readers allow. */
const maxHeader = 100_000_000;
/** The most dimensions of a tensor: models of images have five, and masks in files of GPT-2 four. */
const maxRank = 8;

/**
 * Whether a file begins as a safetensors file does: a length below 2^32, and then a JSON object. As text these bytes would
 * hold four zeros.
 * @param {Source} source
 */
export function isSafetensors({ size, read }) {
  if (size <= 8) return false;
  const first = read(0, 9);
  return first[8] === 0x7b && first.subarray(4, 8).every((byte) => byte === 0);
}

/**
 * The tensors of a safetensors file. As the format demands, each has as many bytes as its shape needs, they follow each
 * other without overlaps and holes, and they end where the file ends.
 * @param {Source} source
 * @returns {Map<string, PlacedTensor>} by name, in the header's order
 */
export function safetensorsIn(source) {
  const { name, size, read } = source;
  const length = headerLength(source);
  const start = 8 + length;
  if (length > maxHeader) throw new AttentionError(name, `at most ${maxHeader} bytes of header, got ${length}`);
  if (start > size) throw new AttentionError(name, `must have its whole header of ${length} bytes, got ${size - 8}`);
  const { __metadata__: metadata = {}, ...entries } = headerOf(name, read(8, start));
  checkMetadata(name, metadata);
  const places = Object.entries(entries).map(([id, entry]) => placeOf(name, id, entry, size - start));
  checkPlaces(name, places, size - start);
  return new Map(places.map((place) => [place.id, placedTensor(source, start, place)]));
}

/** @param {Source} source @param {number} start the first byte of all numbers @param {Place} place @returns {PlacedTensor} */
function placedTensor(source, start, { type, shape, begin, end }) {
  const first = start + begin;
  const numbersIn = (/** @type {import("./number-types.js").Bytes} */ bytes) => numbersOf(type, bytes);
  return {
    type,
    shape,
    source,
    begin: first,
    end: start + end,
    numbersIn,
    read: (from = 0, to = countOf(shape)) => numbersIn(source.read(first + from * type.size, first + to * type.size)),
  };
}

/** How long the header of a safetensors file is, in bytes. @param {Source} source */
function headerLength({ read }) {
  const first = read(0, 8);
  return new DataView(first.buffer, first.byteOffset, 8).getUint32(0, true);
}

/** The header of a safetensors file that has been opened: JSON, with the spaces at its end. @param {Source} source */
export const headerBytes = (source) => source.read(8, 8 + headerLength(source));

/** @typedef {{id: string, type: import("./number-types.js").NumberType, shape: number[], begin: number, end: number}} Place where a tensor's numbers are: in bytes from the first number of the file */

/**
 * The type and shape of one tensor, and where its numbers are.
 * @param {string} name of the file
 * @param {string} id of the tensor
 * @param {unknown} entry of the header
 * @param {number} length of all numbers, in bytes
 * @returns {Place}
 */
function placeOf(name, id, entry, length) {
  const { dtype, shape, data_offsets } = /** @type {Record<string, unknown>} */ (Object(entry));
  const tensor = id.slice(0, 60);
  const type = numberTypes.find(({ safetensors }) => safetensors === dtype);
  if (!type) {
    const known = numberTypes.map(({ safetensors }) => safetensors).join(", ");
    throw new AttentionError(name, `must hold ${tensor} as one of ${known}, got ${describe(dtype)}`);
  }
  const sizes = wholeNumbers(shape);
  if (!sizes || sizes.length > maxRank)
    throw new AttentionError(
      name,
      `must hold ${tensor} with a shape of up to ${maxRank} sizes, got ${describe(shape)}`,
    );
  const offsets = wholeNumbers(data_offsets);
  const [begin = 0, end = 0] = offsets ?? [];
  if (offsets?.length !== 2 || begin > end || end > length) {
    const got = offsets ? `[${offsets.slice(0, 3).join(", ")}]` : describe(data_offsets);
    const wanted = `data_offsets [begin, end] of ${tensor} from 0 to the ${length} bytes of numbers`;
    throw new AttentionError(name, `must have ${wanted}, got ${got}`);
  }
  const needed = countOf(sizes) * type.size;
  if (end - begin !== needed) {
    const wanted = `${needed} bytes for ${tensor} of the shape [${sizes.join(", ")}]`;
    throw new AttentionError(name, `must hold ${wanted}, got ${end - begin} from data_offsets [${begin}, ${end}]`);
  }
  return { id, type, shape: sizes, begin, end };
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

/**
 * Writes tensors as a safetensors file. The header is padded with spaces, so that the numbers start at a multiple of 8
 * bytes.
 * @param {Readonly<Record<string, import("./npy.js").AnyTensor>>} tensors
 * @param {{half?: boolean}} [options] half: tensors whose numbers all are float16 are written as such, the others as float32
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function safetensorsOf(tensors, { half = false } = {}) {
  const stored = Object.entries(tensors).map(([name, { shape, data }]) => {
    const halves = half ? halvesOf(data) : null;
    return { name, shape, dtype: halves ? "F16" : "F32", numbers: halves ?? Float32Array.from(data) };
  });
  stored.sort((a, b) => b.numbers.BYTES_PER_ELEMENT - a.numbers.BYTES_PER_ELEMENT); // float32 begins at multiples of 4 bytes
  let end = 0;
  const entries = stored.map(({ name, shape, dtype, numbers }) => {
    const begin = end;
    end += numbers.byteLength;
    return [name, { dtype, shape, data_offsets: [begin, end] }];
  });
  const json = new TextEncoder().encode(
    JSON.stringify(Object.fromEntries([["__metadata__", { format: "pt" }], ...entries])),
  );
  const start = 8 + Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(start + end).fill(0x20, 8, start);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(start - 8), true);
  bytes.set(json, 8);
  let at = start;
  for (const { numbers } of stored) {
    bytes.set(new Uint8Array(numbers.buffer), at);
    at += numbers.byteLength;
  }
  return bytes;
}
