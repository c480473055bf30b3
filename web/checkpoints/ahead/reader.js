/** The Worker that reads files ahead: its first message brings the port through which it is asked. */
/** @typedef {import("./read-ahead.js").ToReader} ToReader */
/** @typedef {import("./read-ahead.js").FromReader} FromReader */

const reader = new /** @type {any} */ (globalThis).FileReaderSync();

/** @param {ToReader} piece @returns {FromReader} */
function read({ id, file, begin, end }) {
  try {
    return { id, bytes: new Uint8Array(reader.readAsArrayBuffer(file.slice(begin, end))) };
  } catch {
    // Whoever needs these bytes reads them again, and says what is wrong.
    return { id, bytes: null };
  }
}

globalThis.addEventListener("message", ({ data: port }) => {
  /** @type {MessagePort} */ (port).onmessage = (event) => {
    const answer = read(/** @type {MessageEvent<ToReader>} */ (event).data);
    port.postMessage(answer, answer.bytes ? [answer.bytes.buffer] : []);
  };
});
