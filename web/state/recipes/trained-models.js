/**
 * The trained models that ship, as recipes of a state: what is the same in every state with one of them. Their weights
 * are loaded on demand: see web/training/load-trained.js.
 */

/** @typedef {import("../state.js").State} State */
/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {import("./tensors.js").InputTensors} InputTensors */
/**
 * A model whose weights are loaded.
 * @typedef {object} TrainedModel
 * @property {(word: string, side?: "queries" | "keys") => boolean} knows whether a word is in the model's vocabulary; keys:
 *   in that of its second sentence
 * @property {(layer: number, tokens: readonly string[], keys: readonly string[]) => InputTensors} inputs the inputs of a
 *   layer's walk, but for a second layer the X of the first: X from the tokens, C (unless keys and values come from X) from
 *   the keys, which may also hold padding, and the weights. layer: 1 for the first. Words that the model does not know have
 *   an embedding of zeros
 * @property {Readout | null} readout what makes a guess of the output; null where the attention weights are the answer
 */
/**
 * A linear readout: logits = h · weight + bias, one for each word.
 * @typedef {Readonly<{weight: Tensor, bias: Tensor, words: readonly string[]}>} Readout weight: [d_model, words]
 */

/** The token that stands first in every sentence of the pronoun's model: "it" means nothing that the sentence names. */
export const nothingToken = "·";

/**
 * The row of the word whose meaning the pronoun's model finds; -1 if no token is "it".
 * @param {readonly string[]} tokens
 */
export const rowOfIt = (tokens) => tokens.findIndex((token) => token.toLowerCase() === "it");

/** The token that stands first in every sentence of the other models: after it, they guess the first word. */
export const startToken = "<start>";

/**
 * The settings of each model, by recipe: its longest sentence in tokens, an example, and the layer without Wo (a pointer's
 * last layer: its weights are the answer; such a model has two layers). source: an example of the second sentence, and its
 * longest in tokens.
 * @type {Readonly<Record<"pronoun" | "translation" | "grammar", Readonly<{tokens: number, d_k: number, heads: number,
 *   pointer?: number, example: string, source?: Readonly<{tokens: number, example: string}>}>>>}
 */
export const trainedModels = Object.freeze({
  pronoun: {
    ...{ tokens: 15, d_k: 16, heads: 1, pointer: 2 },
    example: "The animal cannot cross the road because it is too tired",
  },
  translation: {
    ...{ tokens: 6, d_k: 16, heads: 2 },
    example: "la voiture rouge est",
    source: { tokens: 5, example: "the red car is small" },
  },
  grammar: { tokens: 11, d_k: 8, heads: 2, example: "the dogs near this cat" },
});

/** @param {Pick<State, "recipe">} state null where the numbers do not come from a trained model */
export const modelOf = ({ recipe }) =>
  Object.hasOwn(trainedModels, recipe) ? trainedModels[/** @type {keyof typeof trainedModels} */ (recipe)] : null;

/**
 * What is shown where a link names no state: the model of the pronoun on its example, and the weight of "animal" for "it".
 */
export const firstScreen = Object.freeze({
  recipe: /** @type {const} */ ("pronoun"),
  head: 0,
  cell: Object.freeze({ stage: "weights", index: Object.freeze([0, 8, 2]) }),
});

/**
 * The recipes of a state, of its experiment and of what that is compared with, whose weights must be loaded first.
 * @param {State} state
 * @returns {(keyof typeof trainedModels)[]}
 */
export const modelsIn = ({ recipe, experiment, compare }) =>
  /** @type {(keyof typeof trainedModels)[]} */ (
    [recipe, experiment?.recipe ?? recipe, compare?.recipe ?? recipe].filter((each) => each in trainedModels)
  );

/**
 * The fields that a trained model decides: its sizes, its only layer, and where keys and values come from. A second
 * sentence is the reader's, but there must be one.
 * @param {Pick<State, "recipe" | "sentence" | "context">} state
 * @returns {Partial<State>} none for other recipes
 */
export function fixedFields({ recipe, sentence, context }) {
  const model = modelOf({ recipe });
  if (!model) return {};
  const { d_k, heads, pointer, source } = model;
  return {
    ...(pointer ? { context: sentence } : { layer: 1 }),
    ...(!pointer && (!source || context === null) && { context: source?.example ?? null }),
    ...{ d_model: 16, d_context: null, d_k, d_v: null, heads, kv_heads: null },
    ...{ bias: false, tied: false, weights: true, position: "none" },
  };
}

/**
 * Whether a state is of a model of two layers, of which one is in view: a trained model that ships, or one whose numbers
 * are all in the edits of both layers.
 * @param {Pick<State, "recipe" | "other_edits">} state
 */
export const hasTwoLayers = ({ recipe, other_edits }) =>
  recipe === "random" ? Object.keys(other_edits).length > 0 : modelOf({ recipe })?.pointer !== undefined;

/**
 * Whether the layer in view is a model's second, whose X is computed by the first.
 * @param {Pick<State, "recipe" | "other_edits" | "layer">} state
 */
export const isSecondLayer = (state) => state.layer === 2 && hasTwoLayers(state);

/**
 * The same model with its other layer in view.
 * @template {Pick<State, "layer" | "edits" | "other_edits">} S
 * @param {S} state of a model of two layers
 */
export const otherLayer = (state) => ({
  ...state,
  layer: 3 - state.layer,
  edits: state.other_edits,
  other_edits: state.edits,
});

/**
 * Where a change leads to a trained model or from one: the numbers that belonged to what was there before get their
 * defaults, unless the change itself sets them. A trained model's own fields always hold. Where it leads to the other layer
 * of a model, each layer keeps the numbers set by hand in it.
 * @param {State} before
 * @param {State} after
 * @param {Partial<State>} patch the change from before to after
 * @param {Partial<State>} defaults of all fields that change numbers
 * @returns {State}
 */
export function withTrainedModel(before, after, patch, defaults) {
  const model = modelOf(after);
  const isOther = before.recipe !== after.recipe;
  const isAny = model || modelOf(before);
  const of =
    isOther && isAny ? defaults : before.layer !== after.layer && hasTwoLayers(before) ? otherLayer(before) : after;
  const { edits, other_edits } = /** @type {State} */ (of);
  const fresh = isOther && isAny && (model ? { ...defaults, sentence: model.example } : { context: null });
  const settled = { ...after, ...fresh, edits, other_edits, ...patch };
  return { ...settled, ...fixedFields(settled) };
}

/**
 * Whether an engine has the weights of every trained model that a state needs.
 * @param {import("../../engine/engine.js").Engine & {trained?: Map<string, TrainedModel>}} engine trained: the models that attention-stepper/trained has added, by recipe
 * @param {State} state
 */
export const hasTrained = (engine, state) => modelsIn(state).every((recipe) => engine.trained?.has(recipe));

/**
 * The trained model of a state, if an engine has its weights.
 * @param {import("../../engine/engine.js").Engine & {trained?: Map<string, TrainedModel>}} engine
 * @param {Pick<State, "recipe">} state
 */
export const loadedModel = (engine, { recipe }) => engine.trained?.get(recipe);
