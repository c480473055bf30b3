/** The small models of tests/reference/checkpoints/ as folders in memory, which tests may change. */
import { readdirSync, readFileSync } from "node:fs";

import { sourceOfBytes } from "../../web/tensors/source.js";

/** Where the models are. */
export const reference = new URL("../reference/checkpoints/", import.meta.url);

/** The files of a model. @param {string} name @returns {Record<string, Uint8Array>} */
export const bytesOf = (name) =>
  Object.fromEntries(
    readdirSync(new URL(`${name}/`, reference)).map((file) => [
      file,
      new Uint8Array(readFileSync(new URL(`${name}/${file}`, reference))),
    ]),
  );

/**
 * @param {Record<string, Uint8Array>} bytes by the file's name
 * @returns {import("../../web/checkpoints/folder.js").Files}
 */
export const filesIn = (bytes) => ({
  find: (name) => (Object.hasOwn(bytes, name) ? sourceOfBytes(name, bytes[name] ?? new Uint8Array()) : null),
});

/** @param {string} name of a model */
export const filesOf = (name) => filesIn(bytesOf(name));
