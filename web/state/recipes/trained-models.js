/**
 * Trained models as recipes of a state: what is the same in every state with one of them. Their weights are loaded on
 * demand: those that ship by web/training/load-trained.js, those that a reader has trained by web/training/own/own-model.js.
 */
import { ACTIVATION_WORDS, MLP_WORDS, NORM_WORDS } from "../../engine/c.js";
import { ATTENTION_ALONE } from "../../engine/spec/block.js";
import { isAbsolute } from "../../engine/spec/position.js";
import { refuse } from "../errors.js";
import { tokenise } from "../tokens.js";
import { fieldsOfGiven, givenIn, openingOfGiven } from "./given.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {import("./tensors.js").InputTensors} InputTensors */
/** @typedef {import("../../engine/spec/block.js").ResolvedBlock} ResolvedBlock */
/**
 * A model whose weights are loaded.
 * @typedef {object} TrainedModel
 * @property {(word: string, side?: "queries" | "keys") => boolean} knows whether a word is in the model's vocabulary; keys:
 *   in that of its second sentence
 * @property {(layer: number, tokens: readonly string[], keys: readonly string[]) => InputTensors} inputs the inputs of a
 *   layer's walk, but for a second layer the X of the first: X from the tokens, C (unless keys and values come from X) from
 *   the keys, which may also hold padding, and the weights. layer: 1 for the first. Words that the model does not know have
 *   an embedding of zeros
 * @property {(tokens: readonly string[]) => Entering} entering what X of the first layer is made from, where the walk is not
 *   given its parts
 * @property {Readout | null} readout what makes a guess of the output; null where the attention weights are the answer
 * @property {(tokens: readonly string[]) => readonly number[]} [targets] the right answer of each row, as a number of the
 *   readout's words; -1 for none. Where it is absent, the answer is the next word
 * @property {OwnFacts} [own] of a model that the reader trained
 */
/**
 * What is said of a model that the reader trained. accuracy: the share of right answers on held-out examples. link: of its
 * run in Train, the part after "#".
 * @typedef {Readonly<{steps: number, accuracy: number, link: string}>} OwnFacts
 */
/**
 * A linear readout: logits = h · weight + bias, one for each word, where h is a row of what leaves the last layer, normed where
 * the model has a norm before its readout.
 * @typedef {Readonly<{weight: Tensor, bias: Tensor | null, words: readonly string[], norm: Norm | null}>} Readout weight:
 *   [d_model, words]
 *
 * A norm outside of the layers. weight: [d_model]
 * @typedef {Readonly<{kind: "layernorm" | "rmsnorm", weight: Tensor | null}>} Norm
 *
 * The rows of the words' embeddings and of their positions, whose sum is what enters the first layer, normed where the model
 * has a norm after its embeddings.
 * @typedef {Readonly<{embeddings: Tensor, positions: Tensor | null, norm: Norm | null}>} Entering
 */

/**
 * The token that stands first in every sentence of the pronoun's model, where "it" means nothing that the sentence names, and
 * before and after every name.
 */
export const nothingToken = "·";

/**
 * The row of the word whose meaning the pronoun's model finds; -1 if no token is "it".
 * @param {readonly string[]} tokens
 */
export const rowOfIt = (tokens) => tokens.findIndex((token) => token.toLowerCase() === "it");

/**
 * The only row of attention weights that training asked about: that of "it" in a model whose weights are its answer, -1 if no
 * token is "it". Null where every row counts.
 * @param {Pick<State, "recipe"> & Partial<Pick<State, "trained_run">>} state
 * @param {readonly string[]} tokens
 */
export const rowAsked = (state, tokens) => (modelOf(state)?.pointer === undefined ? null : rowOfIt(tokens));

/** The token that stands first in every sentence of the other models: after it, they guess the first word. */
const startToken = "<start>";

/**
 * The settings of a model: its longest sentence in tokens, its sizes, an example, the token that stands first in every
 * sentence ("" for none), and the layer without Wo (a pointer's last layer: its weights are the answer). position: none
 * where positions are part of X. source: an example of the second sentence, and its longest in tokens. task: the one that a
 * model of the reader's was trained on. trained: what a reader may change, as training had it; where it is left out, as
 * the default state has it.
 * @typedef {Readonly<{tokens: number, d_model: number, d_k: number, heads: number, layers: number,
 *   position: State["position"], first: string, pointer?: number, example: string, task?: string | null,
 *   source?: Readonly<{tokens: number, example: string}>, block?: ModelBlock | null,
 *   trained?: Pick<State, "causal" | "align" | "scaling">}>} ModelSettings
 *
 * What is around the attention of a model's layers, and the norms outside of them. Each branch is added to what enters it
 * (residual). norm_weight: whether norms have weights.
 * @typedef {Readonly<{norm: NormKind, norm_weight: boolean, mlp: ResolvedBlock["mlp"], activation: ResolvedBlock["activation"],
 *   embedding_norm: NormKind, final_norm: NormKind}>} ModelBlock
 * @typedef {ResolvedBlock["norm"]} NormKind
 */

/** What the models that ship have in common. */
const shared = Object.freeze({ d_model: 16, layers: 1, position: /** @type {const} */ ("none"), first: startToken });

/**
 * The settings of the models that ship, by recipe.
 * @type {Readonly<Record<"pronoun" | "translation" | "grammar", ModelSettings>>}
 */
export const trainedModels = Object.freeze({
  pronoun: {
    ...shared,
    tokens: 15,
    d_k: 16,
    heads: 1,
    layers: 2,
    pointer: 2,
    first: nothingToken,
    example: "The animal cannot cross the road because it is too tired",
  },
  translation: {
    ...shared,
    tokens: 6,
    d_k: 16,
    heads: 2,
    example: "la voiture rouge est",
    source: { tokens: 5, example: "the red car is small" },
  },
  grammar: { ...shared, tokens: 11, d_k: 8, heads: 2, example: "the dogs near this cat" },
});

/**
 * Examples of the tasks of Train that no model ships for, and of their second sentence: those whose maps Train shows.
 * @type {ReadonlyMap<string | null, readonly string[]>}
 */
const examples = new Map([
  ["reverse", ["f a h i c b f f"]],
  ["previous", ["f a h i c b f f"]],
  ["induction", ["l e b f i d k c j h a l"]],
  ["majority", ["c a d e b a c c e c e"]],
  ["text", [" looking dow"]],
  ["pairs", ["the owl is seen by Ada", "Ada sees the owl"]],
  ["names", ["abraham"]],
]);

/**
 * The settings of a model that the reader trained: they stand in the text that names its run.
 * @param {string} run
 * @returns {ModelSettings}
 */
function settingsOfRun(run) {
  const parts = new URLSearchParams(run);
  const sizeOf = (/** @type {string} */ name) => Number(parts.get(name));
  const [task, layers, source] = [parts.get("task"), sizeOf("layers"), sizeOf("source")];
  if (!layers) refuse("trained_run", "must name a run of Train", run);
  const like = modelOf({ recipe: /** @type {State["recipe"]} */ (task) });
  const block = blockOfRun(parts);
  const [example = "a b c", second = "a"] = examples.get(task) ?? [];
  const causal = parts.get("mask") === "causal";
  const position = /** @type {State["position"]} */ (parts.get("position"));
  return {
    first: source ? startToken : task === "names" ? nothingToken : "",
    example,
    ...like,
    task,
    // A norm after the sum of embeddings and positions is no stage of a walk, which is then given its result.
    position: block && block.embedding_norm !== "none" && isAbsolute(position) ? "none" : position,
    block,
    layers,
    tokens: sizeOf("n"),
    d_model: sizeOf("d_model"),
    d_k: sizeOf("d_k"),
    heads: sizeOf("heads"),
    ...(like?.pointer && { pointer: layers }),
    ...(source && { source: { example: second, ...like?.source, tokens: source } }),
    trained: {
      causal,
      scaling: parts.get("scaling") !== "off",
      align: causal && (source || like?.pointer) ? "bottom_right" : null, // keys are not the queries' own tokens
    },
  };
}

/**
 * What is around the attention of a run's layers.
 * @param {URLSearchParams} parts of the run's text
 * @returns {ModelBlock | null} null: attention alone
 */
function blockOfRun(parts) {
  if ((parts.get("block") ?? "attention") === "attention") return null;
  /** @template {string} W @param {string} name @param {readonly W[]} words @param {W} usual @returns {W} */
  const wordOf = (name, words, usual) => {
    const given = parts.get(name) ?? usual;
    return (
      words.find((word) => word === given) ?? refuse("trained_run", `must have ${name} ${words.join(" or ")}`, given)
    );
  };
  return {
    norm: wordOf("norm", NORM_WORDS, "none"),
    norm_weight: wordOf("norm_weight", ["on", "off"], "on") === "on",
    mlp: wordOf("mlp", MLP_WORDS, "plain"),
    activation: wordOf("activation", ACTIVATION_WORDS, "gelu"),
    embedding_norm: wordOf("embedding_norm", NORM_WORDS, "none"),
    final_norm: wordOf("final_norm", NORM_WORDS, "none"),
  };
}

/**
 * What is around attention in a layer of a trained model. Where nothing is, the residual is not a stage of the walk; in a
 * model's last layer that points, attention is the answer, and nothing comes after it.
 * @param {ModelSettings} model
 * @param {number} layer
 * @returns {Readonly<ResolvedBlock>}
 */
export function blockOfModel({ block, pointer, d_model }, layer) {
  if (!block) return ATTENTION_ALONE;
  const { norm, mlp, activation } = block;
  if (layer === pointer) return { ...ATTENTION_ALONE, norm };
  const d_ff = mlp === "none" ? 0 : 4 * d_model;
  return { ...ATTENTION_ALONE, norm, residual: "sequential", mlp, activation, d_ff };
}

/**
 * @param {Pick<State, "recipe"> & Partial<Pick<State, "trained_run">>} state
 * @returns {ModelSettings | null} null where the numbers do not come from a trained model
 */
export const modelOf = ({ recipe, trained_run: run }) =>
  recipe === "trained"
    ? settingsOfRun(run ?? "")
    : Object.hasOwn(trainedModels, recipe)
      ? trainedModels[/** @type {keyof typeof trainedModels} */ (recipe)]
      : null;

/** Whether the tokens of a task are characters. @param {string | null | undefined} task */
export const isSpelt = (task) => task === "text" || task === "names";

/**
 * Splits a text into the tokens of a trained model: the characters of a text, with signs for blanks, or of a name; otherwise
 * words. Its own first token stands before the others, but not before those of a second sentence.
 * @param {ModelSettings} model
 * @param {string} text
 * @param {keyof State} [field] of the text
 * @returns {string[]}
 */
export function modelWords({ first, source, task }, text, field) {
  if (task === "text") return [...text.replaceAll(" ", "␣")];
  const words = (/** @type {string} */ of) => {
    if (task === "names") return [...of.trim()];
    return task === "pairs" ? (of.match(/\S+/g) ?? []) : tokenise(of);
  };
  if (!first || text.trim() === "" || (source && field === "context")) return words(text);
  return [first, ...words(text.replace(first, ""))];
}

/**
 * A sentence of these tokens.
 * @param {Pick<State, "recipe" | "trained_run">} state
 * @param {readonly string[]} tokens
 */
export const sentenceOf = (state, tokens) => tokens.join(isSpelt(modelOf(state)?.task) ? "" : " ");

/**
 * What is shown where a link names no state: the model of the pronoun on its example, and the weight of "animal" for "it".
 */
export const firstScreen = Object.freeze({
  recipe: /** @type {const} */ ("pronoun"),
  head: 0,
  cell: Object.freeze({ stage: "weights", index: Object.freeze([0, 8, 2]) }),
});

/**
 * The name of a state's trained model: its recipe, or the run of a model that the reader trained; null where it has none.
 * @param {Pick<State, "recipe"> & Partial<Pick<State, "trained_run">>} state
 */
const modelName = ({ recipe, trained_run = null }) =>
  recipe === "trained" ? trained_run : recipe in trainedModels ? recipe : null;

/**
 * The names of the models of a state, of its experiment and of what that is compared with, whose weights must be loaded
 * first.
 * @param {Partial<State>} state
 * @returns {string[]}
 */
export const modelsIn = ({ recipe = "random", trained_run, experiment_state, compare }) =>
  [{}, experiment_state, compare].flatMap((change) => modelName({ recipe, trained_run, ...change }) ?? []);

/**
 * The fields that a trained model decides: its sizes, its only layer, and where keys and values come from. A second
 * sentence is the reader's, but there must be one. Given tensors decide some too.
 * @param {Pick<State, "recipe" | "trained_run" | "given" | "sentence" | "context">} state
 * @returns {Partial<State>} none for other recipes
 */
export function fixedFields(state) {
  const given = givenIn(state);
  if (given) return fieldsOfGiven(given, state);
  const model = modelOf(state);
  if (!model) return {};
  const { sentence, context } = state;
  const { d_model, d_k, heads, layers, pointer, position, source } = model;
  return {
    ...(layers === 1 && { layer: 1 }),
    ...(pointer && { context: sentence }),
    ...(!pointer && (!source || context === null) && { context: source?.example ?? null }),
    d_model,
    d_context: null,
    d_k,
    d_v: null,
    heads,
    kv_heads: null,
    projection_bias: false,
    tied: false,
    projections: true,
    position,
  };
}

/**
 * The fields with which a trained model opens where nothing else is said: an example, and what the reader may change as it
 * was in training. Given tensors open with labels.
 * @param {Pick<State, "recipe" | "trained_run" | "given" | "sentence" | "context" | "position" | "align">} state
 * @returns {Partial<State>} none for other recipes
 */
export function openingFields(state) {
  const given = givenIn(state);
  if (given) return openingOfGiven(given, state);
  const model = modelOf(state);
  return model ? { sentence: model.example, ...model.trained } : {};
}

/**
 * Whether a state is of a model of two layers, of which one is in view: a trained model, or one whose numbers are all in
 * the edits of both layers.
 * @param {Pick<State, "recipe" | "trained_run" | "layer_edits">} state
 */
export const hasTwoLayers = (state) =>
  state.recipe === "random" ? Object.keys(state.layer_edits).length > 0 : modelOf(state)?.layers === 2;

/**
 * Whether the layer in view is a model's second, whose X is computed by the first.
 * @param {Pick<State, "recipe" | "trained_run" | "layer_edits" | "layer">} state
 */
export const isSecondLayer = (state) => state.layer === 2 && hasTwoLayers(state);

/**
 * The same model with its other layer in view.
 * @template {Pick<State, "layer" | "edits" | "layer_edits">} S
 * @param {S} state of a model of two layers
 */
export const otherLayer = (state) => ({
  ...state,
  layer: 3 - state.layer,
  edits: state.layer_edits,
  layer_edits: state.edits,
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
  const { recipe } = after;
  const model = modelOf(after);
  const isOther = before.recipe !== recipe || before.trained_run !== after.trained_run || before.given !== after.given;
  const isAny = model || modelOf(before) || recipe === "given" || before.recipe === "given";
  const of =
    isOther && isAny ? defaults : before.layer !== after.layer && hasTwoLayers(before) ? otherLayer(before) : after;
  const { edits, layer_edits } = /** @type {State} */ (of);
  const fresh =
    isOther &&
    isAny &&
    (model
      ? { ...defaults, recipe, ...openingFields(after) }
      : givenIn(after)
        ? { ...(modelOf(before) && defaults), recipe, given: after.given, trained_run: null, ...openingFields(after) }
        : { context: null, trained_run: null, given: null });
  const settled = { ...after, ...fresh, edits, layer_edits, ...patch };
  return { ...settled, ...fixedFields(settled) };
}

/** @typedef {import("../../engine/engine.js").Engine & {trained?: Map<string, TrainedModel>}} TrainedEngine trained: its trained models, by name */

/**
 * Whether an engine has the weights of every trained model that a state needs.
 * @param {TrainedEngine} engine
 * @param {State} state
 */
export const hasTrained = (engine, state) => modelsIn(state).every((name) => engine.trained?.has(name));

/**
 * The trained model of a state, if an engine has its weights.
 * @param {TrainedEngine} engine
 * @param {Pick<State, "recipe"> & Partial<Pick<State, "trained_run">>} state
 */
export const loadedModel = (engine, state) => engine.trained?.get(modelName(state) ?? "");
