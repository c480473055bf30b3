/** Tokens' way through a model in a folder: the weights of one layer at a time, and what enters each layer is kept. */
import { show, wholeNumber } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { mostProbable, normalised, products } from "./rows.js";

/**
 * @typedef {import("./model.js").CheckpointModel} Model
 * @typedef {import("./families/family.js").Norm} Norm
 * @typedef {import("../engine/run.js").Run} Run
 * @typedef {import("./parts.js").Tensor} Tensor
 */

/** How many layers' runs are kept, so that another head or stage of them is there at once. */
const KEPT_RUNS = 2;
/** About how many numbers of the readout's matrix are in memory at a time. */
const BLOCK = 2 ** 20;

/** The stages outside of the layers. */
export const OUTER_STAGES = Object.freeze(["tokens", "embeddings", "final_norm", "logits"]);

/** A walk of one sequence. It owns memory of the engine: free it. */
export class CheckpointWalk {
  #model;
  #engine;
  /** What enters each layer, as far as it is known, and what leaves the last one. @type {Float32Array[]} */
  #stream;
  /** The runs of the layers that were walked last, the latest at the end. @type {Map<number, Run>} */
  #runs = new Map();

  /**
   * @param {Model} model
   * @param {readonly number[]} tokens that have been checked
   * @param {Pick<import("../engine/engine.js").Engine, "trace">} engine
   */
  constructor(model, tokens, engine) {
    this.#model = model;
    this.#engine = engine;
    /** The token ids. @type {readonly number[]} */
    this.tokens = Object.freeze([...tokens]);
    this.#stream = [embed(model, tokens)];
  }

  /** How many layers have been walked so far. */
  get walked() {
    return this.#stream.length - 1;
  }

  /**
   * What enters a layer: the residual stream. Layers below that have not been walked are.
   * @param {number} layer 0 to the number of layers: what leaves the last one
   * @returns {Tensor}
   */
  stream(layer) {
    const { layers, d_model } = this.#model.summary;
    wholeNumber("layer", layer, 0, layers);
    while (this.walked < layer) this.run(this.walked);
    return { shape: [this.tokens.length, d_model], data: /** @type {Float32Array} */ (this.#stream[layer]) };
  }

  /**
   * The walk of a layer, finished: its stages are read and explained as those of engine.trace.
   * @param {number} layer
   * @returns {Run} It is freed with this walk, or once other layers have been walked after it.
   */
  run(layer) {
    wholeNumber("layer", layer, 0, this.#model.summary.layers - 1);
    const run = this.#runs.get(layer) ?? this.#walk(layer);
    this.#runs.delete(layer);
    this.#runs.set(layer, run);
    for (const [other, old] of this.#runs) {
      if (this.#runs.size <= KEPT_RUNS) break;
      old.free();
      this.#runs.delete(other);
    }
    return run;
  }

  /** @param {number} layer @returns {Run} */
  #walk(layer) {
    const X = this.stream(layer);
    const { spec, parts } = this.#model.architecture.layer(layer);
    const weights = Object.entries(parts).map(([name, part]) => [name, this.#model.read(part)]);
    const run = this.#engine.trace(spec, { X, ...Object.fromEntries(weights) });
    try {
      run.finish();
      if (this.walked === layer) this.#stream.push(run.tensor(run.stages.at(-1) ?? "").data);
      return run;
    } catch (error) {
      run.free();
      throw error;
    }
  }

  /**
   * A stage of the walk.
   * @param {string} stage tokens, embeddings, final_norm or logits; with a layer any stage or input of its run
   * @param {number} [layer]
   * @returns {{shape: number[], data: Float32Array | Int32Array}}
   * @throws {AttentionError} "stage" or "layer"
   */
  tensor(stage, layer) {
    if (layer !== undefined) return this.run(layer).tensor(stage);
    const { final_norm, readout } = this.#model.architecture;
    if (stage === "tokens") return { shape: [this.tokens.length], data: Int32Array.from(this.tokens) };
    if (stage === "embeddings") return this.stream(0);
    if (stage === "final_norm" && final_norm) return { ...this.stream(0), data: this.#normedRows(0) };
    if (stage === "logits" && readout) return this.logits();
    const { family } = this.#model.summary;
    if (stage === "logits") throw new AttentionError("stage", `must not be logits: ${family} predicts no next token`);
    if (stage === "final_norm") throw new AttentionError("stage", `must not be final_norm: this ${family} has none`);
    const wanted = `must be one of ${OUTER_STAGES.join(", ")} without a layer`;
    throw new AttentionError("stage", `${wanted}, got ${show(stage)}`);
  }

  /**
   * The logits of the positions from one on.
   * @param {number} [from]
   * @returns {Tensor} [positions, vocabulary]
   */
  logits(from = 0) {
    this.#checkReadout();
    return whole(this.#readOut(this.#normedRows(from)));
  }

  /**
   * What the model would answer if it were read out earlier (the logit lens): the logits of the last position, from what
   * enters each layer, and from what leaves the last one. The readout's matrix is read once, block by block: between two
   * blocks the caller can do something else.
   * @returns {Generator<number, Tensor>} how many tokens of the vocabulary have been read out, then [layers + 1, vocabulary]
   */
  lens() {
    this.#checkReadout();
    const { layers, d_model } = this.#model.summary;
    const rows = new Float32Array((layers + 1) * d_model);
    for (let layer = 0; layer <= layers; layer++) rows.set(this.stream(layer).data.subarray(-d_model), layer * d_model);
    const norm = this.#model.architecture.final_norm;
    return this.#readOut(norm ? normRows(this.#model, norm, rows) : rows);
  }

  /** Rows after the last norm, times the readout's matrix. @param {Float32Array} normed @returns {Generator<number, Tensor>} */
  *#readOut(normed) {
    const { readout, vocabulary } = this.#model.architecture;
    const { weight, projection, softcap } = /** @type {NonNullable<typeof readout>} */ (readout);
    const rows = projection ? project(this.#model, projection, normed) : normed;
    const width = weight.shape[1] ?? 1;
    const count = rows.length / width;
    const logits = new Float32Array(count * vocabulary);
    const block = Math.max(1, Math.floor(BLOCK / width));
    for (let first = 0; first < vocabulary; first += block) {
      const matrix = this.#model.readRows(weight, first, Math.min(first + block, vocabulary));
      products(rows, matrix, width, (row, column, value) => {
        logits[row * vocabulary + first + column] = softcap ? softcap * Math.tanh(value / softcap) : value;
      });
      yield Math.min(first + block, vocabulary);
    }
    return { shape: [count, vocabulary], data: logits };
  }

  #checkReadout() {
    const { architecture, summary } = this.#model;
    if (!architecture.readout) throw new AttentionError("model", `must predict a next token, got ${summary.family}`);
  }

  /**
   * The tokens that are most probable after the last one.
   * @param {number} count
   * @returns {{token: number, logit: number, probability: number}[]} the most probable first
   */
  next(count) {
    wholeNumber("next", count, 1, this.#model.summary.vocabulary);
    return mostProbable(this.logits(this.tokens.length - 1).data, count);
  }

  /** Frees the runs. */
  free() {
    for (const run of this.#runs.values()) run.free();
    this.#runs.clear();
  }

  /** The rows that the readout reads. @param {number} from the first of them */
  #normedRows(from) {
    const { layers, d_model } = this.#model.summary;
    const rows = this.stream(layers).data.subarray(from * d_model);
    const norm = this.#model.architecture.final_norm;
    return norm ? normRows(this.#model, norm, rows) : rows;
  }
}

/**
 * @param {readonly number[]} tokens
 * @param {import("./model.js").Summary} summary
 */
export function checkTokens(tokens, { vocabulary, positions }) {
  const most = positions ?? 2 ** 20;
  if (tokens.length < 1 || tokens.length > most)
    throw new AttentionError("tokens", `must be 1 to ${most} tokens, got ${tokens.length}`);
  const at = tokens.findIndex((token) => !Number.isInteger(token) || token < 0 || token >= vocabulary);
  if (at < 0) return;
  const wanted = `must be whole numbers from 0 to ${vocabulary - 1}, the tokens of the vocabulary`;
  throw new AttentionError("tokens", `${wanted}, got ${show(tokens[at])} at [${at}]`);
}

/** What a computation in steps gives in the end. @template T @param {Generator<unknown, T>} steps @returns {T} */
function whole(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * What enters the first layer.
 * @param {Model} model
 * @param {readonly number[]} tokens
 */
function embed(model, tokens) {
  const { tokens: table, factor = 1, projection, positions, types, norm } = model.architecture.embedding;
  const { d_model } = model.architecture;
  const words = rowsOf(model, table, tokens).map((value) => value * factor);
  const sum = projection ? project(model, projection, words) : words;
  if (types)
    add(
      sum,
      rowsOf(
        model,
        types,
        tokens.map(() => 0),
      ),
    );
  if (positions) add(sum, rowsOf(model, positions.part, positionsOf(tokens, positions)));
  return norm ? normRows(model, norm, sum, d_model) : sum;
}

/** @param {readonly number[]} tokens @param {{first: number, padding?: number}} positions @returns {number[]} a row for each token */
function positionsOf(tokens, { first, padding }) {
  let next = first;
  return tokens.map((token) => (token === padding ? padding : next++));
}

/** Rows of a matrix, each read by itself. @param {Model} model @param {import("./parts.js").Part} part @param {readonly number[]} rows */
function rowsOf(model, part, rows) {
  const width = part.shape[1] ?? 1;
  const all = new Float32Array(rows.length * width);
  rows.forEach((row, at) => all.set(model.readRows(part, row, row + 1), at * width));
  return all;
}

/** @param {Float32Array} sum @param {Float32Array} other */
function add(sum, other) {
  for (let at = 0; at < sum.length; at++) sum[at] = /** @type {number} */ (sum[at]) + /** @type {number} */ (other[at]);
}

/** Rows times a Linear without a bias. @param {Model} model @param {import("./parts.js").Part} part @param {Float32Array} rows */
function project(model, part, rows) {
  const [output = 1, input = 1] = part.shape;
  const projected = new Float32Array((rows.length / input) * output);
  products(rows, model.readRows(part, 0, output), input, (row, column, value) => {
    projected[row * output + column] = value;
  });
  return projected;
}

/** @param {Model} model @param {Norm} norm @param {Float32Array} rows @param {number} [width] */
function normRows(model, { weight, bias, ...norm }, rows, width = model.architecture.d_model) {
  const read = (/** @type {import("./parts.js").Part | undefined} */ part) => (part ? model.read(part).data : null);
  return normalised(rows, width, { ...norm, weight: read(weight), bias: read(bias) });
}
