/** A size in kB, to a tenth where it is small. @param {number} bytes */
export const kilobytes = (bytes) => (bytes / 1000).toFixed(bytes < 99500 ? 1 : 0);
