import { costOf } from "../../../engine/cost.js";
import { sameBits } from "../../../figures/measures/difference.js";

/** @typedef {import("../../../engine/engine.js").Engine} Engine */
/** @typedef {import("../../../engine/spec.js").Spec} Spec */
/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} Tensor */
/** @typedef {Record<string, Tensor>} Inputs */

/** Inputs with a row for each token. */
const rowed = Object.freeze(["X", "E", "P", "key_valid", "positions"]);
/** Inputs with a number for each pair of tokens. */
const paired = Object.freeze(["allow", "bias_matrix", "keep"]);

/**
 * The inputs of a walk over the first tokens alone.
 * @param {Inputs} inputs of self-attention
 * @param {number} count of tokens
 * @returns {Inputs}
 */
export function firstTokens(inputs, count) {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, tensor]) => {
      if (rowed.includes(name)) return [name, firstRows(tensor, count)];
      return [name, paired.includes(name) ? corner(tensor, count) : tensor];
    }),
  );
}

/** @param {Tensor} tensor @param {number} count @returns {Tensor} */
function firstRows({ shape, data }, count) {
  const width = shape.slice(1).reduce((product, size) => product * size, 1);
  return { shape: [count, ...shape.slice(1)], data: Array.prototype.slice.call(data, 0, count * width) };
}

/** @param {Tensor} tensor [..., n, n] @param {number} count @returns {Tensor} */
function corner({ shape, data }, count) {
  const [rows = 1, columns = 1] = shape.slice(-2);
  const kept = Array.from(data).filter((_, at) => at % columns < count && Math.floor(at / columns) % rows < count);
  return { shape: [...shape.slice(0, -2), count, count], data: kept };
}

/**
 * Walks every prefix of a sentence by itself, and looks whether its last token comes out as it does in the one pass over
 * the whole sentence.
 * @param {Engine} engine
 * @param {Spec} spec
 * @param {Inputs} inputs
 * @param {import("../../../engine/tensors.js").Tensor} output of the one pass
 * @param {number} most prefixes
 * @returns {{same: boolean, multiplyAdds: number}[]} by length from 1
 */
export function walkPrefixes(engine, spec, inputs, { shape: [n = 0, width = 0], data }, most) {
  return Array.from({ length: Math.min(n, most) }, (_, row) => {
    const run = engine.trace(spec, /** @type {any} */ (firstTokens(inputs, row + 1))).finish();
    const alone = run.tensor("output").data.subarray(row * width);
    const multiplyAdds = Object.values(costOf(run)).reduce((sum, cost) => sum + cost.multiplyAdds, 0);
    run.free();
    return { same: sameBits(alone, data.subarray(row * width, (row + 1) * width)), multiplyAdds };
  });
}
