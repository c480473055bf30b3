/** SHA-256 (FIPS 180-4). Browsers compute it themselves, but only on pages that come over HTTPS or from this machine. */

/** The first 32 bits of the fractions of a root of each of the first primes. @param {number} count @param {(prime: number) => number} root */
const fractions = (count, root) => Array.from(primes(count), (prime) => Math.floor((root(prime) % 1) * 2 ** 32));

/** @param {number} count */
function primes(count) {
  const found = /** @type {number[]} */ ([]);
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

/** @param {number} word @param {number} by */
const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The hash of bytes, one array after the other.
 * @param {readonly Uint8Array[]} parts
 * @returns {string} 64 hexadecimal digits
 */
export function sha256(parts) {
  const length = parts.reduce((sum, { length }) => sum + length, 0);
  // The bytes, a one bit, zeros, and the number of bits: whole blocks of 64 bytes.
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  let at = 0;
  for (const part of parts) {
    padded.set(part, at);
    at += part.length;
  }
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(length) * 8n);
  const constants = Int32Array.from(fractions(64, Math.cbrt));
  const hash = Int32Array.from(fractions(8, Math.sqrt));
  for (let block = 0; block < padded.length; block += 64) addBlock(hash, constants, view, block);
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** @param {Int32Array} hash changed @param {Int32Array} constants @param {DataView} view @param {number} block where it begins */
function addBlock(hash, constants, view, block) {
  const words = new Int32Array(64);
  const word = (/** @type {number} */ at) => /** @type {number} */ (words[at]);
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + 4 * at);
  for (let at = 16; at < 64; at++) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + s0 + word(at - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let at = 0; at < 64; at++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + Number(constants[at]) + word(at)) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => (hash[at] = Number(hash[at]) + value));
}
