/** Numbers of float32 as text: their bytes, the lowest first, in base64. */

/** How many bytes become text together: as many as a call can have arguments, and a multiple of 3. */
const together = 3 * 2 ** 12;

/** @param {ArrayLike<number>} numbers */
export function packNumbers(numbers) {
  const bytes = new Uint8Array(Float32Array.from(numbers).buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += together)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + together)));
  return text;
}

/** @param {string} text @returns {Float32Array<ArrayBuffer>} */
export const packedNumbers = (text) => {
  const bytes = atob(text);
  const numbers = new Float32Array(bytes.length / 4);
  const view = new Uint8Array(numbers.buffer);
  for (let at = 0; at < bytes.length; at++) view[at] = bytes.charCodeAt(at);
  return numbers;
};
