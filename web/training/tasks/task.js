import { AttentionError } from "../../engine/errors.js";

/**
 * @typedef {import("../random.js").Random} Random
 * @typedef {"none" | "learned" | "sinusoidal" | "rope" | "alibi"} Position
 *
 * One layer of a model, as engine.model takes it.
 * @typedef {{heads?: number, d_k?: number, causal?: boolean, keys?: "self" | "embeddings" | "source",
 *   norm?: Norm, norm_weight?: boolean, mlp?: "none" | "plain", activation?: "relu" | "gelu"}} LayerSpec
 *
 * @typedef {"none" | "layernorm" | "rmsnorm"} Norm
 *
 * A model, as engine.model takes it.
 * @typedef {object} ModelSpec
 * @property {number} vocabulary
 * @property {number} n the longest sequence
 * @property {number} d_model
 * @property {Position} position
 * @property {LayerSpec[]} layers
 * @property {Norm} [embedding_norm] of what enters the first layer
 * @property {Norm} [final_norm] of what leaves the last one
 * @property {boolean} [norm_weight] whether these two have weights
 * @property {"linear" | "pointer"} [readout]
 * @property {boolean} [readout_bias]
 * @property {{vocabulary: number, n: number}} [source]
 * @property {{name: "adam" | "sgd", lr: number, betas?: [number, number]}} optimizer
 *
 * What may differ from a task's own model.
 * @typedef {object} ModelOptions
 * @property {number} [heads] of every layer
 * @property {number} [d_k] of every layer
 * @property {number} [d_model]
 * @property {number} [layers] how many; fewer keep the last ones, more repeat the first
 * @property {boolean} [causal] of every layer
 * @property {Block} [block] of every layer
 * @property {Position} [position]
 * @property {number} [lr]
 *
 * What a layer is: attention alone, with an MLP after it, or with a norm before both, too.
 * @typedef {"attention" | "mlp" | "norm-mlp"} Block
 *
 * One sequence. targets: for each token the class to predict there (for a pointer: the position of the right key), -1
 * where nothing is asked.
 * @typedef {{tokens: readonly number[], targets: readonly number[], source?: readonly number[]}} Example
 *
 * Sequences of n tokens, one after the other, as the model's step takes them.
 * @typedef {object} Batch
 * @property {Int32Array} tokens [size·n]
 * @property {Int32Array} lengths [size]
 * @property {Int32Array} targets [size·n]
 * @property {Int32Array} [source] [size·source.n]
 * @property {Int32Array} [source_lengths] [size]
 *
 * @typedef {{loss: number, accuracy: number, correct: number, count: number}} Evaluation
 *
 * The part of engine.model that tasks and the training loop use.
 * @typedef {object} Model
 * @property {(batch: Batch) => Evaluation & {gradient_norm: number}} step
 * @property {(batch: Batch) => Evaluation} evaluate
 * @property {(batch: Omit<Batch, "targets">) => {shape: number[], data: Float32Array}} predict
 *
 * What a task is made from.
 * @typedef {object} TaskDefinition
 * @property {string} id
 * @property {ModelSpec} spec the model that solves it
 * @property {number} batch examples of one step
 * @property {number} steps most steps that training takes by default
 * @property {number} goal held-out accuracy at which training ends by default
 * @property {(random: Random, heldOut: boolean) => Example} draw draws one example: for training, or a held-out one. No
 *   example is both.
 * @property {readonly Example[]} [heldOut] all held-out examples, where they are not drawn
 * @property {Example} [example] the one whose attention is shown; a held-out one is drawn unless given
 * @property {(token: number) => string} label text of a token of the sequence
 * @property {(token: number) => string} [sourceLabel] text of a token of the source
 * @property {(tokens: readonly number[]) => number[]} [answer] the targets of any sequence of the vocabulary's tokens, with
 *   -1 where nothing is asked; absent where the target is the next token, or a position
 * @property {(model: Model, batch: Batch) => Evaluation} [evaluate] where more than one answer may be right
 * @property {Names} [names] of a task whose model writes names
 *
 * What there is to know for writing names: the token before and after each, and whether one is trained on.
 * @typedef {{mark: number, isKnown: (name: readonly number[]) => boolean}} Names
 */

/** Whether the layers of a model are attention alone, without norms and MLPs. @param {{layers: readonly {norm?: string, mlp?: string}[]}} spec */
export const isAttentionAlone = ({ layers }) =>
  layers.every(({ norm = "none", mlp = "none" }) => norm === "none" && mlp === "none");

/** What the layers of a model are. @param {Pick<ModelSpec, "layers">} spec @returns {Block} */
export function blockOf({ layers }) {
  if (isAttentionAlone({ layers })) return "attention";
  return layers.every(({ norm = "none" }) => norm === "none") ? "mlp" : "norm-mlp";
}

/**
 * An object without some of its optional fields.
 * @template {object} T
 * @param {T} of
 * @param {readonly string[]} fields
 */
const without = (of, fields) =>
  /** @type {T} */ (Object.fromEntries(Object.entries(of).filter(([name]) => !fields.includes(name))));

/**
 * A model whose layers are of another kind. MLPs have GELUs, norms are layernorms, and there is one before the readout. The
 * last layer before a pointer has no MLP, since its weights are the answer.
 * @param {ModelSpec} spec
 * @param {Block} block
 * @returns {ModelSpec}
 */
function withBlock(spec, block) {
  if (block === blockOf(spec)) return spec;
  const { layers, ...rest } = spec;
  const plain = without(rest, ["embedding_norm", "final_norm", "norm_weight"]);
  const isPointer = spec.readout === "pointer";
  const hasNorm = block === "norm-mlp";
  return {
    ...plain,
    ...(hasNorm && !isPointer ? { final_norm: "layernorm" } : {}),
    layers: layers.map(({ activation = "gelu", ...layer }, at) => ({
      ...without(layer, ["norm", "norm_weight", "mlp", "activation"]),
      ...(hasNorm ? { norm: /** @type {const} */ ("layernorm") } : {}),
      ...(block === "attention" || (isPointer && at === layers.length - 1)
        ? {}
        : { mlp: /** @type {const} */ ("plain"), activation }),
    })),
  };
}

/** Draws a held-out or training example may take; a task whose split is not about a fifth is an error of its own. */
const MAX_DRAWS = 10_000;

/** A task: a seeded generator of examples with exact answers, and the model that learns it. */
export class Task {
  #definition;

  /** @param {TaskDefinition} definition */
  constructor(definition) {
    this.#definition = definition;
    this.id = definition.id;
    this.batch = definition.batch;
    this.steps = definition.steps;
    this.goal = definition.goal;
    this.label = definition.label;
    this.sourceLabel = definition.sourceLabel ?? definition.label;
    this.answer = definition.answer;
    this.names = definition.names;
  }

  /**
   * The spec of the task's model, for engine.model.
   * @param {ModelOptions} [options]
   * @returns {ModelSpec}
   */
  model({ heads, d_k, d_model, layers, causal, block, position, lr } = {}) {
    const spec = block === undefined ? this.#definition.spec : withBlock(this.#definition.spec, block);
    const count = layers ?? spec.layers.length;
    const repeated = Array.from({ length: Math.max(0, count - spec.layers.length) }, () => spec.layers.slice(0, 1));
    const chosen = [...repeated.flat(), ...spec.layers].slice(repeated.length + spec.layers.length - count);
    return {
      ...spec,
      d_model: d_model ?? spec.d_model,
      position: position ?? spec.position,
      layers: chosen.map((layer) => ({
        ...layer,
        ...(heads === undefined ? {} : { heads }),
        /* The width of a head follows the width of the model, unless it is given: d_model / heads. */
        ...(d_k === undefined ? {} : { d_k }),
        ...(causal === undefined ? {} : { causal }),
      })),
      optimizer: { ...spec.optimizer, lr: lr ?? spec.optimizer.lr },
    };
  }

  /**
   * Draws examples to train on.
   * @param {Random} random
   * @param {number} [size]
   */
  draw(random, size = this.batch) {
    return this.pack(this.examples(random, size, false));
  }

  /**
   * Draws held-out examples: training never sees one of them. A task on a reader's own data takes all that it has.
   * @param {Random} random
   * @param {number} size
   */
  heldOut(random, size) {
    return this.pack(this.#definition.heldOut ?? this.examples(random, size, true));
  }

  /** The example whose attention is shown. @param {Random} random @returns {Example} */
  example(random) {
    return this.#definition.example ?? this.#definition.draw(random, true);
  }

  /**
   * @param {Random} random
   * @param {number} size
   * @param {boolean} heldOut
   */
  examples(random, size, heldOut) {
    return Array.from({ length: size }, () => this.#definition.draw(random, heldOut));
  }

  /**
   * Puts examples into one batch, each filled up to the model's n.
   * @param {readonly Example[]} examples
   * @returns {Batch}
   */
  pack(examples) {
    const { n, source } = this.#definition.spec;
    const rows = (/** @type {readonly (readonly number[])[]} */ sequences, /** @type {number} */ width, fill = 0) => {
      const data = new Int32Array(sequences.length * width).fill(fill);
      sequences.forEach((sequence, at) => data.set(sequence, at * width));
      return data;
    };
    const lengths = (/** @type {readonly (readonly number[])[]} */ sequences) =>
      Int32Array.from(sequences, (sequence) => sequence.length);
    const tokens = examples.map((example) => example.tokens);
    const targets = examples.map((example) => example.targets);
    const sources = examples.map((example) => example.source ?? []);
    return {
      tokens: rows(tokens, n),
      lengths: lengths(tokens),
      targets: rows(targets, n, -1),
      ...(source ? { source: rows(sources, source.n), source_lengths: lengths(sources) } : {}),
    };
  }

  /**
   * Loss and accuracy of a model on a batch.
   * @param {Model} model
   * @param {Batch} batch
   */
  evaluate(model, batch) {
    return this.#definition.evaluate?.(model, batch) ?? model.evaluate(batch);
  }
}

/**
 * Draws until an example belongs to the part that is wanted.
 * @template T
 * @param {() => T} draw
 * @param {(drawn: T) => boolean} wanted
 * @returns {T}
 */
export function drawUntil(draw, wanted) {
  for (let n = 0; n < MAX_DRAWS; n++) {
    const drawn = draw();
    if (wanted(drawn)) return drawn;
  }
  throw new AttentionError("task", `must have examples of both parts, got none in ${MAX_DRAWS} draws`);
}

/**
 * Whether a sequence is held out: about a fifth of all sequences are, chosen by a hash (FNV-1a, its bits then mixed), so
 * that the same sequence is always on the same side.
 * @param {readonly number[]} tokens
 */
export function isHeldOutSequence(tokens) {
  let hash = 0x811c9dc5;
  for (const token of tokens) hash = Math.imul(hash ^ token, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) % 5 === 0;
}

/**
 * Whether a pair of words, such as a noun and an adjective, is held out: each word loses every fifth of its partners,
 * and the first pair is one of those.
 * @param {number} first index of one word in its list
 * @param {number} second index of the other
 */
export const isHeldOutPair = (first, second) => (first + 2 * second) % 5 === 0;

/** The letter of a token: a, b, c and so on. @param {number} token */
export const letterOf = (token) => String.fromCharCode(97 + token);
