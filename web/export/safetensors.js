/**
 * Writes tensors as a safetensors file: 8 bytes with the length of the header, the header in JSON, then the float32
 * numbers of each tensor. The header is padded with spaces, so that the numbers start at a multiple of 8 bytes.
 * @param {Readonly<Record<string, import("./npy.js").AnyTensor>>} tensors
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function safetensorsOf(tensors) {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => {
    const begin = end;
    end += data.length * 4;
    return [name, { dtype: "F32", shape, data_offsets: [begin, end] }];
  });
  const json = new TextEncoder().encode(
    JSON.stringify(Object.fromEntries([["__metadata__", { format: "pt" }], ...entries])),
  );
  const length = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(8 + length + end).fill(0x20, 8, 8 + length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(length), true);
  bytes.set(json, 8);
  let at = 8 + length;
  for (const { data } of Object.values(tensors))
    for (let k = 0; k < data.length; k++, at += 4) view.setFloat32(at, /** @type {number} */ (data[k]), true);
  return bytes;
}
