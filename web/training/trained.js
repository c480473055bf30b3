import { pronoun as weights, words } from "#weights";

/**
 * The pronoun's model that ships, as a recipe of a state: two layers, each with one head, whose keys and values are the
 * words' own embeddings. Each layer is a walk in cross-attention.
 */

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {{shape: number[], data: Float32Array}} Tensor */

/** @param {string} name of a parameter */
const parameter = (name) => /** @type {Tensor} */ (weights[name]);

const width = /** @type {number} */ (parameter("token_embedding").shape[1]);

/** The row of each word's embedding. @type {ReadonlyMap<string, number>} */
const rows = new Map(words.map((word, row) => [word, row]));

/**
 * The embeddings of words, [n, width]. Words that the model does not know, and padding, are rows of zeros.
 * @param {readonly string[]} words
 */
function embed(words) {
  const data = new Float32Array(words.length * width);
  words.forEach((word, at) => {
    const row = rows.get(word.toLowerCase());
    if (row === undefined) return;
    data.set(parameter("token_embedding").data.subarray(row * width, (row + 1) * width), at * width);
  });
  return { shape: [words.length, width], data };
}

/**
 * The sum of two tensors of the same shape, or of the first one's in the second.
 * @param {Tensor} tensor
 * @param {Tensor} other
 */
const plus = ({ shape, data }, other) => ({
  shape,
  data: data.map((value, at) => value + /** @type {number} */ (other.data[at])),
});

/** @param {number} layer 1 or 2 */
const weightsOf = (layer) =>
  Object.fromEntries(
    ["Wq", "Wk", "Wv", ...(layer === 1 ? ["Wo"] : [])].map((name) => [name, parameter(`layers.${layer - 1}.${name}`)]),
  );

/** @type {import("../state/recipes/trained-models.js").TrainedModel} */
export const pronoun = Object.freeze({
  knows: (word) => rows.has(word.toLowerCase()),
  inputs(layer, tokens, keys, engine) {
    const embedded = plus(embed(tokens), parameter("position_embedding"));
    const first = { X: embedded, C: embed(keys), ...weightsOf(1) };
    if (layer === 1) return first;
    const run = engine.trace({}, { ...first, C: embed(tokens) }).finish();
    const X = plus(embedded, run.tensor("output")); // the residual connection
    run.free();
    return { X, C: first.C, ...weightsOf(2) };
  },
});

/**
 * Gives an engine the model, for states with the recipe "pronoun".
 * @param {Engine & {trained?: Map<string, unknown>}} engine
 */
export const addTrained = (engine) => void (engine.trained ??= new Map()).set("pronoun", pronoun);
