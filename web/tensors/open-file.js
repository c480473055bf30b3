/** An open file of Node as a source of tensors. */
import { fstatSync, readSync } from "node:fs";

import { AttentionError } from "../engine/errors.js";

/**
 * @param {string} name for error messages
 * @param {number} descriptor of a file that is open for reading; closed by who opened it
 * @returns {import("./source.js").Source}
 */
export function sourceOfDescriptor(name, descriptor) {
  const { size } = fstatSync(descriptor);
  return {
    name,
    size,
    read(begin, end) {
      const bytes = new Uint8Array(end - begin);
      for (let done = 0; done < bytes.length;) {
        const count = readSync(descriptor, bytes, done, bytes.length - done, begin + done);
        if (count === 0) throw new AttentionError(name, `must hold ${size} bytes as it did, got ${begin + done}`);
        done += count;
      }
      return bytes;
    },
  };
}
