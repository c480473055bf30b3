/** What each part of a model has written into the residual stream, as a share of one logit. */
import { wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { addsPositions } from "./states.js";

/**
 * @typedef {import("./model-walk.js").ModelWalk} ModelWalk
 *
 * name: a tensor of the walk whose rows were added to the stream, or bias: what the last norm's bias and the readout's
 * add to the logit. values: the row, empty for bias; direction: what each of its numbers is multiplied by, so that logit
 * is the sum of the products.
 * @typedef {{name: string, logit: number, values: number[], direction: number[]}} Contribution
 */

/**
 * A logit (before a cap) as the sum of what the embeddings, the positions, and the attention and MLP of each layer have
 * written into the stream at a position: all that stands between is the last norm, whose mean and root are those of the
 * finished stream (direct logit attribution; Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits").
 * Computed in double precision: the sum is the engine's logit up to rounding.
 * @param {ModelWalk} walk
 * @param {number} position
 * @param {number} token a class
 * @returns {Contribution[]} in the order of computation, bias last
 * @throws {AttentionError} where the stream is no sum: with norms after the residuals, or without residuals
 */
export function contributionsOf(walk, position, token) {
  checkIsSum(walk);
  const { d_model, classes } = walk.spec;
  const rows = /** @type {number} */ (walk.tensor("tokens").shape[0]);
  wholeNumber("position", position, 0, rows - 1);
  wholeNumber("token", token, 0, classes - 1);
  const rowOf = (/** @type {string} */ name) =>
    Array.from(walk.tensor(name).data.subarray(position * d_model, (position + 1) * d_model));
  const parts = partsOf(walk).map((name) => ({ name, values: rowOf(name) }));
  const stream = parts.reduce((sum, { values }) => sum.map((x, m) => x + at(values, m)), Array(d_model).fill(0));
  const { direction, bias } = readingOf(walk, stream, token);
  const dot = (/** @type {number[]} */ values) => values.reduce((sum, x, m) => sum + x * at(direction, m), 0);
  return [
    ...parts.map(({ name, values }) => ({ name, values, direction, logit: dot(values) })),
    { name: "bias", values: [], direction: [], logit: bias },
  ];
}

/** @param {ArrayLike<number>} values @param {number} index */
const at = (values, index) => /** @type {number} */ (values[index]);

/** @param {ModelWalk} walk */
function checkIsSum({ spec, layers }) {
  if (spec.readout === "pointer") throw new AttentionError("readout", "must not be pointer: there are no logits");
  for (const run of layers) {
    const { norm, norm_place, residual } = run.spec;
    if (residual === "none") throw new AttentionError("residual", "must not be none: the stream is then no sum");
    if (norm !== "none" && norm_place === "post") {
      throw new AttentionError("norm_place", "must not be post: the stream is then no sum");
    }
  }
}

/** What a layer adds to the residual stream: the output of attention and of the MLP, or the norm after each. */
const ADDED = Object.freeze([
  ["output_norm", "output"],
  ["mlp_output_norm", "mlp_output"],
]);

/** The stages that a layer adds to the residual stream. @param {readonly string[]} stages of its walk */
export const addedStages = (stages) => ADDED.flatMap((names) => names.find((name) => stages.includes(name)) ?? []);

/** The tensors whose rows the finished stream is the sum of. @param {ModelWalk} walk */
function partsOf({ spec, layers }) {
  const first = spec.embedding_norm !== "none" ? ["embedding_norm"] : ["embeddings"];
  if (addsPositions(spec) && spec.embedding_norm === "none") first.push("positions");
  const written = layers.flatMap(({ stages }, layer) => addedStages(stages).map((stage) => `layers.${layer}.${stage}`));
  return [...first, ...written];
}

/**
 * What the readout multiplies each number of the stream by for one logit, and what it adds.
 * @param {ModelWalk} walk
 * @param {readonly number[]} stream the finished row
 * @param {number} token
 */
function readingOf(walk, stream, token) {
  const { spec } = walk;
  const { d_model, classes, readout, final_norm, readout_bias, norm_epsilon, norm_weight, norm_bias, norm_offset } =
    spec;
  const matrix = walk.tensor(readout === "tied" ? "token_embedding" : "readout_weight").data;
  const isCentred = final_norm === "layernorm";
  const weight = norm_weight && final_norm !== "none" ? walk.tensor("final_norm_weight").data : undefined;
  return logitReading(stream, {
    column: stream.map((_, m) => at(matrix, readout === "tied" ? token * d_model + m : m * classes + token)),
    constant: readout_bias ? at(walk.tensor("readout_bias").data, token) : 0,
    norm:
      final_norm === "none"
        ? null
        : {
            isCentred,
            epsilon: norm_epsilon,
            factors: norm_offset && weight ? Array.from(weight, (factor) => factor + 1) : weight,
            added: norm_bias && isCentred ? walk.tensor("final_norm_bias").data : undefined,
          },
  });
}

/**
 * A logit as a sum over the numbers of the finished stream: what each is multiplied by, and what is added. A norm before the
 * readout divides by the root of the finished row.
 * @param {readonly number[]} stream the finished row
 * @param {object} reading
 * @param {readonly number[]} reading.column the readout's, of the token
 * @param {number} reading.constant the readout's bias of the token
 * @param {{isCentred: boolean, epsilon: number, factors: ArrayLike<number> | undefined,
 *   added: ArrayLike<number> | undefined} | null} reading.norm factors, added: what it multiplies by and adds
 * @returns {{direction: number[], bias: number}}
 */
export function logitReading(stream, { column, constant, norm }) {
  if (!norm) return { direction: [...column], bias: constant };
  const { isCentred, epsilon, factors, added } = norm;
  const width = stream.length;
  const mean = isCentred ? stream.reduce((sum, x) => sum + x, 0) / width : 0;
  const variance = stream.reduce((sum, x) => sum + (x - mean) ** 2, 0) / width;
  const root = Math.sqrt(variance + epsilon);
  const scaled = column.map((x, m) => (x * (factors ? at(factors, m) : 1)) / root);
  /* A number moves the mean, too, by its share. */
  const shared = isCentred ? scaled.reduce((sum, x) => sum + x, 0) / width : 0;
  const ofNorm = added ? column.reduce((sum, x, m) => sum + x * at(added, m), 0) : 0;
  return { direction: scaled.map((x) => x - shared), bias: constant + ofNorm };
}
