/** What a trained model's heads do: where they look, what is lost without them, and what follows when they are changed. */
import { AttentionError } from "../engine/errors.js";

/**
 * @typedef {import("../engine/index.js").Engine} Engine
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
        ...{ layer, head },
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

/**
 * The weights of a pointer's last layer, after what one position reads in the first layer was set by hand: its
 * attention weights, and the tokens whose values it reads. Everything else stays as it is.
 * @param {Engine} engine
 * @param {Model} model a pointer of two layers, each with one head and the embeddings as keys
 * @param {readonly number[]} tokens
 * @param {number} position
 * @param {{weights?: readonly number[], values?: readonly number[]}} change weights: [n], of the position over all
 *   positions; values: the token whose value each position gives to it; both as they are by default
 * @returns {number[]} [n]: the last layer's weights at the position
 */
export function interveneAt(engine, model, tokens, position, { weights, values = tokens }) {
  const parameters = model.weights();
  const first = model.trace({ tokens }, 0);
  const last = model.trace({ tokens }, 1);
  const given = model.trace({ tokens: values }, 0);
  const n = tokens.length;
  const row = (/** @type {Tensor} */ { shape, data }, /** @type {number} */ at) => {
    const width = /** @type {number} */ (shape.at(-1));
    return data.slice(at * width, (at + 1) * width);
  };
  const share = weights ?? Array.from(row(first.tensor("weights"), position));
  const V = given.tensor("V");
  const context = Array.from({ length: /** @type {number} */ (V.shape.at(-1)) }, (_, column) =>
    share.reduce((sum, weight, j) => sum + weight * /** @type {number} */ (row(V, j)[column]), 0),
  );
  const Wo = /** @type {Tensor} */ (parameters["layers.0.Wo"]);
  const X = last.tensor("X");
  const width = /** @type {number} */ (X.shape[1]);
  const changed = Float32Array.from(X.data);
  row(first.tensor("X"), position).forEach((before, column) => {
    changed[position * width + column] =
      before + context.reduce((sum, value, d) => sum + value * /** @type {number} */ (row(Wo, d)[column]), 0);
  });
  const inputs = Object.fromEntries(["Wq", "Wk", "Wv"].map((name) => [name, parameters[`layers.1.${name}`]]));
  const { heads, d_k, scale } = model.spec.layers[1] ?? {};
  const run = engine
    .trace({ heads, d_k, scale }, { X: { shape: X.shape, data: changed }, C: last.tensor("C"), ...inputs })
    .finish();
  const answer = Array.from(row(run.tensor("weights"), position)).slice(0, n);
  for (const each of [first, last, given, run]) each.free();
  return answer;
}
