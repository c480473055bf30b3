import { padToken } from "../state/tokens.js";
import { trainedModels } from "../state/recipes/trained-models.js";

/** @typedef {import("../engine/index.js").Tensor} Tensor */
/** @typedef {import("../state/recipes/trained-models.js").TrainedModel} TrainedModel */
/** @typedef {import("./shipped-weights.js").ShippedWeights} ShippedWeights */

/**
 * A trained model as a recipe of a state. Its layers are walks (passes through the stages of attention) over the
 * embeddings with their positions, X. Keys and values come from X, from a second sentence (cross-attention), or, in the
 * model of the pronoun, from the words' embeddings without positions.
 * @param {keyof typeof trainedModels} recipe
 * @param {ShippedWeights} weights
 * @returns {TrainedModel}
 */
export function trainedModel(recipe, { tensors, words, sourceWords }) {
  const { pointer, source } = trainedModels[recipe];
  const parameter = (/** @type {string} */ name) => /** @type {Tensor} */ (tensors[name]);
  const vocabulary = rowsOf(words);
  const sourceVocabulary = rowsOf(sourceWords);
  const queriesOf = (/** @type {readonly string[]} */ tokens) =>
    embed(tokens, vocabulary, parameter("token_embedding"), parameter("position_embedding"));
  /** @param {readonly string[]} keys @returns {Tensor | null} null: keys and values come from X */
  const keysOf = (keys) => {
    if (pointer) return embed(keys, vocabulary, parameter("token_embedding"));
    if (!source) return null;
    return embed(keys, sourceVocabulary, parameter("source_embedding"), parameter("source_position_embedding"));
  };
  const weightsOf = (/** @type {number} */ layer) =>
    Object.fromEntries(
      ["Wq", "Wk", "Wv", ...(layer === pointer ? [] : ["Wo"])].map((name) => [
        name,
        parameter(`layers.${layer - 1}.${name}`),
      ]),
    );
  return Object.freeze({
    knows: (word, side = "queries") =>
      (source && side === "keys" ? sourceVocabulary : vocabulary).has(word.toLowerCase()),
    inputs(layer, tokens, keys) {
      const C = keysOf(keys);
      return { X: queriesOf(tokens), ...(C && { C }), ...weightsOf(layer) };
    },
    readout: pointer ? null : { weight: parameter("readout_weight"), bias: parameter("readout_bias"), words },
  });
}

/** The row of each word's embedding. @param {readonly string[]} words @returns {ReadonlyMap<string, number>} */
const rowsOf = (words) => new Map(words.map((word, row) => [word, row]));

/**
 * The embeddings of words, [n, width]. Words that the model does not know have an embedding of zeros. Padding is a row of
 * zeros, and no word's position changes with it.
 * @param {readonly string[]} words
 * @param {ReadonlyMap<string, number>} rows
 * @param {Tensor} embedding
 * @param {Tensor} [positions] a row for each word, added to its embedding
 * @returns {Tensor}
 */
function embed(words, rows, embedding, positions) {
  const width = /** @type {number} */ (embedding.shape[1]);
  const rowOf = (/** @type {Tensor} */ { data }, /** @type {number} */ row) =>
    data.subarray(row * width, (row + 1) * width);
  const made = new Float32Array(words.length * width);
  let position = 0;
  words.forEach((word, at) => {
    if (word === padToken) return;
    const row = rows.get(word.toLowerCase());
    if (row !== undefined) made.set(rowOf(embedding, row), at * width);
    if (!positions) return;
    const sum = made.subarray(at * width, (at + 1) * width);
    const added = rowOf(positions, position++);
    sum.set(sum.map((value, column) => value + /** @type {number} */ (added[column])));
  });
  return { shape: [words.length, width], data: made };
}
