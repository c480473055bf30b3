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
 * Copies a text to the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} whether that succeeded
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not permitted, or not supported
  }
}
