/**
 * Rounds to 11 significant bits, as many as a float16 has: two bytes a number. Values beyond float16's range keep their
 * exponent: their tensors are stored as float32.
 * @param {Float32Array} values
 */
export function roundTo11Bits(values) {
  const bits = new Uint32Array(values.slice().buffer);
  return new Float32Array(bits.map((each) => (each + 0x1000) & 0xffffe000).buffer);
}
