import { fileURLToPath, pathToFileURL } from "node:url";

import { pack } from "../training/packed.js";

/**
 * Embeds trained weights in a module: the words, and for each tensor its shape and its packed numbers. Without this plugin,
 * the modules in training/weights/ read their files.
 * @type {import("esbuild").Plugin}
 */
export const weightsAsText = {
  name: "weights-as-text",
  setup({ onLoad }) {
    onLoad({ filter: /training\/weights\/\w+\.js$/ }, async ({ path }) => {
      /** @type {{weights: import("../training/shipped-weights.js").ShippedWeights}} */
      const { weights } = await import(pathToFileURL(path).href);
      const tensors = Object.entries(weights.tensors).map(([name, { shape, data }]) => {
        const packed = JSON.stringify(pack(data));
        return `${JSON.stringify(name)}: read(${JSON.stringify(shape)}, ${packed})`;
      });
      const list = (/** @type {readonly string[]} */ words) =>
        words.length > 0 ? `${JSON.stringify(words.join(" "))}.split(" ")` : "[]";
      return {
        contents: `
          import { unpack } from "../packed.js";
          const read = (shape, text) => ({ shape, data: unpack(text) });
          export const weights = {
            tensors: {${tensors.join(",")}},
            words: ${list(weights.words)},
            sourceWords: ${list(weights.sourceWords)},
          };`,
        loader: "js",
        resolveDir: fileURLToPath(new URL("../training/weights/", import.meta.url)),
      };
    });
  },
};
