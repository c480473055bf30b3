import { AttentionError } from "../../engine/errors.js";
import { quote } from "../errors.js";
import { crc32 } from "../recipes/crc32.js";

// NumPy's archives: a zip file of .npy files. What numpy.savez and this page write is not compressed.

/** The signatures of a zip file's records: of a file's header, with which an archive begins, and of its directory. */
const localHeader = 0x04034b50;
const directoryEntry = 0x02014b50;
const directoryEnd = 0x06054b50;
/** The size of the record at the end of an archive, before its comment, which may have up to 65,535 bytes. */
const endSize = 22;

/** @param {Uint8Array} bytes */
export const isNpz = (bytes) => bytes.length > endSize && viewOf(bytes).getUint32(0, true) === localHeader;

/**
 * Takes one tensor's .npy file out of an archive.
 * @param {string} name of the archive, for error messages
 * @param {Uint8Array} bytes
 * @param {string} tensor
 * @returns {Uint8Array}
 */
export function npyInArchive(name, bytes, tensor) {
  const found = npyFiles(name, bytes);
  const read = found.get(tensor);
  if (read) return read();
  const names = [...found.keys()].slice(0, 20).map((id) => id.slice(0, 60));
  throw new AttentionError(name, `must hold ${tensor}, got ${names.join(", ") || "nothing"}`);
}

/**
 * The .npy files of an archive, by the names of their tensors.
 * @param {string} name of the archive, for error messages
 * @param {Uint8Array} bytes
 * @returns {Map<string, () => Uint8Array>} each reads and checks its file
 */
export function npyFiles(name, bytes) {
  const view = viewOf(bytes);
  /** @type {Map<string, () => Uint8Array>} */
  const found = new Map();
  const entries = withinFile(name, () => entriesOf(name, view));
  for (const entry of entries) {
    const id = entry.file.replace(/\.npy$/, "");
    if (found.has(id)) throw new AttentionError(name, `must hold ${quote(id)} once, got it twice`);
    found.set(id, () => withinFile(name, () => contentsOf(`${name}, ${id.slice(0, 60)}`, view, entry)));
  }
  // Entries that share their bytes could together be as large as their number times the archive.
  const sum = entries.reduce((total, { size }) => total + size, 0);
  if (sum > bytes.length)
    throw new AttentionError(name, `must hold each of its files once, got ${sum} bytes of files in ${bytes.length}`);
  return found;
}

/** @typedef {{file: string, flags: number, method: number, crc: number, size: number, header: number}} Entry header: where the file's own header begins */

/**
 * The entries of an archive's directory.
 * @param {string} name of the archive
 * @param {DataView} view
 * @returns {Entry[]}
 */
function entriesOf(name, view) {
  const end = endOf(name, view);
  const count = view.getUint16(end + 10, true);
  const entries = [];
  for (let at = view.getUint32(end + 16, true); view.getUint32(at, true) === directoryEntry;) {
    const [flags, method] = [at + 8, at + 10].map((field) => view.getUint16(field, true));
    const [crc, size] = [at + 16, at + 20].map((field) => view.getUint32(field, true));
    const [length = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const file = textAt(view, at + 46, length);
    entries.push(/** @type {Entry} */ ({ file, flags, method, crc, size, header: view.getUint32(at + 42, true) }));
    at += 46 + length + extra + comment;
  }
  if (entries.length !== count)
    throw new AttentionError(name, `must list ${count} files in its directory, as it says, got ${entries.length}`);
  return entries;
}

/** Where the record at the end of an archive begins. @param {string} name @param {DataView} view */
function endOf(name, view) {
  for (let at = view.byteLength - endSize; at >= 0; at--) {
    const isEnd = view.getUint32(at, true) === directoryEnd;
    if (isEnd && at + endSize + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw new AttentionError(name, "must be a whole .npz archive, got one without its directory at the end");
}

/**
 * @template T
 * @param {string} name of the archive
 * @param {() => T} read throws a RangeError where it reads beyond the end
 * @returns {T}
 */
function withinFile(name, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AttentionError(name, "must be a whole .npz archive, got the file's end within it");
  }
}

/**
 * The contents of one file, where its own header agrees with the directory, and its bytes with their checksum.
 * @param {string} name of the archive and of the file in it
 * @param {DataView} view
 * @param {Entry} entry
 * @returns {Uint8Array}
 */
function contentsOf(name, view, { file, flags, method, crc, size, header }) {
  if ((flags & 1) !== 0) throw new AttentionError(name, "must not be encrypted");
  if (method !== 0)
    throw new AttentionError(name, "must not be compressed: save it with numpy.savez, not savez_compressed");
  const length = view.getUint16(header + 26, true);
  const own = view.getUint32(header, true) === localHeader ? textAt(view, header + 30, length) : "no file";
  if (own !== file)
    throw new AttentionError(name, `must be where the directory says, got ${quote(own)} at byte ${header}`);
  const [ownMethod, ownSize] = [view.getUint16(header + 8, true), view.getUint32(header + 18, true)];
  // Programs that could not go back, or allow for 4 GB, leave the size of the file's own header open.
  const isOpen = (flags & 8) !== 0 || ownSize === 0xffffffff;
  if (ownMethod !== method || !(isOpen || ownSize === size)) {
    const got = `${ownSize} by method ${ownMethod}`;
    throw new AttentionError(name, `must have ${size} bytes stored as they are, as the directory says, got ${got}`);
  }
  const start = header + 30 + length + view.getUint16(header + 28, true);
  if (start + size > view.byteLength) throw new RangeError(); // the buffer may be longer than the file
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, size);
  const sum = crc32(bytes);
  if (sum !== crc) throw new AttentionError(name, `must have the CRC-32 ${hex(crc)} of its archive, got ${hex(sum)}`);
  return bytes;
}

/** @param {number} value @returns {string} its eight hexadecimal digits */
const hex = (value) => value.toString(16).padStart(8, "0");

/** @param {DataView} view @param {number} at @param {number} length */
const textAt = (view, at, length) =>
  new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
