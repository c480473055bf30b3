/** The Worker that reads files ahead: its first message brings the port through which it is asked. */
import { Memory } from "./memory.js";

/** @typedef {import("./read-ahead.js").ToReader} ToReader */
/** @typedef {import("./read-ahead.js").FromReader} FromReader */

/** Bytes that are read at once: what the browser makes of them is copied, then released. */
const STEP = 2 ** 23;

const reader = new /** @type {any} */ (globalThis).FileReaderSync();

/* Browsers collect memory late, and here it is as large as the file. A buffer that is sent where no one listens leaves this
 * Worker, and is freed at once. */
const { port1: toNowhere, port2: closed } = new MessageChannel();
closed.close();
const release = (/** @type {ArrayBuffer} */ buffer) => toNowhere.postMessage(null, [buffer]);

const memory = new Memory(release);

/** @param {Extract<ToReader, {id: number}>} piece @returns {FromReader} */
function read({ id, file, begin, end }) {
  try {
    const bytes = new Uint8Array(memory.take(end - begin));
    for (let at = begin; at < end; at += STEP) {
      const step = reader.readAsArrayBuffer(file.slice(at, Math.min(at + STEP, end)));
      bytes.set(new Uint8Array(step), at - begin);
      release(step);
    }
    return { id, bytes };
  } catch {
    // Whoever needs these bytes reads them again, and says what is wrong.
    return { id, bytes: null };
  }
}

globalThis.addEventListener("message", ({ data: port }) => {
  /** @type {MessagePort} */ (port).onmessage = (event) => {
    const asked = /** @type {MessageEvent<ToReader>} */ (event).data;
    if ("memory" in asked) return memory.give(asked.memory);
    const answer = read(asked);
    port.postMessage(answer, answer.bytes ? [answer.bytes.buffer] : []);
  };
});
