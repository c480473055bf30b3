import { costOf } from "../../../engine/cost.js";
import { isOfTokens, isPair } from "../../../engine/stages.js";
import { lengthsOf } from "../../../figures/index.js";
import { sameBits } from "../../../figures/measures/difference.js";

/** @typedef {import("../../../engine/engine.js").Engine} Engine */
/** @typedef {import("../../../engine/spec/spec.js").Spec} Spec */
/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} Tensor */
/** @typedef {Record<string, Tensor>} Inputs */

/**
 * The inputs of a walk (a pass through all stages) over a prefix of the sentence.
 * @param {Inputs} inputs of self-attention
 * @param {number} count tokens of the prefix
 * @returns {Inputs}
 */
export function firstTokens(inputs, count) {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, tensor]) => {
      if (isPair(name)) return [name, firstPairs(tensor, count)];
      return [name, isOfTokens(name) ? firstRows(tensor, count) : tensor];
    }),
  );
}

/** The first rows of a tensor. @param {Tensor} tensor [n, ...] @param {number} count @returns {Tensor} [count, ...] */
function firstRows({ shape, data }, count) {
  const width = shape.slice(1).reduce((product, size) => product * size, 1);
  return { shape: [count, ...shape.slice(1)], data: Array.prototype.slice.call(data, 0, count * width) };
}

/** @param {Tensor} tensor [..., n, n] @param {number} count @returns {Tensor} [..., count, count] */
function firstPairs({ shape, data }, count) {
  const { rows, columns } = lengthsOf({ shape });
  const kept = Array.from(data).filter((_, at) => at % columns < count && Math.floor(at / columns) % rows < count);
  return { shape: [...shape.slice(0, -2), count, count], data: kept };
}

/**
 * Computes each prefix of a sentence separately, and compares the output of its last token with the row of that token
 * in a single pass over the whole sentence.
 * @param {Engine} engine
 * @param {Spec} spec
 * @param {Inputs} inputs
 * @param {import("../../../engine/tensors.js").Tensor} output of the pass over the whole sentence, [n, d]
 * @param {number} max the largest number of prefixes
 * @returns {{same: boolean, multiplyAdds: number}[]} for prefixes of 1, 2, ... tokens; same: whether the outputs are
 *   equal bit by bit
 */
export function walkPrefixes(engine, spec, inputs, output, max) {
  const { rows: n, columns } = lengthsOf(output);
  return Array.from({ length: Math.min(n, max) }, (_, row) => {
    const run = engine.trace(spec, /** @type {any} */ (firstTokens(inputs, row + 1))).finish();
    const alone = run.tensor("output").data.subarray(row * columns);
    const multiplyAdds = Object.values(costOf(run)).reduce((sum, cost) => sum + cost.multiplyAdds, 0);
    run.free();
    return { same: sameBits(alone, output.data.subarray(row * columns, (row + 1) * columns)), multiplyAdds };
  });
}
