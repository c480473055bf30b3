import { createHash } from "node:crypto";

/** @param {ArrayBufferView[]} parts @returns {string} the first 32 hexadecimal digits of their bytes' SHA-256 */
export function sha256(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  return hash.digest("hex").slice(0, 32);
}
