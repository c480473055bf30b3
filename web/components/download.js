/** Milliseconds for which the file stays in memory, long enough for a browser that asks the reader where to save it. */
const lifetime = 60000;

/**
 * Saves a file for the reader. The file is made in the page; no request is sent.
 * @param {string} name
 * @param {Blob | string | Uint8Array<ArrayBuffer>} content
 * @param {string} [type]
 */
export function download(name, content, type = "application/octet-stream") {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), lifetime);
}

/**
 * Copies a text to the clipboard, and says whether that succeeded.
 * @param {{view: import("../view/view.js").View, said: string}} part of the page; said is its status message
 * @param {string} text
 */
export async function copyText(part, text) {
  part.said = ""; // so that copying again is announced again
  let said = "export-copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    said = "export-not-copied"; // not permitted, or not supported
  }
  part.said = part.view.t(said);
}
