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
  part.said = part.view.t((await isCopied(text)) ? "export-copied" : "export-not-copied");
}

/**
 * Copies an image to the clipboard, and says whether that succeeded: not where the browser does not permit or support it.
 * @param {{said: string}} part of the page; said is its status message
 * @param {import("../words/translate.js").Translate} t
 * @param {Promise<Blob | null>} image a PNG; a promise, because the browser must be asked while it handles the click; null: it
 *   could not be drawn
 */
export async function copyImage(part, t, image) {
  part.said = ""; // so that copying again is announced again
  try {
    const drawn = image.then((made) => made ?? Promise.reject(new Error("too large")));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": drawn })]);
    part.said = t("export-image-copied");
  } catch {
    part.said = t("export-image-not-copied");
  }
}

/**
 * Copies a text to the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} false where the browser does not permit or support it
 */
export async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
