import { MODEL_KEYS_WORDS, MODEL_READOUT_WORDS } from "../c.js";
import { bool, checkNames, checkObject, definedOnly, finite, oneOf, positive, show, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { ATTENTION_ALONE } from "../spec/block.js";
import { checkDropout, keepsOf } from "../spec/dropout.js";
import { isAbsolute } from "../spec/position.js";
import { SPEC_WORDS } from "../spec/spec-words.js";
import { FIELDS as SPEC_FIELDS, resolveFor } from "../spec/spec.js";

/**
 * A layer of a model: what it computes, as a spec says it, and four fields of its own. Sizes and absolute positions are
 * the model's. residual is sequential by default, but none in the last layer before a pointer.
 * @typedef {Omit<import("../spec/spec.js").Spec, "d_model" | "d_context" | "dropout" | "prefill"> & {
 *   keys?: Keys, bias?: boolean, norm_weight?: boolean, dropout?: number | Omit<Dropout, "torch_seed">}} LayerSpec keys: what keys and values are made
 *   from: the layer's own input (self, the default), the token embeddings without positions (embeddings), or the source;
 *   bias: whether projections, MLP and layernorms have biases, false by default; norm_weight: whether norms have
 *   weights, true by default; dropout: which part of the weights a training step drops, or as in a spec, of which numbers
 *   which part; 0 by default
 *
 * @typedef {"self" | "embeddings" | "source"} Keys
 * @typedef {import("../spec/dropout.js").Dropout} Dropout
 *
 * An optimizer of torch.optim, with its settings. After the semicolon: the default.
 * @typedef {object} OptimizerSpec
 * @property {"adam" | "adamw" | "sgd"} [name] adam; adamw: the parameters themselves decay, not their gradients
 * @property {number} [lr] learning rate; 1e-2
 * @property {number} [weight_decay] 0
 * @property {number} [momentum] of sgd; 0
 * @property {[number, number]} [betas] of adam and adamw; [0.9, 0.98]
 * @property {number} [eps] of adam and adamw; 1e-8
 *
 * A transformer: token embeddings, with positions, layers, and a readout. After the semicolon: the default.
 * @typedef {object} ModelSpec
 * @property {number} vocabulary tokens are whole numbers from 0 to vocabulary - 1
 * @property {number} n the longest sequence
 * @property {number} d_model width of the embeddings and of the layers' outputs
 * @property {"none" | "learned" | "sinusoidal" | "rope" | "alibi"} [position] learned and sinusoidal positions are added
 *   to the embeddings; rope and alibi are those of every layer that names no positions of its own; none
 * @property {Norm} [embedding_norm] of what enters the first layer; none
 * @property {LayerSpec[]} layers from one on
 * @property {Norm} [final_norm] of what leaves the last layer; none
 * @property {boolean} [norm_weight] whether embedding_norm and final_norm have weights; true
 * @property {boolean} [norm_bias] whether they have biases, as layernorms may; false
 * @property {boolean} [norm_offset] whether they multiply by 1 + weight; false
 * @property {number} [norm_epsilon] of both; 1e-5
 * @property {"linear" | "pointer" | "tied"} [readout] linear: logits = h·readout_weight + readout_bias. tied: the product
 *   with token_embedding transposed. pointer: the weights of the last layer, averaged over its heads, are the
 *   probabilities of the keys; linear
 * @property {boolean} [readout_bias] whether logits have a bias; true for linear, otherwise false
 * @property {number | null} [logits_softcap] logits become logits_softcap·tanh(logits / logits_softcap); null: no cap
 * @property {number} [classes] columns of the logits, for a linear readout; vocabulary
 * @property {{vocabulary: number, n: number}} [source] the second sequence, with embeddings of its own: where a layer
 *   has keys "source", and only there
 * @property {OptimizerSpec} [optimizer]
 * @property {number | null} [max_norm] the gradient's norm that clipping leaves, as torch.nn.utils.clip_grad_norm_; null:
 *   no clipping
 *
 * @typedef {import("../spec/block.js").ResolvedBlock["norm"]} Norm none, layernorm or rmsnorm
 *
 * @typedef {Required<Pick<OptimizerSpec, "name" | "lr" | "weight_decay" | "momentum" | "betas" | "eps">>} Optimizer
 *
 * A model spec with every default filled in.
 * @typedef {Omit<Required<ModelSpec>, "source"> & {source: {vocabulary: number, n: number} | null,
 *   optimizer: Readonly<Optimizer>}} ResolvedModel
 *
 * A layer as the engine takes it.
 * @typedef {{spec: import("../spec/spec.js").ResolvedSpec, given: string[]}} ResolvedLayer given: names of the tensors that the
 *   layer reads: its inputs, its weights, and the masks of dropout
 */

const FIELDS = [
  ...["vocabulary", "n", "d_model", "position", "layers", "readout", "classes", "source", "optimizer", "max_norm"],
  ...["embedding_norm", "final_norm", "norm_weight", "norm_bias", "norm_offset", "norm_epsilon"],
  ...["readout_bias", "logits_softcap"],
];
/** ATTENTION_MOST_LAYERS of c/model/model.h. */
const MOST_LAYERS = 1024;
const POSITIONS = /** @type {const} */ (["none", "learned", "sinusoidal", "rope", "alibi"]);
const NOT_OF_LAYERS = ["d_model", "d_context", "prefill"];
const LAYER_FIELDS = ["keys", "bias", "norm_weight", ...SPEC_FIELDS.filter((field) => !NOT_OF_LAYERS.includes(field))];

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
  if (!Array.isArray(layers) || layers.length < 1 || layers.length > MOST_LAYERS) {
    throw new AttentionError("layers", `must be an array of 1 to ${MOST_LAYERS} layers, got ${show(layers)}`);
  }
  /** @type {ResolvedModel} */
  const spec = {
    vocabulary,
    n: wholeNumber("n", model.n),
    d_model: wholeNumber("d_model", model.d_model),
    position,
    layers: layers.map((layer, at) => /** @type {LayerSpec} */ ({ ...checkObject(layer, `layers[${at}]`) })),
    readout,
    ...resolveNorms(model),
    readout_bias: model.readout_bias === undefined ? readout === "linear" : bool("readout_bias", model.readout_bias),
    logits_softcap: model.logits_softcap === undefined ? null : positive("logits_softcap", model.logits_softcap),
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

/**
 * The norms outside of the layers.
 * @param {Record<string, unknown>} model
 */
function resolveNorms(model) {
  const norm = (/** @type {"embedding_norm" | "final_norm"} */ field) =>
    model[field] === undefined ? "none" : oneOf(field, model[field], SPEC_WORDS.norm);
  const flag = (/** @type {string} */ field, /** @type {boolean} */ otherwise) =>
    model[field] === undefined ? otherwise : bool(field, model[field]);
  const norms = { embedding_norm: norm("embedding_norm"), final_norm: norm("final_norm") };
  const own = ["norm_weight", "norm_bias", "norm_offset", "norm_epsilon"].find((field) => model[field] !== undefined);
  if (own && norms.embedding_norm === "none" && norms.final_norm === "none") {
    throw new AttentionError(own, "needs embedding_norm or final_norm");
  }
  const norm_bias = flag("norm_bias", false);
  if (norm_bias && !Object.values(norms).includes("layernorm")) {
    throw new AttentionError("norm_bias", "needs a layernorm");
  }
  const epsilon = model.norm_epsilon;
  return {
    ...norms,
    norm_weight: flag("norm_weight", true),
    norm_bias,
    norm_offset: flag("norm_offset", false),
    norm_epsilon: epsilon === undefined ? ATTENTION_ALONE.norm_epsilon : finite("norm_epsilon", epsilon),
  };
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
  const pointer = model.readout === "pointer" && at === model.layers.length - 1;
  const { keys = "self", bias = false, norm_weight = true, dropout = 0, ...others } = layer;
  const { position = positionsOf(model.position), residual = pointer ? "none" : "sequential", ...fields } = others;
  const dropped = droppedOf(dropout, { ...fields, residual });
  const kind = /** @type {{kind?: string, form?: unknown} | undefined} */ (position);
  if (isAbsolute(kind?.kind)) {
    throw new AttentionError("position", `must not be ${kind?.kind} in a layer: give it as the model's position`);
  }
  if (kind?.form === "matrix") throw new AttentionError("position.form", "must not be matrix in a model");
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
  weights.push(...keepsOf(dropped, (fields.mlp ?? "none") !== "none"));
  weights.push(...blockWeights(fields, bool("bias", bias), bool("norm_weight", norm_weight)));
  for (const name of weights) given.set(name, rows);
  const d_ff = fields.d_ff === undefined ? 4 * model.d_model : wholeNumber("d_ff", fields.d_ff);
  if (given.has("W_up")) given.set("W_up", { shape: [model.d_model, d_ff] });
  const spec = { ...fields, residual, position, ...(Object.keys(dropped).length > 0 ? { dropout: dropped } : {}) };
  return { spec: resolveFor(spec, given).spec, given: [...given.keys()] };
}

/**
 * What a training step drops in a layer: the parts above 0.
 * @param {unknown} given
 * @param {Readonly<Record<string, unknown>>} layer
 */
function droppedOf(given, layer) {
  const below1 = { most: (/** @type {number} */ p) => p < 1, range: "from 0 to below 1" };
  if (typeof given === "object") {
    const parts = Object.entries(checkDropout(given, layer, { fields: ["p", "residual", "mlp"], ...below1 }));
    return Object.fromEntries(parts.filter(([, p]) => p !== 0));
  }
  const p = finite("dropout", given);
  if (p < 0 || !below1.most(p)) throw new AttentionError("dropout", `must be ${below1.range}, got ${show(given)}`);
  return p > 0 ? { p } : {};
}

/**
 * The names of the weights of a layer's norms and MLP.
 * @param {Record<string, unknown>} layer
 * @param {boolean} bias
 * @param {boolean} norm_weight
 */
function blockWeights({ norm = "none", norm_place, qk_norm = "none", mlp = "none" }, bias, norm_weight) {
  const of = (/** @type {string} */ name, /** @type {unknown} */ kind) => [
    ...(norm_weight ? [`${name}_weight`] : []),
    ...(bias && kind === "layernorm" ? [`${name}_bias`] : []),
  ];
  const hasMlp = mlp !== "none";
  const norms = ["norm_1", ...(hasMlp ? ["norm_2"] : [])];
  if (norm_place === "both") norms.push("output_norm", ...(hasMlp ? ["mlp_output_norm"] : []));
  const matrices = hasMlp ? ["up", "down", ...(mlp === "gated" ? ["gate"] : [])] : [];
  return [
    ...(norm === "none" ? [] : norms.flatMap((name) => of(name, norm))),
    ...(qk_norm === "none" ? [] : ["q_norm", "k_norm"].flatMap((name) => of(name, qk_norm))),
    ...matrices.map((name) => `W_${name}`),
    ...(bias ? matrices.map((name) => `b_${name}`) : []),
  ];
}

/** The positions that a layer has by default. @param {string} position the model's */
const positionsOf = (position) => (position === "rope" || position === "alibi" ? { kind: position } : undefined);

/**
 * @param {unknown} given
 * @returns {Readonly<Optimizer>}
 */
export function resolveOptimizer(given) {
  const optimizer = definedOnly(checkObject(given, "optimizer"));
  const name =
    optimizer.name === undefined ? "adam" : oneOf("optimizer.name", optimizer.name, ["adam", "adamw", "sgd"]);
  const own = name === "sgd" ? ["momentum"] : ["betas", "eps"];
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
