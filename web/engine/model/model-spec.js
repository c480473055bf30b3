import { BLOCK_FIELDS } from "../spec/block.js";
import { MODEL_KEYS_WORDS, MODEL_READOUT_WORDS } from "../c.js";
import { bool, checkNames, checkObject, definedOnly, finite, oneOf, positive, show, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { FIELDS as SPEC_FIELDS, resolveFor } from "../spec/spec.js";

/**
 * A layer of a model: the attention that it computes, and two fields more. Sizes and absolute positions are the
 * model's.
 * @typedef {Omit<import("../spec/spec.js").Spec, "d_model" | "d_context" | "dropout" | "prefill" | keyof import("../spec/block.js").ResolvedBlock> & {
 *   keys?: Keys, bias?: boolean, dropout?: number}} LayerSpec keys: what keys and values are made from: the layer's own
 *   input (self, the default), the token embeddings without positions (embeddings), or the source; bias: whether the
 *   projections have biases, false by default; dropout: which part of the weights a training step drops, 0 by default
 *
 * @typedef {"self" | "embeddings" | "source"} Keys
 *
 * An optimizer of torch.optim, with its settings. After the semicolon: the default.
 * @typedef {object} OptimizerSpec
 * @property {"adam" | "sgd"} [name] adam
 * @property {number} [lr] learning rate; 1e-2
 * @property {number} [weight_decay] 0
 * @property {number} [momentum] of sgd; 0
 * @property {[number, number]} [betas] of adam; [0.9, 0.98]
 * @property {number} [eps] of adam; 1e-8
 *
 * A small model: token embeddings, with positions, one or two attention layers with residuals, and a readout. After the
 * semicolon: the default.
 * @typedef {object} ModelSpec
 * @property {number} vocabulary tokens are whole numbers from 0 to vocabulary - 1
 * @property {number} n the longest sequence
 * @property {number} d_model width of the embeddings and of the layers' outputs
 * @property {"none" | "learned" | "sinusoidal" | "rope" | "alibi"} [position] learned and sinusoidal positions are added
 *   to the embeddings; rope and alibi are those of every layer that names no positions of its own; none
 * @property {LayerSpec[]} layers one or two
 * @property {"linear" | "pointer"} [readout] linear: logits = h·readout_weight + readout_bias. pointer: the weights of the last
 *   layer, averaged over its heads, are the probabilities of the keys; linear
 * @property {number} [classes] columns of the logits, for a linear readout; vocabulary
 * @property {{vocabulary: number, n: number}} [source] the second sequence, with embeddings of its own: where a layer
 *   has keys "source", and only there
 * @property {OptimizerSpec} [optimizer]
 * @property {number | null} [max_norm] the gradient's norm that clipping leaves, as torch.nn.utils.clip_grad_norm_; null:
 *   no clipping
 *
 * @typedef {Required<Pick<OptimizerSpec, "name" | "lr" | "weight_decay" | "momentum" | "betas" | "eps">>} Optimizer
 *
 * A model spec with every default filled in.
 * @typedef {Omit<Required<ModelSpec>, "source"> & {source: {vocabulary: number, n: number} | null,
 *   optimizer: Readonly<Optimizer>}} ResolvedModel
 *
 * A layer as the engine takes it.
 * @typedef {{spec: import("../spec/spec.js").ResolvedSpec, given: string[]}} ResolvedLayer given: names of the tensors that the
 *   layer reads: its inputs, its weights, and keep with dropout
 */

const FIELDS = [
  ...["vocabulary", "n", "d_model", "position", "layers", "readout", "classes", "source", "optimizer", "max_norm"],
];
const POSITIONS = /** @type {const} */ (["none", "learned", "sinusoidal", "rope", "alibi"]);
const NOT_OF_LAYERS = ["d_model", "d_context", "prefill", ...BLOCK_FIELDS];
const LAYER_FIELDS = ["keys", "bias", ...SPEC_FIELDS.filter((field) => !NOT_OF_LAYERS.includes(field))];

/**
 * Checks a model spec and fills in the defaults. Whether the layers' sizes fit is checked later, by the engine.
 * @param {unknown} given
 * @returns {{spec: ResolvedModel, layers: ResolvedLayer[]}}
 */
export function resolveModel(given) {
  const model = definedOnly(checkObject(given, "spec"));
  checkNames(model, FIELDS, "field of a model");
  const vocabulary = wholeNumber("vocabulary", model.vocabulary);
  const readout = model.readout === undefined ? "linear" : oneOf("readout", model.readout, MODEL_READOUT_WORDS);
  if (readout === "pointer" && model.classes !== undefined) {
    throw new AttentionError("classes", "must not be given with readout pointer, whose classes are the keys");
  }
  const position = model.position === undefined ? "none" : oneOf("position", model.position, POSITIONS);
  const layers = model.layers;
  if (!Array.isArray(layers) || layers.length < 1 || layers.length > 2) {
    throw new AttentionError("layers", `must be an array of one or two layers, got ${show(layers)}`);
  }
  /** @type {ResolvedModel} */
  const spec = {
    vocabulary,
    n: wholeNumber("n", model.n),
    d_model: wholeNumber("d_model", model.d_model),
    position,
    layers: layers.map((layer, at) => /** @type {LayerSpec} */ ({ ...checkObject(layer, `layers[${at}]`) })),
    readout,
    classes: model.classes === undefined ? vocabulary : wholeNumber("classes", model.classes),
    source: resolveSource(model.source),
    optimizer: resolveOptimizer(model.optimizer ?? {}),
    max_norm: model.max_norm === undefined ? null : positive("max_norm", model.max_norm),
  };
  const resolved = spec.layers.map((_, at) => within(`layers[${at}]`, () => resolveLayer(spec, at)));
  const usesSource = spec.layers.some(({ keys }) => keys === "source");
  if (usesSource !== (spec.source !== null)) {
    const wanted = usesSource
      ? "must be given where a layer has keys source, got none"
      : "needs a layer with keys source";
    throw new AttentionError("source", wanted);
  }
  return { spec, layers: resolved };
}

/** @param {unknown} given */
function resolveSource(given) {
  if (given === undefined) return null;
  const source = definedOnly(checkObject(given, "source"));
  checkNames(source, ["vocabulary", "n"], "field of source");
  return {
    vocabulary: wholeNumber("source.vocabulary", source.vocabulary),
    n: wholeNumber("source.n", source.n),
  };
}

/**
 * Puts the name of a part before the field of every error.
 * @template T
 * @param {string} part
 * @param {() => T} run
 * @returns {T}
 */
export function within(part, run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    throw new AttentionError(`${part}.${error.field}`, error.message.slice(error.field.length + 2), error.reason);
  }
}

/**
 * @param {ResolvedModel} model
 * @param {number} at
 * @returns {ResolvedLayer}
 */
function resolveLayer(model, at) {
  const layer = definedOnly(/** @type {Record<string, unknown>} */ (model.layers[at]));
  checkNames(layer, LAYER_FIELDS, "field of a layer");
  const { keys = "self", bias = false, dropout = 0, position = positionsOf(model.position), ...fields } = layer;
  const p = finite("dropout", dropout);
  if (p < 0 || p >= 1) throw new AttentionError("dropout", `must be from 0 to below 1, got ${show(dropout)}`);
  const kind = /** @type {{kind?: unknown, form?: unknown} | undefined} */ (position);
  if (kind?.kind === "learned" || kind?.kind === "sinusoidal") {
    throw new AttentionError("position", `must not be ${kind.kind} in a layer: give it as the model's position`);
  }
  if (kind?.form === "matrix") throw new AttentionError("position.form", "must not be matrix in a model");
  const pointer = model.readout === "pointer" && at === model.layers.length - 1;
  const source = oneOf("keys", keys, MODEL_KEYS_WORDS) === "source";
  const rows = { shape: [model.n, model.d_model] };
  const keyRows = { shape: [source ? (model.source?.n ?? 1) : model.n, model.d_model] };
  const given = new Map([["X", rows]]);
  if (keys !== "self") given.set("C", keyRows);
  const weights = ["Wq", "Wk", "Wv", ...(bool("bias", bias) ? ["bq", "bk", "bv"] : [])];
  if (!pointer) weights.push("Wo", ...(bias ? ["bo"] : []));
  if (layer.softmax_sink === true) weights.push("sink");
  if (kind?.kind === "shaw") weights.push("relK", "relV");
  if (kind?.kind === "t5") weights.push("bias_table");
  if (p > 0) weights.push("keep");
  for (const name of weights) given.set(name, rows);
  const spec = { ...fields, position, ...(p > 0 ? { dropout: { p } } : {}) };
  return { spec: resolveFor(spec, given).spec, given: [...given.keys()] };
}

/** The positions that a layer has by default. @param {string} position the model's */
const positionsOf = (position) => (position === "rope" || position === "alibi" ? { kind: position } : undefined);

/**
 * @param {unknown} given
 * @returns {Readonly<Optimizer>}
 */
export function resolveOptimizer(given) {
  const optimizer = definedOnly(checkObject(given, "optimizer"));
  const name = optimizer.name === undefined ? "adam" : oneOf("optimizer.name", optimizer.name, ["adam", "sgd"]);
  const own = name === "adam" ? ["betas", "eps"] : ["momentum"];
  checkNames(optimizer, ["name", "lr", "weight_decay", ...own], `field of optimizer ${name}`);
  const atLeast0 = (/** @type {string} */ field, /** @type {number} */ otherwise) => {
    const value = finite(`optimizer.${field}`, optimizer[field] ?? otherwise);
    if (value < 0) throw new AttentionError(`optimizer.${field}`, `must be at least 0, got ${show(value)}`);
    return value;
  };
  return Object.freeze({
    name,
    lr: atLeast0("lr", 1e-2),
    weight_decay: atLeast0("weight_decay", 0),
    momentum: atLeast0("momentum", 0),
    betas: resolveBetas(optimizer.betas ?? [0.9, 0.98]),
    eps: atLeast0("eps", 1e-8),
  });
}

/**
 * @param {unknown} given
 * @returns {[number, number]}
 */
function resolveBetas(given) {
  const isBeta = (/** @type {unknown} */ beta) => typeof beta === "number" && beta >= 0 && beta < 1;
  if (!Array.isArray(given) || given.length !== 2 || !given.every(isBeta)) {
    throw new AttentionError("optimizer.betas", `must be two numbers from 0 to below 1, got ${show(given)}`);
  }
  return [given[0], given[1]];
}
