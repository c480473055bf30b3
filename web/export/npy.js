/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} AnyTensor */

/**
 * A tensor as NumPy's .npy file: version 1.0, float32, little endian, row after row.
 * @param {AnyTensor} tensor
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function npyOf({ shape, data }) {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${sizes}), }`;
  // The numbers start at a multiple of 64 bytes; 11 are the magic word, the version, the length and the line's end.
  const header = `${text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11)}\n`;
  const bytes = new Uint8Array(10 + header.length + data.length * 4);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0]);
  view.setUint16(8, header.length, true);
  bytes.set(new TextEncoder().encode(header), 10);
  for (let at = 0; at < data.length; at++) view.setFloat32(10 + header.length + at * 4, data[at] ?? 0, true);
  return bytes;
}
