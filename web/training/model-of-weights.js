import { normed } from "../state/recipes/next-word.js";
import { plus } from "../state/recipes/tensors.js";
import { padToken } from "../state/tokens.js";
import { trainedModels } from "../state/recipes/trained-models.js";

/** @typedef {import("../engine/index.js").Tensor} Tensor */
/** @typedef {import("../state/recipes/trained-models.js").TrainedModel} TrainedModel */
/** @typedef {import("../state/recipes/trained-models.js").Norm} Norm */
/** @typedef {import("./shipped-weights.js").ShippedWeights} ShippedWeights */
/** @typedef {Pick<import("../engine/engine.js").Engine, "trace">} Engine */
/** @typedef {{queries?: Tensor | undefined, keys?: Tensor | undefined}} Positions of both sentences, where they are no weights */

/**
 * A model that ships as a recipe of a state.
 * @param {Engine} engine
 * @param {keyof typeof trainedModels} recipe
 * @param {ShippedWeights} weights
 * @returns {TrainedModel}
 */
export const trainedModel = (engine, recipe, weights) => modelOfWeights(engine, trainedModels[recipe], weights);

/**
 * A trained model as a recipe of a state. Its layers are walks (passes through the stages of attention) over the
 * embeddings. Keys and values come from X, from a second sentence (cross-attention) with its positions, or, in a model
 * that points, from the words' embeddings without positions. Learned positions of X are added to the embeddings here where
 * the settings have position none; otherwise the walk adds them, P, which are returned beside X. A norm after the embeddings
 * is no stage of a walk: its X is normed here.
 * @param {Engine} engine
 * @param {import("../state/recipes/trained-models.js").ModelSettings} settings
 * @param {ShippedWeights} weights
 * @param {Positions} [computed]
 * @returns {TrainedModel}
 */
export function modelOfWeights(
  engine,
  { pointer, source, position, block },
  { tensors, words, sourceWords },
  computed = {},
) {
  const parameter = (/** @type {string} */ name) => /** @type {Tensor} */ (tensors[name]);
  const vocabulary = rowsOf(words);
  const sourceVocabulary = rowsOf(sourceWords);
  const embedding = parameter("token_embedding");
  const positions = tensors["position_embedding"] ?? computed.queries;
  const keyPositions = tensors["source_position_embedding"] ?? computed.keys;
  const isAdded = position === "none";
  /** @param {"embedding_norm" | "final_norm"} name @returns {Norm | null} */
  const normOf = (name) => {
    const kind = block?.[name] ?? "none";
    return kind === "none" ? null : { kind, weight: tensors[`${name}_weight`] ?? null };
  };
  const embeddingNorm = normOf("embedding_norm");
  const queriesOf = (/** @type {readonly string[]} */ tokens) => {
    const X = embed(tokens, vocabulary, embedding, isAdded ? positions : undefined);
    return embeddingNorm ? normed(engine, embeddingNorm, X) : X;
  };
  /** @param {readonly string[]} keys @returns {Tensor | null} null: keys and values come from X */
  const keysOf = (keys) => {
    if (pointer) return embed(keys, vocabulary, embedding);
    return source ? embed(keys, sourceVocabulary, parameter("source_embedding"), keyPositions) : null;
  };
  const weightsOf = (/** @type {number} */ layer) => {
    const prefix = `layers.${layer - 1}.`;
    const own = Object.entries(tensors).filter(([name]) => name.startsWith(prefix));
    return Object.fromEntries(own.map(([name, tensor]) => [name.slice(prefix.length), tensor]));
  };
  return Object.freeze({
    knows: (word, side = "queries") =>
      rowOf(source && side === "keys" ? sourceVocabulary : vocabulary, word) !== undefined,
    inputs(layer, tokens, keys) {
      const C = keysOf(keys);
      const P = layer === 1 && position === "learned" && positions ? positionsOf(tokens, positions) : null;
      return { X: queriesOf(tokens), ...(C && { C }), ...(P && { P }), ...weightsOf(layer) };
    },
    entering: (tokens) => ({
      embeddings: embed(tokens, vocabulary, embedding),
      positions: positions ? positionsOf(tokens, positions) : null,
      norm: embeddingNorm,
    }),
    readout: pointer
      ? null
      : {
          weight: parameter("readout_weight"),
          bias: tensors["readout_bias"] ?? null,
          words,
          norm: normOf("final_norm"),
        },
  });
}

/** The row of each word's embedding. @param {readonly string[]} words @returns {ReadonlyMap<string, number>} */
const rowsOf = (words) => new Map(words.map((word, row) => [word, row]));

/**
 * The row of a word: a capital letter makes another word only where the vocabulary has both.
 * @param {ReadonlyMap<string, number>} rows
 * @param {string} word
 */
const rowOf = (rows, word) => rows.get(word) ?? rows.get(word.toLowerCase());

/**
 * The positions of words, [n, width]: padding has a row of zeros, and no word's position changes with it.
 * @param {readonly string[]} words
 * @param {Tensor} positions
 * @returns {Tensor}
 */
const positionsOf = (words, { shape, data }) =>
  embed(words, new Map(), { shape, data: new Float32Array(data.length) }, { shape, data });

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
  const numbersOf = (/** @type {Tensor} */ { data }, /** @type {number} */ row) =>
    data.subarray(row * width, (row + 1) * width);
  const made = new Float32Array(words.length * width);
  let position = 0;
  words.forEach((word, at) => {
    if (word === padToken) return;
    const row = rowOf(rows, word);
    if (row !== undefined) made.set(numbersOf(embedding, row), at * width);
    if (!positions) return;
    const sum = made.subarray(at * width, (at + 1) * width);
    sum.set(plus(sum, numbersOf(positions, position++)));
  });
  return { shape: [words.length, width], data: made };
}
