/**
 * Rounds to 11 significant bits, as many as a float16 has: the last 13 bits are then 0, which compresses to about two
 * bytes a number, while the file holds float32, which every reader of .npy reads. Values beyond float16's range stay as
 * they are.
 * @param {Float32Array} values
 */
export function roundTo11Bits(values) {
  const bits = new Uint32Array(values.slice().buffer);
  return new Float32Array(bits.map((each) => (each + 0x1000) & 0xffffe000).buffer);
}
