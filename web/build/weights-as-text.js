import { fileURLToPath, pathToFileURL } from "node:url";

import { roundTo11Bits } from "../training/round.js";

/**
 * Embeds trained weights in a module: the words, and for each tensor its shape, and its numbers as decimals with no more
 * digits than their 11 bits need. Servers compress this as well as the bits themselves. Without this plugin, the modules in
 * training/weights/ read their files.
 * @type {import("esbuild").Plugin}
 */
export const weightsAsText = {
  name: "weights-as-text",
  setup({ onLoad }) {
    onLoad({ filter: /training\/weights\/\w+\.js$/ }, async ({ path }) => {
      /** @type {{weights: import("../training/shipped-weights.js").ShippedWeights}} */
      const { weights } = await import(pathToFileURL(path).href);
      const tensors = Object.entries(weights.tensors).map(([name, { shape, data }]) => {
        const numbers = Array.from(data, shortest).join(" ");
        return `${JSON.stringify(name)}: read(${JSON.stringify(shape)}, "${numbers}")`;
      });
      const list = (/** @type {readonly string[]} */ words) =>
        words.length > 0 ? `${JSON.stringify(words.join(" "))}.split(" ")` : "[]";
      return {
        contents: `
          import { roundTo11Bits } from "../round.js";
          const read = (shape, text) => ({ shape, data: roundTo11Bits(Float32Array.from(text.split(" "))) });
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

/**
 * The shortest decimal that rounds to a number of 11 significant bits.
 * @param {number} value
 */
function shortest(value) {
  for (let digits = 1; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (roundTo11Bits(Float32Array.of(Number(text)))[0] === value) return text.replace(/^(-?)0\./, "$1.");
  }
  throw new Error(`weights: wanted numbers of 11 significant bits, got ${value}`);
}
