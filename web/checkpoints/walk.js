/** Tokens' way through a model in a folder: the weights of one layer at a time, and what enters each layer is kept. */
import { show, wholeNumber } from "../engine/checks.js";
import { AttentionError, within } from "../engine/errors.js";
import { checkAblations, finishWith, insteadOf, isStream, isWholeAttention } from "./ablations.js";
import { contributionsOf, lastRowsOf } from "./contributions.js";
import { embed } from "./embedding.js";
import { explained, outsideShapes } from "./explained.js";
import { outsidePart, outsideRows } from "./outside.js";
import { readMasked, readOut, readoutAhead } from "./readout.js";
import { mostProbable } from "./rows.js";

/**
 * @typedef {import("./model.js").CheckpointModel} Model
 * @typedef {import("../engine/run.js").Run} Run
 * @typedef {import("./ablations.js").Ablation} Ablation
 * @typedef {import("./contributions.js").LastRows} LastRows
 * @typedef {import("./readout.js").Tracer} Tracer
 * @typedef {import("./parts.js").Tensor} Tensor
 */

/** A walk of one sequence. It owns memory of the engine: free it. */
export class CheckpointWalk {
  #model;
  #engine;
  /** Those of all walks of the model. @type {import("./kept-runs.js").KeptRuns} */
  #runs;
  /** What enters each layer, as far as it is known, and what leaves the last one. @type {Float32Array[]} */
  #stream;
  /** What each layer wrote into the last position, as far as it is known. @type {LastRows[]} */
  #lastRows;
  /** The stage that leaves each layer, as far as it is known. @type {string[]} */
  #leaving;
  /** The parts that are replaced. @type {readonly Ablation[]} */
  #off;
  /** The walk of the whole model. @type {CheckpointWalk} */
  #whole;
  /** The walk of other tokens, whose parts stand in place of this one's. @type {CheckpointWalk | null} */
  #other;

  /**
   * @param {Model} model
   * @param {readonly number[]} tokens that have been checked
   * @param {{engine: Tracer, runs: import("./kept-runs.js").KeptRuns}} shared by all walks of the model
   * @param {{off: readonly Ablation[], whole: CheckpointWalk, other: CheckpointWalk | null} | null} [changed] parts that are
   *   replaced, the walk of the whole model, and that of other tokens
   */
  constructor(model, tokens, { engine, runs }, changed = null) {
    this.#model = model;
    this.#engine = engine;
    this.#runs = runs;
    this.#off = changed?.off ?? [];
    this.#whole = changed?.whole ?? this;
    this.#other = changed?.other ?? null;
    /** The token ids. @type {readonly number[]} */
    this.tokens = Object.freeze([...tokens]);
    // Below the first layer in which a part is replaced, all is as in the whole model.
    const first = Math.min(...this.#off.map(({ layer }) => layer));
    this.#stream = changed ? changed.whole.#stream.slice(0, first + 1) : [embed(model, engine, tokens).embeddings];
    this.#lastRows = changed ? changed.whole.#lastRows.slice(0, first) : [];
    this.#leaving = changed ? changed.whole.#leaving.slice(0, first) : [];
  }

  /**
   * The walk of the same tokens with parts of the model replaced. It reads this one, and that of other tokens: neither must be
   * freed before it.
   * @param {readonly Ablation[]} off
   * @param {CheckpointWalk | null} [other] the walk of other tokens, where parts are to be what they are there
   * @returns {CheckpointWalk} free it
   * @throws {AttentionError} "off" or "other"
   */
  without(off, other = null) {
    checkAblations(off, this.#model.summary, this.tokens.length, other && other.tokens.length);
    const shared = { engine: this.#engine, runs: this.#runs };
    return new CheckpointWalk(this.#model, this.tokens, shared, { off, whole: this.#whole, other });
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
   * @returns {Run} It is freed with this walk, or once other layers have been walked after it, in any walk of the model.
   */
  run(layer) {
    wholeNumber("layer", layer, 0, this.#model.summary.layers - 1);
    return this.#runs.get(this, layer) ?? this.#walk(layer);
  }

  /**
   * Says which layer is walked next, so that its weights can be read meanwhile.
   * @param {number} layer the number of layers: what is read out after the last one
   */
  ahead(layer) {
    const { architecture, summary } = this.#model;
    if (layer < summary.layers) this.#model.partsAhead(architecture.layer(layer).parts);
    else readoutAhead(this.#model);
  }

  /** The stage that leaves a layer. @param {number} layer */
  leaving(layer) {
    this.stream(layer + 1);
    return this.#leaving[layer] ?? "";
  }

  /** @param {number} layer @returns {Run} */
  #walk(layer) {
    const X = this.stream(layer);
    // Read before this layer is computed: the runs that they are read from can then be freed.
    const instead = insteadOf(this.#offIn(layer), {
      mean: () => this.#whole.run(layer),
      other: () => /** @type {CheckpointWalk} */ (this.#other).run(layer),
    });
    const { spec, parts } = this.#model.architecture.layer(layer);
    const weights = this.#model.readParts(parts);
    this.#runs.makeRoom();
    const run = ofConfig(() => this.#engine.trace(spec, { X, ...weights }));
    try {
      finishWith(run, instead, this.#model.summary.heads);
      if (this.walked === layer) {
        const last = run.stages.at(-1) ?? "";
        this.#stream.push(run.tensor(last).data);
        this.#lastRows.push(lastRowsOf(run, weights));
        this.#leaving.push(last);
      }
      this.#model.done(Object.values(weights).map(({ data }) => data));
      this.#runs.add(this, layer, run);
      return run;
    } catch (error) {
      run.free();
      throw error;
    }
  }

  /** The parts of a layer that are replaced. @param {number} layer */
  #offIn(layer) {
    return this.#off.filter((each) => each.layer === layer);
  }

  /**
   * A stage of the walk.
   * @param {string} stage a tensor outside of the layers: see explained.js; with a layer any stage or input of its run
   * @param {number} [layer]
   * @returns {{shape: number[], data: Float32Array | Int32Array}}
   * @throws {AttentionError} "stage" or "layer"
   */
  tensor(stage, layer) {
    if (layer !== undefined) return this.run(layer).tensor(stage);
    const { outside } = this;
    const shape = Object.hasOwn(outside, stage) ? outside[stage] : undefined;
    if (!shape) {
      const wanted = `must be one of ${Object.keys(outside).join(", ")}, which this ${this.#model.summary.family} has`;
      throw new AttentionError("stage", `${wanted} outside of its layers, got ${show(stage)}`);
    }
    if (stage === "tokens") return { shape, data: Int32Array.from(this.tokens) };
    if (stage === "logits") return this.#model.architecture.masked ? this.masked() : this.logits();
    if (stage === "raw_logits") return whole(readOut(this.#model, this.#engine, this.#rows(0), { isCapped: false }));
    return { shape, data: outsideRows(this.#walked, stage, [0, this.tokens.length]) };
  }

  /**
   * Where a number of the whole model's walk comes from.
   * @param {string} name layers.0.Q and so on, or a tensor outside of the layers: see explained.js
   * @param {readonly number[]} index
   * @returns {import("../engine/explain/explain.js").Explanation | undefined} undefined where there is no such tensor
   * @throws {AttentionError} "index"
   */
  explain(name, index) {
    return explained(this.#walked, name, [...index]);
  }

  /** The tensors outside of the layers, with their shapes, in the order of computation. @returns {Record<string, number[]>} */
  get outside() {
    return outsideShapes(this.#walked);
  }

  /**
   * A part of a tensor outside of the layers. Layers that have not been walked are.
   * @param {string} name
   * @param {readonly [number, number]} rows from one up to another; of one row where there is one dimension
   * @param {readonly [number, number]} columns
   */
  outsidePart(name, rows, columns) {
    return outsidePart(this.#walked, name, rows, columns);
  }

  get #walked() {
    return { model: this.#model, engine: this.#engine, walk: this };
  }

  /**
   * The logits of the positions from one on.
   * @param {number} [from]
   * @returns {Tensor} [positions, vocabulary]
   */
  logits(from = 0) {
    this.#checkReadout();
    return whole(readOut(this.#model, this.#engine, this.#rows(from)));
  }

  /**
   * The logits of what stands at a position if its token is masked.
   * @param {number} [position] all
   * @returns {Tensor} [positions, vocabulary]
   * @throws {AttentionError} "model" where it has no head for masked tokens, or "position"
   */
  masked(position) {
    const { architecture, summary } = this.#model;
    if (!architecture.masked)
      throw new AttentionError("model", `must have a head for masked tokens, got ${summary.family} without one`);
    const rows = this.#rows(position === undefined ? 0 : wholeNumber("position", position, 0, this.tokens.length - 1));
    return whole(
      readMasked(this.#model, this.#engine, position === undefined ? rows : rows.subarray(0, summary.d_model)),
    );
  }

  /**
   * What the model would answer if it were read out earlier (the logit lens): the logits of the last position, from what
   * enters each layer, and from what leaves the last one. The readout's matrix is read once, block by block, and the next one
   * ahead: between two blocks the caller can do something else.
   * @returns {Generator<number, Tensor>} how many tokens of the vocabulary have been read out, then [layers + 1, vocabulary]
   */
  lens() {
    this.#checkReadout();
    const { layers, d_model } = this.#model.summary;
    const rows = new Float32Array((layers + 1) * d_model);
    for (let layer = 0; layer <= layers; layer++) rows.set(this.#lastRow(layer), layer * d_model);
    return readOut(this.#model, this.#engine, rows, { isAhead: true });
  }

  /**
   * What each part has written into the last position, as shares of tokens' logits.
   * @param {readonly number[]} tokens
   * @returns {import("./contributions.js").Contribution[]}
   * @throws {AttentionError} "model" where the stream is no sum, or nothing is predicted; "off" where it is replaced
   */
  contributions(tokens) {
    checkTokens(tokens, { ...this.#model.summary, positions: null });
    const last = this.tokens.length - 1;
    if (this.#off.some((each) => isStream(each, last)))
      throw new AttentionError(
        "off",
        "must not replace the stream at the last position, where parts are to add up to it",
      );
    const [first, finished] = [this.#lastRow(0), this.#lastRow(this.#model.summary.layers)];
    const isWhole = (/** @type {number} */ layer) => this.#offIn(layer).some((each) => isWholeAttention(each, last));
    return contributionsOf(this.#model, { first, finished, layers: this.#lastRows, isWhole }, tokens);
  }

  /** What enters a layer at the last position. @param {number} layer */
  #lastRow(layer) {
    return this.stream(layer).data.subarray(-this.#model.summary.d_model);
  }

  /** What leaves the last layer. @param {number} from the first row */
  #rows(from) {
    const { layers, d_model } = this.#model.summary;
    return this.stream(layers).data.subarray(from * d_model);
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
    this.#runs.free(this);
  }
}

/**
 * @param {readonly number[]} tokens
 * @param {import("./model.js").Summary} summary
 * @param {string} [field] for errors
 */
export function checkTokens(tokens, { vocabulary, positions }, field = "tokens") {
  const most = positions ?? 2 ** 20;
  if (tokens.length < 1 || tokens.length > most)
    throw new AttentionError(field, `must be 1 to ${most} tokens, got ${tokens.length}`);
  const at = tokens.findIndex((token) => !Number.isInteger(token) || token < 0 || token >= vocabulary);
  if (at < 0) return;
  const wanted = `must be whole numbers from 0 to ${vocabulary - 1}, the tokens of the vocabulary`;
  throw new AttentionError(field, `${wanted}, got ${show(tokens[at])} at [${at}]`);
}

/**
 * Whatever the engine refuses in a layer, but for the memory that it needs, is in the config: shapes have been checked.
 * @template T
 * @param {() => T} act
 */
function ofConfig(act) {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AttentionError) || error.field === "memory") throw error;
    throw within("config.json", error);
  }
}

/** What a computation in steps gives in the end. @template T @param {Generator<unknown, T>} steps @returns {T} */
function whole(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
