import { AttentionError } from "../../engine/errors.js";

// NumPy's archives: a zip file of .npy files. What numpy.savez and this page write is not compressed.

/** The signature of a file's header within the archive, which is also how an archive with files begins. */
const localHeader = 0x04034b50;
const directoryEntry = 0x02014b50;
/** The size of the record at the end of an archive without a comment. */
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
  const names = [...found.keys()].slice(0, 20).join(", ");
  throw new AttentionError(name, `must hold ${tensor}, got ${names || "nothing"}`);
}

/**
 * The .npy files of an archive, by the names of their tensors.
 * @param {string} name of the archive, for error messages
 * @param {Uint8Array} bytes
 * @returns {Map<string, () => Uint8Array>} each reads its file
 */
export function npyFiles(name, bytes) {
  const view = viewOf(bytes);
  const decoder = new TextDecoder();
  /** @type {Map<string, () => Uint8Array>} */
  const found = new Map();
  let sum = 0;
  withinFile(name, () => {
    let at = view.getUint32(bytes.length - 6, true); // of the directory, as the record at the end says
    while (view.getUint32(at, true) === directoryEntry) {
      const entry = at;
      const [nameLength = 0, ...others] = [28, 30, 32].map((field) => view.getUint16(entry + field, true));
      sum += view.getUint32(entry + 20, true);
      const id = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)).replace(/\.npy$/, "");
      if (!found.has(id)) found.set(id, () => withinFile(name, () => stored(name, view, entry)));
      at += others.reduce((sum, length) => sum + length, 46 + nameLength); // past the extra field and the comment
    }
  });
  // Entries that share their bytes could together be as large as their number times the archive.
  if (sum > bytes.length)
    throw new AttentionError(name, `must hold each of its files once, got ${sum} bytes of files in ${bytes.length}`);
  return found;
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
 * The contents of one file.
 * @param {string} name
 * @param {DataView} view
 * @param {number} at where its entry in the directory begins
 */
function stored(name, view, at) {
  if (view.getUint16(at + 10, true) !== 0) {
    throw new AttentionError(name, "must not be compressed: save it with numpy.savez, not savez_compressed");
  }
  const size = view.getUint32(at + 20, true);
  const header = view.getUint32(at + 42, true);
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  return new Uint8Array(view.buffer, view.byteOffset + start, size);
}

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
