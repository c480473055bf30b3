/** Long enough for a browser to have taken the file, even where it asks the reader first. */
const taken = 60000;

/**
 * Hands a file to the reader. It is made here: no request leaves the page.
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
  setTimeout(() => URL.revokeObjectURL(url), taken);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is in the clipboard now
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not allowed here, or no such thing
  }
}
