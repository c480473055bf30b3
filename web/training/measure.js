/** What a trained model's heads do: where they look, and what is lost without them. */
import { AttentionError } from "../engine/errors.js";

/**
 * @typedef {import("../engine/index.js").Model} Model
 * @typedef {import("../engine/index.js").Batch} Batch
 * @typedef {import("../engine/index.js").Tensor} Tensor
 */

/**
 * The attention weights of a layer for one sequence.
 * @param {Model} model
 * @param {{tokens: readonly number[], source?: readonly number[]}} example
 * @param {number} layer
 * @returns {Tensor} [heads, n, n_k]
 */
export function weightsOf(model, example, layer) {
  const run = model.trace(example, layer);
  const weights = run.tensor("weights");
  run.free();
  return weights;
}

/**
 * How much each head looks at three places: the mean weight on the token before (over all positions but the first), on
 * earlier occurrences of the same token, and on the token after the earlier occurrence (induction), over the second half
 * of a sequence whose two halves are the same different tokens.
 * @param {Model} model
 * @param {readonly number[]} half different tokens, at most n/2
 * @returns {{layer: number, head: number, previous: number, same: number, induction: number}[]}
 */
export function headScores(model, half) {
  if (new Set(half).size !== half.length || half.length < 2) {
    throw new AttentionError("half", `must be two or more different tokens, got [${half.join(", ")}]`);
  }
  const tokens = [...half, ...half];
  const n = tokens.length;
  const second = half.map((_, at) => half.length + at);
  return model.spec.layers.flatMap((_, layer) => {
    const { shape, data } = weightsOf(model, { tokens }, layer);
    return Array.from({ length: /** @type {number} */ (shape[0]) }, (_, head) => {
      const weight = (/** @type {number} */ i, /** @type {number} */ j) =>
        /** @type {number} */ (data[(head * n + i) * n + j]);
      const mean = (/** @type {readonly number[]} */ queries, /** @type {(i: number) => number} */ key) =>
        queries.reduce((sum, i) => sum + weight(i, key(i)), 0) / queries.length;
      return {
        layer,
        head,
        previous: mean(
          tokens.slice(1).map((_, at) => at + 1),
          (i) => i - 1,
        ),
        same: mean(second, (i) => i - half.length),
        induction: mean(second, (i) => i - half.length + 1),
      };
    });
  });
}

/**
 * What a model knows without one head: its rows of Wo are 0 meanwhile. The last layer of a pointer has no Wo.
 * @param {Model} model unchanged afterwards
 * @param {Batch} batch
 * @param {number} layer
 * @param {number} head
 */
export function evaluateWithout(model, batch, layer, head) {
  const name = `layers.${layer}.Wo`;
  const Wo = model.weights()[name];
  const heads = model.spec.layers[layer]?.heads ?? 1;
  if (!Wo) throw new AttentionError("layer", `must be one with Wo, got ${layer}`);
  if (!(head >= 0 && head < heads)) throw new AttentionError("head", `must be 0 to ${heads - 1}, got ${head}`);
  const size = Wo.data.length / heads;
  const without = Wo.data.map((value, at) => (Math.floor(at / size) === head ? 0 : value));
  try {
    model.load({ [name]: { shape: Wo.shape, data: without } });
    return model.evaluate(batch);
  } finally {
    model.load({ [name]: Wo });
  }
}
