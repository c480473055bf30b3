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

/** A byte-level tokenizer of a few letters, as GPT-2's, with added tokens up to a size. @param {number} size */
export function byteLevel(size) {
  const words = ["Ġ", "l", "o", "w", "e", "r", "Ġl", "lo", "low", "Ġlow"];
  const added = Array.from({ length: size - words.length }, (_, at) => at + words.length);
  const byte = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
  return {
    version: "1.0",
    added_tokens: added.map((id) => ({ id, content: `<${id}>`, special: true, normalized: false })),
    normalizer: null,
    pre_tokenizer: byte,
    post_processor: null,
    decoder: byte,
    model: {
      type: "BPE",
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
      merges: ["l o", "lo w", "Ġ low"],
    },
  };
}
