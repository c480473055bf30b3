/** How the embeddings are explained. */
import { NONE } from "./indices.js";
import { copy, NO_PARTS } from "./parts.js";
import { sumOf } from "./terms.js";

/** @typedef {import("./table.js").Rule} Rule */

/** An embedding that only the caller gives. @type {Rule} */
const given = {
  explain: () => ({ operation: "input", terms: [] }),
  uses: () => NONE,
  gradient: () => NO_PARTS,
};

/**
 * Sines and cosines of positions (Vaswani et al. 2017, section 3.5).
 * @param {import("./explain.js").Source} run
 * @param {number[]} index
 * @returns {import("./explain.js").Origin}
 */
export function explainSinusoid(run, [i = 0, m = 0]) {
  const wavelength = Math.exp(((Math.floor(m / 2) * 2) / run.spec.d_model) * Math.log(10000));
  return {
    operation: "sinusoidal",
    terms: [{ stage: "position", index: [i], value: i }],
    wavelength,
    angle: i / wavelength,
    fn: m % 2 === 0 ? "sin" : "cos",
  };
}

/** @satisfies {Record<string, Rule>} */
export const inputs = {
  E: given,
  P: {
    ...given,
    explain: explainSinusoid,
  },
  X: {
    explain: (run, index) => sumOf(run, index, "E", "P"),
    uses: (_, stage, index) => (stage === "E" || stage === "P" ? [index] : NONE),
    gradient: (backward, stage, index) => (stage === "E" || stage === "P" ? [copy(backward, "X", index)] : NO_PARTS),
  },
  C: given,
};
