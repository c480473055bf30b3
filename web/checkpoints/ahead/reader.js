/** The Worker that reads files ahead: its first message brings the port through which it is asked. */
import { sourceOfFile } from "../../tensors/source.js";

/** @typedef {import("./read-ahead.js").ToReader} ToReader */
/** @typedef {import("./read-ahead.js").FromReader} FromReader */

/** @param {ToReader} piece @returns {FromReader} */
function read({ id, file, begin, end }) {
  try {
    return { id, bytes: sourceOfFile(file).read(begin, end) };
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
