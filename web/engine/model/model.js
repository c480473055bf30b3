import { checkBatch, paddedSequence } from "./batch.js";
import { BATCH, MODEL, NOT_A_CACHE, OPTIMIZER, OPTIMIZER_METHOD_WORDS, RESULT } from "../c.js";
import { bool, checkNames, checkObject, checkSeed, definedOnly, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";
import { FullRun } from "../full-engine.js";
import { generationOf } from "./generate.js";
import { resolveModel, resolveOptimizer } from "./model-spec.js";
import { ModelWalk } from "./model-walk.js";
import { FIELDS, initial, makeModel, readParameters } from "./make-model.js";
import { statesOf } from "./states.js";
import { errorOf, makePlan, readPlan } from "../plan.js";
import { KEEPS, NO_DROPOUT } from "../spec/dropout.js";
import { startRun } from "../run.js";
import { alignedBytes, readMember, writeStruct } from "../struct.js";
import { checkShape, checkTensor, countOf } from "../tensors.js";

/**
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./batch.js").Integers} Integers
 * @typedef {import("./model-spec.js").ModelSpec} ModelSpec
 * @typedef {import("./model-spec.js").ResolvedLayer} ResolvedLayer
 * @typedef {import("../tensors.js").Tensor} Tensor
 * @typedef {import("../tensors.js").TensorInput} TensorInput
 *
 * What a batch has shown about the model.
 * @typedef {object} Evaluation
 * @property {number} loss mean over the positions that have a target, in nats; NaN or Infinity where the model has diverged
 * @property {number} accuracy correct / count; 0 where there is no target
 * @property {number} correct positions at which the most probable class is the target
 * @property {number} count positions that have a target
 *
 * @typedef {import("./generate.js").GenerateOptions} GenerateOptions
 * @typedef {import("./generate.js").GeneratedStep} GeneratedStep
 *
 * @typedef {Evaluation & {gradient_norm: number}} StepResult gradient_norm: before clipping
 */

/* Where the structs of a call stand in their block of memory; attention_model follows. */
const RESULT_AT = alignedBytes(OPTIMIZER);
const BATCH_AT = RESULT_AT + alignedBytes(RESULT);
const MODEL_AT = BATCH_AT + alignedBytes(BATCH);

/**
 * A small model made of attention, and its training: see c/model/model.h. A model owns memory of the engine until it is
 * freed.
 */
export class Model {
  #core;
  #layers;
  #parameters;
  /** Address of the structs of a call: the optimizer, the result and the batch; 0 after free(). */
  #calls;
  /** Address of the C struct, which follows them. */
  #struct;
  /** Address of the floats. */
  #floats;
  #bytes;
  /** Address and bytes of the arrays of a batch. */
  #arrays = { address: 0, bytes: 0 };
  #optimizer;
  #steps = 0;
  /** Whose keys and values the memory holds: those of a sequence that is being continued. @type {object | null} */
  #holder = null;

  /**
   * @param {import("../engine.js").Core} core
   * @param {unknown} givenSpec
   * @param {unknown} options
   */
  constructor(core, givenSpec, options) {
    const { seed = 0, ...others } = definedOnly(checkObject(options, "options"));
    checkNames(others, [], "option of a model");
    const seedBits = checkSeed("seed", seed);
    const { spec, layers } = resolveModel(givenSpec);
    this.#core = core;
    this.#layers = layers;
    this.#optimizer = spec.optimizer;
    /** The spec with every default filled in. */
    this.spec = Object.freeze(spec);
    const { exports, memory } = core;
    const bytes = alignedBytes({ bytes: MODEL_AT + exports.attention_model_bytes(layers.length) });
    this.#calls = memory.allocate(bytes);
    this.#struct = this.#calls + MODEL_AT;
    try {
      makeModel(core, this.#struct, spec, layers);
      const floats = exports.attention_model_floats(this.#struct) >>> 0;
      this.#floats = memory.allocate(floats * 4);
      this.#bytes = bytes + floats * 4;
    } catch (error) {
      memory.free(this.#calls);
      throw error;
    }
    this.#parameters = readParameters(core, this.#struct);
    /** How many numbers the model learns. */
    this.parameters = this.#parameters.reduce((sum, { count }) => sum + count, 0);
    this.#start(seedBits);
    core.registry.register(this, this.#calls, this);
    core.registry.register(this, this.#floats, this);
  }

  /** Bytes of engine memory that the model uses. */
  get bytes() {
    return this.isFree ? 0 : this.#bytes + this.#arrays.bytes;
  }

  /** How many steps the model has made. */
  get steps() {
    return this.#steps;
  }

  /** @returns {boolean} whether free() has been called */
  get isFree() {
    return this.#calls === 0;
  }

  /** The optimizer and its settings. Setting it leaves the moments as they are. */
  get optimizer() {
    return this.#optimizer;
  }

  /** @param {import("./model-spec.js").OptimizerSpec} given */
  set optimizer(given) {
    this.#optimizer = resolveOptimizer(given);
  }

  /**
   * One step of training: forward, backward, clipping, and an update of the parameters.
   * @param {Batch} batch
   * @returns {StepResult} before the update
   * @throws {AttentionError} that names the field, what was wanted and what came; the model is then unchanged
   */
  step(batch) {
    const { exports, memory } = this.#core;
    const { address } = this.#writeBatch(batch);
    const optimizer = this.#calls;
    const { name, lr, weight_decay, momentum, betas, eps } = this.#optimizer;
    const settings = { lr, weight_decay, momentum, beta1: betas[0], beta2: betas[1], eps };
    writeStruct(memory, optimizer, OPTIMIZER, { ...settings, method: OPTIMIZER_METHOD_WORDS.indexOf(name) });
    const result = this.#calls + RESULT_AT;
    const max_norm = this.spec.max_norm ?? 0;
    const status = exports.attention_model_step(this.#struct, this.#floats, address, optimizer, max_norm, result);
    this.#requireOk(status, () => ({ ...settings, max_norm }));
    this.#steps++;
    return { ...this.#result(), gradient_norm: readMember(memory, result, RESULT, "gradient_norm") };
  }

  /**
   * @param {Batch} batch
   * @returns {Evaluation}
   * @throws {AttentionError} as step() does
   */
  evaluate(batch) {
    this.#evaluate(this.#writeBatch(batch, false).address, 0);
    return this.#result();
  }

  /**
   * What the model answers.
   * @param {Batch} batch targets are not read
   * @returns {Tensor} [batch, n, classes]: logits, or with a pointer probabilities of keys; 0 beyond each length
   * @throws {AttentionError} as step() does
   */
  predict(batch) {
    const { n, readout, classes, layers, source } = this.spec;
    const { memory } = this.#core;
    const { size, address } = this.#writeBatch(batch, false);
    const keys = source && layers.at(-1)?.keys === "source" ? source.n : n;
    const shape = [size, n, readout === "pointer" ? keys : classes];
    const count = countOf(shape);
    const prediction = memory.allocate(count * 4);
    try {
      this.#evaluate(address, prediction);
      return { shape, data: memory.floats(prediction, count).slice() };
    } finally {
      memory.free(prediction);
    }
  }

  /**
   * The gradients of a batch's loss, without an update.
   * @param {Batch} batch
   * @returns {Record<string, Tensor>} by parameter
   * @throws {AttentionError} as step() does
   */
  gradients(batch) {
    const { exports } = this.#core;
    const { address } = this.#writeBatch(batch);
    const result = this.#calls + RESULT_AT;
    this.#requireOk(exports.attention_model_gradients(this.#struct, this.#floats, address, result));
    return this.#read(exports.attention_model_gradient(this.#struct) >>> 0);
  }

  /**
   * The gradients that the last step or gradients() computed; after a step those that it has clipped. Not part of the package's
   * interface.
   * @param {readonly string[]} names of parameters
   * @returns {Record<string, Tensor>} by parameter
   */
  lastGradients(names) {
    this.#checkAlive();
    return this.#read(this.#core.exports.attention_model_gradient(this.#struct) >>> 0, names);
  }

  /** @returns {Record<string, Tensor>} copies of the parameters, by name */
  weights() {
    this.#checkAlive();
    return this.#read(0);
  }

  /**
   * Replaces parameters. Those that are not given, and the optimizer's moments, stay.
   * @param {Record<string, TensorInput>} weights by name
   * @throws {AttentionError} that names the parameter; the model is then unchanged
   */
  load(weights) {
    this.#checkAlive();
    const given = definedOnly(checkObject(weights, "weights"));
    const names = this.#parameters.map(({ name }) => name);
    checkNames(given, names, "parameter");
    const chosen = this.#parameters.filter(({ name }) => name in given);
    const tensors = chosen.map((parameter) => {
      const tensor = checkTensor(parameter.name, given[parameter.name], [parameter.shape.length]);
      checkShape(parameter.name, tensor, parameter.shape);
      return tensor.data;
    });
    this.#holder = null;
    chosen.forEach((parameter, at) => this.#view(parameter, 0).set(/** @type {Float32Array} */ (tensors[at])));
  }

  /**
   * The walk of one layer for one sequence: a run whose every number can be read and explained. Its inputs are what
   * the layer reads in the model; it has no dropout.
   * @param {{tokens: Integers, source?: Integers}} example tokens: 1 to n
   * @param {number} layer
   * @returns {FullRun} finished; free it
   * @throws {AttentionError} as step() does
   */
  trace(example, layer) {
    wholeNumber("layer", layer, 0, this.#layers.length - 1);
    const { tokens, address } = this.#writeExample(example);
    this.#evaluate(address, 0);
    return this.#runOf(layer, tokens.length);
  }

  /**
   * Checks one sequence, and its source, and writes it as a batch.
   * @param {unknown} given
   */
  #writeExample(given) {
    const { n, source } = this.spec;
    const example = checkObject(given, "example");
    checkNames(example, ["tokens", "source"], "field of an example");
    const tokens = paddedSequence("tokens", example.tokens, n);
    const sources = source ? paddedSequence("source", example.source, source.n) : undefined;
    const { address } = this.#writeBatch(
      {
        tokens: tokens.data,
        lengths: [tokens.length],
        ...(sources ? { source: sources.data, source_lengths: [sources.length] } : {}),
      },
      false,
    );
    return { tokens, source: sources, address };
  }

  /**
   * The walk of a layer as a run, after a batch of one sequence.
   * @param {number} layer
   * @param {number} n tokens of the sequence
   */
  #runOf(layer, n) {
    const { exports } = this.#core;
    const { spec, given: names } = /** @type {ResolvedLayer} */ (this.#layers[layer]);
    const { entries } = readPlan(this.#core, exports.attention_model_plan(this.#struct, layer) >>> 0, spec);
    const tensors = new Map(
      names
        .filter((name) => !KEEPS.includes(/** @type {any} */ (name)))
        .map((name) => {
          const entry = /** @type {import("../plan.js").Entry} */ (entries.get(name));
          return [name, { shape: entry.shape, data: this.#view(entry, 0).slice() }];
        }),
    );
    const n_k = tensors.get("C")?.shape[0] ?? n;
    const plan = makePlan(this.#core, { ...spec, n_q: n, n_k, ...NO_DROPOUT }, [...tensors.keys()]);
    return startRun(this.#core, plan, tensors, FullRun).finish();
  }

  /**
   * @param {import("./states.js").Member} member where it stands
   * @param {number[]} shape
   * @returns {Tensor} a copy
   */
  #state(member, shape) {
    const learned = this.#parameters.find(({ name }) => name === member);
    const offset = learned?.offset ?? readMember(this.#core.memory, this.#struct, MODEL, /** @type {any} */ (member));
    return { shape, data: this.#view({ offset, count: countOf(shape) }, 0).slice() };
  }

  /** @param {number} layer 1 to the number of layers @param {number} n @returns {Tensor} the logits after it */
  #lens(layer, n) {
    const { exports, memory } = this.#core;
    const shape = [n, this.spec.classes];
    const count = countOf(shape);
    const address = memory.allocate(count * 4);
    try {
      this.#requireOk(exports.attention_model_lens(this.#struct, this.#floats, layer, n, address));
      return { shape, data: memory.floats(address, count).slice() };
    } finally {
      memory.free(address);
    }
  }

  /**
   * One sequence's way through the model, of which every number can be asked, from the token ids to the probabilities.
   * @param {{tokens: Integers, source?: Integers}} example tokens: 1 to n
   * @returns {ModelWalk} free it
   * @throws {AttentionError} as step() does
   */
  walk(example) {
    const { tokens, source, address } = this.#writeExample(example);
    this.#evaluate(address, 0);
    const states = statesOf(this.spec, tokens, source, (member, shape) => this.#state(member, shape));
    const layers = this.#runs(tokens.length);
    const lens = this.spec.readout === "pointer" ? [] : layers.map((_, layer) => this.#lens(layer + 1, tokens.length));
    const computed = { core: this.#core, spec: this.spec, parameters: this.weights(), states, lens, layers };
    return new ModelWalk(computed);
  }

  /**
   * Continues a sequence token by token: each is chosen by the logits of the last position and then belongs to the
   * sequence. Where this is longer than n, the model reads its last n tokens.
   * @param {Integers} prompt at least one token
   * @param {GenerateOptions} options
   * @returns {{tokens: number[], steps: GeneratedStep[]}} tokens: the new ones; steps: for each, what could have been chosen
   *   and the random number
   * @throws {AttentionError} that names the option, what was wanted and what came
   */
  generate(prompt, options) {
    const steps = [...this.generation(prompt, options)];
    return { tokens: steps.map(({ token }) => token), steps };
  }

  /**
   * The same step by step, to be watched: how many rows of keys and values each step has read from the cache, and how many it
   * has computed. Another call on the model between two steps clears the cache: the next step then computes all rows.
   * @param {Integers} prompt at least one token
   * @param {GenerateOptions} options
   * @returns {Generator<GeneratedStep, void>}
   * @throws {AttentionError} as generate() does, at once
   */
  generation(prompt, options) {
    this.#checkAlive();
    const { cache = true, ...others } = definedOnly(checkObject(options, "options"));
    const holder = { tokens: 0, cached: bool("cache", cache) };
    return generationOf(this.#core, this.spec, prompt, others, (tokens) => this.#nextLogits(tokens, holder));
  }

  /** The walks of all layers; of none where the memory does not hold all. @param {number} n tokens of the sequence */
  #runs(n) {
    /** @type {FullRun[]} */
    const runs = [];
    try {
      this.#layers.forEach((_, layer) => runs.push(this.#runOf(layer, n)));
      return runs;
    } catch (error) {
      for (const run of runs) run.free();
      throw error;
    }
  }

  /**
   * The logits of the last position.
   * @param {number[]} tokens the sequence so far
   * @param {{tokens: number, cached: boolean}} holder of the cache: how many tokens it has, where it is still this one's
   * @returns {import("./generate.js").Next}
   */
  #nextLogits(tokens, holder) {
    const { n, classes } = this.spec;
    if (holder.cached && tokens.length <= n) {
      const reused = this.#holder === holder ? holder.tokens : 0;
      const logits = this.#append(tokens.slice(reused), reused);
      if (logits) {
        holder.tokens = tokens.length;
        this.#holder = holder;
        return { logits, reused, computed: tokens.length - reused };
      }
    }
    const read = tokens.slice(-n);
    this.#evaluate(this.#writeExample({ tokens: read }).address, 0);
    const { data } = this.#state("logits", [read.length, classes]);
    return { logits: data.subarray(data.length - classes), reused: 0, computed: read.length };
  }

  /**
   * The logits after tokens that follow those of the cache.
   * @param {number[]} tokens
   * @param {number} before how many the cache has
   * @returns {Float32Array | undefined} undefined where a layer's keys and values cannot be kept
   */
  #append(tokens, before) {
    this.#checkAlive();
    const { exports, memory } = this.#core;
    const { classes } = this.spec;
    const address = memory.allocate((tokens.length + classes) * 4);
    const logits = address + tokens.length * 4;
    try {
      memory.ints(address, tokens.length).set(tokens);
      const call = exports.attention_model_append;
      const status = call(this.#struct, this.#floats, address, before, tokens.length, logits);
      if (status === NOT_A_CACHE) return undefined;
      this.#requireOk(status);
      return memory.floats(logits, classes).slice();
    } finally {
      memory.free(address);
    }
  }

  /** Frees the memory. The model can then not be used any more. */
  free() {
    if (this.isFree) return;
    const { memory, registry } = this.#core;
    registry.unregister(this);
    registry.unregister(this.#arrays);
    for (const address of [this.#calls, this.#floats, this.#arrays.address]) if (address) memory.free(address);
    this.#calls = 0;
  }

  #checkAlive() {
    if (this.isFree) throw new AttentionError("model", "must not be used after free()");
  }

  /** Initial parameters and moments. @param {bigint} seed */
  #start(seed) {
    const { exports, memory } = this.#core;
    exports.attention_model_start(this.#struct, this.#floats, Number(BigInt.asUintN(32, seed)));
    writeStruct(memory, this.#calls, OPTIMIZER, { beta1_power: 1, beta2_power: 1 });
    for (const parameter of this.#parameters) {
      const data = initial(this.#core, parameter, seed, this.spec);
      this.#view(parameter, 0).set(data);
    }
  }

  /**
   * @param {{offset: number, count: number}} parameter or a tensor of a layer
   * @param {number} start of the block that has the parameter at its offset, in elements
   */
  #view({ offset, count }, start) {
    return this.#core.memory.floats(this.#floats + (start + offset) * 4, count);
  }

  /** @param {number} start as in #view @param {readonly string[]} [names] all */
  #read(start, names = this.#parameters.map(({ name }) => name)) {
    return Object.fromEntries(
      this.#parameters
        .filter(({ name }) => names.includes(name))
        .map((parameter) => [
          parameter.name,
          { shape: [...parameter.shape], data: this.#view(parameter, start).slice() },
        ]),
    );
  }

  /**
   * @param {number} address of the batch
   * @param {number} prediction address, or 0
   */
  #evaluate(address, prediction) {
    const result = this.#calls + RESULT_AT;
    const { exports } = this.#core;
    this.#requireOk(exports.attention_model_evaluate(this.#struct, this.#floats, address, prediction, result));
  }

  /**
   * @param {number} status of a call
   * @param {() => Record<string, unknown>} values by the engine's names, for its message
   */
  #requireOk(status, values = () => ({})) {
    if (status !== 0) throw errorOf(this.#core, status, Object.entries(values()), FIELDS);
  }

  /** @returns {Evaluation} */
  #result() {
    const { memory } = this.#core;
    const member = (/** @type {"loss" | "correct" | "count"} */ name) =>
      readMember(memory, this.#calls + RESULT_AT, RESULT, name);
    const [loss, correct, count] = [member("loss"), member("correct"), member("count")];
    return { loss, accuracy: count === 0 ? 0 : correct / count, correct, count };
  }

  /**
   * Checks a batch and copies it into the engine's memory.
   * @param {unknown} given
   * @param {boolean} [targetsNeeded]
   * @returns {{size: number, address: number}} how many sequences, and where the struct is
   */
  #writeBatch(given, targetsNeeded = true) {
    this.#checkAlive();
    this.#holder = null;
    const { memory, registry } = this.#core;
    const { size, arrays } = checkBatch(this.spec, given, targetsNeeded);
    const bytes = 4 * arrays.reduce((sum, array) => sum + (array?.length ?? 0), 0);
    if (this.#arrays.bytes < bytes) {
      const arrays = { address: memory.allocate(bytes), bytes };
      if (this.#arrays.address) memory.free(this.#arrays.address);
      registry.unregister(this.#arrays);
      this.#arrays = arrays;
      registry.register(this, arrays.address, arrays);
    }
    const { address } = this.#arrays;
    const all = memory.ints(address, bytes / 4);
    let written = 0;
    const [token_bi, length_b, target_bi, source_bj, source_length_b] = arrays.map((array) => {
      if (!array) return 0;
      const start = address + written * 4;
      all.set(array, written);
      written += array.length;
      return start;
    });
    const struct = this.#calls + BATCH_AT;
    writeStruct(memory, struct, BATCH, { size, token_bi, length_b, target_bi, source_bj, source_length_b });
    return { size, address: struct };
  }
}
