/** What eight steps of the division add for each value of a byte. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/**
 * CRC-32 of a text's UTF-8 bytes, as Python's `zlib.crc32(text.encode())` gives it, or of bytes.
 * @param {string | Uint8Array} data
 * @returns {number} 0 to 2^32 - 1
 */
export function crc32(data) {
  let crc = 0xffffffff;
  for (const byte of typeof data === "string" ? new TextEncoder().encode(data) : data)
    crc = (crc >>> 8) ^ /** @type {number} */ (remainders[(crc ^ byte) & 255]);
  return ~crc >>> 0;
}
