/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} AnyTensor data: in row-major order */

/**
 * Writes a tensor as a NumPy .npy file: version 1.0, little-endian float32, row-major order.
 * @param {AnyTensor} tensor
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function npyOf({ shape, data }) {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${sizes}), }`;
  // Padded so that the data starts at a multiple of 64 bytes. 11 bytes: magic string 6, version 2, header length 2, "\n" 1.
  const header = `${text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11)}\n`;
  const bytes = new Uint8Array(10 + header.length + data.length * 4);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0]);
  view.setUint16(8, header.length, true);
  bytes.set(new TextEncoder().encode(header), 10);
  for (let at = 0; at < data.length; at++)
    view.setFloat32(10 + header.length + at * 4, /** @type {number} */ (data[at]), true);
  return bytes;
}
