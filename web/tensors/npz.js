/** NumPy's archives: a zip file of .npy files, compressed or not. */
import { inflateSync, zipSync } from "fflate";

import { quote } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";
import { crc32 } from "./crc32.js";
import { npyOf, openNpy } from "./npy.js";
import { sourceOfBytes } from "./source.js";

/** @typedef {import("./source.js").Source} Source */

/** The signatures of a zip file's records: of a file's header, with which an archive begins, and of its directory. */
const localHeader = 0x04034b50;
const directoryEntry = 0x02014b50;
const directoryEnd = 0x06054b50;
/** The size of the record at the end of an archive, before its comment, which may have up to 65,535 bytes. */
const endSize = 22;
const maxComment = 0xffff;
/** The methods that NumPy uses. */
const stored = 0;
const deflated = 8;

/** @param {Source} source */
export const isNpz = (source) => source.size > endSize && viewOf(source.read(0, 4)).getUint32(0, true) === localHeader;

/**
 * The tensors of an archive, by name. Each is unpacked and checked when it is opened.
 * @param {Source} source
 * @param {{bytes: number, numbers: number, rank?: number}} max how many bytes all files may have once they are unpacked,
 *   and how many numbers and dimensions a tensor may have
 * @returns {Map<string, () => import("./source.js").StoredTensor>}
 */
export function npzTensors(source, max) {
  const files = npzFiles(source, max.bytes);
  return new Map([...files].map(([id, unpack]) => [id, () => openNpy(unpack(), max.numbers, max.rank)]));
}

/**
 * The .npy files of an archive, by the names of their arrays. Each is unpacked, and its bytes are checked, when it is asked
 * for.
 * @param {Source} source
 * @param {number} max how many bytes all files may have once they are unpacked
 * @returns {Map<string, () => Source>}
 */
export function npzFiles(source, max) {
  const { name } = source;
  const entries = entriesOf(source);
  /** @type {Map<string, () => Source>} */
  const found = new Map();
  for (const entry of entries) {
    const id = entry.file.replace(/\.npy$/, "");
    if (found.has(id)) throw new AttentionError(name, `must hold ${quote(id)} once, got it twice`);
    const own = `${name}, ${id.slice(0, 60)}`;
    found.set(id, () => sourceOfBytes(own, contentsOf(own, source, entry)));
  }
  const sum = (/** @type {"packed" | "size"} */ field) => entries.reduce((total, entry) => total + entry[field], 0);
  // Entries that share their bytes could together be as large as their number times the archive.
  if (sum("packed") > source.size)
    throw new AttentionError(
      name,
      `must hold each of its files once, got ${sum("packed")} bytes of files in ${source.size}`,
    );
  if (sum("size") > max) throw new AttentionError(name, `at most ${max} bytes once unpacked, got ${sum("size")}`);
  return found;
}

/**
 * What an archive's directory says of a file.
 * @typedef {object} Entry
 * @property {string} file its name
 * @property {number} flags
 * @property {number} method
 * @property {number} crc of the unpacked bytes
 * @property {number} packed its size in the archive
 * @property {number} size once unpacked
 * @property {number} header where the file's own header begins
 */

/** @param {Source} source @returns {Entry[]} */
function entriesOf(source) {
  const end = endOf(source);
  const directory = viewAt(source, end.directory, end.at - end.directory);
  const entries = [];
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === directoryEntry;) {
    const short = (/** @type {number} */ field) => directory.getUint16(at + field, true);
    const long = (/** @type {number} */ field) => directory.getUint32(at + field, true);
    const next = at + 46 + short(28) + short(30) + short(32);
    if (next > directory.byteLength) break;
    const file = textAt(directory, at + 46, short(28));
    const sizes = { packed: long(20), size: long(24), header: long(42) };
    if (Object.values(sizes).includes(0xffffffff))
      throw new AttentionError(source.name, `must be smaller than 4 GiB, got ${quote(file)} with sizes of 64 bits`);
    entries.push({ file, flags: short(8), method: short(10), crc: long(16), ...sizes });
    at = next;
  }
  if (entries.length !== end.count)
    throw new AttentionError(
      source.name,
      `must list ${end.count} files in its directory, as it says, got ${entries.length}`,
    );
  return entries;
}

/**
 * Where an archive's last record begins, and what it says of the directory before it.
 * @param {Source} source
 * @returns {{at: number, count: number, directory: number}}
 */
function endOf(source) {
  const start = Math.max(0, source.size - endSize - maxComment);
  const view = viewAt(source, start, source.size - start);
  for (let at = view.byteLength - endSize; at >= 0; at--) {
    if (view.getUint32(at, true) !== directoryEnd) continue;
    if (at + endSize + view.getUint16(at + 20, true) !== view.byteLength) continue;
    return { at: start + at, count: view.getUint16(at + 10, true), directory: view.getUint32(at + 16, true) };
  }
  throw new AttentionError(source.name, "must be a whole .npz archive, got one without its directory at the end");
}

/**
 * The unpacked contents of one file, where its own header agrees with the directory, and its bytes with their checksum.
 * @param {string} name of the archive and of the file in it
 * @param {Source} source
 * @param {Entry} entry
 * @returns {Uint8Array}
 */
function contentsOf(name, source, entry) {
  const { flags, method, crc, size } = entry;
  if ((flags & 1) !== 0) throw new AttentionError(name, "must not be encrypted");
  if (method !== stored && method !== deflated)
    throw new AttentionError(name, `must be stored or deflated (method 0 or 8), got method ${method}`);
  const packed = packedBytes(name, source, entry);
  const bytes = method === stored ? packed : inflated(name, packed, size);
  if (bytes.length !== size)
    throw new AttentionError(name, `must unpack to ${size} bytes, as the directory says, got ${bytes.length}`);
  const sum = crc32(bytes);
  if (sum !== crc) throw new AttentionError(name, `must have the CRC-32 ${hex(crc)} of its archive, got ${hex(sum)}`);
  return bytes;
}

/** @param {string} name @param {Source} source @param {Entry} entry */
function packedBytes(name, source, { file, flags, method, packed, header }) {
  const own = viewAt(source, header, 30);
  const [length, extra] = [own.getUint16(26, true), own.getUint16(28, true)];
  const isHeader = own.getUint32(0, true) === localHeader;
  const ownFile = isHeader ? textAt(viewAt(source, header + 30, length), 0, length) : "no file";
  if (ownFile !== file)
    throw new AttentionError(name, `must be where the directory says, got ${quote(ownFile)} at byte ${header}`);
  const [ownMethod, ownSize] = [own.getUint16(8, true), own.getUint32(18, true)];
  // Programs that could not go back, or allow for 4 GB, leave the size of the file's own header open.
  const isOpen = (flags & 8) !== 0 || ownSize === 0xffffffff;
  if (ownMethod !== method || !(isOpen || ownSize === packed)) {
    const wanted = `${packed} bytes by method ${method}`;
    throw new AttentionError(name, `must have ${wanted}, as the directory says, got ${ownSize} by method ${ownMethod}`);
  }
  const { buffer, byteOffset, byteLength } = viewAt(source, header + 30 + length + extra, packed);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * @param {string} name
 * @param {Uint8Array} packed
 * @param {number} size that is wanted
 * @returns {Uint8Array} at most one byte more: what is longer than it should be is not unpacked
 */
function inflated(name, packed, size) {
  try {
    return inflateSync(packed, { out: new Uint8Array(size + 1) });
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    throw new AttentionError(name, `must be deflated bytes, got others (${got})`);
  }
}

/** @param {number} value @returns {string} its eight hexadecimal digits */
const hex = (value) => value.toString(16).padStart(8, "0");

/** @param {DataView} view @param {number} at @param {number} length */
const textAt = (view, at, length) =>
  new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));

/**
 * @param {Source} source
 * @param {number} begin
 * @param {number} length
 * @returns {DataView}
 */
function viewAt(source, begin, length) {
  if (length < 0 || begin + length > source.size)
    throw new AttentionError(source.name, "must be a whole .npz archive, got the file's end within it");
  return viewOf(source.read(begin, begin + length));
}

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The date of all files: the same files always give the same bytes. */
const date = "1980-01-01T00:00";

/**
 * Packs tensors into a NumPy .npz archive, uncompressed, since random floats hardly compress:
 * `np.load("file.npz")["weights"]`.
 * @param {Readonly<Record<string, import("./npy.js").AnyTensor>>} tensors
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function npzOf(tensors) {
  const files = Object.entries(tensors).map(([name, tensor]) => [`${name}.npy`, npyOf(tensor)]);
  return zipSync(Object.fromEntries(files), { level: 0, mtime: date });
}
