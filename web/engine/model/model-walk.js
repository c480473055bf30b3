/**
 * One sequence's way through a model, from token ids to probabilities, of which every number can be asked: the walks of
 * the layers, and what stands before and after them.
 */
import { show } from "../checks.js";
import { AttentionError } from "../errors.js";
import { elementAt } from "../explain/terms.js";
import { Run } from "../run.js";
import { checkIndex } from "../tensors.js";
import { contributionsOf } from "./contributions.js";
import { rulesOf } from "./model-rules.js";

/**
 * @typedef {import("../explain/explain.js").Explanation} Explanation
 * @typedef {import("../explain/explain.js").Term} Term
 * @typedef {import("../full-engine.js").FullRun} FullRun
 * @typedef {import("../tensors.js").Tensor} Tensor
 *
 * What a model has computed of a sequence.
 * @typedef {object} Computed
 * @property {import("../engine.js").Core} core
 * @property {import("./model-spec.js").ResolvedModel} spec
 * @property {Record<string, Tensor>} parameters by name
 * @property {Record<string, Tensor>} states tokens, and what stands outside of the layers, by name, in the order of
 *   computation
 * @property {readonly Tensor[]} lens the logits that the readout would make of the residual stream after each layer;
 *   empty with a pointer
 * @property {readonly FullRun[]} layers finished
 */

/** What the names of a layer's tensors begin with. @param {number} layer */
const prefixOf = (layer) => `layers.${layer}.`;

/**
 * A model's tensors are called as its parameters are: what belongs to a layer is layers.0.Q, layers.0.Wq and so on; what
 * does not is, in the order of computation:
 *
 *     tokens           [n] their ids
 *     embeddings       [n, d_model] their rows of token_embedding
 *     positions        [n, d_model] learned or sinusoidal
 *     embedded         [n, d_model] embeddings + positions
 *     embedding_norm   [n, d_model]
 *     source_tokens, source_embeddings, source_positions, source   likewise, of the source
 *     final_norm       [n, d_model]
 *     raw_logits       [n, classes] before the cap
 *     logits           [n, classes]
 *     probabilities    [n, classes]; with a pointer [n, keys]
 *
 * A model has those that it computes. The walk belongs to the caller and owns memory of the engine: free it.
 */
export class ModelWalk {
  #computed;
  #rules;
  #source;

  /** @param {Computed} computed */
  constructor(computed) {
    const { core, spec, states, parameters, layers } = computed;
    this.#computed = computed;
    /** The spec of the model. */
    this.spec = spec;
    /** Names of the tensors outside of the layers, in the order of computation. */
    this.names = Object.freeze(Object.keys(states));
    this.#source = Object.freeze({
      spec,
      engine: core.exports,
      has: (/** @type {string} */ name) => name in states || name in parameters,
      given: (/** @type {string} */ name) => name in parameters,
      shape: (/** @type {string} */ name) => this.#shape(name),
      at: (/** @type {string} */ name, /** @type {readonly number[]} */ index) => this.#at(name, index),
    });
    this.#rules = rulesOf(
      spec,
      layers.map((run) => run.stages.at(-1) ?? ""),
    );
  }

  /** The walks of the layers, each a finished run. They are freed with this walk. */
  get layers() {
    return this.#computed.layers;
  }

  /**
   * The logits that the readout would make of the residual stream after each layer, [n, classes]: those of the last are
   * the model's own (the logit lens; nostalgebraist 2020). Empty with a pointer.
   */
  get lens() {
    return this.#computed.lens;
  }

  /**
   * @param {string} name of a tensor outside of the layers, of a layer's, or of a parameter
   * @returns {Tensor} a copy
   * @throws {AttentionError} "name" where there is no such tensor
   */
  tensor(name) {
    const own = this.#layerOf(name);
    if (own) return own.run.tensor(own.stage);
    const { shape, data } = this.#tensor(name);
    return { shape: [...shape], data: data.slice() };
  }

  /**
   * Explains how one number was computed, as run.explain() does. Every term is a tensor of this walk, too, and can be
   * asked in turn, down to the parameters and the token ids.
   * @param {string} name of a tensor outside of the layers, or of a layer's
   * @param {readonly number[]} index one number for each dimension
   * @returns {Explanation}
   * @throws {AttentionError} "name" or "index"
   */
  explain(name, index) {
    const own = this.#layerOf(name);
    if (own) return this.#explainOfLayer(own, name, index);
    checkIndex("index", index, this.#tensor(name).shape);
    return { stage: name, index: [...index], value: this.#at(name, index), ...this.#originOf(name, index) };
  }

  /**
   * A logit at a position, before a cap, as the sum of what each part of the model has written into the residual stream.
   * @param {number} position
   * @param {number} token
   * @returns {import("./contributions.js").Contribution[]}
   * @throws {AttentionError} where the stream is no sum: with norms after the residuals, or without residuals
   */
  contributions(position, token) {
    return contributionsOf(this, position, token);
  }

  /** Frees the layers' runs. */
  free() {
    for (const run of this.layers) run.free();
  }

  /**
   * @param {string} name
   * @param {readonly number[]} index
   * @returns {import("../explain/explain.js").Origin}
   */
  #originOf(name, index) {
    const source = /** @type {any} */ (this.#source);
    return this.#rules[name]?.(source, [...index]) ?? { operation: "input", terms: [] };
  }

  /**
   * What enters a layer is what another one, or the embeddings, have computed.
   * @param {{run: FullRun, stage: string, layer: number}} own
   * @param {string} name
   * @param {readonly number[]} index
   * @returns {Explanation}
   */
  #explainOfLayer({ run, stage, layer }, name, index) {
    const explanation = run.explain(stage, index);
    const entering = this.#rules[name];
    if (entering) return { ...explanation, ...entering(/** @type {any} */ (this.#source), [...index]), stage: name };
    const { entries } = Run.partsOf(run).plan;
    const named = (/** @type {Term} */ term) =>
      entries.has(term.stage) ? { ...term, stage: prefixOf(layer) + term.stage } : term;
    const { terms, weight, bias } = explanation;
    return {
      ...explanation,
      stage: name,
      terms: terms.map(named),
      ...(weight && { weight: named(weight) }),
      ...(bias && { bias: named(bias) }),
    };
  }

  /** The run and the tensor of a name such as layers.0.Q. @param {string} name */
  #layerOf(name) {
    const [, number, stage] = /^layers\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const layer = Number(number);
    const run = this.layers[layer];
    return run && stage && Run.partsOf(run).plan.entries.has(stage) ? { run, stage, layer } : undefined;
  }

  /** @param {string} name @returns {Tensor} outside of the layers */
  #tensor(name) {
    const { states, parameters } = this.#computed;
    const found = Object.hasOwn(states, name)
      ? states[name]
      : Object.hasOwn(parameters, name)
        ? parameters[name]
        : null;
    if (!found) {
      throw new AttentionError(
        "name",
        `must be a tensor of this model, such as ${this.names.join(", ")}, got ${show(name)}`,
      );
    }
    return found;
  }

  /** @param {string} name */
  #shape(name) {
    const own = this.#layerOf(name);
    return own ? own.run.shape(own.stage) : [...this.#tensor(name).shape];
  }

  /** @param {string} name @param {readonly number[]} index */
  #at(name, index) {
    const own = this.#layerOf(name);
    return own ? Run.partsOf(own.run).memory.source().at(own.stage, index) : elementAt(this.#tensor(name), index);
  }
}
