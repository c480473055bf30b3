/** One run of training: a model, its task's data, and what is recorded as it learns. No DOM and no clock. */
import { changedModel } from "./change-head.js";
import { Random } from "./random.js";
import { fullSettings, rateAt, rateChanges, rateStops, taskOf } from "./settings.js";
import { lossSlice } from "./descent/slice.js";
import { makeTask } from "./tasks.js";
import { textReport } from "./text-report.js";
import { HELD_OUT, shownExample } from "./train.js";
import { shapesOf, splitWeights } from "./weights.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {import("../engine/tensors.js").Tensor} Tensor */
/**
 * @typedef {Pick<import("../engine/training-engine.js").TrainingEngine, "model" | "torchRandom"> &
 *   import("./change-head.js").TraceEngine} ModelEngine
 */
/** @typedef {{step: number, loss: number, accuracy: number}} Evaluation of the held-out examples, after so many steps */
/** @typedef {{heads: number, queries: number, keys: number}} MapShape of the attention weights of a layer */
/**
 * What does not change during a run.
 * @typedef {object} Facts
 * @property {number} parameters how many numbers the model learns
 * @property {import("./weights.js").Shapes} shapes of the parameters, in the order in which weights() has them
 * @property {import("../engine/model/model-spec.js").ModelSpec} spec of the model
 * @property {{tokens: readonly number[], source?: readonly number[]}} example the fixed one, as the model takes it
 * @property {readonly string[]} words of the vocabulary, in the order of their embeddings
 * @property {readonly string[]} sourceWords likewise of the source; none without one
 * @property {readonly string[]} tokens of the fixed example
 * @property {readonly string[]} keys of the fixed example: tokens of its source in cross-attention, otherwise its own
 * @property {readonly string[]} answer what the model should say at each position of the example; "" where nothing
 * @property {readonly MapShape[]} layers
 * @property {{loss: number, accuracy: number}} chance of a model that knows nothing
 * @property {import("./tasks.js").DataFacts} data what is known of the task's data, where it needs some
 */

/** A run has diverged when its loss is this many times that of a model that knows nothing, or not a number. */
const diverged = 10;

/** Whether a loss says that the run has diverged. @param {number} loss @param {Facts["chance"]} chance */
export const isDiverged = (loss, chance) => !(loss <= diverged * chance.loss);

/** Whether the held-out examples are evaluated and the attention maps recorded after a step. @param {number} step from 0 */
export const isRecorded = (step) =>
  step <= 20 || (step <= 100 && step % 5 === 0) || (step <= 400 && step % 10 === 0) || step % 25 === 0;

/**
 * The spec of a model for settings.
 * @param {Settings} settings
 * @param {Pick<import("./tasks/task.js").Task, "model">} [task] with its data
 * @returns {import("../engine/model/model-spec.js").ModelSpec}
 */
export function modelSpec(settings, task = taskOf(settings)) {
  const { heads, d_k, layers, block, lr, optimizer, mask, position, scaling, dropout } = fullSettings(settings);
  const base = task.model({ heads, d_k, layers, block, lr, position, causal: mask === "causal" });
  const scaled = scaling === "off" ? { scale: 1 } : {};
  // As in nn.TransformerEncoderLayer: one probability for the weights and, where there is an MLP, for all of the layer.
  const dropped = ({ mlp = "none" }) => (mlp === "none" ? dropout : { p: dropout, residual: dropout, mlp: dropout });
  return {
    ...base,
    layers: base.layers.map((layer) => ({ ...layer, ...scaled, dropout: dropped(layer) })),
    optimizer:
      optimizer === "adam" ? base.optimizer : { name: "sgd", lr, momentum: optimizer === "momentum" ? 0.9 : 0 },
  };
}

/**
 * Loss and accuracy of a model that knows nothing, and gives every answer the same probability.
 * @param {import("./tasks/task.js").Task} task
 * @param {import("../engine/model/model-spec.js").ModelSpec} spec
 * @param {import("./tasks/task.js").Batch} batch
 * @returns {Facts["chance"]}
 */
function chanceOf(task, { readout, vocabulary }, batch) {
  const { lengths, targets, tokens } = batch;
  const n = tokens.length / lengths.length;
  const asked = Array.from(targets).flatMap((target, at) => (target < 0 ? [] : { target, at }));
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  if (readout === "pointer") {
    const keys = asked.map(({ at }) => lengths[Math.floor(at / n)] ?? n);
    return { loss: mean(keys.map(Math.log)), accuracy: mean(keys.map((count) => 1 / count)) };
  }
  // A task may take several answers for right, so each answer is tried everywhere.
  const accuracies = Array.from({ length: vocabulary }, (_, answer) => {
    const correct = asked.filter(({ target }) => target === answer).length;
    const evaluation = { loss: 0, accuracy: correct / asked.length, correct, count: asked.length };
    const constant = {
      evaluate: () => evaluation,
      step: () => ({ ...evaluation, gradient_norm: 0 }),
      predict() {
        const data = new Float32Array(targets.length * vocabulary);
        for (let at = answer; at < data.length; at += vocabulary) data[at] = 1;
        return { shape: [lengths.length, n, vocabulary], data };
      },
    };
    return task.evaluate(constant, batch).accuracy;
  });
  return { loss: Math.log(vocabulary), accuracy: mean(accuracies) };
}

/** How many held-out examples tell what guessing is worth. */
const guessed = 64;

/** The seed of the examples whose loss a slice shows: they are the same in every run, and not those of the run itself. */
const sliceSeed = 1_000_004;

/**
 * The first Wq and Wk times a factor, which makes the first scores larger by its square.
 * @param {Record<string, Tensor>} weights
 * @param {number} factor
 */
const largerScores = (weights, factor) =>
  Object.fromEntries(
    Object.entries(weights)
      .filter(([name]) => /\.W[qk]$/.test(name))
      .map(([name, { shape, data }]) => [name, { shape, data: data.map((weight) => factor * weight) }]),
  );

/** How many examples the recorded gradients are of. */
const gradientExamples = 16;

/** With a changed head, as many held-out examples are evaluated as have at most so many tokens: it takes a while. */
const changedTokens = 6400;

/** The optimizer of a model. @param {import("../engine/model/model-spec.js").ModelSpec} spec */
const optimizerOf = ({ optimizer }) => optimizer ?? {};

/**
 * The first examples of a batch.
 * @param {import("./tasks/task.js").Batch} batch
 * @param {number} count
 * @returns {import("./tasks/task.js").Batch}
 */
function firstOf(batch, count) {
  const size = batch.lengths.length;
  const first = Object.entries(batch).map(([name, data]) => [name, data.subarray(0, (data.length / size) * count)]);
  return /** @type {import("./tasks/task.js").Batch} */ (Object.fromEntries(first));
}

/** The texts of all tokens. @param {number} count @param {(token: number) => string} label */
const labels = (count, label) => Array.from({ length: count }, (_, token) => label(token));

/** One run of training, step by step. The same settings give the same bits on every machine. */
export class Session {
  #task;
  #settings;
  #spec;
  #engine;
  #random;
  #heldOut;
  #example;
  #seeded;
  #rates;
  /** @type {Evaluation} */
  #evaluation;

  /**
   * @param {ModelEngine} engine
   * @param {Settings} settings
   * @param {string} [data] of a task that needs some
   * @param {Float32Array} [weights] the first ones, as weights() returns them; random unless given
   * @throws {import("../engine/errors.js").AttentionError} that names the field of the model's spec, or says what is wrong
   *   with the data
   */
  constructor(engine, settings, data, weights) {
    const { task, facts } = makeTask(settings.task, data);
    this.#engine = engine;
    this.#task = task;
    this.#settings = fullSettings(settings);
    const spec = (this.#spec = modelSpec(settings, task));
    /** The model; the owner of the session frees it. */
    this.model = engine.model(spec, { seed: settings.seed });
    this.model.load(largerScores(this.model.weights(), settings.init));
    const random = (/** @type {number} */ seed) => new Random(engine.torchRandom(seed));
    this.#seeded = random;
    this.#random = random(settings.seed);
    this.#heldOut = this.#task.heldOut(random(HELD_OUT.seed), HELD_OUT.size);
    this.#example = shownExample(engine, this.#task);
    this.#rates = rateChanges(settings);
    const shapes = shapesOf(this.model.weights());
    const { tokens, targets, source } = this.#example;
    const words = tokens.map(this.#task.label);
    const keys = source ? source.map(this.#task.sourceLabel) : words;
    /** @type {Facts} */
    this.facts = {
      parameters: this.model.parameters,
      shapes,
      spec,
      example: source ? { tokens, source } : { tokens },
      words: labels(spec.vocabulary, this.#task.label),
      sourceWords: labels(spec.source?.vocabulary ?? 0, this.#task.sourceLabel),
      tokens: words,
      keys,
      answer: targets.map((target) =>
        target < 0 ? "" : spec.readout === "pointer" ? (words[target] ?? "") : this.#task.label(target),
      ),
      layers: spec.layers.map(({ heads = 1, keys: of }) => ({
        heads,
        queries: words.length,
        keys: of === "source" ? keys.length : words.length,
      })),
      chance: chanceOf(this.#task, spec, this.#task.heldOut(random(HELD_OUT.seed), guessed)),
      data: facts,
    };
    if (weights) this.#load(weights);
    this.#evaluation = this.#evaluate();
  }

  /** How many steps have been taken. */
  get steps() {
    return this.model.steps;
  }

  /** The held-out examples after the last step that was evaluated. */
  get evaluation() {
    return this.#evaluation;
  }

  /**
   * One step of training on a fresh batch.
   * @returns {{loss: number, accuracy: number, diverged: boolean}} on that batch, before its update
   */
  step() {
    const change = this.#rates.find(({ step }) => step === this.steps);
    if (change) this.model.optimizer = { ...optimizerOf(this.#spec), lr: change.lr };
    const { loss, accuracy } = this.model.step(this.#task.draw(this.#random, this.#settings.batch));
    return { loss, accuracy, diverged: isDiverged(loss, this.facts.chance) };
  }

  /** Evaluates the held-out examples, unless that has been done after this step. @returns {Evaluation} */
  evaluate() {
    if (this.#evaluation.step !== this.steps) this.#evaluation = this.#evaluate();
    return this.#evaluation;
  }

  /**
   * The attention weights of the fixed example: those of each layer one after the other, [heads, queries, keys].
   * @returns {Float32Array<ArrayBuffer>}
   */
  maps() {
    const weights = this.facts.layers.map((_, layer) => {
      const run = this.model.trace(this.#traced, layer);
      const data = run.tensor("weights").data.slice();
      run.free();
      return data;
    });
    const all = new Float32Array(weights.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const data of weights) {
      all.set(data, at);
      at += data.length;
    }
    return all;
  }

  /**
   * Changes the learning rate from the next step on. The optimizer's moments stay.
   * @param {number} lr
   */
  setRate(lr) {
    this.#rates = [...this.#rates.filter(({ step }) => step < this.steps), { step: this.steps, lr }];
  }

  /** The changes of the learning rate, in the order of steps. */
  get rates() {
    return this.#rates;
  }

  /** The weights as they are now: all parameters one after the other. */
  weights() {
    const weights = new Float32Array(this.facts.parameters);
    let at = 0;
    for (const { data } of Object.values(this.model.weights())) {
      weights.set(data, at);
      at += data.length;
    }
    return weights;
  }

  /**
   * Does something with other weights than the present ones.
   * @template T
   * @param {Float32Array | undefined} weights as weights() returns them; undefined: the present ones
   * @param {() => T} act
   * @returns {T}
   */
  withWeights(weights, act) {
    if (!weights) return act();
    const present = this.weights();
    this.#load(weights);
    try {
      return act();
    } finally {
      this.#load(present);
    }
  }

  /** @param {Float32Array} weights */
  #load(weights) {
    this.model.load(splitWeights(this.facts.shapes, weights));
  }

  /**
   * Loss and accuracy on held-out examples with one head changed, and with none.
   * @param {import("./change-head.js").HeadChange | null} change null: none
   * @returns {{loss: number, accuracy: number, examples: number}}
   */
  measure(change) {
    const { model } = this;
    const examples = Math.max(1, Math.min(HELD_OUT.size, Math.floor(changedTokens / this.facts.tokens.length)));
    const batch = firstOf(this.#heldOut, examples);
    const changed = change && { ...changedModel(this.#engine, model, change), step: () => model.step(batch) };
    const { loss, accuracy } = this.#task.evaluate(changed ?? model, batch);
    return { loss, accuracy, examples };
  }

  /**
   * What the model of a text writes after the fixed example, or that of names, and what its heads do, computed in small pieces: see
   * `textReport`.
   * @param {import("./text-report.js").ReportOptions} options
   */
  report(options) {
    const [model, heldOut, prompt, random] = [this.model, this.#heldOut, this.#example.tokens, this.#seeded];
    return textReport({ model, heldOut, prompt, names: this.#task.names, random }, options);
  }

  /**
   * The loss of one fixed batch, along the gradient at the weights as they are now, without dropout. What is chosen is the
   * learning rate of the next step.
   * @param {number | null} rates the largest t, in learning rates; null: across the valley
   * @returns {import("./descent/slice.js").LossSlice & {step: number}}
   */
  slice(rates) {
    const lr = rateAt(this.#settings, this.#rates, this.steps);
    const examples = this.#task.draw(this.#seeded(sliceSeed), this.#settings.batch);
    const copy = this.#copy();
    const slice = lossSlice(copy, examples, { chosen: lr, farthest: rates && rates * lr });
    copy.free();
    return { step: this.steps, ...slice };
  }

  /**
   * How long the gradient of Wq is, of all layers together, for the loss of a few fixed examples: the Euclidean norm of its
   * numbers. It reaches Wq through the scores and their softmax alone.
   */
  gradientOfWq() {
    const copy = this.#copy();
    const gradients = copy.gradients(this.#task.draw(this.#seeded(sliceSeed), gradientExamples));
    copy.free();
    const squares = Object.entries(gradients)
      .filter(([name]) => name.endsWith(".Wq"))
      .map(([, { data }]) => data.reduce((sum, value) => sum + value * value, 0));
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
  }

  /** A model with the weights as they are now, without dropout; free it. */
  #copy() {
    const copy = this.#engine.model(modelSpec({ ...this.#settings, dropout: 0 }, this.#task), {});
    copy.load(this.model.weights());
    return copy;
  }

  /** The fixed example as the model takes it. */
  get #traced() {
    const { tokens, source } = this.#example;
    return source ? { tokens, source } : { tokens };
  }

  /** @returns {Evaluation} */
  #evaluate() {
    const { loss, accuracy } = this.#task.evaluate(this.model, this.#heldOut);
    return { step: this.steps, loss, accuracy };
  }
}

/** For how many steps a learning rate is tried before it is offered. */
const trialSteps = 100;

/**
 * Finds the largest learning rate on offer below a given one with which a run from the same beginning does not diverge, and
 * has a smaller loss at the end of its trial than at its start: each is tried. It pauses after each step, so that the
 * caller can do something else in between.
 * @param {ModelEngine} engine
 * @param {Settings} settings
 * @param {number} rate at which the run diverged
 * @param {string} [data]
 * @param {Float32Array} [weights] the first ones
 * @returns {Generator<void, number | null>} null: none of them
 */
export function* steadyRate(engine, settings, rate, data, weights) {
  for (const lr of rateStops.filter((stop) => stop < rate).reverse()) {
    const session = new Session(engine, { ...settings, lr, rates: "" }, data, weights);
    yield;
    const isSteady = yield* triedSteps(session);
    session.model.free();
    if (isSteady) return lr;
  }
  return null;
}

/** Whether the loss goes down in a trial, which ends where the run diverges. @param {Session} session @returns {Generator<void, boolean>} */
function* triedSteps(session) {
  const tenth = trialSteps / 10;
  let [first, last] = [0, 0];
  for (let step = 0; step < trialSteps; step++) {
    const { loss, diverged } = session.step();
    if (diverged) return false;
    if (step < tenth) first += loss;
    if (step >= trialSteps - tenth) last += loss;
    yield;
  }
  return last < first;
}
