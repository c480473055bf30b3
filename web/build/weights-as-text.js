import { fileURLToPath } from "node:url";

import { pronoun, words } from "../training/weights-node.js";
import { roundTo11Bits } from "../training/round.js";

/**
 * Embeds trained weights in a module: the words, and for each tensor its shape, and its numbers as decimals with no more digits than
 * their 11 bits need. Servers compress this as well as the bits themselves.
 * @type {import("esbuild").Plugin}
 */
export const weightsAsText = {
  name: "weights-as-text",
  setup({ onLoad }) {
    onLoad({ filter: /pronoun\.npz$/ }, () => {
      const tensors = Object.entries(pronoun).map(([name, { shape, data }]) => {
        const numbers = Array.from(data, shortest).join(" ");
        return `${JSON.stringify(name)}: read(${JSON.stringify(shape)}, "${numbers}")`;
      });
      return {
        contents: `
          import { roundTo11Bits } from "./round.js";
          const read = (shape, text) => ({ shape, data: roundTo11Bits(Float32Array.from(text.split(" "))) });
          export const words = "${words.join(" ")}".split(" ");
          export default {${tensors.join(",")}};`,
        loader: "js",
        resolveDir: fileURLToPath(new URL("../training/", import.meta.url)),
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
