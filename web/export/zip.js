import { crc32 } from "../state/recipes/crc32.js";
import { npyOf } from "./npy.js";

/**
 * Packs files into a zip archive, uncompressed, since random floats hardly compress. All files are dated 1980, so that
 * the same files always give the same bytes.
 * @param {readonly {name: string, bytes: Uint8Array}[]} files ASCII names; in total less than 4 GB
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function zipOf(files) {
  const entries = files.map(({ name, bytes }) => ({ name: new TextEncoder().encode(name), bytes, crc: crc32(bytes) }));
  const parts = /** @type {Uint8Array[]} */ ([]);
  const directory = /** @type {Uint8Array[]} */ ([]);
  let offset = 0;
  for (const { name, bytes, crc } of entries) {
    // version 2.0, no flags, method "stored", time 0, 1 January 1980; CRC-32, compressed and full size; lengths of the name
    // and of the extra field
    const common = [
      [20, 0, 0, 0, 0x21].map(u16),
      [crc, bytes.length, bytes.length].map(u32),
      [name.length, 0].map(u16),
    ];
    const shared = common.flat(2);
    directory.push(Uint8Array.from([...u32(0x02014b50), ...u16(20), ...shared, ...zeros(10), ...u32(offset), ...name]));
    const local = Uint8Array.from([...u32(0x04034b50), ...shared, ...name]);
    parts.push(local, bytes);
    offset += local.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const counts = [0, 0, files.length, files.length].flatMap(u16);
  const end = Uint8Array.from([...u32(0x06054b50), ...counts, ...u32(size), ...u32(offset), ...u16(0)]);
  return joined([...parts, ...directory, end]);
}

/**
 * Packs tensors into a NumPy .npz archive: `np.load("file.npz")["weights"]`.
 * @param {Readonly<Record<string, import("./npy.js").AnyTensor>>} tensors
 */
export const npzOf = (tensors) =>
  zipOf(Object.entries(tensors).map(([name, tensor]) => ({ name: `${name}.npy`, bytes: npyOf(tensor) })));

/** @param {number} value @returns {number[]} little-endian bytes */
const u16 = (value) => [value & 255, (value >>> 8) & 255];

/** @param {number} value @returns {number[]} little-endian bytes */
const u32 = (value) => [...u16(value & 0xffff), ...u16(value >>> 16)];

/** @param {number} count */
const zeros = (count) => new Uint8Array(count);

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
