/**
 * CRC-32 of a text's UTF-8 bytes, as Python's `zlib.crc32(text.encode())` gives it.
 * @param {string} text
 * @returns {number} 0 to 2^32 - 1
 */
export function crc32(text) {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
